// Documents of nodes and edges: GML, JSON, LAW's ASCII graphs, Pajek, DOT, TNTP and DL, cut, nested without end, lying.
#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

/// Cases of one format: what it is about, the content, the error, which begins with its place where that matters.
class Cases {
 public:
  Cases(std::string format, std::string file) : format_(std::move(format)), file_(std::move(file)) {}

  Cases& add(std::string what, std::string content, const std::string& error) {
    const bool placed = error[0] >= '0' && error[0] <= '9';
    const std::string message = placed ? file_ + ":" + error : error;
    cases_.push_back({format_ + ": " + std::move(what), format_, {{file_, std::move(content)}}, message});
    return *this;
  }
  void move_to(std::vector<HostileCase>& all) { all.insert(all.end(), cases_.begin(), cases_.end()); }

 private:
  std::string format_, file_;
  std::vector<HostileCase> cases_;
};

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// Longer than any name, and compressed it would be a few kilobytes.
std::string endless() { return std::string(std::size_t{20} << 20, 'x'); }

Cases gml() {
  Cases cases("gml", "g.gml");
  cases.add("nothing", "", "1:1: the file ends without a graph")
      .add("cut in a key", "graph [ node [ id 1 ] ed", "1:25: expected a number or a string behind 'ed'")
      .add("cut in a list", "graph [ node [ id 1",
           "1:20: expected a key of the node, or ']', found the end of the file")
      .add("cut in a string", "graph [ node [ id 1 label \"a", "1:27: a string that begins here has no end")
      .add("cut in a passed list", "graph [ node [ id 1 graphics [ x 1", "1:35: the file ends within a list")
      .add("lists without end", "graph [ node [ id 1 x " + repeated("[ x ", 100'000), "lists in lists, more than 256")
      .add("a token without end", "graph [ node [ id " + endless(), "nothing ends for 16 MiB")
      .add("a string without end", "graph [ label \"" + endless(), "nothing ends for 16 MiB")
      .add("zero byte", with_zeros("graph [ node [ id 1\0 ] ]"), "1:20: found a zero byte")
      .add("zero byte in a string", with_zeros("graph [ label \"a\0b\" ]"), "1:17: found a zero byte")
      .add("a bracket too much", "graph [ ] ]", "1:11: expected a key, found ']'")
      .add("graph without list", "graph 1", "1:7: expected '[' behind 'graph', found '1'")
      .add("node without list", "graph [ node 1 ]", "1:14: expected '[' behind 'node', found '1'")
      .add("a list as id", "graph [ node [ id [ ] ] ]", "1:19: expected a number or a string behind 'id', found '['")
      .add("a huge weight", "graph [ edge [ source 1 target 2 weight 1e999 ] ]",
           "1:41: expected a weight, found '1e999'")
      .add("a strange character", "graph { }", "1:7: expected a key, a number, a string");
  return cases;
}

Cases json() {
  Cases cases("json", "g.json");
  cases.add("cut in a list", R"({"links":[{"source":1,"target":2})", "1:34: no JSON: array - unexpected end of input")
      .add("cut in a string", R"({"links":[{"source":"a)", "no JSON: value - invalid string: missing closing quote")
      .add("lists without end", "{\"x\":" + repeated("[", 100'000), "1:262: lists in lists, more than 256 deep")
      .add("objects without end", repeated("{\"graph\":", 100'000), "lists in lists, more than 256 deep")
      .add("a string without end", "{\"x\":\"" + endless(), "nothing ends for 16 MiB")
      .add("a number without end", "{\"x\":" + std::string(std::size_t{20} << 20, '1'), "nothing ends for 16 MiB")
      .add("blanks without end", std::string(std::size_t{20} << 20, ' '), "nothing ends for 16 MiB")
      .add("zero byte", with_zeros("{\"links\"\0:[]}"), "1:9: found a zero byte")
      .add("bad escape", R"({"links":[{"source":"\q","target":2}]})", "no JSON: value - invalid string: forbidden")
      .add("half a surrogate", R"({"links":[{"source":"\ud800","target":2}]})",
           "no JSON: value - invalid string: surrog")
      .add("no UTF-8", "{\"links\":[{\"source\":\"\xE4\",\"target\":2}]}",
           "no JSON: value - invalid string: ill-formed")
      .add("a single value", "7", "a single value, where a graph is expected")
      .add("a single word", "null", "a single value, where a graph is expected")
      .add("an array of numbers", "[1,2]", "expected nodes or edges, which are objects, found '1'")
      .add("an edge that is a node", R"({"nodes":[{"id":1,"source":2}],"links":[]})", "a node with a \"source\"")
      .add("nodes that are a word", R"({"nodes":[{"id":true}],"links":[]})", "true as 'id', which cannot be read")
      .add("more lists than nodes", R"({"adjacency":[[]],"nodes":[{"id":1}]})", "more than the 0 nodes")
      .add("a comma too much", R"({"links":[],})", "no JSON: object key - unexpected '}'")
      .add("a number beyond all", R"({"links":[{"source":1e999,"target":2}]})", "no JSON: number overflow")
      .add("a huge weight", R"({"links":[{"source":1,"target":2,"weight":1e300}]})",
           "beyond the range of 32-bit floats");
  return cases;
}

Cases law() {
  Cases cases("law", "g.graph-txt");
  cases.add("nothing", "", "1:1: expected the number of vertices, found an empty file")
      .add("a word", "x\n", "1:1: expected the number of vertices")
      .add("4 billion vertices in a line", "4294967294\n1\n", "the file ends after the lines of 1 of the 4294967294")
      .add("10^30 vertices", "1000000000000000000000000000000\n", "1:1: expected the number of vertices")
      .add("2^32 vertices", "4294967296\n", "1:1: 4294967296 vertices exceed the limit of 4294967294")
      .add("a successor out of range", "2\n1\n18446744073709551615\n", "3:1: expected a successor from 0 to 1")
      .add("a word as successor", "2\n1 x\n\n", "2:3: expected a successor from 0 to 1, found 'x'")
      .add("zero byte", with_zeros("2\n1\0\n\n"), "2:1: expected a successor from 0 to 1")
      .add("no vertices, and a line", "0\n0\n", "2:1: found a line more than the 0 vertices");
  return cases;
}

Cases pajek() {
  Cases cases("pajek", "g.net");
  cases.add("nothing", "", "1:1: the file ends without *Vertices N")
      .add("no number", "*Vertices\n", "1:10: expected the number of vertices, found the end of the line")
      .add("a word for it", "*Vertices x\n", "1:11: expected the number of vertices from 0 to 4294967294, found 'x'")
      .add("2^64 vertices", "*Vertices 18446744073709551616\n", "1:11: expected the number of vertices from 0")
      .add("a second mode too large", "*Vertices 2 3\n", "1:13: expected the number of vertices of the first mode")
      .add("4 billion vertices, a matrix", "*Vertices 4294967294\n*Matrix\n1 1\n",
           "the matrix ends after 0 of its 4294967294")
      .add("a label without end", "*Vertices 1\n1 \"a\n", "2:3: a string that begins here has no end")
      .add("zero byte", with_zeros("*Vertices 1\n1 \"a\0\"\n"), "2:5: found a zero byte")
      .add("an edge with one end", "*Vertices 2\n*Edges\n1\n", "3:2: expected a vertex, found the end of the line")
      .add("no vertices at all", "*Vertices 0\n*Edges\n1 1\n", "3:1: found '1', but there are no vertices")
      .add("a word in a matrix", "*Vertices 1\n*Matrix\nx\n", "3:1: expected a value of the matrix, found 'x'")
      .add("a matrix too long", "*Vertices 1\n*Matrix\n1 1\n", "found a row more than the 1")
      .add("a taken line", "*Vertices 2\n*Arcslist\n1 -2\n", "3:3: expected a vertex from 1 to 2, found '-2'")
      .add("vertices backwards", "*Vertices 2\n2 a\n1 b\n", "3:1: vertex 1 is there already, or out of order")
      .add("an endless line", "*Vertices 1\n1 " + endless() + endless(), "2:1: a line of more than 16 MiB");
  return cases;
}

Cases dot() {
  Cases cases("dot", "g.dot");
  std::string many = "digraph { {";
  for (int i = 0; i < 3000; ++i) many += " n" + std::to_string(i);
  cases.add("nothing", "", "1:1: expected graph or digraph, found the end of the file")
      .add("cut", "graph", "1:6: expected '{', found the end of the file")
      .add("cut in attributes", "graph { a [x=", "1:14: expected a value, found the end of the file")
      .add("an attribute without value", "graph { a [x] }", "1:13: expected '=', found ']'")
      .add("braces without end", "graph " + repeated("{", 100'000), "braces in braces, more than 256 deep")
      .add("brackets without end", "graph { a -- <" + repeated("<", 100'000),
           "1:14: a text in <> that begins here has no")
      .add("a name without end", "graph { " + endless(), "nothing ends for 16 MiB")
      .add("a comment without end", "graph { /*" + endless(), "nothing ends for 16 MiB")
      .add("a product of groups", many + " } -> subgraph { " + many.substr(11) + " } }",
           "groups in braces make more than")
      .add("zero byte", with_zeros("graph { a\0 }"), "1:10: found a zero byte")
      .add("an edge to nothing", "graph { a -- }", "1:14: expected a node or a subgraph, found '}'")
      .add("an edge from nothing", "graph { -- a }", "1:9: expected a node, an edge or a subgraph, found '--'")
      .add("a lone minus", "graph { a - b }", "1:11: expected a name, an edge or one of")
      .add("a plus and nothing", "graph { \"a\" + b }", "1:15: expected a string behind '+', found 'b'")
      .add("two points in a number", "graph { 1.2.3 }", "1:9: '1.2.3' goes on as no number does")
      .add("a point alone", "graph { . }", "1:9: '.' goes on as no number does")
      .add("a minus and a point", "graph { -. }", "1:9: '-.' goes on as no number does")
      .add("a brace too much", "graph { } }", "1:11: expected the end of the file behind the graph, found '}'");
  return cases;
}

Cases tntp() {
  const std::string head = "<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 1\n<END OF METADATA>\n~ init_node term_node ;\n";
  Cases cases("tntp", "g.tntp");
  cases.add("nothing", "", "1:1: the file ends before <END OF METADATA>")
      .add("a tag without end", "<NUMBER OF", "1:1: a tag that begins here has no '>'")
      .add("no tag", "1 2\n", "1:1: expected <END OF METADATA> or another tag, found '1 2'")
      .add("a word for a number", "<NUMBER OF NODES> x\n", "1:19: expected the number of nodes, found 'x'")
      .add("2^32 nodes", "<NUMBER OF NODES> 4294967296\n", "1:19: 4294967296 nodes exceed the limit of")
      .add("10^12 links",
           "<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 1000000000000\n<END OF METADATA>\n1 2 1 1 1 1 1 1 1 1;\n",
           "the file ends after 1 of the 1000000000000 links")
      .add("a link too many", head + "1 2 ;\n2 1 ;\n", "found more links than the 1 that line 2 announces")
      .add("node 0", head + "0 2 ;\n", "5:1: expected a node from 1 to 2, found '0'")
      .add("columns too many",
           "<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n~ init_node term_node ;\n1 2 ;\n2 1 3 ;\n",
           "6:5: expected the end of the line, found '3'")
      .add("titles without ends",
           "<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 1\n<ORIGINAL HEADER>~ a b ;\n<END OF METADATA>\n1 2;\n",
           "the line behind ~ names no columns init_node and term_node")
      .add("zero byte", with_zeros("<NUMBER OF NODES> 2\0\n"), "1:19: expected the number of nodes");
  return cases;
}

Cases dl() {
  Cases cases("dl", "g.dl");
  cases.add("nothing", "", "expected dl, with which DL files begin")
      .add("cut", "dl n=", "the file ends before a value")
      .add("no data", "dl n=2", "the file ends before data:")
      .add("2^32 vertices", "dl n=4294967296\n", "expected a number of vertices up to 4294967294")
      .add("4 billion vertices, a matrix", "dl n=4294967294\ndata:\n0 1\n", "the matrix ends in row 1 of 4294967294")
      .add("4 billion labels", "dl n=4294967294 labels embedded\ndata:\na b\n",
           "the file ends after 2 of 4294967294 labels")
      .add("two modes too large", "dl nr=4294967294 nc=4294967294\ndata:\n", "exceed the limit of 4294967294")
      .add("4 billion rows without columns", "dl nr=4294967294 nc=0\ndata:\n1\n",
           "3:1: expected the end of the file behind 4294967294 rows")
      .add("an unknown word", "dl n=2 words\ndata:\n", "1:8: expected n=, nr=, nc=, format=, labels: or data:")
      .add("an unknown key", "dl x=2\ndata:\n", "expected n=, nr=, nc=, nm=, format= or diagonal=, found 'x='")
      .add("a word in a matrix", "dl n=1\ndata:\nx\n", "3:1: expected a value, a number, found 'x'")
      .add("an edge of four", "dl n=2 format=edgelist1\ndata:\n1 2 3 4\n", "3:7: expected the end of the line behind")
      .add("a column twice", "dl n=2 labels embedded\ndata:\na a\n", "3:3: a second column 'a'")
      .add("zero byte", with_zeros("dl n=2\ndata:\n0\0 1\n"), "3:2: found a zero byte");
  return cases;
}

}  // namespace

std::vector<HostileCase> hostile_documents() {
  std::vector<HostileCase> all;
  for (const auto cases : {gml, json, law, pajek, dot, tntp, dl}) cases().move_to(all);
  return all;
}

}  // namespace mg

// Inputs of all formats that promise much and hold little, say little and mean much, or hide where nobody looks.
#include "tests/archives.hpp"
#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// `before` 0, `before` 1, ... with `between` them.
std::string counted(const std::string& before, std::size_t count, const std::string& between) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : between) + before + std::to_string(i);
  return all;
}

class Cases {
 public:
  /// The format is found out from the file.
  void add(const std::string& what, const std::string& file, std::string content, const std::string& error) {
    const bool placed = error[0] >= '0' && error[0] <= '9';
    all_.push_back({what, "auto", {{file, std::move(content)}}, placed ? file + ":" + error : error});
  }
  std::vector<HostileCase> take() { return std::move(all_); }

 private:
  std::vector<HostileCase> all_;
};

void add_tables(Cases& cases) {
  cases.add("a line of commas", "g.csv", std::string(200'000, ',') + "\n", "1:1: expected 2 or 3 columns");
  cases.add("a line of quotes", "g.csv", std::string(200'000, '"') + "\n", "1:1: ");
  cases.add("an odd number of quotes", "g.csv", std::string(200'001, '"') + "\n", "1:1: expected a closing quote");
  cases.add("commas and semicolons", "g.csv", repeated(";,", 100'000) + "\n", "1:1: commas and semicolons both divide");
  cases.add("100,000 titles", "g.csv", counted("c", 100'000, ",") + "\n" + counted("", 100'000, ",") + "\n",
            "c10,c11,c12,c13,c14,c15,c16,c1...'");
  cases.add("100,000 sources", "g.csv", repeated("source,", 100'000) + "\n" + repeated("1,", 100'000) + "\n",
            "'source' and 99985 more do not say");
  cases.add("100,000 columns", "g.txt", repeated(repeated("1 ", 100'000) + "\n", 3), "1:1: expected 2 or 3 columns");
  cases.add("500 lines of 1,000 columns", "g.csv", repeated(repeated("a,", 1000) + "\n", 600), "1:1: expected 2 or 3");
  cases.add("braces without end", "g.el", "1 2 " + std::string(200'000, '{') + "\n",
            "1:1: expected a weight in column 3");
  cases.add("brackets as a weight", "g.el",
            "1 2 {'weight': " + std::string(100'000, '[') + std::string(100'000, ']') + "}\n",
            "1:16: expected a weight");
  cases.add("a weight of a million digits", "g.el", "1 2 " + std::string(1'000'000, '9') + "\n",
            "1:5: expected a weight, found '9999");
  cases.add("an exponent of a million digits", "g.el", "1 2 1e" + std::string(1'000'000, '9') + "\n",
            "1:5: expected a weight, found '1e9999");
  cases.add("comments of nothing but marks above words", "g.csv", "#/\nfoo\n", "1:1: line 1, '#/', could be a comment");
  cases.add("three marks", "g.csv", "#%%\nfoo\nbar\n", "1:1: line 1, '#%%', could be a comment");
  cases.add("attributes of nothing", "g.csv", ",{'a': 1}\n,{'a': 2}\n", "1:1: expected 2 or 3 columns");
  cases.add("attributes of one vertex", "g.el", "a {'a': 1}\n", "1:1: expected 2 or 3 columns");
  cases.add("titles in a comment, and lines that lack the last", "g.csv",
            "# source target weight type\n1 2 3 Directed\n1\n", "3:2: expected 4 columns, as in line 2, found 1");
  cases.add("titles, and lines that lack the last", "g.csv", "Source,Target,Type\n1,2\n", "2:1: line 1 has 3 titles");
  cases.add("a byte order mark within", "g.el",
            "1 2\n\xEF\xBB\xBF"
            "3 4\n",
            "2:1: expected the name of a vertex, found a "
            "byte order mark");
  cases.add("a blank that is none", "g.el",
            "1\xC2\xA0"
            "2\n2\xC2\xA0"
            "3\n",
            "1:1: expected 2 or 3 columns");
  cases.add("two sides beyond 64 bits", "out.x", "% bip\n18446744073709551615 1\n", "exceed 64 bits together");
  cases.add("two sides just beyond 64 bits", "out.x", "% bip\n18446744073709551614 1\n1 5\n",
            "exceed 64 bits together");
  cases.add("control characters", "g.el", "a\x1B[31m b\nb c d e\n", "2:5: expected 2 columns");
  cases.add("carriage returns among lines", "g.el", "1 2\r3 4\n5 6\n", "1:1: expected 2 or 3 columns");
}

void add_lines(Cases& cases) {
  cases.add("DL: vertices twice", "g.dl", "dl n = = 3\n",
            "1:8: expected a number of vertices up to 4294967294, found '='");
  cases.add("DL: vertices beyond 64 bits", "g.dl", "dl n=99999999999999999999\ndata:\n", "1:4: expected a number of");
  cases.add("DL: a matrix of 4294967294 rows", "g.dl", "dl n=4294967294\ndata:\n1 2\n",
            "3:1: the matrix ends in row 1");
  cases.add("DL: 100,000 sizes", "g.dl", "dl " + repeated("n=3 ", 100'000) + "data:\n",
            "the matrix ends in row 1 of 3");
  cases.add("DL: labels for 4294967294", "g.dl",
            "dl n=4294967294\nlabels:\n" + repeated("a,", 50'000) + "\ndata:\n1 2\n",
            "found 50000 labels for 4294967294 vertices");
  cases.add("DL: no data", "g.dl", "dl n=3 format=nodelist1\n", "the file ends before data:");
  cases.add("DL: labels of no vertices", "g.dl", "dl n=0 labels embedded\ndata:\na b\n", "3:1: expected the end");
  cases.add("DL: not a number", "g.dl", "dl n=2\ndata:\n0 nan\n1 0\n", "3:3: expected a weight, found 'nan'");
  cases.add("DL: a label too much", "g.dl", "dl n=3 format=edgelist1 labels embedded data:\n\"a b\" c\n\"\" x\n",
            "3:4: 'x' is a label more than the 3 vertices");
  cases.add("Pajek: a matrix of 100,000 rows", "g.net", "*Vertices 100000\n*Matrix\n0 1\n", "3:1: the matrix ends");
  cases.add("Pajek: fewer than no vertices", "g.net", "*Vertices -1\n", "1:11: expected the number of vertices");
  cases.add("Pajek: a mode of more than all", "g.net", "*Vertices 5 7\n*Edges\n1 2\n", "1:13: expected the number of");
  cases.add("Pajek: vertex 0", "g.net", "*Vertices 3\n*Arcs\n0 1\n", "3:1: expected a vertex from 1 to 3, found '0'");
  cases.add("Pajek: a list to nobody", "g.net", "*Vertices 3\n*Arcslist\n1 2 3\n4 1\n", "4:1: expected a vertex");
  cases.add("Pajek: vertices again", "g.net", "*Vertices 2\n*Vertices 3\n*Arcs\n1 3\n", "2:1: a second *Vertices");
  cases.add("Pajek: a string without end", "g.net", "*Vertices 2\n1 \"a\n2 \"b\"\n", "2:3: a string that begins here");
  cases.add("Pajek: two networks", "g.paj", "*Network a\n*Vertices 1\n*Network b\n*Vertices 1\n",
            "3:1: a second network");
  cases.add("TNTP: a tag without end", "g.tntp", repeated("<NUMBER OF NODES", 10'000), "1:1: a tag that begins here");
  cases.add("TNTP: links that are not there", "g.tntp",
            "<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 99999999999\n<END OF METADATA>\n1 2 3 4 5 6 7 8 9 10 ;\n",
            "4:1: the file ends after 1 of the 99999999999 links");
  cases.add(
      "TNTP: 50,000 columns", "g.tntp",
      "<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 1\n<END OF METADATA>\n~\t" + counted("c", 50'000, "\t") + "\t;\n1 2 ;\n",
      "expected 10 columns");
  cases.add("LAW: no vertices and a line", "g.graph-txt", "0\n0\n", "2:1: found a line more than the 0 vertices");
  cases.add("LAW: a successor below 0", "g.graph-txt", "2\n-1\n\n",
            "2:1: expected a successor from 0 to 1, found '-1'");
  cases.add("METIS: an unknown format", "g.graph", "2 1 999\n2\n1\n", "1:5: expected the format 0, 1, 10, 11");
  cases.add("METIS: 99,999,999 weights a vertex", "g.graph", "2 1 010 99999999\n1 2\n1 1\n", "1:9: 99999999 weights");
  cases.add("METIS: 4294967294 vertices", "g.graph", "4294967294 0\n", "1:1: the file ends after the lines of 0 of");
}

void add_nested(Cases& cases) {
  cases.add("JSON: an id beyond all numbers", "g.json", R"({"nodes":[{"id":1e400}],"links":[]})",
            "1:23: no JSON: number");
  cases.add("JSON: an id of 100,000 digits", "g.json", R"({"nodes":[{"id":)" + std::string(100'000, '9') + "}]}",
            "no JSON: number overflow parsing '9999");
  cases.add("JSON: half a pair of surrogates", "g.json", R"({"nodes":[{"id":"\ud800"}],"links":[]})", "1:25: no JSON");
  cases.add("JSON: a weight that is none", "g.json", R"({"nodes":[1],"links":[{"source":1,"target":1,"weight":NaN}]})",
            "no JSON: value - invalid literal");
  cases.add("JSON: a place before the first", "g.json", R"({"nodes":[{},{}],"links":[{"source":-1,"target":0}]})",
            "edges name '-1', which is no place of the 2 nodes");
  cases.add("JSON: neighbours of nobody", "g.json", R"({"adjacency":[[{"id":0}]],"nodes":[{"id":0}]})",
            "1:16: found a list of neighbours more than the 0 nodes");
  cases.add("JSON: numbers written in two ways", "g.json",
            R"({"nodes":[{"id":2},{"id":3}],"links":[{"source":2.0,"target":3.0}]})", "edges name '2.0'");
  cases.add("JSON: an edge a line, and half of one", "g.json", "{\"source\":1,\"target\":2}\n{\"source\":1}\n",
            "2:13: an edge without a \"target\"");
  cases.add("JSON: latin-1", "g.json", "{\"nodes\":[{\"id\":\"\xFC\"}],\"links\":[]}",
            "1:19: no JSON: value - invalid string");
  cases.add("DOT: 100,000 braces", "g.dot", "graph " + std::string(100'000, '{') + std::string(100'000, '}'),
            "braces in braces, more than 256 deep");
  cases.add("DOT: everything with everything", "g.dot",
            "graph { {" + counted("a", 3000, " ") + "} -- {" + counted("b", 3000, " ") + "} }",
            "groups in braces make more than 4194304 edges");
  cases.add("DOT: a large subgraph, named again and again", "g.dot",
            "digraph { subgraph s { " + counted("a", 20'000, " ") + " } " + repeated("subgraph s ", 4000) + "}",
            "subgraphs with more than 67108864 nodes in all");
  cases.add("DOT: a large subgraph in many others", "g.dot",
            "digraph { subgraph s { " + counted("a", 20'000, " ") + " } " +
                counted("subgraph s; subgraph t", 4000, " {}") + " {} }",
            "subgraphs with more than 67108864 nodes in all");
  cases.add("DOT: a comment without end", "g.dot", "graph { /*" + std::string(200'000, '*'),
            "1:9: a comment that begins");
  cases.add("DOT: an edge of another kind", "g.dot", "graph { a -> b }", "1:11: found '->' in a graph");
  cases.add("DOT: two graphs", "g.dot", "graph {} graph {}", "1:10: expected the end of the file behind the graph");
  cases.add("DOT: nothing at the ends", "g.dot", "graph { -- }", "1:9: expected a node, an edge or a subgraph");
  cases.add("GML: numbers in place of keys", "g.gml", "graph [ 1 2 ]", "1:9: expected a key of the graph");
  cases.add("GML: 0 in two ways", "g.gml", "graph [ node [ id -0 ] node [ id +0 ] ]", "node '0' is there already");
  cases.add("GML: a weight of words", "g.gml", "graph [ node [ id 1 ] edge [ source 1 target 1 weight \"x\" ] ]",
            "1:55: expected a weight, found 'x'");
}

void add_xml(Cases& cases) {
  const std::string begin = "<graphml><graph edgedefault=\"directed\">";
  const std::string end = "</graph></graphml>";
  const auto add = [&](const std::string& what, const std::string& within, const std::string& error) {
    cases.add("GraphML: " + what, "g.graphml", begin + within + end, error);
  };
  add("100,000 elements within each other", repeated("<a>", 100'000), "elements within elements, more than 1000 deep");
  add("graphs within graphs", counted("<node id=\"a", 2000, "\"><graph>"), "more than 1000 deep");
  add("an id of nothing", "<node id=\"\"/>", "a <node> without an id");
  add("an attribute twice", "<node id=\"a\" id=\"b\"/>", "duplicate attribute");
  add("no character", "<node id=\"&#0;\"/>", "reference to invalid character number");
  add("a character beyond all", "<node id=\"&#xFFFFFFFF;\"/>", "reference to invalid character number");
  add("an entity of HTML", "<node id=\"&nbsp;\"/>", "undefined entity");
  add("half a character", "<node id=\"\xC3(\"/>", "not well-formed");
  add("an angle in a name", "<node id=\"a<b\"/>", "not well-formed");
  cases.add("GraphML: an encoding of 1,000 letters", "g.graphml",
            "<?xml version=\"1.0\" encoding=\"" + std::string(1000, 'x') + "\"?>" + begin + end, "1:31: the encoding");
  cases.add("GraphML: UTF-7", "g.graphml", "<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + begin + end,
            "1:31: the encoding");
  cases.add("GraphML: UTF-32", "g.graphml", with_zeros("\xFF\xFE\0\0<\0\0\0"), "text in UTF-32");
  cases.add("GraphML: two documents", "g.graphml", begin + end + begin + end, "junk after document element");
  cases.add("GraphML: a comment without end", "g.graphml", begin + "<!--" + repeated("-x", 50'000), "unclosed token");
  cases.add("GEXF: a value of nothing", "g.gexf",
            "<gexf><graph><edges><edge source=\"a\" target=\"b\"><attvalues><attvalue value=\"2\"/></attvalues></edge>"
            "</edges></graph></gexf>",
            "an <attvalue> without a for");
  cases.add("GEXF: an edge that goes sideways", "g.gexf",
            "<gexf><graph><edges><edge source=\"a\" target=\"b\" type=\"sideways\"/></edges></graph></gexf>",
            "the type of edges 'sideways'");
  cases.add("GEXF: a decimal comma", "g.gexf",
            "<gexf><graph><edges><edge source=\"a\" target=\"b\" weight=\"1,5\"/></edges></graph></gexf>",
            "expected a weight, found '1,5'");
}

void add_archives(Cases& cases) {
  cases.add("names that move the cursor", "g.zip", packed("zip", {{"\x1B[31mred\n.el", "1 2\n"}, {"b.el", "1 2\n"}}),
            "'\\x1B[31mred\\x0A.el', b.el");
  cases.add("a name that moves the cursor, and a damaged line", "g.zip", packed("zip", {{"\x1B[2J.el", "1 2\n1\n"}}),
            "g.zip:'\\x1B[2J.el'");
}

}  // namespace

std::vector<HostileCase> hostile_mixed() {
  Cases cases;
  add_tables(cases);
  add_lines(cases);
  add_nested(cases);
  add_xml(cases);
  add_archives(cases);
  return cases.take();
}

}  // namespace mg

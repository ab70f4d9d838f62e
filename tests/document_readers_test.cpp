// Graphs in documents: GML, JSON, LAW's ASCII graphs, Pajek, DOT, TNTP and DL as programs write them; what must come of
// each, or why it is refused.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/read.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// `options` are words such as names=labels. `expected` lists the edges, "a>b, b>c:2.5", behind "undirected: " or
/// "directed: " where the file declares it, and behind "; " the vertices without edges; or says "refused: " and words
/// of the message. Words behind " | " must be among the decisions that are told.
struct Document {
  std::string file;
  std::string text;
  std::string options;
  std::string expected;
};

ReadOptions read_options(const std::string& words) {
  ReadOptions options;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (word == "names=labels") options.table.names = NameKind::labels;
    if (word == "weights=none") options.read_weights = false;
    if (word.starts_with("from:")) options.weight_attribute = word.substr(5);
    if (word.starts_with("format=")) options.format = word.substr(7);
  }
  return options;
}

std::string weight_of(const EdgeList& list, std::size_t edge) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights))
    return fmt::format(":{}", (*integers)[edge]);
  if (const auto* reals = std::get_if<Array<float>>(&list.weights)) return fmt::format(":{}", (*reals)[edge]);
  return {};
}

std::string graph_of(const EdgeList& list) {
  std::string text = !list.direction_declared ? "" : list.directed ? "directed: " : "undirected: ";
  std::vector<bool> touched(list.num_vertices());
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const Edge edge = list.edges[i];
    touched[edge.source] = touched[edge.target] = true;
    text += fmt::format("{}{}>{}{}", i == 0 ? "" : ", ", list.names.name(edge.source), list.names.name(edge.target),
                        weight_of(list, i));
  }
  for (VertexId v = 0; v < list.num_vertices(); ++v) {
    if (!touched[v]) text += fmt::format("; {}", list.names.name(v));
  }
  return text;
}

struct Outcome {
  std::string graph;  ///< or "refused: " and the message
  std::string told;
};

Outcome read(const std::string& path, ReadOptions options, std::size_t block_size) {
  options.block_size = block_size;
  try {
    const EdgeList list = read_graph({&path, 1}, options, silent_progress());
    std::string told;
    for (const std::string& decision : list.decisions) told += decision + "\n";
    return {graph_of(list), told};
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == ExitCode::bad_input || error.code() == ExitCode::wrong_use) << error.what();
    return {std::string("refused: ") + error.what(), {}};
  }
}

void expect(const Outcome& outcome, const std::string& expected, const std::string& what) {
  const std::size_t bar = expected.find(" | ");
  const std::string graph = expected.substr(0, bar);
  if (graph.starts_with("refused: ")) {
    EXPECT_TRUE(outcome.graph.starts_with("refused: ") &&
                outcome.graph.find(graph.substr(sizeof "refused: " - 1)) != std::string::npos)
        << what << "\nfound:    " << outcome.graph << "\nexpected: " << graph;
  } else {
    EXPECT_EQ(outcome.graph, graph) << what << "\n" << outcome.told;
  }
  if (bar == std::string::npos) return;
  EXPECT_NE(outcome.told.find(expected.substr(bar + 3)), std::string::npos) << what << "\n" << outcome.told;
}

void check(const std::vector<Document>& documents) {
  const TemporaryFolder folder;
  for (const Document& document : documents) {
    const std::string path = folder.write(document.file, document.text);
    const ReadOptions options = read_options(document.options);
    const std::string what = document.file + " " + document.options + "\n" + document.text;
    const Outcome outcome = read(path, options, default_block_size);
    expect(outcome, document.expected, what);
    const Outcome in_pieces = read(path, options, 4);
    EXPECT_EQ(in_pieces.graph, outcome.graph) << what;
    EXPECT_EQ(in_pieces.told, outcome.told) << what;
  }
}

TEST(Documents, Gml) {
  const std::string nodes = "node [ id 1 label \"a\" ] node [ id 2 label \"b\" ] node [ id 3 ]";
  check({
      {"g.gml", "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]", "", "directed: 1>2"},
      {"g.txt",
       "Creator \"Mark Newman\"\nVersion 1\ngraph\n[\n directed 0\n node\n [\n id 0\n ]\n edge\n [\n source 0\n"
       " target 5\n value 3\n ]\n]\n",
       "", "undirected: 0>5:3 | nodes: 1 are declared, 1 are named by edges"},
      {"g.gml", "graph [ " + nodes + " edge [ source 1 target 2 ] ]", "", "undirected: 1>2; 3 | direction: not said"},
      {"g.gml", "graph [ " + nodes + " edge [ source 1 target 2 ] ]", "names=labels", "undirected: a>b; 3"},
      {"g.gml", "graph [ " + nodes + " ]", "", "undirected: ; 1; 2; 3 | names: ids; 2 nodes have labels"},
      {"g.gml", "# c\ngraph [ edge [ source 2 target 1 ] node [ id 1 ] node [ id 2 ] ] # d", "", "undirected: 2>1"},
      {"g.gml", "graph [ edge [ source -2 target +1 ] node [ id 01 ] node [ id -2 ] ]", "", "undirected: -2>1"},
      {"g.gml", "graph [ directed 1 edge [ source 1 target 2 weight 0.5 value 7 ] ]", "", "directed: 1>2:0.5"},
      {"g.gml", "graph [ edge [ source 1 target 2 w 4 ] ]", "from:w", "undirected: 1>2:4"},
      {"g.gml", "graph [ edge [ source 1 target 2 w 4 ] ]", "", "undirected: 1>2 | edge attributes passed over: 'w'"},
      {"g.gml", "graph [ edge [ source 1 target 2 w 4 ] ]", "from:x", "refused: no edge of"},
      {"g.gml", "graph [ edge [ source 1 target 2 weight 4 ] edge [ source 1 target 2 ] ]", "",
       "undirected: 1>2:4, 1>2:1"},
      {"g.gml", "graph [ edge [ source 1 target 2 weight 4 ] edge [ source 1 target 2 value 3 ] ]", "",
       "refused: say which is meant"},
      {"g.gml", "graph [ edge [ source 1 target 2 weight \"x\" ] ]", "", "refused: expected a weight, found 'x'"},
      {"g.gml", "graph [ edge [ source 1 target 2 weight \"x\" ] ]", "weights=none", "undirected: 1>2"},
      {"g.gml", "graph [ edge [ source 1 target 2 weight NAN ] ]", "", "refused: expected a weight, found 'NAN'"},
      {"g.gml", "graph [ node [ id 1 label \"&#228;&amp;&#x42;\" ] ]", "names=labels", "undirected: ; ä&B"},
      {"g.gml", "graph [ node [ id 1 label \"&auml; & b\" ] ]", "names=labels",
       "undirected: ; &auml; & b | entities: 1"},
      {"g.gml", "graph [ node [ id 1 label \"M\xFCnchen\" ] ]", "names=labels", "undirected: ; München | latin-1"},
      {"g.gml", "graph [ node [ id 1 graphics [ x 1.5 y [ z [ ] ] ] ] ]", "",
       "undirected: ; 1 | 'graphics' (of 1 nodes)"},
      {"g.gml", "graph [ node [ id 1 ] node [ id 1 ] ]", "", "refused: 1:33: node '1' is there already"},
      {"g.gml", "graph [ node [ label \"a\" ] ]", "", "refused: a node without an id"},
      {"g.gml", "graph [ edge [ source 1 ] ]", "", "refused: 1:9: an edge without a target"},
      {"g.gml", "graph [ edge [ source 1 source 2 target 3 ] ]", "", "refused: a second 'source'"},
      {"g.gml", "graph [ ] graph [ ]", "", "refused: a second graph"},
      {"g.gml", "graph [ directed 2 ]", "", "refused: expected directed 0 or directed 1"},
      {"g.gml", "graph [ node [ id 1 graph [ node [ id 2 ] ] ] ]", "", "refused: a graph within a node"},
      {"g.gml", "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"x\" ] ]", "names=labels",
       "refused: the same label"},
      {"g.gml", "Version 1\n", "", "refused: the file ends without a graph"},
  });
}

TEST(Documents, Json) {
  check({
      {"g.json",
       R"({"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"weight": 2, "source": "a", "target": "b"}]})",
       "", "directed: a>b:2"},
      {"g.txt", R"({"edges": [{"source": 1, "target": 2}], "nodes": [{"id": 2}, {"id": 1}, {"id": 3}]})", "",
       "undirected: 1>2; 3 | direction: not said, so undirected"},
      {"g.json", R"({"nodes":[{"name":"x","group":1},{"name":"y"}],"links":[{"source":1,"target":0,"value":5}]})", "",
       "undirected: 1>0:5 | nodes have no \"id\""},
      {"g.json", R"({"nodes":[{"name":"x"},{"name":"y"}],"links":[{"source":1,"target":0}]})", "names=labels",
       "undirected: y>x"},
      {"g.json", R"({"nodes":[{"name":"x"},{"name":"y"}],"links":[{"source":"x","target":"y"}]})", "",
       "refused: places of nodes"},
      {"g.json", R"({"nodes":[{"id":"x"},{"id":"y"}],"links":[{"source":1,"target":0}]})", "",
       "refused: not their places"},
      {"g.json", R"({"nodes":["x","y"],"edges":[{"from":"y","to":"x"}]})", "", "undirected: y>x"},
      {"g.json", R"({"nodes":[{"id":1},{"id":"1"}],"links":[]})", "", "refused: once as a number and once as a string"},
      {"g.json", R"({"nodes":[{"id":1},{"id":1}],"links":[]})", "", "refused: node '1' is there already"},
      {"g.json", R"({"nodes":[{"id":1},{"x":1}],"links":[]})", "",
       "refused: some nodes have an \"id\" and some have none"},
      {"g.json", R"({"nodes":[{"id":1}]})", "", "refused: JSON without a graph that is known"},
      {"g.json", R"({"links":[{"source":1,"target":"1"}]})", "", "refused: as a number and as a string"},
      {"g.json", R"({"links":[{"source":1}]})", "", "refused: an edge without a \"target\""},
      {"g.json", R"({"links":[{"source":1,"source":2,"target":3}]})", "", "refused: a second 'source'"},
      {"g.json", R"({"links":[],"edges":[]})", "", "refused: a second list of edges"},
      {"g.json", R"({"links":[{"source":1,"target":[2]}]})", "", "refused: an array as 'target'"},
      {"g.json", R"({"links":[{"source":1,"target":null}]})", "", "refused: null as 'target'"},
      {"g.json", R"({"directed":true,"links":[{"source":1,"target":2,"weight":NaN}]})", "",
       "refused: no JSON: value - invalid literal"},
      {"g.json", R"({"directed":true,"nodes":[{"id":"a"},{"id":"b"}],"adjacency":[[{"id":"b","weight":2.5}],[]]})", "",
       "directed: a>b:2.5"},
      {"g.json",
       R"({"directed":false,"nodes":[{"id":"a"},{"id":"b"}],"adjacency":[[{"id":"a"},{"id":"b"}],[{"id":"a"}]]})", "",
       "undirected: a>a, a>b"},
      {"g.json", R"({"directed":false,"nodes":[{"id":"a"},{"id":"b"}],"adjacency":[[{"id":"b"}],[]]})", "",
       "refused: an undirected graph, but"},
      {"g.json", R"({"nodes":[{"id":"a"}],"adjacency":[[],[]]})", "", "refused: more than the 1 nodes"},
      {"g.json", R"({"nodes":[{"id":"a"}],"adjacency":[]})", "", "refused: \"adjacency\" holds 0 lists for 1 nodes"},
      {"g.json",
       R"({"graph":{"nodes":{"a":{"label":"A"},"b":{}},"edges":[{"source":"a","target":"b","metadata":{"weight":3}}]}})",
       "", "directed: a>b:3"},
      {"g.json",
       R"({"graph":{"directed":false,"nodes":{"a":{"label":"A"},"b":{}},"edges":[{"source":"a","target":"b"}]}})",
       "names=labels", "undirected: A>b"},
      {"g.json", R"({"graphs":[{"nodes":{}},{"nodes":{}}]})", "", "refused: a second graph"},
      {"g.json", R"({"graph":{"hyperedges":[]}})", "", "refused: 'hyperedges'"},
      {"g.json",
       R"({"elements":{"nodes":[{"data":{"id":"0","name":"n"}},{"data":{"id":"1"}}],"edges":[{"data":{"source":0,"target":1,"weight":4}}]}})",
       "", "undirected: 0>1:4"},
      {"g.json",
       R"({"elements":[{"data":{"id":"a"}},{"data":{"id":"b"}},{"data":{"id":"e","source":"a","target":"b"}}]})", "",
       "undirected: a>b"},
      {"g.json",
       R"({"attributes":{},"options":{"type":"mixed"},"nodes":[{"key":"a","attributes":{"label":"A"}},{"key":"b"}],"edges":[{"key":"1","source":"a","target":"b","attributes":{"weight":2}},{"source":"b","target":"a","undirected":true,"attributes":{"weight":3}}]})",
       "", "directed: a>b:2, b>a:3, a>b:3 | direction: mixed"},
      {"g.json",
       R"({"options":{"type":"undirected"},"nodes":[{"key":"a"},{"key":"b"}],"edges":[{"source":"a","target":"b"}]})",
       "", "undirected: a>b"},
      {"g.json", "{\"source\":\"a\",\"target\":\"b\",\"weight\":1}\n{\"source\":\"b\",\"target\":\"c\",\"weight\":2}\n",
       "", "a>b:1, b>c:2 | edges: 2 objects, an edge each"},
      {"g.json", R"([{"source":"a","target":"b"},{"source":"b","target":"c"}])", "", "a>b, b>c"},
      {"g.json", R"([{"name":"a"},{"name":"b"}])", "", "refused: neither a node"},
      {"g.json", R"({"links":[{"source":1,"target":2}],"groups":[{"a":1}]})", "", "1>2 | passed over: 'groups'"},
      {"g.json", R"({"links":[]} x)", "", "refused: 1:14: expected the end of the file behind the document, found 'x'"},
      {"g.json", R"({"links":[{"source":1.5,"target":-2}]})", "", "1.5>-2"},
      {"g.json", R"({"directed":"yes","links":[]})", "", "refused: expected true or false, without quotes"},
      {"g.json", R"({"links":[[1,2]]})", "", "refused: expected an edge, which is an object"},
      {"g.json", "", "", "refused: no JSON"},
  });
}

TEST(Documents, Law) {
  check({
      {"cnr.graph-txt", "4\n1 2 3\n\n0\n1 2\n", "", "directed: 0>1, 0>2, 0>3, 2>0, 3>1, 3>2"},
      {"cnr.txt", "4\n1 2 3\n\n0\n1 2\n", "", "directed: 0>1, 0>2, 0>3, 2>0, 3>1, 3>2 | format: law, from a number"},
      {"g.graph-txt", "3\r\n1\r\n\r\n0", "", "directed: 0>1, 2>0"},
      {"g.graph-txt", "2\n\n\n\n\n", "", "directed: ; 0; 1"},
      {"g.graph-txt", "0\n", "", "directed: "},
      {"g.txt", "5\n1 2\n2 3\n1 3\n", "", "refused: an edge list with a line too much"},
      {"g.txt", "3\n1 2\n0 2\n0 1\n", "format=law", "directed: 0>1, 0>2, 1>0, 1>2, 2>0, 2>1"},
      {"g.graph-txt", "3\n1\n2\n", "", "refused: 3:1: the file ends after the lines of 2 of the 3 vertices"},
      {"g.graph-txt", "1\n\n0\n", "", "refused: 3:1: found a line more than the 1 vertices"},
      {"g.graph-txt", "2\n2\n\n", "", "refused: 2:1: expected a successor from 0 to 1, found '2'"},
      {"g.graph-txt", "2 1\n1\n\n", "", "refused: 1:3: expected the number of vertices alone"},
  });
}

TEST(Documents, Pajek) {
  check({
      {"g.net", "*Vertices 3\n1 \"a\" 0.1 0.2 ellipse\n2 \"b c\"\n3 \"d\"\n*Arcs\n1 2 1.5\n*Edges\n2 3\n", "",
       "directed: 1>2:1.5, 2>3:1, 3>2:1 | direction: mixed"},
      {"g.net", "*Vertices 3\n1 \"a\"\n2 \"b c\"\n3 \"d\"\n*Arcs\n1 2\n", "names=labels", "directed: a>b c; d"},
      {"g.net", "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Arcs\n1 2\n", "", "directed: 1>2 | names: ids; 2 nodes have labels"},
      {"g.txt", "% made by hand\r\n*network x\r\n*VERTICES 2\r\n*edges\r\n1 2 7 c Blue [1-5]\r\n", "",
       "undirected: 1>2:7 | time intervals"},
      {"g.net", "*Vertices 4\n*Arcslist\n1 2 3\n4 1\n*Edgeslist\n2 3\n", "", "directed: 1>2, 1>3, 4>1, 2>3, 3>2"},
      {"g.net", "*Vertices 2\n*Matrix\n0 2\n1 0\n", "", "directed: 1>2:2, 2>1:1"},
      {"g.net", "*Vertices 3 1\n*Matrix\n0 2\n", "", "undirected: 1>3:2; 2 | two modes"},
      {"g.net", "From somebody's page\n\n*Vertices 2\n*Arcs\n1 2\n", "",
       "directed: 1>2 | lines before the first section passed over: 1"},
      {"g.net", "*Vertices 2\r1 a\r2 b\r*Edges\r1 2\r\n", "", "refused: 1:12: found a carriage return within a line"},
      {"g.net", "*Vertices 2\n*Arcs :1 \"friend\"\n1 2\n*Arcs :2 \"foe\"\n2 1\n", "",
       "directed: 1>2, 2>1 | relations, read as one graph: 2"},
      {"g.net", "*Vertices 2\n2 b\n*Edges\n1 2\n", "names=labels", "undirected: 1>b | 1 have none"},
      {"g.net", "*Vertices 9\n2 b\n*Edges\n1 2\n", "names=labels", "refused: 1 of 9 vertices have a label"},
      {"g.net", "*Vertices 2\n1 \"\xE4\"\n2 b\n*Edges\n1 2\n", "names=labels", "undirected: ä>b | latin-1"},
      {"g.net", "*Vertices 2\n*Edges\n1 3\n", "", "refused: 3:3: expected a vertex from 1 to 2, found '3'"},
      {"g.net", "*Vertices 2\n*Edges\n0 1\n", "", "refused: 3:1: expected a vertex from 1 to 2, found '0'"},
      {"g.net", "*Vertices 2\n1 a\n1 b\n", "", "refused: 3:1: vertex 1 is there already"},
      {"g.net", "*Arcs\n1 2\n", "", "refused: before *Vertices"},
      {"g.net", "*Vertices 2\n*Vertices 3\n", "", "refused: a second *Vertices"},
      {"g.net", "*Vertices 2\n*Lines\n", "", "refused: expected *Vertices, *Arcs"},
      {"g.net", "*Vertices 2\n*Matrix\n0 1\n", "", "refused: the matrix ends after 1 of its 2 rows"},
      {"g.paj", "*Network a\n*Vertices 2\n*Arcs\n1 2\n*Partition p\n*Vertices 2\n1\n2\n", "",
       "directed: 1>2 | partitions"},
      {"g.paj", "*Network a\n*Vertices 1\n*Network b\n*Vertices 1\n", "", "refused: a second network"},
      {"g.net", "*Vertices 5000000000\n", "", "refused: 1:11: expected the number of vertices from 0 to"},
  });
}

TEST(Documents, Dot) {
  check({
      {"g.dot", "digraph { a -> b; b -> c -> a }", "", "directed: a>b, b>c, c>a"},
      {"g.txt", "/* x */ // y\nstrict graph \"G\" {\n# z\na -- b [weight=2, label=\"x\"]\n c }", "",
       "undirected: a>b:2; c | strict"},
      {"g.gv", "DIGRAPH G { node [shape=box]; edge [weight=3]; a -> b; b -> a [weight=4.5] }", "",
       "directed: a>b:3, b>a:4.5"},
      {"g.gv", "digraph { {a b} -> {c d} }", "", "directed: a>c, a>d, b>c, b>d | groups in braces: 4 edges"},
      {"g.gv", "digraph { subgraph cluster_0 { a -> b; label=\"x\" } subgraph cluster_0 -> c }", "",
       "directed: a>b, a>c, b>c | subgraphs and clusters: 1"},
      {"g.gv", "digraph { edge [weight=1] { edge [weight=2]; a -> b } a -> c }", "", "directed: a>b:2, a>c:1"},
      {"g.gv", "digraph { a:n -> b:p:sw; \"x\" + \"y\" -> <b>t</b>> }", "", "refused: "},
      {"g.gv", "digraph { a:n -> b:p:sw; \"x\" + \"y\" -> <<b>t</b>> }", "",
       "directed: a>b, xy><<b>t</b>> | ports: 3 passed over"},
      {"g.gv", "digraph { a [label=\"A \\\"q\\\"\"]; b [label=\"\\N\"]; a -> b }", "names=labels",
       "directed: A \"q\">b"},
      {"g.gv", "graph { 1 -- -2.5; 1--.5 }", "", "undirected: 1>-2.5, 1>.5"},
      {"g.gv", "graph { 1a -- 2 }", "", "refused: 1:9: '1' goes on as no number does"},
      {"g.gv", "graph { a -> b }", "", "refused: 1:11: found '->' in a graph, whose edges are --"},
      {"g.gv", "digraph { a -- b }", "", "refused: 1:13: found '--' in a digraph, whose edges are ->"},
      {"g.gv", "graph { a -- b", "", "refused: the file ends before the graph's '}'"},
      {"g.gv", "graph { \"a }", "", "refused: 1:9: a string that begins here has no end"},
      {"g.gv", "graph { /* a }", "", "refused: a comment that begins here has no end"},
      {"g.gv", "graph { a -- b } graph { }", "", "refused: keep one graph in the file"},
      {"g.gv", "graph { a -- b; # c\n }", "", "refused: comments with # begin at the beginning of a line"},
      {"g.gv", "graph { a -- b [weight=heavy] }", "", "refused: expected a weight, found 'heavy'"},
      {"g.gv", "graph { rankdir=LR; a -- a [color=red; len=2] }", "from:len", "undirected: a>a:2"},
      {"g.gv", "graph { \"a\\\nb\" -- \xC3\xA4 }", "", "undirected: ab>ä"},
      {"g.gv", "graph { node -- b }", "", "refused: expected '[', found '--'"},
  });
}

TEST(Documents, Tntp) {
  const std::string metadata =
      "<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 3\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n\n";
  const std::string titles = "~ \tinit_node\tterm_node\tcapacity\tlength\tfree_flow_time\t;\n";
  check({
      {"g.tntp", metadata + titles + "\t1\t2\t25900.2\t6\t4\t;\n~ c\n\t2\t3\t1\t5\t7\t;\n", "",
       "directed: 1>2:4, 2>3:7 | free_flow_time"},
      {"g.txt", metadata + titles + "1 2 9 6 4;\n2 3 1 5 7 ;\n", "from:length",
       "directed: 1>2:6, 2>3:5 | format: tntp, from the metadata"},
      {"g.tntp", metadata + titles + "1 2 9 6 4 77 ;\n2 3 1 5 7 78 ;\n", "",
       "directed: 1>2:4, 2>3:7 | columns without a title: 1"},
      {"g.tntp", metadata + "~ \tInit node \tTerm node \tFree Flow Time (min)\t;\n1 2 0.5 ;\n2 3 1 ;\n", "",
       "directed: 1>2:0.5, 2>3:1"},
      {"g.tntp", metadata + "1 2 9 6 4 0 0 0 0 1 ;\n2 3 1 5 7 0 0 0 0 1 ;\n", "",
       "directed: 1>2:4, 2>3:7 | columns: not named"},
      {"g.tntp", metadata + titles + "1 2 9 6 4;\n2 3 1 5 7 ;\n", "weights=none", "directed: 1>2, 2>3 | no weights"},
      {"g.tntp", metadata + titles + "1 2 9 6 4;\n2 3 1 5 7 ;\n", "from:toll",
       "refused: no such column; they have init_node"},
      {"g.tntp", metadata + titles + "1 2 9 6 4;\n", "",
       "refused: the file ends after 1 of the 2 links that line 4 announces"},
      {"g.tntp", metadata + titles + "1 2 9 6 4;\n2 3 1 5;\n", "", "refused: 9:8: expected 5 columns"},
      {"g.tntp", metadata + titles + "1 2 9 6 4;\n2 4 1 5 7;\n", "",
       "refused: 9:3: expected a node from 1 to 3, found '4'"},
      {"g.tntp", "<NUMBER OF ZONES> 2\n<TOTAL OD FLOW> 3.0\n<END OF METADATA>\n", "", "refused: is this the network"},
      {"g.tntp", "<NUMBER OF NODES> 2\n", "", "refused: before <END OF METADATA>"},
  });
}

TEST(Documents, Dl) {
  check({
      {"g.dl", "dl n=4 format=edgelist1\nlabels:\na,b,c,d\ndata:\n1 2 3\n2 3\n", "", "1>2:3, 2>3:1; 4"},
      {"g.dl", "dl n=4 format=edgelist1\nlabels:\na,b,c,d\ndata:\n1 2\n2 3\n", "names=labels", "a>b, b>c; d"},
      {"g.dl", "DL n = 3, format = edgelist1\nlabels embedded:\ndata:\nann bob 2\nbob \"cat x\" 4\n", "",
       "ann>bob:2, bob>cat x:4"},
      {"g.txt", "dl n=3\ndata:\n0 1 0 0 0\n2 0 0 0\n", "", "1>2:1, 2>3:2 | direction: not said"},
      {"g.dl", "dl n=2 format=fullmatrix\nlabels embedded\ndata:\n x y\nx 0 1\ny 3 0\n", "", "x>y:1, y>x:3"},
      {"g.dl", "dl n=3 format=lowerhalf\ndata:\n0\n1 0\n0 2 0\n", "", "undirected: 2>1:1, 3>2:2"},
      {"g.dl", "dl n=3 format=upperhalf diagonal=absent\ndata:\n1 0\n2\n", "", "undirected: 1>2:1, 2>3:2"},
      {"g.dl", "dl n=4 format=nodelist1\ndata:\n1 2 3\n4 1\n", "", "1>2, 1>3, 4>1"},
      {"g.dl", "dl nr=2 nc=2 format=edgelist2\nrow labels: a b\ncolumn labels: c d\ndata:\n1 2\n2 1\n", "names=labels",
       "a>d, b>c | two modes"},
      {"g.dl", "dl nr=1 nc=2\ndata:\n0 1\n", "", "1>3:1; 2"},
      {"g.dl", "dl n=2 format=edgelist1\ndata:\n1 3\n", "", "refused: 3:3: expected a vertex from 1 to 2, found '3'"},
      {"g.dl", "dl n=2 format=edgelist1 labels embedded data:\na b\nb c\n", "",
       "refused: 'c' is a label more than the 2"},
      {"g.dl", "dl n=2 format=fullmatrix\nlabels embedded\ndata:\nx y\nX 0 1\nY 3 0\n", "",
       "x>y:1, y>x:3 | 2 differ from earlier ones in capitals alone"},
      {"g.dl", "dl n=2\ndata:\n0 1 1\n", "", "refused: the matrix ends in row 2 of 2"},
      {"g.dl", "dl n=2\ndata:\n0 1 1 0 1\n", "", "refused: expected the end of the file behind 2 rows"},
      {"g.dl", "dl n=2 format=blockmatrix\ndata:\n", "", "refused: format 'blockmatrix' is not read"},
      {"g.dl", "dl nm=2 n=2\ndata:\n", "", "refused: 2 matrices"},
      {"g.dl", "dl format=edgelist1\ndata:\n", "", "refused: the header has no n="},
      {"g.dl", "dl n=3\nlabels:\na b\ndata:\n", "", "refused: found 2 labels for 3 vertices"},
  });
}

TEST(Documents, AreFoundByContentWhateverTheirName) {
  check({
      {"g.csv", "graph [ edge [ source 1 target 2 ] ]", "", "undirected: 1>2 | format: gml"},
      {"g.csv", R"({"links":[{"source":"a","target":"b"}]})", "", "a>b | format: json"},
      {"g.el", "*Vertices 2\n*Arcs\n1 2\n", "", "directed: 1>2 | format: pajek"},
      {"g.el", "graph { a -- b }", "", "undirected: a>b | format: dot"},
      {"g.el", "dl n=2 format=edgelist1\ndata:\n1 2\n", "", "1>2 | format: dl"},
      {"g.csv", "graph,other\na,b\nb,c\n", "header=no", "refused: "},
  });
}

}  // namespace
}  // namespace mg

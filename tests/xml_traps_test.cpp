// GraphML and GEXF that could be read as another graph than they are (tests/traps.hpp).
#include <gtest/gtest.h>

#include <string>

#include "tests/traps.hpp"

namespace mg {
namespace {

std::string graphml(const std::string& lines, const std::string& direction = "directed") {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
         ("<graph id=\"G\" edgedefault=\"" + direction + "\">\n") + lines + "</graph>\n</graphml>\n";
}

/// With keys in front of the graph.
std::string keyed_graphml(const std::string& keys, const std::string& lines) {
  return "<graphml>\n" + keys + "<graph edgedefault=\"directed\">\n" + lines + "</graph>\n</graphml>\n";
}

TEST(XmlTraps, GraphmlAsToolsWriteIt) {
  const std::string yed =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:y=\"http://www.yworks.com/xml/graphml\">\n"
      "<!--Created by yEd 3.23-->\n<key for=\"port\" id=\"d0\" yfiles.type=\"portgraphics\"/>\n"
      "<key attr.name=\"description\" attr.type=\"string\" for=\"node\" id=\"d5\"/>\n"
      "<key for=\"node\" id=\"d6\" yfiles.type=\"nodegraphics\"/>\n<key for=\"edge\" id=\"d10\" "
      "yfiles.type=\"edgegraphics\"/>\n"
      "<graph edgedefault=\"directed\" id=\"G\">\n"
      "<node id=\"n0\"><data key=\"d6\"><y:ShapeNode><y:Geometry height=\"30.0\"/><y:NodeLabel alignment=\"center\">Ann"
      "<y:LabelModel/></y:NodeLabel><y:NodeLabel>second</y:NodeLabel></y:ShapeNode></data></node>\n"
      "<node id=\"g\" yfiles.foldertype=\"group\"><data key=\"d6\"><y:GroupNode><y:NodeLabel>Group</y:NodeLabel>"
      "</y:GroupNode></data><graph edgedefault=\"directed\" id=\"g:\"><node id=\"g::n0\"><port name=\"p\"/>"
      "<data key=\"d6\"><y:ShapeNode><y:NodeLabel>Bob</y:NodeLabel></y:ShapeNode></data></node></graph></node>\n"
      "<edge id=\"e0\" source=\"n0\" sourceport=\"p\" target=\"g::n0\"><data key=\"d10\"><y:PolyLineEdge>"
      "<y:EdgeLabel>knows</y:EdgeLabel></y:PolyLineEdge></data></edge>\n"
      "</graph><data key=\"d7\"><y:Resources/></data></graphml>\n";
  const std::string igraph = keyed_graphml(
      "<key id=\"v_name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
      "<key id=\"e_weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n",
      "<node id=\"n0\"><data key=\"v_name\">ann</data></node><node id=\"n1\"><data key=\"v_name\">bob</data></node>\n"
      "<edge source=\"n0\" target=\"n1\"><data key=\"e_weight\">0.5</data></edge>\n");
  const std::string graph_tool = keyed_graphml(
      "<key id=\"key0\" for=\"node\" attr.name=\"age\" attr.type=\"int\" />\n"
      "<key id=\"key1\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\" />\n",
      "<node id=\"n0\"><data key=\"key0\">7</data></node><node id=\"n1\"/>\n"
      "<edge id=\"e0\" source=\"n1\" target=\"n0\"><data key=\"key1\">3</data></edge>\n");
  const std::string neo4j = keyed_graphml(
      "<key id=\"name\" for=\"node\" attr.name=\"name\"/>\n<key id=\"name\" for=\"edge\" attr.name=\"name\"/>\n",
      "<node id=\"n0\" labels=\":Person\"><data key=\"labels\">:Person</data><data key=\"name\">ann</data></node>\n"
      "<node id=\"n1\" labels=\":Person\"><data key=\"name\">bob</data></node>\n"
      "<edge id=\"e0\" source=\"n0\" target=\"n1\" label=\"KNOWS\"><data key=\"label\">KNOWS</data></edge>\n");
  const std::string jgrapht = keyed_graphml(
      "<key id=\"edge_weight_key\" for=\"edge\" attr.name=\"weight\" "
      "attr.type=\"double\"><default>2.5</default></key>\n",
      "<node id=\"1\"/><node id=\"2\"/>\n<edge id=\"1\" source=\"1\" target=\"2\"/>\n"
      "<edge source=\"2\" target=\"1\"><data key=\"edge_weight_key\">7.0</data></edge>\n");
  const std::string gephi = keyed_graphml(
      "<key attr.name=\"label\" attr.type=\"string\" for=\"node\" id=\"label\"/>\n"
      "<key attr.name=\"Edge Label\" attr.type=\"string\" for=\"edge\" id=\"edgelabel\"/>\n"
      "<key attr.name=\"weight\" attr.type=\"double\" for=\"edge\" id=\"weight\"/>\n",
      "<node id=\"5\"><data key=\"label\">Myriel</data></node><node id=\"9\"><data key=\"label\">Jean</data></node>\n"
      "<edge id=\"0\" source=\"5\" target=\"9\"><data key=\"weight\">8.0</data></edge>\n");
  check({
      {"networkx.graphml",
       "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
       "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>\n<graph edgedefault=\"undirected\">"
       "<node id=\"a b\"/><node id=\"b\"/><edge source=\"a b\" target=\"b\"><data "
       "key=\"d0\">3</data></edge></graph></graphml>",
       "", "undirected: a b>b:3 | format: graphml, from the root element <graphml>"},
      {"igraph.graphml", igraph, "", "directed: n0>n1:0.5 | node attributes passed over: 'name'; --names labels"},
      {"igraph.graphml", igraph, "names=labels", "directed: ann>bob:0.5 | names: the labels of the nodes"},
      {"gephi.graphml", gephi, "", "directed: 5>9:8"},
      {"gephi.graphml", gephi, "names=labels", "directed: Myriel>Jean:8"},
      {"yed.graphml", yed, "", "directed: n0>g::n0 | nested graphs: what a graph within nodes holds"},
      {"yed.graphml", yed, "names=labels", "directed: Ann>Bob | ports: passed over"},
      {"gt.graphml", graph_tool, "", "directed: n1>n0:3 | node attributes passed over: 'age'"},
      {"neo4j.graphml", neo4j, "",
       "directed: n0>n1 | attributes of nodes that the document does not declare: 'labels'"},
      {"neo4j.graphml", neo4j, "names=labels", "directed: ann>bob | edge attributes passed over: 'label' (of 1 edges)"},
      {"jgrapht.graphml", jgrapht, "", "directed: 1>2:2.5, 2>1:7"},
      {"jgrapht.graphml", jgrapht, "weights=no", "directed: 1>2, 2>1"},
  });
}

TEST(XmlTraps, Graphml) {
  const std::string edge = "<edge source=\"a\" target=\"b\"/>\n";
  const std::string weights =
      "<key id=\"d0\" for=\"edge\" attr.name=\"weight\"/>\n<key id=\"d1\" for=\"all\" attr.name=\"length\"/>\n"
      "<key id=\"d2\" for=\"edge\" attr.name=\"value\"/>\n";
  const auto data = [](const std::string& values) { return "<edge source=\"a\" target=\"b\">" + values + "</edge>\n"; };
  const std::string both = data("<data key=\"d1\">9</data><data key=\"d2\">2</data><data key=\"d0\"> 4 </data>");
  check({
      {"g.xml", graphml(edge), "", "directed: a>b | the root element <graphml>"},
      {"g.txt", graphml(edge, "undirected"), "", "undirected: a>b"},
      {"g.gexf", graphml(edge), "", "directed: a>b | the root element <graphml>"},
      {"g.graphml", "<graphml><graph>" + edge + "</graph></graphml>", "", "undirected: a>b | has no edgedefault"},
      {"g.graphml", graphml("<edge source=\"a\" target=\"b\" directed=\"false\"/>" + edge), "",
       "directed: a>b, a>b, b>a | direction: mixed"},
      {"g.graphml", graphml("<edge source=\"a\" target=\"b\" directed=\"false\"/>"), "", "undirected: a>b"},
      {"g.graphml", graphml("<node id=\"x&amp;y\"/><edge source=\"x&amp;y\" target=\"&#252;\"/>"), "",
       "directed: x&y>\xC3\xBC"},
      {"g.graphml",
       "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
       "<graphml><graph edgedefault=\"directed\"><edge source=\"\xFC\" target=\"b\"/></graph></graphml>",
       "", "directed: \xC3\xBC>b"},
      {"g.graphml", "\xEF\xBB\xBF" + graphml(edge), "", "directed: a>b"},
      {"g.graphml", "\n\n" + graphml(edge).substr(39), "", "directed: a>b"},
      {"g.graphml",
       "<!DOCTYPE graphml SYSTEM \"x.dtd\"><graphml><graph edgedefault=\"directed\">" + edge + "</graph></graphml>", "",
       "directed: a>b"},
      {"g.graphml",
       "<g:graphml xmlns:g=\"u\"><g:graph edgedefault=\"directed\"><x/><edge source=\"no\" target=\"no\"/>"
       "<g:edge source=\"a\" target=\"b\"/></g:graph></g:graphml>",
       "", "directed: a>b"},
      {"g.graphml", graphml("<o:edge xmlns:o=\"u\" source=\"x\" target=\"y\"/>" + edge), "", "directed: a>b"},
      {"g.graphml", graphml("<bend/>" + edge), "", "directed: a>b | elements passed over: 1 of <bend>"},
      {"g.graphml", graphml("<node id=\"a\"/>\n<node id=\"a\"/>\n"), "",
       "refused: g.graphml:5:1: the node 'a' is declared a"},
      {"g.graphml", graphml("<hyperedge><endpoint node=\"a\"/></hyperedge>"), "", "refused: 4:1: a <hyperedge>"},
      {"g.graphml", graphml("<locator/>"), "", "refused: a <locator>"},
      {"g.graphml",
       "<graphml><graph edgedefault=\"directed\">" + edge + "</graph><graph edgedefault=\"directed\">" + edge +
           "</graph></graphml>",
       "", "refused: a second <graph>"},
      {"g.graphml",
       "<graphml><graph edgedefault=\"directed\"/><graph edgedefault=\"undirected\">" + edge + "</graph></graphml>", "",
       "undirected: a>b | graphs: 2 in the document, of which one has"},
      {"g.graphml", keyed_graphml(weights, both), "", "directed: a>b:4 | 'length' (of 1 edges)"},
      {"g.graphml", keyed_graphml(weights, both), "attribute=length", "directed: a>b:9"},
      {"g.graphml", keyed_graphml(weights, both), "attribute=none",
       "refused: --weights from:none: no edge of g.graphml has that attribute"},
      {"g.graphml", keyed_graphml(weights, data("<data key=\"d2\">2</data>")), "", "directed: a>b:2"},
      {"g.graphml", keyed_graphml(weights, data("<data key=\"d2\">2</data>") + both), "",
       "refused: some edges have an attribute \"weight\" and some have \"value\" alone"},
      {"g.graphml", keyed_graphml(weights, data("<data key=\"d0\">2</data><data key=\"d0\">3</data>")), "",
       "refused: a second 'weight' of the same edge"},
      {"g.graphml", keyed_graphml(weights, data("<data key=\"d0\">NaN</data>")), "", "refused: g.graphml:6:"},
      {"g.graphml", keyed_graphml(weights, data("<data key=\"d0\"/>") + data("<data key=\"d0\">5</data>")), "",
       "directed: a>b:1, a>b:5 | 1 of 2 edges have none and weigh 1"},
      {"g.graphml", keyed_graphml(weights + weights, edge), "",
       "refused: the <key> 'd0' for edges is declared a second"},
      {"g.xml", "<?xml version=\"1.0\"?>\n<svg/>\n", "", "refused: g.xml: XML whose root element is <svg>"},
      {"g.graphml", "<!DOCTYPE html>\n<html></html>\n", "", "refused: a page of HTML"},
      {"g.el", "<a> <b>\n<b> <c>\n", "", "<a>><b>, <b>><c>"},
  });
}

TEST(XmlTraps, Gexf) {
  const auto document = [](const std::string& graph, const std::string& lines) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf xmlns=\"http://gexf.net/1.3\" "
           "xmlns:viz=\"http://gexf.net/1.3/viz\" version=\"1.3\">\n<meta><creator>x</creator></meta>\n<graph " +
           graph + ">\n" + lines + "</graph>\n</gexf>\n";
  };
  const auto edges = [&](const std::string& lines) { return document("", "<edges>" + lines + "</edges>"); };
  const std::string nodes =
      "<nodes><node id=\"0\" label=\"ann\"><viz:size value=\"2\"/></node><node id=\"1\" label=\"bob\"/></nodes>";
  const std::string edge = "<edge id=\"0\" source=\"0\" target=\"1\"/>";
  const std::string titled =
      "<attributes class=\"edge\"><attribute id=\"0\" title=\"km\" type=\"double\"/></attributes>"
      "<edges><edge source=\"a\" target=\"b\" weight=\"3\"><attvalues><attvalue for=\"0\" "
      "value=\"1.5\"/></attvalues></edge></edges>";
  check({
      {"g.gexf", document("", nodes + "<edges>" + edge + "</edges>"), "",
       "undirected: 0>1 | labels of 2 nodes passed over; --names labels"},
      {"g.xml", document("defaultedgetype=\"directed\"", nodes + "<edges>" + edge + "</edges>"), "names=labels",
       "directed: ann>bob | the root element <gexf>"},
      {"g.gexf", edges("<edge source=\"a\" target=\"b\" type=\"directed\"/>"), "", "directed: a>b"},
      {"g.gexf", edges("<edge source=\"a\" target=\"b\" type=\"mutual\"/>"), "",
       "directed: a>b, b>a | mutual edges: 1 became two each"},
      {"g.gexf",
       document("defaultedgetype=\"mutual\"", "<edges><edge source=\"a\" target=\"b\" weight=\"2\"/></edges>"), "",
       "directed: a>b:2, b>a:2"},
      {"g.gexf", edges("<edge source=\"a\" target=\"b\" type=\"directed\"/><edge source=\"b\" target=\"c\"/>"), "",
       "directed: a>b, b>c, c>b | direction: mixed"},
      {"g.gexf", edges("<edge source=\"a\" target=\"b\" weight=\"2.5\"/><edge source=\"b\" target=\"c\"/>"), "",
       "undirected: a>b:2.5, b>c:1 | 1 of 2 edges have none and weigh 1"},
      {"g.gexf", document("", titled), "", "undirected: a>b:3 | edge attributes passed over: 'km' (of 1 edges)"},
      {"g.gexf", document("", titled), "attribute=km", "undirected: a>b:1.5 | edge attributes passed over: 'weight'"},
      {"g.gexf", document("mode=\"dynamic\"", "<edges>" + edge + "</edges>"), "",
       "undirected: 0>1 | time: when nodes and"},
      {"g.gexf", edges("<edge source=\"a\" target=\"b\" start=\"2009\"><spells><spell start=\"1\"/></spells></edge>"),
       "", "undirected: a>b | time: when nodes and edges exist is passed over"},
      {"g.gexf",
       edges("<edge source=\"a\" target=\"b\"><attvalues><attvalue for=\"weight\" value=\"1\" start=\"1\"/>"
             "<attvalue for=\"weight\" value=\"2\" start=\"2\"/></attvalues></edge>"),
       "", "refused: a second 'weight' of the same edge: weights that change over time"},
      {"g.gexf",
       document("",
                "<nodes><node id=\"a\"><nodes><node id=\"b\"/></nodes></node></nodes><edges><edge source=\"a\" "
                "target=\"b\"/></edges>"),
       "", "undirected: a>b | hierarchy: nodes within nodes"},
      {"g.gexf",
       document("",
                "<nodes><node id=\"a\"/><node id=\"b\" pid=\"a\"/></nodes><edges><edge source=\"b\" "
                "target=\"a\"/></edges>"),
       "", "undirected: b>a | hierarchy: nodes within nodes"},
      {"g.gexf", document("", "<nodes count=\"3\"><node id=\"0\"/><node id=\"1\"/></nodes><edges>" + edge + "</edges>"),
       "", "undirected: 0>1 | nodes: the document promises 3 and has 2"},
      {"g.gexf", edges("<edge source=\"a\" target=\"b\" kind=\"road\"/>"), "",
       "undirected: a>b | edge attributes passed over: 'kind' (of 1 edges)"},
      {"g.gexf", document("", "<edges>" + edge + "</edges>" + nodes), "", "undirected: 0>1"},
  });
}
}  // namespace
}  // namespace mg

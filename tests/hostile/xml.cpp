// GraphML and GEXF: documents that are cut, damaged, or made to harm.
#include <string>

#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

HostileCase graphml(std::string what, std::string content, std::string error) {
  return {std::move(what), "graphml", {{"g.graphml", std::move(content)}}, std::move(error)};
}

HostileCase gexf(std::string what, std::string content, std::string error) {
  return {std::move(what), "gexf", {{"g.gexf", std::move(content)}}, std::move(error)};
}

/// A document with these lines in its graph.
std::string within(const std::string& lines) {
  return "<graphml><graph edgedefault=\"directed\">\n" + lines + "\n</graph></graphml>\n";
}

std::string repeated(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string laughs() {
  std::string text = "<!DOCTYPE graphml [\n<!ENTITY a0 \"ha\">\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "&a" + std::to_string(i - 1) + ";";
    text += "<!ENTITY a" + std::to_string(i) + " \"" + repeated(10, before) + "\">\n";
  }
  return text + "]>\n<graphml a=\"&a29;\"><graph edgedefault=\"directed\"><node id=\"&a29;\"/></graph></graphml>\n";
}

std::string utf16(const std::string& text, bool big_endian) {
  std::string wide = big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : text) {
    if (big_endian) wide += '\0';
    wide += c;
    if (!big_endian) wide += '\0';
  }
  return wide;
}

}  // namespace

std::vector<HostileCase> hostile_graphml() {
  const std::string edge = "<edge source=\"a\" target=\"b\"/>";
  return {
      graphml("nothing", "", "g.graphml:1:1: not well-formed XML: no element found"),
      graphml("blanks", "  \n ", "2:2: not well-formed XML: no element found"),
      graphml("cut in the declaration", "<?xml version", "1:1: not well-formed XML: unclosed token"),
      graphml("cut in a tag", "<graphml><graph edge", "1:10: not well-formed XML: unclosed token"),
      graphml("cut in a value", "<graphml><graph edgedefault=\"dir", "not well-formed XML: unclosed token"),
      graphml("cut between edges", "<graphml><graph edgedefault=\"directed\">\n" + edge + "\n",
              "3:1: not well-formed XML: no element found; the document ends too early"),
      graphml("cut in a comment", "<graphml><!-- and", "not well-formed XML: unclosed token"),
      graphml("cut in a CDATA section", within("<node id=\"a\"><data key=\"k\"><![CDATA[x"), "unclosed CDATA section"),
      graphml("tags that cross", within("<node id=\"a\"></edge>"), "2:16: not well-formed XML: mismatched tag"),
      graphml("a quote too few", within("<node id=\"a/>"), "not well-formed XML"),
      graphml("no quotes", within("<node id=a/>"), "2:10: not well-formed XML: not well-formed"),
      graphml("an attribute twice", within("<node id=\"a\" id=\"b\"/>"),
              "2:14: not well-formed XML: duplicate attribute"),
      graphml("text behind the root", within(edge) + "more", "4:1: not well-formed XML: junk after document element"),
      graphml("two roots", within(edge) + within(edge), "not well-formed XML: junk after document element"),
      graphml("a zero byte",
              with_zeros("<graphml><graph edgedefault=\"directed\"><node id=\"a\0b\"/></graph></graphml>"),
              "not well-formed XML"),
      graphml("a control character", within("<node id=\"a\x01\"/>"), "not well-formed XML"),
      graphml("a reference to a control character", within("<node id=\"a&#1;\"/>"),
              "reference to invalid character number"),
      graphml("no UTF-8", within("<node id=\"M\xFCnchen\"/>"), "2:12: not well-formed XML: not well-formed"),
      graphml("an encoding that is unknown", "<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + within(edge),
              "the encoding that the document declares is not read"),
      graphml("an encoding that it is not in", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + within(edge),
              "not well-formed XML: encoding specified in XML declaration is incorrect"),
      graphml("half of UTF-16", utf16(within(edge), false).substr(0, 61), "not well-formed XML"),
      graphml("UTF-16 with a broken pair",
              utf16("<graphml><graph edgedefault=\"directed\"><node id=\"", true) + "\xDC\x01\xDC\x01" +
                  utf16("\"/></graph></graphml>", true).substr(2),
              "not well-formed XML"),
      graphml("entities that multiply", laughs(), "2:13: the document defines the entity 'a0'"),
      graphml("an entity of a file",
              "<!DOCTYPE graphml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + within("<node id=\"a\">&x;</node>"),
              "the document defines the entity 'x'"),
      graphml("a parameter entity", "<!DOCTYPE graphml [<!ENTITY % x SYSTEM \"x.dtd\"> %x;]>" + within(edge),
              "the document defines the entity 'x'"),
      graphml("an entity that a DTD elsewhere may define",
              "<!DOCTYPE graphml SYSTEM \"http://localhost/x.dtd\">" +
                  within("<node id=\"a\"><data key=\"k\">&x;</data></node>"),
              "the entity 'x' is not defined in this document"),
      graphml("an entity that nobody defines", within("<node id=\"&x;\"/>"), "not well-formed XML: undefined entity"),
      graphml("elements a million deep", "<graphml>" + repeated(1000000, "<x>"),
              "elements within elements, more than 1000 deep"),
      graphml("graphs in graphs", "<graphml>" + repeated(600, "<graph edgedefault=\"directed\"><node id=\"a\">"),
              "the node 'a' is declared a second time"),
      graphml("a value of more than 1 MiB",
              "<graphml><key id=\"k\" for=\"edge\" attr.name=\"weight\"/><graph edgedefault=\"directed\">"
              "<edge source=\"a\" target=\"b\"><data key=\"k\">" +
                  std::string((1 << 20) + 1, '1') + "</data></edge></graph></graphml>",
              "a value of more than 1024 KiB"),
      graphml("another root", "<gexf/>", "1:1: the root element is <gexf>, that of GraphML is <graphml>"),
      graphml("no graph", "<graphml>\n</graphml>", "a <graphml> document without a <graph>"),
      graphml("graphml in graphml", "<graphml><graphml/></graphml>", "<graphml> within <graphml>"),
      graphml("an edge without a source", within("<edge target=\"b\"/>"), "2:1: an <edge> without a source"),
      graphml("an edge without a target", within("<edge source=\"b\"/>"), "2:1: an <edge> without a target"),
      graphml("a node without an id", within("<node/>"), "2:1: a <node> without an id"),
      graphml("a node with an empty id", within("<node id=\"\"/>"), "2:1: a <node> without an id"),
      graphml("an edge outside of graphs", "<graphml>" + edge + "</graphml>",
              "<edge> stands in another element than <graph>"),
      graphml("a graph in an edge", within("<edge source=\"a\" target=\"b\"><graph/></edge>"),
              "a <graph> within an <edge>"),
      graphml("an unknown direction", "<graphml><graph edgedefault=\"both\"/></graphml>",
              "1:10: expected edgedefault=\"directed\" or \"undirected\", found 'both'"),
      graphml("an edge's unknown direction", within("<edge source=\"a\" target=\"b\" directed=\"perhaps\"/>"),
              "2:1: expected directed=\"true\" or \"false\", found 'perhaps'"),
      graphml("data without a key", within("<node id=\"a\"><data>1</data></node>"), "2:14: <data> without a key"),
      graphml("a key without an id", "<graphml><key for=\"edge\"/></graphml>", "1:10: a <key> without an id"),
  };
}

std::vector<HostileCase> hostile_gexf() {
  const auto graph = [](const std::string& lines) { return "<gexf><graph>\n" + lines + "\n</graph></gexf>\n"; };
  const auto edges = [&](const std::string& lines) { return graph("<edges>" + lines + "</edges>"); };
  return {
      gexf("nothing", "", "1:1: not well-formed XML: no element found"),
      gexf("cut", "<gexf><graph><nodes><node id=\"a\"/>", "not well-formed XML: no element found"),
      gexf("another root", "<graphml/>", "1:1: the root element is <graphml>, that of GEXF is <gexf>"),
      gexf("no graph", "<gexf></gexf>", "a <gexf> document without a <graph>"),
      gexf("two graphs", "<gexf><graph/><graph/></gexf>", "1:15: a second <graph>"),
      gexf("entities", "<!DOCTYPE gexf [<!ENTITY a \"b\">]>" + graph(""), "the document defines the entity 'a'"),
      gexf("depth", "<gexf><graph>" + repeated(5000, "<nodes><node id=\"a\">"), "a second time"),
      gexf("a node outside of nodes", graph("<node id=\"a\"/>"), "2:1: <node> stands in another element than <nodes>"),
      gexf("an edge among nodes", graph("<nodes><edge source=\"a\" target=\"b\"/></nodes>"),
           "2:8: <edge> stands in another element than <edges>"),
      gexf("a node twice", graph("<nodes><node id=\"a\"/>\n<node id=\"a\"/></nodes>"),
           "3:1: the node 'a' is declared a second time"),
      gexf("a node without an id", graph("<nodes><node label=\"a\"/></nodes>"), "2:8: a <node> without an id"),
      gexf("an edge without a source", edges("<edge target=\"b\"/>"), "2:8: an <edge> without a source"),
      gexf("an edge without a target", edges("<edge source=\"b\"/>"), "2:8: an <edge> without a target"),
      gexf("an unknown type", edges("<edge source=\"a\" target=\"b\" type=\"sim\"/>"),
           "2:8: the type of edges 'sim'; directed, undirected and mutual are known"),
      gexf("an unknown default", "<gexf><graph defaultedgetype=\"x\"/></gexf>", "the type of edges 'x'"),
      gexf("a weight that is none", edges("<edge source=\"a\" target=\"b\" weight=\"heavy\"/>"), "g.gexf:2:"),
      gexf("attributes of nothing", graph("<attributes class=\"graph\"/>"),
           "expected <attributes class=\"node\"> or \"edge\", found 'graph'"),
      gexf("an attribute without an id", graph("<attributes class=\"edge\"><attribute title=\"w\"/></attributes>"),
           "2:26: an <attribute> without an id"),
      gexf("an attribute twice",
           graph("<attributes class=\"edge\"><attribute id=\"0\"/><attribute id=\"0\"/></attributes>"),
           "the <attribute> '0' is declared a second time"),
      gexf("a value of nothing",
           edges("<edge source=\"a\" target=\"b\"><attvalues><attvalue value=\"1\"/></attvalues></edge>"),
           "an <attvalue> without a for"),
      gexf("no value", edges("<edge source=\"a\" target=\"b\"><attvalues><attvalue for=\"1\"/></attvalues></edge>"),
           "an <attvalue> without a value"),
      gexf("gexf in gexf", "<gexf><gexf/></gexf>", "<gexf> within <gexf>"),
  };
}

}  // namespace mg

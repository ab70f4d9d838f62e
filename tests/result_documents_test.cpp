// Results as documents of the graph, GraphML and GEXF, as mg_run writes them: every value at its vertex, every name
// whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

CommandResult run_well(Words words, const std::string& input = {}) {
  words.insert(words.begin(), MG_RUN);
  CommandResult result = run_command(words, input);
  EXPECT_EQ(result.status, 0) << result.err;
  return result;
}

/// Two components whose names hold what XML escapes: a&<b>"q -> ü é -> t<tab>x, and elk -> fox.
constexpr const char* awkward =
    "source,target,weight\n"
    "\"a&<b>\"\"q\",ü é,2.5\n"
    "ü é,\"t\tx\",1\n"
    "elk,fox,3\n";
constexpr const char* awkward_source = "a&<b>\"q";

class ResultDocuments : public testing::Test {
 protected:
  /// Searches the awkward graph; returns the document.
  std::string searched(const std::string& name) {
    const std::string graph = folder.write("g.csv", awkward);
    const CommandResult result = run_well({graph, "-a", "sssp", "--source", awkward_source, "-o", folder / name});
    for (const char* column : {"distance", "parent"}) {
      EXPECT_TRUE(contains(result.err, "2 of 5 vertices have no '" + std::string(column) + "' and are written without"))
          << result.err;
    }
    return read_file(folder / name);
  }

  TemporaryFolder folder;
};

TEST_F(ResultDocuments, GraphmlHoldsEveryValueAtItsVertex) {
  const std::string text = searched("r.graphml");
  const std::size_t keys = text.find("<key");
  ASSERT_NE(keys, std::string::npos);
  EXPECT_TRUE(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=")) << text;
  EXPECT_EQ(text.substr(keys), R"(<key id="r0" for="node" attr.name="distance" attr.type="double"/>
<key id="r1" for="node" attr.name="parent" attr.type="string"/>
<key id="w" for="edge" attr.name="weight" attr.type="double"/>
<graph id="G" edgedefault="directed">
<node id="a&amp;&lt;b&gt;&quot;q"><data key="r0">0</data><data key="r1">a&amp;&lt;b&gt;&quot;q</data></node>
<node id="ü é"><data key="r0">2.5</data><data key="r1">a&amp;&lt;b&gt;&quot;q</data></node>
<node id="t&#9;x"><data key="r0">3.5</data><data key="r1">ü é</data></node>
<node id="elk"/>
<node id="fox"/>
<edge source="a&amp;&lt;b&gt;&quot;q" target="ü é"><data key="w">2.5</data></edge>
<edge source="ü é" target="t&#9;x"><data key="w">1.0</data></edge>
<edge source="elk" target="fox"><data key="w">3.0</data></edge>
</graph>
</graphml>
)");
}

TEST_F(ResultDocuments, GexfHoldsEveryValueAtItsVertex) {
  const std::string text = searched("r.gexf");
  const std::size_t graph = text.find("<graph ");
  ASSERT_NE(graph, std::string::npos);
  EXPECT_TRUE(contains(text.substr(0, graph), "version=\"1.3\"")) << text;
  EXPECT_EQ(text.substr(graph), R"(<graph mode="static" defaultedgetype="directed">
<attributes class="node" mode="static">
<attribute id="0" title="distance" type="double"/>
<attribute id="1" title="parent" type="string"/>
</attributes>
<nodes>
<node id="a&amp;&lt;b&gt;&quot;q" label="a&amp;&lt;b&gt;&quot;q"><attvalues><attvalue for="0" value="0"/><attvalue )"
                                R"(for="1" value="a&amp;&lt;b&gt;&quot;q"/></attvalues></node>
<node id="ü é" label="ü é"><attvalues><attvalue for="0" value="2.5"/><attvalue for="1" )"
                                R"(value="a&amp;&lt;b&gt;&quot;q"/></attvalues></node>
<node id="t&#9;x" label="t&#9;x"><attvalues><attvalue for="0" value="3.5"/><attvalue for="1" )"
                                R"(value="ü é"/></attvalues></node>
<node id="elk" label="elk"/>
<node id="fox" label="fox"/>
</nodes>
<edges>
<edge id="0" source="a&amp;&lt;b&gt;&quot;q" target="ü é" weight="2.5"/>
<edge id="1" source="ü é" target="t&#9;x" weight="1.0"/>
<edge id="2" source="elk" target="fox" weight="3.0"/>
</edges>
</graph>
</gexf>
)");
}

/// Prints what Python's parser of XML finds in a document, in the form of a .csv of results without quotes; a value
/// that is not there as `-`.
constexpr const char* print_values = R"(
import sys, xml.etree.ElementTree as xml
root = xml.parse(sys.argv[1]).getroot()
def all_of(element, tag):
    return [child for child in element.iter() if child.tag.split('}')[1] == tag]
graphml = root.tag.endswith('graphml')
keys = [k for k in all_of(root, 'key' if graphml else 'attribute') if not graphml or k.get('for') == 'node']
print('|'.join(['vertex'] + [k.get('attr.name' if graphml else 'title') for k in keys]))
for node in all_of(root, 'node'):
    values = {d.get('key'): d.text for d in all_of(node, 'data')}
    values.update({d.get('for'): d.get('value') for d in all_of(node, 'attvalue')})
    print('|'.join([node.get('id')] + [values.get(k.get('id'), '-') for k in keys]))
)";

TEST_F(ResultDocuments, HoldWhatTheTableHoldsForEveryAlgorithm) {
  const std::string python = MG_TEST_PYTHON;
  if (!std::filesystem::exists(python)) GTEST_SKIP() << "there is no Python";
  const std::string graph = folder.write("g.el", "# Undirected graph\nann bob 2\nbob cat 3\ncat ann 1\nelk fox 1\n");
  for (const char* algorithm : {"bfs", "sssp", "pagerank", "ppr", "hits", "cc", "bc", "tc"}) {
    run_well({graph, "-a", algorithm, "--device", "cpu", "--deterministic", "-o", folder / "r.tsv"});
    std::string table = read_file(folder / "r.tsv");
    std::ranges::replace(table, '\t', '|');
    for (std::string_view missing : {"|-1", "|inf"}) {
      for (std::size_t at = table.find(missing); at != std::string::npos; at = table.find(missing)) {
        table.replace(at, missing.size(), "|-");
      }
    }
    for (const char* name : {"r.graphml", "r.gexf"}) {
      run_well({graph, "-a", algorithm, "--device", "cpu", "--deterministic", "-o", folder / name});
      const CommandResult values = run_command({python, "-c", print_values, folder / name});
      EXPECT_EQ(values.out, table) << algorithm << " " << name << values.err;
    }
  }
}

TEST_F(ResultDocuments, HoldPlacesOfVertices) {
  folder.write("t.node", "4 2 0 0\n1 0 0\n2 1.5 0\n3 0 1\n4 -1 0.25\n");
  const std::string mesh = folder.write("t.ele", "2 3 0\n1 1 2 3\n2 1 3 4\n");
  run_well({mesh, "-a", "cc", "--order", "random:2", "-o", folder / "r.graphml"});
  const std::string text = read_file(folder / "r.graphml");
  EXPECT_TRUE(contains(text, "<key id=\"r0\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>")) << text;
  EXPECT_TRUE(contains(text, "<node id=\"2\"><data key=\"r0\">1.5</data><data key=\"r1\">0</data><data key=\"r2\">1<"))
      << text;
  EXPECT_TRUE(contains(text, "<node id=\"4\"><data key=\"r0\">-1</data><data key=\"r1\">0.25</data>")) << text;
  run_well({mesh, "-a", "edge-bc", "-o", folder / "r.gexf"});
  EXPECT_TRUE(contains(read_file(folder / "r.gexf"), "title=\"y\" type=\"double\"")) << read_file(folder / "r.gexf");
}

TEST_F(ResultDocuments, TellNetworkxTypesAndDirections) {
  const std::string python = MG_TEST_PYTHON;
  if (run_command({"/bin/sh", "-c", python + " -c 'import networkx'"}).status != 0) GTEST_SKIP() << "no networkx";
  for (const auto& [name, reader] : {std::pair{"r.graphml", "read_graphml"}, std::pair{"r.gexf", "read_gexf"}}) {
    searched(name);
    const std::string program = "import networkx as nx; g = nx." + std::string(reader) + "('" + folder / name +
                                "'); print(type(g).__name__, repr(g.nodes['t\\tx']['distance']), "
                                "g.nodes['ü é']['parent'], 'parent' in g.nodes['elk'], "
                                "[d for _, _, d in g.edges(data='weight')])";
    EXPECT_EQ(run_command({python, "-c", program}).out, "DiGraph 3.5 a&<b>\"q False [2.5, 1.0, 3.0]\n") << name;
  }
}

TEST_F(ResultDocuments, AreReadAgainAsTheGraphThatTheyCameFrom) {
  for (const std::string edges : {"", "# Undirected graph: x\n"}) {
    const std::string graph = folder.write("g.el", edges + "b a 2\na c 0.1\nc c 3\ne f 1e-3\nb f 16777217.0\n");
    for (const std::string suffix : {".graphml", ".gexf", ".graphml.gz", ".gexf.zst"}) {
      const std::string first = folder / ("first" + suffix);
      const std::string again = folder / ("again" + suffix);
      run_well({graph, "-a", "sssp", "--source", "b", "--self-loops", "keep", "-o", first});
      const CommandResult result =
          run_well({first, "-a", "sssp", "--source", "b", "--self-loops", "keep", "-o", again});
      EXPECT_EQ(read_file(again), read_file(first)) << suffix;
      EXPECT_TRUE(contains(result.err, "node attributes passed over: 'distance'")) << result.err;
    }
  }
}

TEST_F(ResultDocuments, GoToStandardOutputAndThroughAPipe) {
  const std::string graph = folder.write("g.el", "a b\nb c\n");
  for (const char* form : {"-.graphml", "-.gexf"}) {
    const std::string document = run_well({graph, "-a", "cc", "-o", form}).out;
    EXPECT_TRUE(document.starts_with("<?xml")) << document;
    EXPECT_EQ(run_well({"-", "-a", "cc", "-o", "-"}, document).out, "vertex\tcomponent\na\ta\nb\ta\nc\ta\n") << form;
  }
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.gexf.gz"}).out.starts_with("\x1f\x8b"));
}

TEST_F(ResultDocuments, OfNamesThatNoXmlHoldsAreRefusedBeforeTheRun) {
  struct Refused {
    std::string edges, why;
  };
  for (const auto& [edges, why] : {Refused{"\"a\1b\",c\n", "the vertex name 'a\\x01b' cannot stand in an XML document"},
                                   Refused{"a\xFF,c\n", "it is not UTF-8; write csv"},
                                   Refused{"a\xEF\xBF\xBF,c\n", "has a character that XML does not allow"},
                                   Refused{"a\xED\xA0\x80,c\n", "it is not UTF-8"}}) {
    const std::string graph = folder.write("g.csv", edges);
    for (const char* name : {"r.graphml", "r.gexf"}) {
      const CommandResult result = run_command({MG_RUN, graph, "-a", "cc", "-o", folder / name});
      EXPECT_EQ(result.status, 1) << result.err;
      EXPECT_TRUE(contains(result.err, why)) << result.err;
      EXPECT_FALSE(contains(result.err, "run 1")) << result.err;
      EXPECT_FALSE(std::filesystem::exists(folder / name));
    }
    run_well({graph, "-a", "cc", "-o", folder / "r.csv"});
  }
}

TEST_F(ResultDocuments, TakeTheNamesOfKeysAndTypesFromTheResults) {
  const std::string graph = folder.write("g.el", "1 2\n2 3\n3 1\n");
  const auto declared = [&](const Words& algorithm, const std::string& line) {
    Words words{graph, "-o", "-.graphml", "--undirected", "-a"};
    words.insert(words.end(), algorithm.begin(), algorithm.end());
    const std::string text = run_well(words).out;
    EXPECT_TRUE(contains(text, line)) << text;
    EXPECT_FALSE(contains(text, "attr.name=\"weight\"")) << "the graph has none";
    EXPECT_TRUE(contains(text, "edgedefault=\"undirected\"")) << text;
  };
  declared({"bfs", "--source", "1"}, R"(attr.name="level" attr.type="int")");
  declared({"tc"}, R"(attr.name="triangles" attr.type="long")");
  declared({"pagerank"}, R"(attr.name="rank" attr.type="double")");
  declared({"cc"}, R"(attr.name="component" attr.type="string")");
}

}  // namespace
}  // namespace mg

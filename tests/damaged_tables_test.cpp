// Files of which a part is missing or says otherwise than the rest: each was read as another graph once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/temporary_folder.hpp"
#include "tests/traps.hpp"

namespace mg {
namespace {

std::string weighted_path(int edges, int without_weight) {
  std::string text;
  for (int i = 1; i <= edges; ++i) text += fmt::format("{} {}{}\n", i, i + 1, i == without_weight ? "" : " 7");
  return text;
}

TEST(DamagedTables, AreNoListsOfNeighbours) {
  check({
      {"g.txt", "# Undirected graph: x.txt\n# FromNodeId\tToNodeId\tWeight\n0\t1\t5\n1\t2\t6\n2\t3\n", "",
       "refused: g.txt:5:4: expected 3 columns, as in line 3, found 2"},
      {"g.txt", "# Directed graph: x\n# FromNodeId ToNodeId\n0 1\n1 2\n2 3 4\n", "",
       "refused: g.txt:5:5: expected 2 columns, as in line 3, found more: '4'"},
      {"out.g", "% sym weighted\n% 3 4 4\n1 2 7\n2 3 8\n3 4\n", "",
       "refused: out.g:5:4: expected 3 columns, as in line 3, found 2"},
      {"g.txt", weighted_path(50, 41), "",
       "refused: or an edge list with a damaged line (say --format el to see which)"},
      {"g.txt", "0 1\n1 2\n2 3 4\n", "", "refused: lines of numbers whose lengths differ"},
      {"g.txt", "1 2\n2 3\n3 4 4 5\n5 6\n6 7\n7 8\n", "", "refused: lines of numbers whose lengths differ"},
      {"g.txt", "0 1 2\n1 2\n2\n", "", "0>1, 0>2, 1>2"},
      {"g.txt", "0 1\n1 0 2\n2 1 3\n3 2\n", "", "0>1, 1>0, 1>2, 2>1, 2>3, 3>2"},
      {"g.txt", "src\tdst\tprops\n1\t2\t{\"a\": 1}\n", "", "1>2"},
      {"g.el", "a b\nc {d}\n", "", "a>b, c>{d}"},
      {"g.txt", "0 1 2 3\n1 2 3\n2 3 0\n3 0\n", "", "0>1, 0>2, 0>3, 1>2, 1>3, 2>3, 2>0, 3>0"},
      {"g.adj", "0 1 2\n1 2 3\n2 3\n", "", "0>1, 0>2, 1>2, 1>3, 2>3"},
      {"g.txt", "0 2\n1 {}\n2 {}\n1 1\n2 {}\n2 0\n", "", "refused: a multiline adjacency list of networkx"},
  });
}

TEST(DamagedTables, HaveTitlesForAllColumns) {
  const std::string by_r = "\"from\" \"to\"\n\"1\" \"a\" \"b\"\n\"2\" \"b\" \"c\"\n";
  check({
      {"g.txt", by_r, "columns=from,to",
       "refused: --columns 2,3, if the first one holds names of rows, as R writes them"},
      {"g.txt", by_r, "", "refused: --columns 2,3, if the first one holds names of rows, as R writes them"},
      {"g.txt", by_r, "columns=2,3", "a>b, b>c"},
      {"g.csv", "source,target\n0,a,b\n1,b,c\n", "columns=source,target",
       "refused: line 1 has 2 titles and line 2 has 3"},
      {"g.csv", "source,target\n0,a,b,c\n", "", "refused: for example --columns 1,2"},
  });
}

TEST(DamagedTables, SayOfAllEdgesWhetherTheyAreDirected) {
  check({
      {"g.csv", "Source,Target,Type\n1,2,\n2,3,Undirected\n", "", "refused: g.csv:2:1: nothing in column 'Type'"},
      {"g.csv", "Source,Target,Type\n1,2,\n2,3\n", "", "refused: g.csv:3:"},
      {"g.csv", "Source,Target,Type\n1,2,\n2,3,directed\n", "", "refused: g.csv:2:1: nothing in column 'Type'"},
      {"g.csv", "Source,Target,Type\n1,2,Mutual\n", "", "refused: 'Mutual' in column 'Type'"},
      {"g.csv", "Source,Target,Type\n1,2,\n2,3,\n", "", "1>2, 2>3"},
      {"g.csv", "Source,Target,Type\n1,2,friend\n", "", "1>2"},
  });
}

TEST(DamagedTables, OfSeveralFilesAreWhatEachIsByItself) {
  const TemporaryFolder folder;
  const auto together = [&](const std::string& first, const std::string& second, const std::string& expected) {
    expect(read(folder, {first, second}, read_options(""), 64), expected, second);
  };
  const std::string weighted = folder.write("w.el", "1 2 5\n");
  together(weighted, folder.write("l.adj", "3 4 5\n6 7 8\n"), "refused: only edge lists");
  together(weighted, folder.write("more.txt", "3 4 5\n6 7 8\n"), "1>2:5, 3>4:5, 6>7:8");
  together(folder.write("u.txt", "# Undirected graph: a\n1 2\n"), folder.write("d.txt", "# Directed graph: b\n3 4\n"),
           "refused: d.txt is declared to be directed, unlike the files before");
  together(folder / "d.txt", folder / "u.txt", "refused: u.txt is declared to be undirected, unlike the files before");
}

TEST(DamagedDocuments, LoseNothingUncounted) {
  const std::string nodes = "graph [ directed 1 node [ id 1 ] node [ id 2 ] ";
  check({
      {"g.gml", nodes + "Edge [ source 1 target 2 ] Edge [ ] ]", "",
       "directed:  | lists of the graph passed over: 2 of 'Edge'"},
      {"g.gml", nodes + "edge [ source 1 target 2 weight 1 weight 2 ] ]", "", "refused: a second 'weight'"},
      {"g.gml", nodes + "edge [ source 1 target 2 value 1 weight 2 ] ]", "", "directed: 1>2:2"},
      {"g.json", R"({"directed":"true","nodes":[],"links":[]})", "",
       "refused: g.json:1:19: expected true or false, without quotes, behind \"directed\""},
      {"g.graphml",
       R"(<graphml><key id="k" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed"><node )"
       R"(id="a"/><node id="b"/><edge source="a" target="b"><data key="k">0x1.8p+1</data></edge></graph></graphml>)",
       "", "directed: a>b:3"},
      {"g.graphml",
       R"(<graphml><key id="k" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed"><edge )"
       R"(source="a" target="b"><data key="k">0x1.000001p+0</data></edge></graph></graphml>)",
       "", "directed: a>b:1"},
      {"g.graphml",
       R"(<graphml><key id="k" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed"><edge )"
       R"(source="a" target="b"><data key="k">-0x1p+2000</data></edge></graph></graphml>)",
       "", "refused: beyond the range of 32-bit floats"},
      {"g.el", "a b 0x10\n", "", "refused: 0x10"},
      {"g.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "",
       "refused: a pointer of Git LFS in place of a file"},
      {"m.csv", "0,1,0\n1,0,1\n0,1,0\n", "", "refused: awk -F, '{for"},
      {"m.csv", "0;1;0\n1;0;1\n0;1;0\n", "", "refused: awk -F';' '{for"},
      {"m.txt", "0 1 0\n1 0 1\n0 1 0\n", "", "refused: awk '{for"},
  });
}

TEST(Graphalytics, IsDirectedAsItsPropertiesSay) {
  const TemporaryFolder folder;
  const std::string vertices = folder.write("g.v", "1\n2\n3\n");
  folder.write("g.e", "1 2\n2 3\n");
  const auto reads = [&](const std::string& properties, const std::string& expected) {
    folder.write("g.properties", properties);
    expect(read(folder, {vertices}, read_options(""), 64), expected, properties);
  };
  reads("graph.g.vertex-file = g.v\ngraph.g.directed = false\n", "undirected: 1>2, 2>3 | say the properties");
  reads("graph.g.directed=true", "directed: 1>2, 2>3 | direction: directed, say the properties of the graph");
  reads("graph.g.directed = perhaps\n", "1>2, 2>3 | direction: not declared");
  reads("", "1>2, 2>3 | direction: not declared");
}

TEST(Gap, OfNoVerticesIsNoGraphOfGalois) {
  const TemporaryFolder folder;
  std::string directed(33, '\0');
  directed[0] = 1;
  const std::string path = folder.write("g.sg", directed);
  expect(read(folder, {path}, read_options(""), 64), "directed: ", "a directed graph");
}

}  // namespace
}  // namespace mg

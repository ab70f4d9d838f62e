// Which format a file is taken for, formats of several files, and the real graphs where they are.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/read.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

EdgeList read(const std::vector<std::string>& paths, const std::string& format = "auto") {
  ReadOptions options;
  options.format = format;
  options.block_size = 64;
  return read_graph(paths, options, silent_progress());
}

std::string format_of(const TemporaryFolder& folder, std::string_view name, std::string_view content) {
  try {
    return read({folder.write(name, content)}).format;
  } catch (const Error& error) {
    return error.what();
  }
}

void expect_error(const std::vector<std::string>& paths, ExitCode code, std::string_view part,
                  const std::string& format = "auto") {
  try {
    read(paths, format);
    ADD_FAILURE() << "no error: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

std::vector<std::pair<std::string, std::string>> edges_by_name(const EdgeList& list) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Edge& edge : list.edges) result.emplace_back(list.names.name(edge.source), list.names.name(edge.target));
  return result;
}

TEST(Recognition, LooksAtTheContentFirst) {
  const TemporaryFolder folder;
  EXPECT_EQ(format_of(folder, "a.el", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"), "mtx");
  EXPECT_EQ(format_of(folder, "a.txt", "c comment\np sp 2 1\na 1 2 7\n"), "gr");
  EXPECT_EQ(format_of(folder, "a.el", "Package: a\nDepends: b\n\nPackage: b\n"), "debian");
  EXPECT_EQ(format_of(folder, "a", "2 1\n2\n1\n"), "metis");
  EXPECT_EQ(format_of(folder, "a", "1 2 3\n2\n3 1\n"), "adj");
  EXPECT_EQ(format_of(folder, "a", "1,2\n"), "csv");
  EXPECT_EQ(format_of(folder, "a", "1 2\n"), "el");
}

TEST(Recognition, LooksAtTheNameSecond) {
  const TemporaryFolder folder;
  EXPECT_EQ(format_of(folder, "a.graph", "2 1\n2\n1\n"), "metis");
  EXPECT_EQ(format_of(folder, "a.csv", "1 2\n"), "csv");
  EXPECT_EQ(format_of(folder, "a.wel", "1 2 3\n"), "el");
  EXPECT_NE(format_of(folder, "a.el", "1 2\n3 4 5\n").find(":2:5: expected 2 columns"), std::string::npos);
}

TEST(Recognition, RefusesWhatIsNoGraphOrCouldBeTwoFormats) {
  const TemporaryFolder folder;
  expect_error({folder.write("a", "1 2\n1 2 3\n")}, ExitCode::bad_input, "--format adj", "auto");
  expect_error({folder.write("a", std::string_view("\x7f"
                                                   "ELF\0\0\0\0",
                                                   8))},
               ExitCode::bad_input, "a program, which is no graph");
  expect_error({folder.write("a",
                             "\xFF\xFE"
                             "1")},
               ExitCode::bad_input, "UTF-16");
  expect_error({folder.write("a", "\x89MGRF\r\n\x1a")}, ExitCode::bad_input, "prepared graph");
  expect_error({folder / "absent"}, ExitCode::bad_input, "cannot be opened");
  expect_error({}, ExitCode::wrong_use, "no input");
  expect_error({folder.write("a", "1 2\n")}, ExitCode::wrong_use, "unknown format 'xml'", "xml");
  expect_error({folder.write("a", "1 2\n"), folder.write("b", "p sp 2 1\na 1 2 3\n")}, ExitCode::wrong_use, "2 inputs");
}

TEST(Graphalytics, IsFoundByEitherFileBothOrThePrefix) {
  const TemporaryFolder folder;
  const std::string vertices = folder.write("g.v", "1 \n2\n3\n7\n");
  const std::string edges = folder.write("g.e", "1 2 0.5\n7 3 2\n");
  for (const std::vector<std::string>& paths : std::vector<std::vector<std::string>>{
           {vertices}, {edges}, {vertices, edges}, {edges, vertices}, {folder / "g"}}) {
    const EdgeList list = read(paths);
    EXPECT_EQ(list.format, "graphalytics");
    EXPECT_EQ(list.num_vertices(), 4U);
    EXPECT_EQ(edges_by_name(list), (std::vector<std::pair<std::string, std::string>>{{"1", "2"}, {"7", "3"}}));
    EXPECT_EQ(type_of(list.weights), WeightType::f32);
  }
}

TEST(Graphalytics, RefusesUnknownAndRepeatedVertices) {
  const TemporaryFolder folder;
  folder.write("g.v", "1\n2\n");
  expect_error({folder.write("g.e", "1 2\n2 1\n1 3\n")}, ExitCode::bad_input, "g.e:3:3: vertex 3 is not listed in ");
  folder.write("h.e", "1 2\n");
  expect_error({folder.write("h.v", "2\n1\n2\n")}, ExitCode::bad_input, "vertex 2 is listed twice");
  expect_error({folder.write("h.v", "1\nx\n")}, ExitCode::bad_input, "h.v:2:1: expected a vertex");
  expect_error({folder.write("i.v", "1\n2\n")}, ExitCode::bad_input, "were not found");
}

TEST(Graphalytics, SortsVertices) {
  const TemporaryFolder folder;
  folder.write("g.e", "30 10\n");
  const EdgeList list = read({folder.write("g.v", "30\n10\n20\n")});
  EXPECT_EQ(list.names.name(0), "10");
  EXPECT_EQ(edges_by_name(list), (std::vector<std::pair<std::string, std::string>>{{"30", "10"}}));
}

constexpr std::string_view packages = R"(Package: editor
Version: 1.0
Depends: libc6 (>= 2.36), libui:any | libui-old,
 mail-agent, absent | also-absent [amd64]
Pre-Depends: installer
Description: edits
 Depends: is not a field here

Package: libc6

Package: postman
Provides: mail-agent (= 2), letters

# a comment
Package: courier
provides: mail-agent
Depends: absent | libui-old

Package: libui-old
Package-Type: deb

Package: installer
)";

TEST(DebianReader, ResolvesDependencies) {
  const TemporaryFolder folder;
  const EdgeList list = read({folder.write("Packages", packages)});
  EXPECT_TRUE(list.directed && list.direction_declared);
  EXPECT_EQ(list.num_vertices(), 6U);
  EXPECT_EQ(list.names.name(0), "editor");
  EXPECT_EQ(edges_by_name(list), (std::vector<std::pair<std::string, std::string>>{{"editor", "installer"},
                                                                                   {"editor", "libc6"},
                                                                                   {"editor", "libui-old"},
                                                                                   {"editor", "postman"},
                                                                                   {"courier", "libui-old"}}));
}

TEST(DebianReader, ReadsSeveralListsAsOne) {
  const TemporaryFolder folder;
  const EdgeList list = read({folder.write("main", "Package: a\nDepends: b, c\n\nPackage: a\nDepends: d\n"),
                              folder.write("updates", "Package: b\n\nPackage: a\nDepends: c\n\nPackage: c\n")});
  EXPECT_EQ(edges_by_name(list), (std::vector<std::pair<std::string, std::string>>{{"a", "b"}, {"a", "c"}}));
  EXPECT_EQ(list.decisions.back(), "repeated packages: 2, the first of each counts");
}

TEST(DebianReader, RefusesWhatIsNoPackageList) {
  const TemporaryFolder folder;
  const auto expect = [&](std::string_view text, std::string_view part) {
    expect_error({folder.write("list", text)}, ExitCode::bad_input, part, "debian");
  };
  expect("Package: a\nthis is no field\n", "list:2:1: expected a field");
  expect("Package: a\n\nVersion: 2\n\n", "list:4:1: expected a field \"Package: NAME\"");
  expect("Package: a b\n", "list:1:1: expected the name of a package");
}

struct KnownGraph {
  const char* path;
  const char* format;
  VertexId vertices;
  std::size_t edges;
};

TEST(RealGraphs, HaveTheirKnownSizes) {
  const char* const folder = std::getenv("MG_DATA_DIR");
  if (folder == nullptr) GTEST_SKIP() << "MG_DATA_DIR does not name the folder of real graphs";
  const KnownGraph known[] = {
      {"edge-lists/wiki-Vote.txt", "el", 7115, 103689},
      {"edge-lists/email-Enron.txt.gz", "el", 36692, 367662},
      {"edge-lists/MIT8.edgelist", "el", 6440, 251252},
      {"roads/luxembourg_osm.pairs", "el", 114599, 119666},
      {"p2p-31/p2p-31", "graphalytics", 62586, 147892},
      {"graphalytics/example/example-directed", "graphalytics", 10, 17},
      {"graphalytics/sssp/undir-input.e", "graphalytics", 12, 14},
      {"graphalytics/bfs/dir-input", "adj", 10, 17},
      {"graphalytics/pr/undir-input", "adj", 50, 226},
      {"graphalytics/wcc/dir-input", "adj", 8, 10},
      {"gap-formats/4.el", "el", 13, 256},
      {"gap-formats/4.wel", "el", 13, 256},
  };
  for (const KnownGraph& graph : known) {
    const EdgeList list = read({std::string(folder) + "/" + graph.path});
    EXPECT_EQ(list.format, graph.format) << graph.path;
    EXPECT_EQ(list.num_vertices(), graph.vertices) << graph.path;
    EXPECT_EQ(list.edges.size(), graph.edges) << graph.path;
  }
}

}  // namespace
}  // namespace mg

// Matrix Market, DIMACS, METIS, GAP and Galois files: what they mean, and what is wrong with those that mean nothing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/reader_testing.hpp"

namespace mg {
namespace {

// --- Matrix Market -------------------------------------------------------------------------------------------------

TEST(MatrixMarket, ReadsGeneralMatrixAsDirectedEdges) {
  const EdgeList list = read_text(read_matrix_market,
                                  "%%MatrixMarket Matrix COORDINATE integer general\r\n% comment\n\n3 3 2\n"
                                  "  1\t2 7\n\n% another\n3 1 4294967295");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"1", "2", 7}, {"3", "1", 4294967295.0}}));
  EXPECT_EQ(type_of(list.weights), WeightType::u32);
  EXPECT_TRUE(list.directed);
  EXPECT_TRUE(list.direction_declared);
  EXPECT_EQ(list.num_vertices(), 3U);
  EXPECT_EQ(list.format, "mtx");
}

TEST(MatrixMarket, ReadsSymmetricPatternAsUndirectedEdgesOnce) {
  const EdgeList list =
      read_text(read_matrix_market, "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 3\n1 4\n");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"2", "1", 0}, {"3", "3", 0}, {"1", "4", 0}}));
  EXPECT_FALSE(list.directed);
  EXPECT_EQ(type_of(list.weights), WeightType::none);
  EXPECT_TRUE(contains(decisions(list), "1 of 3 entries of the symmetric matrix stand above its diagonal"));
}

TEST(MatrixMarket, AddsNegatedMirrorImagesOfSkewSymmetricEntries) {
  const EdgeList list = read_text(
      read_matrix_market, "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 1 30000000\n");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"2", "1", 5}, {"1", "2", -5}, {"3", "1", 30000000}, {"1", "3", -30000000}}));
  EXPECT_TRUE(list.directed);
  EXPECT_TRUE(contains(
      error_of(read_matrix_market, "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 1\n2 1 16777217\n"),
      "16777217 of entry (2, 1)"));
}

TEST(MatrixMarket, RoundsIntegersOnlyWhereTheFieldIsReal) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 16777217\n2 1 0.5\n";
  EXPECT_EQ(rows(read_text(read_matrix_market, real)), (std::vector<Row>{{"1", "2", 16777216}, {"2", "1", 0.5}}));
  EXPECT_TRUE(contains(
      error_of(read_matrix_market, "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 16777217\n2 1 -1\n"),
      ":3:5: weight '16777217' cannot be kept exactly"));
}

TEST(MatrixMarket, PassesOverValuesThatAreNotWanted) {
  const EdgeList list =
      read_text(read_matrix_market, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 nan\n", false);
  EXPECT_EQ(rows(list), (std::vector<Row>{{"1", "2", 0}}));
  EXPECT_EQ(type_of(list.weights), WeightType::none);
}

TEST(MatrixMarket, ReadsEmptyMatrices) {
  EXPECT_EQ(read_text(read_matrix_market, "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n").num_vertices(),
            0U);
  EXPECT_EQ(read_text(read_matrix_market, "%%MatrixMarket matrix coordinate pattern general\n5 5 0").num_vertices(),
            5U);
}

TEST(MatrixMarket, RefusesWhatIsNoSuchFile) {
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  const auto with = [&](const char* rest) { return banner + rest; };
  const std::string general = with("pattern general\n");
  const std::vector<std::string> contents = {"",
                                             "3 3 1\n1 2\n",
                                             "%%MatrixMarket tensor coordinate real general\n",
                                             "%%MatrixMarket matrix array real general\n2 2\n",
                                             with("complex general\n1 1 0\n"),
                                             with("real hermitian\n1 1 0\n"),
                                             with("pattern skew-symmetric\n1 1 0\n"),
                                             with("real\n1 1 0\n"),
                                             with("real general extra\n1 1 0\n"),
                                             with("real general\n"),
                                             with("real general\n3\n"),
                                             with("real general\n3 4 0\n"),
                                             with("real general\n5000000000 5000000000 0\n"),
                                             with("real general\n3 3 1 1\n"),
                                             with("real general\n%%GraphBLAS type gunk\n1 1 0\n"),
                                             with("real general\n%%GraphBLAS type float complex\n1 1 0\n"),
                                             general + "3 3 1\n1 4\n",
                                             general + "3 3 1\n0 1\n",
                                             general + "3 3 1\n-1 1\n",
                                             general + "3 3 1\n1.5 1\n",
                                             general + "3 3 1\n1\n",
                                             general + "3 3 1\n1 2 3\n",
                                             general + "3 3 2\n1 2\n",
                                             general + "3 3 1\n1 2\n\n2 3\n",
                                             general + "3 3 1000000000000\n1 2\n",
                                             with("real general\n3 3 1\n1 2\n"),
                                             with("real general\n3 3 1\n1 2 x\n"),
                                             with("real general\n3 3 1\n1 2 7abc\n"),
                                             with("real skew-symmetric\n3 3 1\n2 2 1\n"),
                                             general + "3 3 1\n99999999999999999999 1\n"};
  const std::vector<std::string_view> errors = {":1:1: the file is empty",
                                                ":1:1: expected the banner",
                                                ":1:16: expected 'matrix'",
                                                ":1:23: expected 'coordinate'",
                                                ":1:34: expected 'pattern', 'real' or 'integer'",
                                                ":1:39: expected 'general'",
                                                ":1:42: a 'pattern' matrix",
                                                ":1:38: expected 'general'",
                                                "expected the end of the line, found 'extra'",
                                                ":1:1: the file ends before",
                                                ":2:2: expected three numbers",
                                                ":2:1: the matrix of a graph is square, this one is 3 x 4",
                                                "exceed the limit",
                                                ":2:7: expected the end of the line",
                                                "expected the GraphBLAS type",
                                                "found 'complex'",
                                                ":3:3: expected a column number from 1 to 3, found '4'",
                                                ":3:1: expected a row number from 1 to 3, found '0'",
                                                ":3:1: expected a row number",
                                                ":3:1: expected a row number",
                                                ":3:2: expected a column number",
                                                ":3:5: expected the end of the line",
                                                ":3:1: the file ends after 1 of the 2 entries that line 2 announces",
                                                ":5:1: found more entries than the 1 that line 2 announces",
                                                "the file ends after 1 of the 1000000000000 entries",
                                                ":3:4: expected a value",
                                                ":3:5:",
                                                ":3:",
                                                ":3:1: a skew-symmetric matrix has no entries on its diagonal",
                                                ":3:1: expected a row number"};
  ASSERT_EQ(contents.size(), errors.size());
  std::vector<Broken> broken;
  for (std::size_t i = 0; i < contents.size(); ++i) broken.push_back({contents[i], errors[i]});
  expect_errors(read_matrix_market, broken);
}

// --- DIMACS --------------------------------------------------------------------------------------------------------

TEST(Dimacs, ReadsArcs) {
  const EdgeList list = read_text(read_dimacs, "c a comment\n\np sp 4 3\nc\na 1 2 10\na 4 1 0\n\na 1 2 7\n");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"1", "2", 10}, {"4", "1", 0}, {"1", "2", 7}}));
  EXPECT_TRUE(list.directed);
  EXPECT_EQ(type_of(list.weights), WeightType::u32);
  EXPECT_EQ(type_of(read_text(read_dimacs, "p sp 2 1\na 1 2 3\n", false).weights), WeightType::none);
}

TEST(Dimacs, RefusesWhatIsNoSuchFile) {
  expect_errors(read_dimacs, {{"", "the file ends before its problem line"},
                              {"c only\n", ":1:1: the file ends before its problem line"},
                              {"a 1 2 3\n", ":1:1: expected a comment 'c ...' or the problem line"},
                              {"p max 3 3\n", ":1:3: expected 'p sp VERTICES ARCS'"},
                              {"p sp 3\n", ":1:7: expected the number of arcs"},
                              {"p sp 3 x\n", ":1:8: expected the number of arcs, found 'x'"},
                              {"p sp 3 1 1\n", ":1:10: expected the end of the line"},
                              {"p sp 9999999999 1\n", "exceed the limit"},
                              {"p sp 3 1\na 1 4 1\n", ":2:5: expected a vertex from 1 to 3, found '4'"},
                              {"p sp 3 1\na 1 2\n", ":2:6: expected the length of the arc"},
                              {"p sp 3 1\na 1 2 z\n", ":2:7:"},
                              {"p sp 3 1\na 1 2 3 4\n", ":2:9: expected the end of the line"},
                              {"p sp 3 1\ne 1 2 3\n", ":2:1: expected 'a FROM TO LENGTH'"},
                              {"p sp 3 1\nabc\n", ":2:1: expected 'a FROM TO LENGTH'"},
                              {"p sp 3 1\np sp 3 1\n", ":2:1: expected 'a FROM TO LENGTH'"},
                              {"p sp 3 2\na 1 2 3\n", "the file ends after 1 of the 2 arcs that line 1 announces"},
                              {"p sp 3 1\na 1 2 3\nc\na 2 3 1\n", ":4:1: found more arcs than the 1"}});
}

// --- METIS ---------------------------------------------------------------------------------------------------------

TEST(Metis, ReadsEveryFormat) {
  const std::vector<Row> path = {{"1", "2", 0}, {"2", "3", 0}};
  const std::vector<Row> weighted = {{"1", "2", 5}, {"2", "3", 6}};
  for (const char* text :
       {"3 2\n2\n1 3\n2\n", "3 2 0\n2\n1 3\n2", "% c\n3 2 00\n% c\n2\n1 3\n%\n2\n\n\n", "3 2 10\n9 2\n9 1 3\n9 2\n",
        "3 2 100\n4 2\n4 1 3\n4 2\n", "3 2 110 2\n4 9 9 2\n4 9 9 1 3\n4 9 9 2\n"}) {
    const EdgeList list = read_text(read_metis, text);
    EXPECT_EQ(rows(list), path) << text;
    EXPECT_FALSE(list.directed);
  }
  for (const char* text :
       {"3 2 1\n2 5\n1 5 3 6\n2 6\n", "3 2 001\n2 5\n1 5 3 6\n2 6\n", "3 2 11\n9 2 5\n9 1 5 3 6\n9 2 6\n",
        "3 2 101\n4 2 5\n4 1 5 3 6\n4 2 6\n", "3 2 111 1\n4 9 2 5\n4 9 1 5 3 6\n4 9 2 6\n"}) {
    const EdgeList list = read_text(read_metis, text);
    EXPECT_EQ(rows(list), weighted) << text;
    EXPECT_EQ(rows(read_text(read_metis, text, false)), path) << text;
  }
}

TEST(Metis, TakesABlankLineForAVertexWithoutNeighbours) {
  const EdgeList list = read_text(read_metis, "5 1\n\n3\n2\n\n   \n");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"2", "3", 0}}));
  EXPECT_EQ(list.num_vertices(), 5U);
}

TEST(Metis, ReadsSelfLoopsListedOnceOrTwice) {
  EXPECT_EQ(rows(read_text(read_metis, "2 2\n1 2\n1\n")), (std::vector<Row>{{"1", "1", 0}, {"1", "2", 0}}));
  EXPECT_EQ(rows(read_text(read_metis, "2 2\n1 1 2\n1\n")), (std::vector<Row>{{"1", "1", 0}, {"1", "2", 0}}));
}

TEST(Metis, ReadsEdgesListedAtOneEndAsDirected) {
  const EdgeList list = read_text(read_metis, "3 2\n2 3\n\n\n");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"1", "2", 0}, {"1", "3", 0}}));
  EXPECT_TRUE(list.directed);
  EXPECT_FALSE(list.direction_declared);
}

TEST(Metis, ReadsFormat100WithoutSizesWhereOnlyThatFits) {
  const EdgeList list = read_text(read_metis, "3 2 100\n2\n1 3\n2\n");
  EXPECT_EQ(rows(list), (std::vector<Row>{{"1", "2", 0}, {"2", "3", 0}}));
  EXPECT_TRUE(contains(decisions(list), "add up only if they do not"));
}

TEST(Metis, AcceptsAHeaderThatCountsBothEnds) {
  EXPECT_EQ(rows(read_text(read_metis, "3 4\n2\n1 3\n2\n")), (std::vector<Row>{{"1", "2", 0}, {"2", "3", 0}}));
}

TEST(Metis, RefusesWhatIsNoSuchFile) {
  expect_errors(read_metis,
                {{"", "the file ends before its header"},
                 {"x 2\n", ":1:1: expected the number of vertices, found 'x'"},
                 {"3\n", ":1:2: expected the number of edges"},
                 {"3 2 7\n", ":1:5: expected the format 0, 1, 10"},
                 {"3 2 1000\n", ":1:5: expected the format"},
                 {"3 2 10 99999\n", "exceed the limit"},
                 {"3 2 10 1 1\n", "expected the end of the line"},
                 {"9999999999 1\n", "exceed the limit"},
                 {"3 2\n2\n1 4\n2\n", ":3:3: expected a neighbour from 1 to 3, found '4'"},
                 {"3 2\n2\n1 x\n2\n", ":3:3: expected a neighbour"},
                 {"3 2\n2\n1 3\n", ":3:1: the file ends after the lines of 2 of the 3 vertices that line 1 announces"},
                 {"3 2\n2\n1 3\n2\n% c\n1\n", ":6:1: found a line for vertex 4, but line 1 announces 3 vertices"},
                 {"3 3\n2\n1 3\n2\n", ":1:1: expected 6 entries, two for each of 3 edges, found 4"},
                 {"3 2\n2 3\n1\n2\n", ":1:1: every edge must stand at both of its ends, but vertex 1 lists 3"},
                 {"3 2 1\n2 5\n1 5 3 6\n2 7\n", "lists 3, but 3 does not list 2 with the same weight"},
                 {"3 2 1\n2 5\n1 5 3\n2 6\n", ":3:6: expected the weight of the edge"},
                 {"3 2 10\n9 2\nx 1 3\n9 2\n", ":3:1: expected a weight of the vertex"},
                 {"3 2 100\n1 2\n\n9 2\n", "a line lacks the size of its vertex"}});
}

// --- Binary formats ------------------------------------------------------------------------------------------------

template <class... Numbers>
std::string binary(Numbers... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  return bytes;
}

using i8 = std::uint8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

/// 0 -> 1, 0 -> 2, 2 -> 0 and its transpose.
const std::string directed_sg = binary(i8{1}, i64{3}, i64{3}, i64{0}, i64{2}, i64{2}, i64{3}, i32{1}, i32{2}, i32{0},
                                       i64{0}, i64{1}, i64{2}, i64{3}, i32{2}, i32{0}, i32{0});
/// The path 0 - 1 - 2.
const std::string undirected_sg =
    binary(i8{0}, i64{4}, i64{3}, i64{0}, i64{1}, i64{3}, i64{4}, i32{1}, i32{0}, i32{2}, i32{1});

TEST(Gap, ReadsSerializedGraphs) {
  const EdgeList directed = read_text(read_gap, directed_sg);
  EXPECT_EQ(rows(directed), (std::vector<Row>{{"0", "1", 0}, {"0", "2", 0}, {"2", "0", 0}}));
  EXPECT_TRUE(directed.directed);
  const EdgeList undirected = read_text(read_gap, undirected_sg);
  EXPECT_EQ(rows(undirected), (std::vector<Row>{{"0", "1", 0}, {"1", "2", 0}}));
  EXPECT_FALSE(undirected.directed);
  EXPECT_TRUE(undirected.direction_declared);
}

TEST(Gap, ReadsWeights) {
  const auto graph = [](i32 weight) {
    return binary(i8{0}, i64{2}, i64{2}, i64{0}, i64{1}, i64{2}, i32{1}, weight, i32{0}, weight);
  };
  EXPECT_EQ(rows(read_text(read_gap, graph(7))), (std::vector<Row>{{"0", "1", 7}}));
  EXPECT_EQ(type_of(read_text(read_gap, graph(-7)).weights), WeightType::f32);
  EXPECT_EQ(rows(read_text(read_gap, graph(-7), false)), (std::vector<Row>{{"0", "1", 0}}));
  EXPECT_TRUE(contains(error_of(read_gap, graph(-16777217)), "-16777217"));
}

TEST(Gap, ReadsGraphsWithoutArcs) {
  const std::string nothing = binary(i8{0}, i64{0}, i64{0}, i64{0});
  const std::string by_compress = "\x1f\x9d\x90" + std::string(29, '\0') + "\x02" + std::string(4, '\0');
  for (const std::string& bytes : {nothing, by_compress}) {
    const EdgeList list = read_text(read_gap, bytes);
    EXPECT_TRUE(rows(list).empty());
    EXPECT_EQ(list.names.size(), 0U);
  }
}

TEST(Gap, RefusesDamagedFiles) {
  for (std::size_t size = 0; size < directed_sg.size(); ++size) {
    EXPECT_NE(error_of(read_gap, directed_sg.substr(0, size)), "no error") << size;
  }
  expect_errors(
      read_gap,
      {{directed_sg + "x", "cut off or damaged"},
       {binary(i8{2}, i64{0}, i64{0}, i64{0}), "not a serialized graph"},
       {binary(i8{0}, i64{-1}, i64{0}, i64{0}), "not a serialized graph"},
       {binary(i8{0}, i64{1} << 60, i64{1}, i64{0}, i64{0}), "announces 1152921504606846976 arcs"},
       {binary(i8{0}, i64{0}, i64{1} << 31, i64{0}), "cut off or damaged"},
       {binary(i8{0}, i64{2}, i64{2}, i64{1}, i64{1}, i64{2}, i32{1}, i32{0}), "the first row does not begin at 0"},
       {binary(i8{0}, i64{2}, i64{2}, i64{0}, i64{3}, i64{2}, i32{1}, i32{0}), "the row of vertex 0 is [0, 3)"},
       {binary(i8{0}, i64{2}, i64{2}, i64{0}, i64{1}, i64{1}, i32{1}, i32{0}), "the rows hold 1 arcs"},
       {binary(i8{0}, i64{2}, i64{2}, i64{0}, i64{1}, i64{2}, i32{2}, i32{0}), "arc 0 leads to vertex 2"},
       {binary(i8{0}, i64{2}, i64{2}, i64{0}, i64{2}, i64{2}, i32{1}, i32{1}),
        "vertex 0 lists 1, but 1 does not list 0"}});
}

TEST(Galois, ReadsVersion1) {
  const auto graph = [](i64 data_size, const std::string& tail) {
    return binary(i64{1}, data_size, i64{3}, i64{3}, i64{2}, i64{2}, i64{3}, i32{1}, i32{2}, i32{0}) + tail;
  };
  const std::vector<Row> plain = {{"0", "1", 0}, {"0", "2", 0}, {"2", "0", 0}};
  const std::vector<Row> weighted = {{"0", "1", 7}, {"0", "2", 8}, {"2", "0", 9}};
  EXPECT_EQ(rows(read_text(read_galois, graph(0, binary(i32{0})))), plain);
  EXPECT_EQ(rows(read_text(read_galois, graph(0, ""))), plain);
  EXPECT_EQ(rows(read_text(read_galois, graph(4, binary(i32{0}, i32{7}, i32{8}, i32{9})))), weighted);
  EXPECT_EQ(rows(read_text(read_galois, graph(8, binary(i32{0}, i64{7}, i64{8}, i64{9})))), weighted);
  EXPECT_EQ(rows(read_text(read_galois, graph(8, binary(i32{0}, 7.0, 8.0, 9.0)), false)), plain);
  EXPECT_TRUE(contains(error_of(read_galois, graph(8, binary(i32{0}, 7.0, 8.0, 9.0))), "are they doubles?"));
  EXPECT_TRUE(contains(error_of(read_galois, graph(4, binary(i32{0}, i32{7}, i32{8}))), "cut off or damaged"));
  EXPECT_TRUE(contains(error_of(read_galois, graph(12, binary(i32{0}))), "found 12"));
  EXPECT_TRUE(contains(error_of(read_galois, binary(i64{2}, i64{0}, i64{0}, i64{0})), "version 2"));
  EXPECT_TRUE(contains(error_of(read_galois, binary(i64{1}, i64{0}, i64{1} << 40, i64{0})), "exceed the limit"));
  EXPECT_TRUE(contains(error_of(read_galois, binary(i64{1}, i64{0}, i64{0}, i64{-1})), "announces"));
  EXPECT_TRUE(contains(error_of(read_galois, "short"), "the file ends within the header"));
}

}  // namespace
}  // namespace mg

// Edges between two sides, which number their vertices apart, and tables that may be such.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/traps.hpp"

namespace mg {
namespace {

const std::string ratings = "userId,movieId,rating\n1,1,4\n1,2,5\n2,1,3\n";

TEST(Bipartite, NumbersOfTheSecondColumnAreOtherVertices) {
  check({
      {"r.csv", ratings, "bipartite=yes", "1>3:4, 1>4:5, 2>3:3 | vertex N of the second side is called 2 + N"},
      {"r.csv", ratings, "bipartite=yes columns=movieId,userId", "1>3, 2>3, 1>4"},
      {"r.el", "1 1\n1 2\n5 1\n", "bipartite=yes", "1>6, 1>7, 5>6 | between two sides taken as undirected"},
      {"r.el", "0 0\n1 0\n2 1\n", "bipartite=yes", "0>3, 1>3, 2>4 | is called 3 + N"},
      {"r.el", "18446744073709551615 0\n1 0\n", "bipartite=yes", "refused: exceed 64 bits together"},
      {"r.el", "943 1682 5\n1 1 5\n1 2 3\n2 1 3\n943 1682 1\n3 4 2\n", "bipartite=yes",
       "refused: line 1, '943 ...', could be an edge or the sizes of the graph"},
      {"r.el", "# nothing\n", "bipartite=yes", " | between two sides taken as undirected"},
      {"neo.csv", ":START_ID(User),:END_ID(Movie)\n1,1\n2,1\n", "bipartite=yes", "1>3, 2>3"},
      {"r.csv", "Source,Target,Type\n1,1,Directed\n2,1,Directed\n", "bipartite=yes", "directed: 1>3, 2>3"},
      {"out.x", "% bip unweighted\n1 1\n2 1\n", "bipartite=yes", "undirected: 1>3, 2>3 | (bip)"},
  });
}

TEST(Bipartite, WordsAreOnOneSide) {
  check({
      {"f.csv", "user,film\nann,heat\nbob,heat\n", "bipartite=yes header=yes", "ann>heat, bob>heat"},
      {"f.csv", "user,film\nann,heat\nheat,bob\n", "bipartite=yes header=yes",
       "refused: f.csv: 'heat' is on both sides of the edges"},
      {"f.csv", "user,film\n1,heat\n2,1\n", "bipartite=yes header=yes", "refused: '1' is on both sides"},
      {"f.csv", "user,film\n1.0,1.0\n2.0,1.0\n", "bipartite=yes", "refused: with --names numbers"},
      {"f.csv", "user,film\n1.0,1.0\n2.0,1.0\n", "bipartite=yes names=numbers", "1>3, 2>3"},
      {"f.csv", "user,film\n1,1\n2,1\n", "bipartite=yes names=strings", "refused: with --names numbers"},
  });
}

TEST(Bipartite, MatricesNeedNotBeSquare) {
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  check({
      {"m.mtx", banner + "integer general\n2 3 3\n1 1 7\n2 3 8\n1 3 9\n", "bipartite=yes",
       "1>3:7, 2>5:8, 1>5:9 | a matrix of 2 rows and 3 columns as two sides: column N is called 2 + N"},
      {"m.mtx", banner + "pattern general\n3 3 2\n1 1\n3 2\n", "bipartite=yes", "1>4, 3>5"},
      {"m.mtx", banner + "pattern general\n2 3 1\n1 1\n", "",
       "refused: m.mtx:2:1: the matrix of a graph is square, "
       "this one is 2 x 3; with --bipartite"},
      {"m.mtx", banner + "pattern general\n2 3 1\n3 1\n", "bipartite=yes",
       "refused: expected a row number from 1 to 2"},
      {"m.mtx", banner + "pattern symmetric\n3 3 1\n3 1\n", "bipartite=yes",
       "refused: m.mtx:2:1: a symmetric matrix is no graph between two sides"},
      {"m.mtx", banner + "pattern general\n4000000000 4000000000 1\n3 1\n", "bipartite=yes",
       "refused: m.mtx:2:1: 4000000000 rows and 4000000000 columns exceed the limit"},
  });
}

TEST(Bipartite, SeveralFilesAreApartTogether) {
  const TemporaryFolder folder;
  const ReadOptions options = read_options("bipartite=yes");
  const auto both = [&](const std::string& second) {
    return read(folder, {folder.write("a.el", "1 1\n2 1\n"), folder.write("b.el", second)}, options, 8);
  };
  expect(both("5 2\n"), "1>6, 2>6, 5>7", "numbers");
  expect(both("ann 2\n"), "refused: '1' is on both sides", "numbers, then words");
}

TEST(Bipartite, GraphalyticsHasNoSides) {
  const TemporaryFolder folder;
  const std::vector<std::string> files{folder.write("g.v", "1\n2\n"), folder.write("g.e", "1 2\n")};
  expect(read(folder, files, read_options("bipartite=yes"), default_block_size), "refused: of format graphalytics",
         "recognized");
  expect(read(folder, files, read_options("bipartite=yes format=graphalytics"), default_block_size),
         "refused: of format graphalytics", "asked for");
}

TEST(Bipartite, OtherFormatsHaveNoSidesByThemselves) {
  check({
      {"g.graph", "2 1\n2\n1\n", "bipartite=yes", "refused: of format metis, which has no two sides by itself"},
      {"g.gml", "graph [ node [ id 1 ] ]\n", "bipartite=yes", "refused: of format gml, which has no two sides"},
  });
}

TEST(Bipartite, TitlesOfTwoKindsAreTold) {
  const std::string told = "a number under 'userId' and the same one under 'movieId' are one vertex; with --bipartite";
  check({
      {"r.csv", ratings, "", "1>1:4, 1>2:5, 2>1:3 | " + told},
      {"r.csv", "user,item\n1,2\n3,4\n", "", "1>2, 3>4 | with --bipartite they are two"},
      {"r.csv", "source,target,userId,movieId\n7,8,1,1\n7,9,2,1\n", "columns=userId,movieId", "1>1, 2>1 | " + told},
  });
  const TemporaryFolder folder;
  for (const std::string titles : {"source,target", "a,b", "node1,node2", "user_id,user_id_2", "fromNodeId,toNodeId",
                                   "protein_a,protein_b", "userIdA,userIdB", "follower,followee", "USER1,USER2"}) {
    const Outcome outcome = read(folder, {folder.write("g.csv", titles + "\n1,2\n3,4\n")}, {}, default_block_size);
    EXPECT_EQ(outcome.graph, "1>2, 3>4");
    EXPECT_EQ(outcome.told.find("bipartite"), std::string::npos) << titles << "\n" << outcome.told;
  }
}

}  // namespace
}  // namespace mg

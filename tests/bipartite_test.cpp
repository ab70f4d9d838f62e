// Edges between two sides, which number their vertices apart, and tables that may be such.
#include <gtest/gtest.h>

#include <string>

#include "tests/traps.hpp"

namespace mg {
namespace {

const std::string ratings = "userId,movieId,rating\n1,1,4\n1,2,5\n2,1,3\n";

TEST(Bipartite, NumbersOfTheSecondColumnAreOtherVertices) {
  check({
      {"r.csv", ratings, "bipartite=yes",
       "undirected: 1>3:4, 1>4:5, 2>3:3 | vertex N of the second side is called 2 + N"},
      {"r.csv", ratings, "bipartite=yes columns=movieId,userId", "undirected: 1>3, 2>3, 1>4"},
      {"r.el", "1 1\n1 2\n5 1\n", "bipartite=yes", "undirected: 1>6, 1>7, 5>6 | as --bipartite says"},
      {"r.csv", "Source,Target,Type\n1,1,Directed\n2,1,Directed\n", "bipartite=yes", "directed: 1>3, 2>3"},
      {"out.x", "% bip unweighted\n1 1\n2 1\n", "bipartite=yes", "undirected: 1>3, 2>3 | (bip)"},
  });
}

TEST(Bipartite, WordsAreOnOneSide) {
  check({
      {"f.csv", "user,film\nann,heat\nbob,heat\n", "bipartite=yes header=yes", "undirected: ann>heat, bob>heat"},
      {"f.csv", "user,film\nann,heat\nheat,bob\n", "bipartite=yes header=yes",
       "refused: f.csv: 'heat' is on both sides of the edges"},
      {"f.csv", "user,film\n1,heat\n2,1\n", "bipartite=yes header=yes", "refused: '1' is on both sides"},
  });
}

TEST(Bipartite, MatricesNeedNotBeSquare) {
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  check({
      {"m.mtx", banner + "integer general\n2 3 3\n1 1 7\n2 3 8\n1 3 9\n", "bipartite=yes",
       "undirected: 1>3:7, 2>5:8, 1>5:9 | between 2 rows and 3 columns: column N is called 2 + N"},
      {"m.mtx", banner + "pattern general\n3 3 2\n1 1\n3 2\n", "bipartite=yes", "undirected: 1>4, 3>5"},
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
  });
  const TemporaryFolder folder;
  for (const std::string titles : {"source,target", "a,b", "node1,node2", "user_id,user_id_2", "fromNodeId,toNodeId"}) {
    const Outcome outcome = read(folder, {folder.write("g.csv", titles + "\n1,2\n3,4\n")}, {}, default_block_size);
    EXPECT_EQ(outcome.graph, "1>2, 3>4");
    EXPECT_EQ(outcome.told.find("bipartite"), std::string::npos) << titles << "\n" << outcome.told;
  }
}

}  // namespace
}  // namespace mg

// DIMACS and METIS: text whose header says what must follow.
#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

HostileCase gr(std::string what, std::string content, std::string error) {
  return {std::move(what), "gr", {{"g.gr", std::move(content)}}, "g.gr:" + std::move(error)};
}

HostileCase metis(std::string what, std::string content, std::string error) {
  return {std::move(what), "metis", {{"g.graph", std::move(content)}}, "g.graph:" + std::move(error)};
}

}  // namespace

std::vector<HostileCase> hostile_dimacs() {
  return {
      gr("nothing", "", "1:1: the file ends before its problem line 'p sp VERTICES ARCS'"),
      gr("only comments", "c one\nc two\n", "2:1: the file ends before its problem line 'p sp VERTICES ARCS'"),
      gr("arc before the problem", "a 1 2 3\np sp 2 1\n", "1:1: expected a comment 'c ...' or the problem line"),
      gr("another problem", "p max 3 3\n", "1:3: expected 'p sp VERTICES ARCS' (a shortest-path problem), found 'p'"),
      gr("problem without sp", "p 3 3\n", "1:3: expected 'p sp VERTICES ARCS' (a shortest-path problem), found 'p'"),
      gr("no number of arcs", "p sp 3\n", "1:7: expected the number of arcs, found the end of the line"),
      gr("word for a number", "p sp three 1\n", "1:6: expected the number of vertices, found 'three'"),
      gr("negative vertices", "p sp -3 1\n", "1:6: expected the number of vertices, found '-3'"),
      gr("a number too many", "p sp 3 1 1\n", "1:10: expected the end of the line, found '1'"),
      gr("2^32 - 1 vertices", "p sp 4294967295 1\n", "1:6: 4294967295 vertices exceed the limit of 4294967294"),
      gr("10^30 vertices", "p sp 1000000000000000000000000000000 1\n", "1:6: expected the number of vertices"),
      gr("10^12 arcs in a small file", "p sp 3 1000000000000\na 1 2 3\n",
         "2:1: the file ends after 1 of the 1000000000000 arcs that line 1 announces"),
      gr("too few arcs", "p sp 3 2\na 1 2 3\n", "2:1: the file ends after 1 of the 2 arcs that line 1 announces"),
      gr("too many arcs", "p sp 3 1\na 1 2 3\nc\na 2 3 1\n", "4:1: found more arcs than the 1 that line 1 announces"),
      gr("too many arcs before a broken one", "p sp 3 1\na 1 2 3\na 2 3 1\nc comment\nc comment\na x\n",
         "3:1: found more arcs than the 1 that line 1 announces"),
      gr("problem twice", "p sp 3 1\np sp 3 1\na 1 2 3\n", "2:1: expected 'a FROM TO LENGTH' or a comment 'c ...'"),
      gr("edge instead of arc", "p sp 3 1\ne 1 2 3\n",
         "2:1: expected 'a FROM TO LENGTH' or a comment 'c ...', found 'e'"),
      gr("arc without its letter", "p sp 3 1\n1 2 3\n", "2:1: expected 'a FROM TO LENGTH' or a comment 'c ...', found"),
      gr("letter without blank", "p sp 3 1\na1 2 3\n", "2:1: expected 'a FROM TO LENGTH' or a comment 'c ...', found"),
      gr("vertex 0", "p sp 3 1\na 0 2 3\n", "2:3: expected a vertex from 1 to 3, found '0'"),
      gr("vertex beyond the last", "p sp 3 1\na 1 4 3\n", "2:5: expected a vertex from 1 to 3, found '4'"),
      gr("arc of an empty graph", "p sp 0 1\na 1 1 1\n", "2:3: found '1', but the header announces no vertices"),
      gr("vertex 2^32 + 1", "p sp 3 1\na 4294967297 2 3\n", "2:3: expected a vertex from 1 to 3, found '4294967297'"),
      gr("no length", "p sp 3 1\na 1 2\n", "2:6: expected the length of the arc, found the end of the line"),
      gr("two lengths", "p sp 3 1\na 1 2 3 4\n", "2:9: expected the end of the line, found '4'"),
      gr("word for a length", "p sp 3 1\na 1 2 far\n", "2:7: expected a weight, found 'far', which is no number"),
      gr("nan for a length", "p sp 3 1\na 1 2 nan\n", "2:7: expected a weight, found 'nan'; weights must be finite"),
      gr("length of 2^63", "p sp 3 1\na 1 2 9223372036854775807\n", "2:7: weight '9223372036854775807' fits neither"),
      gr("zero byte", with_zeros("p sp 3 1\na 1\0 2 3\n"), "2:3: expected a vertex from 1 to 3, found '1\\x00'"),
  };
}

std::vector<HostileCase> hostile_metis() {
  return {
      metis("nothing", "", "1:1: the file ends before its header 'VERTICES EDGES [FMT [NCON]]'"),
      metis("only comments", "% one\n%two\n", "2:1: the file ends before its header 'VERTICES EDGES [FMT [NCON]]'"),
      metis("header alone", "3 2\n", "1:1: the file ends after the lines of 0 of the 3 vertices that line 1 announces"),
      metis("word for a number", "x 2\n", "1:1: expected the number of vertices, found 'x'"),
      metis("no number of edges", "3\n", "1:2: expected the number of edges, found the end of the line"),
      metis("negative edges", "3 -2\n2\n1 3\n2\n", "1:3: expected the number of edges, found '-2'"),
      metis("2^32 - 1 vertices", "4294967295 1\n", "1:1: 4294967295 vertices exceed the limit of 4294967294"),
      metis("10^12 edges", "3 1000000000000\n2\n1 3\n2\n", "1:1: expected 2000000000000 entries, two for each of"),
      metis("2^63 edges, which doubled wrap to 0", "2 9223372036854775808\n\n\n",
            "1:3: 9223372036854775808 edges exceed the limit"),
      metis("10^30 edges", "3 1000000000000000000000000000000\n", "1:3: expected the number of edges, found '1000"),
      metis("4 billion vertices in a small file", "4294967294 1\n2\n1\n",
            "3:1: the file ends after the lines of 2 of the 4294967294 vertices that line 1 announces"),
      metis("format 2", "3 2 2\n2\n1 3\n2\n", "1:5: expected the format 0, 1, 10, 11, 100, 101, 110 or 111, found '2'"),
      metis("format of four digits", "3 2 1000\n2\n1 3\n2\n", "1:5: expected the format 0, 1, 10, 11, 100, 101, 110"),
      metis("format -1", "3 2 -1\n2\n1 3\n2\n", "1:5: expected the format 0, 1, 10, 11, 100, 101, 110 or 111"),
      metis("word for NCON", "3 2 10 x\n", "1:8: expected the number of weights of a vertex (NCON), found 'x'"),
      metis("huge NCON", "3 2 10 4294967296\n", "1:8: 4294967296 weights a vertex exceed the limit of 1000"),
      metis("five numbers", "3 2 10 1 1\n", "1:10: expected the end of the line, found '1'"),
      metis("neighbour 0", "3 2\n0\n1 3\n2\n", "2:1: expected a neighbour from 1 to 3, found '0'"),
      metis("neighbour beyond the last", "3 2\n2\n1 4\n2\n", "3:3: expected a neighbour from 1 to 3, found '4'"),
      metis("neighbour 2^32 + 2", "3 2\n4294967298\n1 3\n2\n", "2:1: expected a neighbour from 1 to 3, found '42949"),
      metis("word for a neighbour", "3 2\n2\n1 x\n2\n", "3:3: expected a neighbour from 1 to 3, found 'x'"),
      metis("negative neighbour", "3 2\n2\n1 -3\n2\n", "3:3: expected a neighbour from 1 to 3, found '-3'"),
      metis("fraction", "3 2\n2\n1.0 3\n2\n", "3:1: expected a neighbour from 1 to 3, found '1.0'"),
      metis("a line too few", "3 2\n2\n1 3\n", "3:1: the file ends after the lines of 2 of the 3 vertices that line 1"),
      metis("a line too many", "3 2\n2\n1 3\n2\n1\n",
            "5:1: found a line for vertex 4, but line 1 announces 3 vertices"),
      metis("a line too many before a broken one", "2 1\n2\n1\n1\n% comment\n% comment\nx\n",
            "4:1: found a line for vertex 3, but line 1 announces 2 vertices"),
      metis("blank lines, then a line too many", "2 1\n2\n1\n\n\n1\n", "6:1: found a line for vertex 3, but line 1"),
      metis("fewer edges than announced", "3 3\n2\n1 3\n2\n",
            "1:1: expected 6 entries, two for each of 3 edges, found 4"),
      metis("more edges than announced", "3 1\n2\n1 3\n2\n",
            "1:1: expected 2 entries, two for each of 1 edges, found 4"),
      metis("one end only", "3 2\n2 3\n1\n2\n", "1:1: every edge must stand at both of its ends, but vertex 1 lists 3"),
      metis(
          "ends that disagree about the weight", "3 2 1\n2 5\n1 5 3 6\n2 7\n",
          "1:1: every edge must stand at both of its ends, but vertex 2 lists 3, but 3 does not list 2 with the same"),
      metis("self loops that do not add up", "2 2\n1 1 1\n2\n", "1:1: a vertex lists itself an odd number of times"),
      metis("weight missing", "3 2 1\n2 5\n1 5 3\n2 6\n", "3:6: expected the weight of the edge, found the end"),
      metis("nan for a weight", "2 1 1\n2 nan\n1 nan\n", "2:3: expected a weight, found 'nan'; weights must be finite"),
      metis("weight of the vertex is a word", "3 2 10\n9 2\nx 1 3\n9 2\n", "3:1: expected a weight of the vertex"),
      metis("negative size", "3 2 101\n-1 2 1\n1 1 1 3 1\n1 2 1\n", "2:1: expected the size of the vertex, found '-1'"),
      metis("weights of the vertex are missing", "2 1 10 3\n1 2\n1 1 1 1\n", "2:4: expected a weight of the vertex"),
      metis("size missing", "3 2 100\n1 2\n\n9 2\n", "1:1: a line lacks the size of its vertex"),
      metis("size missing in the last line", "3 2 100\n1 2\n2 1\n\n", "1:1: a line lacks the size of its vertex"),
      metis("size missing behind a long line", "3 2 100\n1 2\n\n92\n", "1:1: a line lacks the size of its vertex"),
      metis("zero byte", with_zeros("3 2\n2\n1\0 3\n2\n"), "3:1: expected a neighbour from 1 to 3, found '1\\x00'"),
  };
}

}  // namespace mg

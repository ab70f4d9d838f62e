#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

HostileCase el(std::string what, std::string content, std::string error) {
  return {std::move(what), "el", {{"g.el", std::move(content)}}, "g.el:" + std::move(error)};
}

HostileCase csv(std::string what, std::string content, std::string error) {
  return {std::move(what), "csv", {{"g.csv", std::move(content)}}, "g.csv:" + std::move(error)};
}

HostileCase adj(std::string what, std::string content, std::string error) {
  return {std::move(what), "adj", {{"g.adj", std::move(content)}}, "g.adj:" + std::move(error)};
}

}  // namespace

std::vector<HostileCase> hostile_edge_lists() {
  return {
      el("one column", "1\n2\n3\n",
         "1:1: expected 2 or 3 columns (source, target, and maybe a weight), found 1 in '1'"),
      el("four columns", "1 2 3 4\n", "1:1: expected 2 or 3 columns (source, target, and maybe a weight), found 4"),
      el("a column is missing", "1 2\n3 4\n5\n", "3:2: expected 2 columns, as in line 1, found 1"),
      el("a weight is missing", "1 2 3\n3 4\n", "2:4: expected 3 columns, as in line 1, found 2"),
      el("a column too many", "1 2\n3 4 5\n", "2:5: expected 2 columns, as in line 1, found more: '5'"),
      el("a column too many, with weights", "1 2 3\n3 4 5 6\n",
         "2:7: expected 3 columns, as in line 1, found more: '6'"),
      el("no target after a blank", "# c\n1 2\n3 \n", "3:3: expected 2 columns, as in line 2, found 1"),
      el("negative vertex", "1 2\n-1 3\n", "2:1: expected a vertex, a whole number from 0 to 2^64 - 1"),
      el("fraction", "1 2\n1 2.5\n",
         "2:3: expected a vertex, a whole number from 0 to 2^64 - 1 as in the lines before"),
      el("2^64", "1 2\n1 18446744073709551616\n", "2:3: expected a vertex, a whole number from 0 to 2^64 - 1"),
      el("10^30", "1 2\n1000000000000000000000000000000 1\n", "2:1: expected a vertex, a whole number"),
      el("exponent", "1 2\n1e3 4\n", "2:1: expected a vertex, a whole number from 0 to 2^64 - 1"),
      el("nan for a weight", "1 2 3\n3 4 nan\n", "2:5: expected a weight, found 'nan'; weights must be finite numbers"),
      el("infinite weight", "1 2 3\n3 4 inf\n", "2:5: expected a weight, found 'inf'; weights must be finite numbers"),
      el("weight of 1e400", "1 2 3\n3 4 1e400\n", "2:5: expected a weight, found '1e400', which is beyond the range"),
      el("weight of 1e60", "1 2 3\n3 4 -1e60\n", "2:5: expected a weight, found '-1e60', which is beyond the range"),
      el("hexadecimal weight", "1 2 3\n3 4 0x10\n", "2:5: expected a weight, found '0x10', which is no number"),
      el("word for a weight", "1 2 3\n3 4 heavy\n", "2:5: expected a weight, found 'heavy', which is no number"),
      el("weight of 2^32 + 1", "1 2 3\n3 4 4294967297\n", "2:5: weight '4294967297' fits neither 32 unsigned bits nor"),
      el("weight of 2^63", "1 2 3\n3 4 9223372036854775809\n", "2:5: weight '9223372036854775809' fits neither"),
      el("weight of 10^30", "1 2 3\n3 4 1000000000000000000000000000000\n",
         "2:5: weight '1000000000000000000000000000"),
      el("large weight beside a fraction", "1 2 0.5\n3 4 16777217\n", "2:5: weight '16777217' cannot be kept exactly"),
      el("two signs", "1 2 3\n3 4 --1\n", "2:5: expected a weight, found '--1', which is no number"),
      el("zero byte in a name", "a b\nc" + with_zeros("\0") + "d e\n",
         "2:1: expected the name of a vertex, found a zero byte in 'c\\x00d'; is this a text file?"),
      el("zero byte for a separator", "1 2\n3" + with_zeros("\0") + "4\n",
         "2:1: expected the name of a vertex, found a zero byte in '3\\x004'"),
      el("zero byte in the first line", with_zeros("1\0 2\n3 4\n"), "1:1: expected the name of a vertex, found a zero"),
      el("commas in one line", "1 2\n3,4\n", "2:4: expected 2 columns, as in line 1, found 1"),
      el("a line of 3 MB", "1 2\n" + std::string(3'000'000, 'x') + "\n", "2:3000001: expected 2 columns, as in line 1"),
      el("error in the last line, which has no end", "1 2\n3", "2:2: expected 2 columns, as in line 1, found 1"),
  };
}

std::vector<HostileCase> hostile_csv() {
  return {
      csv("empty field between commas", "1,2,3\n1,,3\n", "2:3: expected the name of a vertex, found an empty field"),
      csv("four columns, one empty", "1,2,,3\n", "1:1: expected 2 or 3 columns (source, target, and maybe a weight)"),
      csv("empty first field", "1,2\n,3\n", "2:1: expected the name of a vertex, found an empty field"),
      csv("empty last field", "1,2\n3,\n", "2:3: expected the name of a vertex, found an empty field"),
      csv("empty weight", "1,2,3\n3,4,\n", "2:5: expected a weight, found the end of the line"),
      csv("separator at the end", "1,2\n3,4,\n", "2:4: expected 2 columns, as in line 1, found more: ','"),
      csv("missing field", "1,2\n3\n", "2:2: expected 2 columns, as in line 1, found 1"),
      csv("other separator", "1,2\n3;4\n", "2:4: expected 2 columns, as in line 1, found 1"),
      csv("quote without an end", "a,b\n\"c,d\n", "2:1: expected a closing quote before the end of the line"),
      csv("quote over two lines", "a,b\n\"c\nd\",e\n", "2:1: expected a closing quote before the end of the line"),
      csv("text behind a quote", "a,b\n\"c\"d,e\n", "2:4: expected commas after a vertex, found 'd'"),
      csv("empty quotes", "a,b\n\"\",d\n", "2:1: expected the name of a vertex, found an empty field"),
      csv("header in the middle", "source,target,weight\n1,2,3\nsource,target,weight\n",
          "3:15: expected a weight, found 'weight', which is no number"),
      csv("word for a weight", "1,2,3\n3,4,x\n", "2:5: expected a weight, found 'x', which is no number"),
      csv("weight of 1e400", "1,2,3\n3,4,1e400\n", "2:5: expected a weight, found '1e400', which is beyond the range"),
      csv("a column more", "1,2,3\n4,5,6,7\n", "2:6: expected 3 columns, as in line 1, found more: ','"),
      csv("decimal comma", "1;2;0.5\n3;4;0,5\n",
          "2:6: expected a number with a point, found a comma in it: write points"),
      csv("negative vertex", "1,2\n-3,4\n", "2:1: expected a vertex, a whole number from 0 to 2^64 - 1"),
      csv("one column", "id\n1\n2\n",
          "2:1: expected 2 or 3 columns (source, target, and maybe a weight), found 1 in '1'"),
      csv("zero byte in quotes", with_zeros("source,target\n\"c\0d\",e\n"),
          "2:1: expected the name of a vertex, found a zero"),
  };
}

std::vector<HostileCase> hostile_adjacency_lists() {
  return {
      adj("word for a neighbour", "1 2\n2 x\n", "2:3: expected a vertex, a whole number from 0 to 2^64 - 1, found 'x'"),
      adj("negative neighbour", "1 2\n2 -1\n", "2:3: expected a vertex, a whole number from 0 to 2^64 - 1, found '-1'"),
      adj("fraction", "1 2\n2 1.5\n", "2:3: expected a vertex, a whole number from 0 to 2^64 - 1, found '1.5'"),
      adj("2^64", "18446744073709551616 2\n", "1:1: expected a vertex, a whole number from 0 to 2^64 - 1, found '184"),
      adj("10^30 for a neighbour", "1 1000000000000000000000000000000\n", "1:3: expected a vertex, a whole number"),
      adj("zero byte", with_zeros("1 2\n3\0 4\n"), "2:1: expected a vertex, a whole number from 0 to 2^64 - 1, found"),
      adj("no vertex before the comma", ",1\n", "1:1: expected a vertex, a whole number from 0 to 2^64 - 1, found"),
      adj("colon after the vertex", "1: 2 3\n",
          "1:1: expected a vertex, a whole number from 0 to 2^64 - 1, found '1:'"),
  };
}

}  // namespace mg

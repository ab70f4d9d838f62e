// What looks odd and is right: refusing it would be the mistake.
#include <string>

#include "tests/hostile/hostile_case.hpp"

namespace mg {

namespace {

/// 100,000 labels, and then each of them in capitals.
std::string labels_in_capitals() {
  constexpr int vertices = 100'000;
  std::string text = "dl n=" + std::to_string(vertices) + " format=edgelist1 labels embedded data:\n";
  for (const char* letter : {"v", "V"}) {
    for (int i = 0; i < vertices; ++i) {
      text += letter + std::to_string(i) + " " + letter + std::to_string((i + 1) % vertices) + "\n";
    }
  }
  return text;
}

}  // namespace

std::vector<OddCase> odd_inputs() {
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  return {
      {"nothing", "el", {"g.el", ""}, 0, 0},
      {"only comments", "el", {"g.el", "# nothing\n% to see\n// here\n"}, 0, 0},
      {"header only", "csv", {"g.csv", "source,target\n"}, 0, 0},
      {"no line end at the end", "el", {"g.el", "1 2\n2 3"}, 3, 2},
      {"CRLF", "el", {"g.el", "1 2\r\n2 3\r\n"}, 3, 2},
      {"CRLF and LF", "csv", {"g.csv", "a,b\r\nb,c\n"}, 3, 2},
      {"tabs and spaces", "el", {"g.el", "1\t 2\n \t2   3\t\n"}, 3, 2},
      {"byte order mark",
       "el",
       {"g.el",
        "\xEF\xBB\xBF"
        "1 2\n2 3\n"},
       3,
       2},
      {"byte order mark before a banner",
       "auto",
       {"g", "\xEF\xBB\xBF" + banner + "pattern general\n2 2 1\n1 2\n"},
       2,
       1},
      {"no line end after the last entry", "mtx", {"g.mtx", banner + "pattern general\r\n2 2 1\r\n1 2"}, 2, 1},
      {"banner in capitals", "mtx", {"g.mtx", "%%MATRIXMARKET MATRIX COORDINATE PATTERN GENERAL\n2 2 0\n"}, 2, 0},
      {"both triangles of a symmetric matrix", "mtx", {"g.mtx", banner + "pattern symmetric\n2 2 2\n1 2\n2 1\n"}, 2, 2},
      {"both triangles of a skew-symmetric matrix",
       "mtx",
       {"g.mtx", banner + "real skew-symmetric\n2 2 2\n2 1 1\n1 2 -1\n"},
       2,
       4},
      {"a second banner, which is a comment",
       "mtx",
       {"g.mtx", banner + "pattern general\n" + banner + "pattern general\n2 2 1\n1 2\n"},
       2,
       1},
      {"fraction among integers", "mtx", {"g.mtx", banner + "integer general\n2 2 1\n1 2 0.5\n"}, 2, 1},
      {"a name like a mark of bzip2", "el", {"g.el", "BZhang BZh\n"}, 2, 1},
      {"largest and smallest 64-bit names", "el", {"g.el", "18446744073709551615 0\n"}, 2, 1},
      {"number followed by words", "el", {"g.el", "1 2\nb 1\n"}, 3, 2},
      {"leading zeros make a word", "el", {"g.el", "01 1\n"}, 2, 1},
      {"weights of all kinds", "el", {"g.el", "1 2 .5\n2 3 +7\n3 1 1e-400\n1 3 -0\n"}, 3, 4},
      {"a long word", "el", {"g.el", "a " + std::string(1'000'000, 'b') + "\n"}, 2, 1},
      {"long comment",
       "mtx",
       {"g.mtx", banner + "pattern general\n%" + std::string(1'000'000, 'x') + "\n1 1 1\n1 1"},
       1,
       1},
      {"problem without arcs", "gr", {"g.gr", "p sp 5 0"}, 5, 0},
      {"blank lines and comments", "gr", {"g.gr", "c\n\np sp 2 1\n\nc x\n  a 1 2 3\n\n"}, 2, 1},
      {"no vertices", "metis", {"g.graph", "0 0\n"}, 0, 0},
      {"blank lines for lone vertices, and more", "metis", {"g.graph", "3 1\n\n3\n2\n\n\n"}, 3, 1},
      {"self loop", "metis", {"g.graph", "2 2\n1 2\n1\n"}, 2, 2},
      {"quotes around separators", "csv", {"g.csv", "\"a,b\",\"c \"\"d\"\"\"\n"}, 2, 1},
      {"many labels in capitals and small letters", "dl", {"g.dl", labels_in_capitals()}, 100'000, 200'000},
      {"titles in a comment and one edge", "auto", {"g.csv", "# source target type\n1 2 Undirected\n"}, 2, 1},
      {"nothing but marks", "csv", {"g.csv", "%%#\n%%/\n"}, 0, 0},
      {"vertices without neighbours", "adj", {"g.adj", "1\n2 1\n9"}, 3, 1},
      {"packages that nothing explains",
       "debian",
       {"Packages", "Package: a\nDepends: b | c, d\n\n\n\nPackage: b"},
       2,
       1},
  };
}

}  // namespace mg

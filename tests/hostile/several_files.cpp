// Inputs of more than one file: Graphalytics, meshes, names beside a graph, package lists. And what is no graph at all.
#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

HostileCase graphalytics(std::string what, std::string vertices, std::string edges, std::string error) {
  return {std::move(what), "auto", {{"g.v", std::move(vertices)}, {"g.e", std::move(edges)}}, std::move(error)};
}

/// Triangles and points, in files of Triangle.
HostileCase mesh(std::string what, std::string triangles, std::string points, std::string error) {
  return {std::move(what), "auto", {{"g.ele", std::move(triangles)}, {"g.node", std::move(points)}}, std::move(error)};
}

HostileCase packages(std::string what, std::string content, std::string error) {
  return {std::move(what), "debian", {{"Packages", std::move(content)}}, "Packages:" + std::move(error)};
}

/// Names beside the path 1 - 2 - 3, in a format that numbers its vertices.
HostileCase names(std::string what, std::string content, std::string error) {
  const std::string path = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n";
  return {std::move(what), "auto", {{"g.mtx", path}, {"g.mtx.names", std::move(content)}}, std::move(error)};
}

HostileCase unknown(std::string what, HostileFile file, std::string error, ExitCode code = ExitCode::bad_input) {
  return {std::move(what), "auto", {std::move(file)}, std::move(error), code};
}

}  // namespace

std::vector<HostileCase> hostile_graphalytics() {
  return {
      graphalytics("word for a vertex", "1\nx\n", "1 1\n", "g.v:2:1: expected a vertex, a whole number from 0 to 2^64"),
      graphalytics("negative vertex", "1\n-2\n", "1 1\n", "g.v:2:1: expected a vertex, a whole number from 0 to 2^64"),
      graphalytics("vertex 2^64", "1\n18446744073709551616\n", "1 1\n", "g.v:2:1: expected a vertex, a whole number"),
      graphalytics("vertex listed twice", "2\n1\n2\n", "1 2\n", "g.v: vertex 2 is listed twice"),
      graphalytics("no vertices but edges", "", "1 2\n", "g.e:1:1: vertex 1 is not listed in g.v"),
      graphalytics("unknown vertex", "1\n2\n", "1 2\n2 1\n1 3\n", "g.e:3:3: vertex 3 is not listed in g.v"),
      graphalytics("edge with one end", "1\n2\n", "1 2\n2\n", "g.e:2:2: expected 2 columns, as in line 1, found 1"),
      graphalytics("edge of four columns", "1\n2\n", "1 2 3 4\n", "g.e:1:1: expected 2 or 3 columns"),
      graphalytics("some edges without a weight", "1\n2\n", "1 2 3\n2 1\n",
                   "g.e:2:4: expected 3 columns, as in line 1"),
      graphalytics("word for a weight", "1\n2\n", "1 2 3\n2 1 x\n",
                   "g.e:2:5: expected a weight, found 'x', which is no"),
      graphalytics("word in an edge", "1\n2\n", "1 2\n2 x\n", "g.e:2:3: expected a vertex, a whole number from 0 to"),
      graphalytics("zero byte", with_zeros("1\0\n2\n"), "1 2\n", "g.v:1:1: expected a vertex, a whole number from 0"),
      {"no edges beside the vertices",
       "auto",
       {{"g.v", "1\n2\n"}},
       "g.v: the vertices of a Graphalytics graph, but its"},
      {"no vertices beside the edges", "graphalytics", {{"g.e", "1 2\n"}}, "g.e: a Graphalytics graph is two files"},
  };
}

std::vector<HostileCase> hostile_meshes() {
  const std::string node = "3 2 0 0\n1 0 0\n2 9 0\n3 9 1\n";
  const std::string ele = "1 3 0\n1 1 2 3\n";
  return {
      mesh("no triangles", "", node, "g.ele:1:1: the file ends without the number of triangles"),
      mesh("no points", ele, "# nothing\n", "g.node:1:1: the file ends without the number of points"),
      mesh("tetrahedra", "1 4 0\n1 1 2 3 3\n", node, "g.ele:1:1: expected 3 or 6 nodes a triangle, found 4: tetra"),
      mesh("points in place of triangles", node, node, "g.ele:1:3: expected 3 or 6 nodes a triangle, found 2: tetra"),
      mesh("points in space", ele, "3 3 0 0\n1 0 0 0\n", "g.node:1:3: expected 2 coordinates a point, found 3: only"),
      mesh("two markers", ele, "3 2 0 2\n", "g.node:1:7: expected 0 or 1 boundary markers, found 2"),
      mesh("a header of five", ele, "3 2 0 0 0\n", "g.node:1:9: expected the end of the line, found '0'"),
      mesh("2^32 points", ele, "4294967296 2 0 0\n", "g.node:1:1: expected the number of points, found 4294967296, m"),
      mesh("4 billion points", ele, "4294967294 2 0 0\n1 0 0\n",
           "g.node:2:1: the file ends after 1 of the 4294967294 points that line 1 announces"),
      mesh("10^18 attributes", ele, "3 2 1000000000000000000 0\n1 0 0 7\n",
           "g.node:2:8: expected attributes, 1000000000000000000 of each, found the end of the line after 1"),
      mesh("10^18 triangles", "1000000000000000000 3 0\n1 1 2 3\n", node,
           "g.ele:2:1: the file ends after 1 of the 1000000000000000000 triangles that line 1 announces"),
      mesh("a point too many", ele, node + "# c\n4 1 1\n",
           "g.node:6:1: found more points than the 3 that line 1 announces"),
      mesh("a point is missing", ele, "3 2 0 0\n1 0 0\n3 9 1\n",
           "g.node:3:1: expected point 2, found 3: they are numbered one by one"),
      mesh("points from 2 on", ele, "3 2 0 0\n2 0 0\n3 9 1\n4 1 1\n", "g.node:2:1: expected point 0 or 1, found 2"),
      mesh("a word for a coordinate", ele, "3 2 0 0\n1 0 x\n", "g.node:2:5: expected y, a number that a double holds"),
      mesh("a coordinate too few", ele, "3 2 0 0\n1 0 # 0\n", "g.node:2:5: expected y, a number"),
      mesh("no number", ele, "3 2 0 0\n1 nan 0\n", "g.node:2:3: expected x, a number that a double holds, up to 1e+60"),
      mesh("infinite", ele, "3 2 0 0\n1 0 -inf\n", "g.node:2:5: expected y, a number that a double holds"),
      mesh("1e999", ele, "3 2 0 0\n1 1e999 0\n", "g.node:2:3: expected x, a number that a double holds"),
      mesh("1e101", ele, "3 2 0 0\n1 1e101 0\n", "g.node:2:3: expected x, a number that a double holds"),
      mesh("two signs", ele, "3 2 0 0\n1 +-1 0\n", "g.node:2:3: expected x, a number that a double holds"),
      mesh("a marker that is not announced", ele, "3 2 0 0\n1 0 0 1\n", "g.node:2:7: expected the end of the line"),
      mesh("a marker that is missing", ele, "3 2 0 1\n1 0 0\n",
           "g.node:2:6: expected boundary markers, 1 of each, found the end"),
      mesh("a zero byte in points", ele, with_zeros("3 2 0 0\n1 0\0 0\n"), "g.node:2:3: expected x, a number"),
      mesh("a corner that is no point", "1 3 0\n1 1 2 4\n", node, "g.ele:2:7: expected a point from 1 to 3, found '4'"),
      mesh("corners from 0 on", "1 3 0\n1 0 1 2\n", node, "g.ele:2:3: expected a point from 1 to 3, found '0'"),
      mesh("corners of nothing", ele, "0 2 0 0\n", "g.ele:2:3: found '1', but there are no points"),
      mesh("a word for a corner", "1 3 0\n1 1 2 x\n", node, "g.ele:2:7: expected a point from 1 to 3, found 'x'"),
      mesh("a corner too few", "1 3 0\n1 1 2\n", node, "g.ele:2:6: expected a point from 1 to 3, found the end of the"),
      mesh("a triangle twice", "3 3 0\n1 1 2 3\n2 2 3 1\n3 3 1 2\n", node,
           "g.ele: the triangle of the points 1, 2 and 3 is listed twice"),
      {"attributes beyond all numbers",
       "auto",
       {{"g.txt", "2 3 18446744073709551615\n0 1 2\n1 2 3\n"}},
       "g.txt:1:5: weight '18446744073709551615'"},
      {"attributes beyond all numbers, middles of sides",
       "auto",
       {{"g.txt", "2 6 18446744073709551615\n0 1 2 3 4 5\n1 2 3 4 5 6\n"}},
       "g.txt: lines of numbers whose lengths differ"},
      mesh("a corner twice", "1 3 0\n1 1 2 1\n", node, "g.ele:2:3: expected three corners, found one of them twice"),
      mesh("a corner too many", "1 3 0\n1 1 2 3 1\n", node, "g.ele:2:9: expected the end of the line, found '1'"),
      mesh("a middle too few", "1 6 0\n1 1 2 3 1 2\n", node, "g.ele:2:12: expected a point from 1 to 3"),
      mesh("an attribute too few", "1 3 1\n1 1 2 3\n", node,
           "g.ele:2:8: expected attributes, 1 of each, found the end"),
      mesh("triangles that are not in turn", "2 3 0\n1 1 2 3\n1 1 2 3\n", node, "g.ele:3:1: expected triangle 2, foun"),
      mesh("a triangle too many", ele + "2 1 2 3\n", node,
           "g.ele:3:1: found more triangles than the 1 that line 1 ann"),
      mesh("a zero byte", with_zeros("1 3 0\n1 1\0 2 3\n"), node, "g.ele:2:3: expected a point from 1 to 3"),
      mesh("a damaged file of points", ele, "\x1f\x8b damaged", "g.node: the gzip-compressed data is damaged or ends"),
      {"no points beside the triangles",
       "auto",
       {{"g.ele", ele}},
       "g.ele: the triangles of a mesh, but their points, g."},
      {"no triangles beside the points", "auto", {{"g.node", node}}, "g.node: the points of a mesh by its name, which"},
  };
}

std::vector<HostileCase> hostile_names() {
  return {
      names("too few names", "a\nb\n", "g.mtx.names has 2 names, but g.mtx has 3 vertices; if the files do not belong"),
      names("too many names", "a\nb\nc\nd\n", "g.mtx.names has 4 names, but g.mtx has 3 vertices"),
      names("no names", "", "g.mtx.names has 0 names, but g.mtx has 3 vertices"),
      names("empty name", "a\n\nc\n", "g.mtx.names:2: expected a vertex name, found an empty line"),
      names("empty name before a carriage return", "a\r\n\r\nc\r\n", "g.mtx.names:2: expected a vertex name, found an"),
      names("a name twice", "a\nb\na\n", "g.mtx.names:3: the vertex name 'a' stands in line 1 already"),
      names("zero byte", with_zeros("a\nb\0c\nd\n"),
            "g.mtx.names:2: expected a vertex name, found a zero byte; is this a text file?"),
      {"a vertex without a name",
       "auto",
       {{"g.el", "a b\nb c\n"}, {"g.el.names", "a\nb\n"}},
       "g.el names the vertex 'c', which g.el.names does not list; if the files do not belong together, move one away"},
      {"names in damaged compression",
       "auto",
       {{"g.el", "a b\n"}, {"g.el.names", "\x1f\x8b damaged"}},
       "g.el.names: the gzip-compressed data is damaged or ends early"},
  };
}

std::vector<HostileCase> hostile_package_lists() {
  return {
      packages("no field", "Package: a\nthis is no field\n",
               "2:1: expected a field of a package list, \"Field: value\""),
      packages("no name", "Package:\nDepends: b\n", "1:1: expected the name of a package, found ''"),
      packages("two names", "Package: a b\n", "1:1: expected the name of a package, found 'a b'"),
      packages("stanza without a package", "Package: a\n\nVersion: 2\n\n",
               "4:1: expected a field \"Package: NAME\" in"),
      packages("last stanza without a package", "Package: a\n\nDepends: a\n",
               "3:1: expected a field \"Package: NAME\""),
      packages("colon first", ": a\n", "1:1: expected a field of a package list, \"Field: value\", found ': a'"),
      packages("an edge list", "1 2\n3 4\n", "1:1: expected a field of a package list, \"Field: value\", found '1 2'"),
      packages("continuation of nothing", " b, c\nPackage: a\n", "1:1: expected a field of a package list, \"Field: v"),
      packages("package twice in a stanza", "Package: a\nPackage: b\n",
               "2:1: expected a blank line between stanzas, found 'Package: b' in that of package 'a'"),
      packages("zero byte in the name", with_zeros("Package: a\0b\n"),
               "1:1: expected the name of a package, found 'a\\"),
  };
}

std::vector<HostileCase> hostile_unrecognized() {
  const std::string elf = with_zeros(
      "\x7F"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3E\0");
  std::vector<HostileCase> cases = {
      unknown("lines that could be two formats", {"g", "1 2\n1 2 3\n"}, "g: lines of numbers whose lengths differ: an"),
      unknown("a program", {"g", elf}, "g: a program, which is no graph"),
      unknown("bytes", {"g", with_zeros("\0\0\1\2")},
              "g: not text, and not the start of any binary format of a graph that is known"),
      unknown("UTF-16",
              {"g", with_zeros("\xFF\xFE"
                               "1\0 \0")},
              "g: text in UTF-16; convert it, e.g. with iconv"),
      unknown("UTF-16 in a Matrix Market file", {"g.mtx", with_zeros("\xFE\xFF\0%\0%")}, "g.mtx: text in UTF-16; conv"),
      unknown("a prepared graph", {"g.el", "\x89MGRF\r\n\x1A"}, "g.el: a prepared graph already: open it as it is, or"),
      unknown("an emptied prepared graph", {"g.mg", ""},
              "g.mg: a prepared graph by its name, but it is empty; make it"),
      unknown("a prepared graph that begins otherwise", {"g.mg", "1 2\n"},
              "g.mg: a prepared graph by its name, but it does not begin with the mark of one; make it again with"),
      unknown("lz4", {"g.el.lz4", "\x04\x22\x4D\x18 and so on"}, "g.el.lz4: the lz4-compressed data is damaged or"),
      unknown("a zip archive", {"g.el", "PK\x03\x04\x14"}, "g.el: the zip archive is damaged or ends early"),
      unknown("a 7z archive", {"g.el", "7z\xBC\xAF\x27\x1C"}, "g.el: the 7z archive is damaged or ends early"),
      unknown("a page of the web", {"g.mtx", "<!DOCTYPE html>\n<html></html>\n"},
              "g.mtx: a page of HTML, as servers send when there is no such file"),
      unknown("nothing, called a matrix", {"g.mtx", ""}, "g.mtx:1:1: the file is empty: expected the banner"),
      {"unknown format", "xml", {{"g", "1 2\n"}}, "unknown format 'xml'; known are auto, mtx, el", ExitCode::wrong_use},
  };
  for (const char* format : {"mtx", "el", "csv", "adj", "gr", "metis", "debian"}) {
    const auto refused = [&](const std::string& content, const std::string& error) {
      cases.push_back({fmt::format("{} as {}", error, format), format, {{"g", content}}, "g: " + error});
    };
    refused(with_zeros("\xFF\xFE"
                       "1\0 \0002\0\n\0"),
            "text in UTF-16; convert it, e.g. with iconv");
    refused(with_zeros("\xFE\xFF\0001\0 \0002\0\n"), "text in UTF-16; convert it, e.g. with iconv");
    refused("3 2\r2\r1 3\r2\r", "its lines end in carriage returns alone; convert it, e.g. with tr");
    refused("PK\x03\x04\x14", "the zip archive is damaged or ends early");
    refused("g.mtx" + std::string(252, '\0') + "ustar", "the tar archive is damaged or ends early");
    refused("Rar!\x1A\x07\x01", "a rar archive; unpack it and name the file within");
  }
  return cases;
}

}  // namespace mg

// The two binary formats: Galois and the GAP Benchmark Suite's.
#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

using u8 = std::uint8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

HostileCase sg(std::string what, std::string content, std::string error) {
  return {std::move(what), "gap", {{"g.sg", std::move(content)}}, std::move(error)};
}

HostileCase galois(std::string what, std::string content, std::string error) {
  return {std::move(what), "galois", {{"g.gr", std::move(content)}}, std::move(error)};
}

/// The header of an undirected .sg file and its offsets; arcs follow.
template <class... Offsets>
std::string undirected(i64 arcs, i64 vertices, Offsets... offsets) {
  return bytes_of(u8{0}, arcs, vertices, i64{offsets}...);
}

/// 0 -> 1, 0 -> 2, 2 -> 0 without edge data.
const std::string galois_graph =
    bytes_of(i64{1}, i64{0}, i64{3}, i64{3}, i64{2}, i64{2}, i64{3}, i32{1}, i32{2}, i32{0});

constexpr i64 huge = i64{1} << 60;
constexpr i64 trillion = 1'000'000'000'000;

}  // namespace

std::vector<HostileCase> hostile_gap() {
  const std::string edge = undirected(2, 2, 0, 1, 2) + bytes_of(i32{1}, i32{0});
  std::vector<HostileCase> cases = {
      sg("nothing", "", "the file ends within the header from byte 0 on (it has 0 bytes): it is cut off"),
      sg("text", "1 2\n3 4\n5 6\n7 8\n9 10\n", "not a serialized graph of the GAP Benchmark Suite"),
      sg("direction 2", bytes_of(u8{2}, i64{0}, i64{0}, i64{0}), "not a serialized graph of the GAP Benchmark Suite"),
      sg("negative arcs", undirected(-1, 0, 0), "not a serialized graph of the GAP Benchmark Suite"),
      sg("negative vertices", undirected(0, -1, 0), "not a serialized graph of the GAP Benchmark Suite"),
      sg("2^31 + 1 vertices", undirected(0, (i64{1} << 31) + 1, 0),
         "not a serialized graph of the GAP Benchmark Suite"),
      sg("2^31 vertices in a small file", undirected(0, i64{1} << 31, 0), "cut off or damaged"),
      sg("10^12 arcs in a small file", undirected(trillion, 2, 0, 1, 2),
         "the header announces 1000000000000 arcs, but"),
      sg("2^60 arcs", undirected(huge, 1, 0, 0), "the header announces 1152921504606846976 arcs, but the file has"),
      sg("a byte too many", edge + "x", "cut off or damaged"),
      sg("first row not at 0", undirected(2, 2, 1, 1, 2) + bytes_of(i32{1}, i32{0}),
         "the first row does not begin at 0"),
      sg("row beyond the arcs", undirected(2, 2, 0, 3, 2) + bytes_of(i32{1}, i32{0}), "the row of vertex 0 is [0, 3)"),
      sg("rows that descend", undirected(2, 3, 0, 2, 1, 2) + bytes_of(i32{1}, i32{0}), "the row of vertex 1 is [2, 1)"),
      sg("negative offset", undirected(2, 2, 0, -1, 2) + bytes_of(i32{1}, i32{0}), "the row of vertex 0 is [0, 184467"),
      sg("rows that end early", undirected(2, 2, 0, 1, 1) + bytes_of(i32{1}, i32{0}), "the rows hold 1 arcs, but"),
      sg("neighbour out of range", undirected(2, 2, 0, 1, 2) + bytes_of(i32{2}, i32{0}),
         "arc 0 leads to vertex 2, but"),
      sg("negative neighbour", undirected(2, 2, 0, 1, 2) + bytes_of(i32{1}, i32{-1}),
         "arc 1 leads to vertex 4294967295"),
      sg("arcs without vertices", undirected(1, 0, 0) + bytes_of(i32{0}), "the rows hold 0 arcs, but"),
      sg("undirected with one end", undirected(2, 2, 0, 2, 2) + bytes_of(i32{1}, i32{1}),
         "the header says undirected, but vertex 0 lists 1, but 1 does not list 0: the file is damaged"),
      sg("ends that disagree about the weight", undirected(2, 2, 0, 1, 2) + bytes_of(i32{1}, i32{7}, i32{0}, i32{8}),
         "the header says undirected, but vertex 0 lists 1, but 1 does not list 0 with the same weight"),
      sg("negative weight that a float rounds",
         undirected(2, 2, 0, 1, 2) + bytes_of(i32{1}, i32{-16777217}, i32{0}, i32{-16777217}),
         "the weights include negative ones and -16777217 (arc 0), which no 32-bit float holds exactly"),
  };
  for (const std::size_t size : {1U, 8U, 9U, 16U, 17U, 24U, 25U, 33U, 40U, 41U, 45U, 48U}) {
    cases.push_back(sg("cut off after " + std::to_string(size) + " bytes", edge.substr(0, size), "cut off or damaged"));
  }
  return cases;
}

std::vector<HostileCase> hostile_galois() {
  std::vector<HostileCase> cases = {
      galois("nothing", "", "the file ends within the header from byte 0 on (it has 0 bytes)"),
      galois("version 2", bytes_of(i64{2}, i64{0}, i64{0}, i64{0}),
             "expected a Galois graph of version 1, found versi"),
      galois("version 2^60", bytes_of(huge, i64{0}, i64{0}, i64{0}),
             "expected a Galois graph of version 1, found vers"),
      galois("edge data of 12 bytes", bytes_of(i64{1}, i64{12}, i64{0}, i64{0}), "expected edge data of 0, 4 or 8 byt"),
      galois("negative vertices", bytes_of(i64{1}, i64{0}, i64{-1}, i64{0}), "18446744073709551615 vertices exceed"),
      galois("2^32 - 1 vertices", bytes_of(i64{1}, i64{0}, (i64{1} << 32) - 1, i64{0}), "4294967295 vertices exceed"),
      galois("4 billion vertices in a small file", bytes_of(i64{1}, i64{0}, (i64{1} << 32) - 2, i64{0}),
             "4294967294 vertices and 0 arcs with 0 bytes of data take 34359738384 bytes, but the file has 32"),
      galois("10^12 arcs in a small file", bytes_of(i64{1}, i64{0}, i64{1}, trillion),
             "the header announces 1000000000"),
      galois("2^64 - 1 arcs", bytes_of(i64{1}, i64{0}, i64{0}, i64{-1}),
             "the header announces 18446744073709551615 ar"),
      galois("2^62 arcs, whose bytes wrap", bytes_of(i64{1}, i64{4}, i64{0}, i64{1} << 62),
             "the header announces 46116"),
      galois("bytes too many", galois_graph + "12345", "cut off or damaged"),
      galois("rows that descend",
             bytes_of(i64{1}, i64{0}, i64{3}, i64{3}, i64{2}, i64{1}, i64{3}, i32{1}, i32{2}, i32{0}),
             "the row of vertex 1 is [2, 1), which is no part of the 3 arcs: the file is damaged"),
      galois("rows that end early",
             bytes_of(i64{1}, i64{0}, i64{3}, i64{3}, i64{1}, i64{1}, i64{1}, i32{1}, i32{2}, i32{0}),
             "the rows hold 1 arcs, but the header announces 3: the file is damaged"),
      galois("target out of range",
             bytes_of(i64{1}, i64{0}, i64{3}, i64{3}, i64{2}, i64{2}, i64{3}, i32{1}, i32{3}, i32{0}),
             "arc 1 leads to vertex 3, but the vertices are 0 .. 2: the file is damaged"),
      galois("doubles for edge data", bytes_of(i64{1}, i64{8}, i64{1}, i64{2}, i64{2}, i32{0}, i32{0}, 0.5, 1.5),
             "the 8 bytes of data of arc 0 are 4602678819172646912 as an integer, beyond 2^32 - 1 (are they doubles?)"),
      galois("text", "p sp 2 1\na 1 2 3\nc and more\nc text\n", "expected a Galois graph of version 1, found version"),
  };
  for (const std::size_t size : {7U, 8U, 16U, 24U, 31U, 32U, 40U, 55U, 56U, 60U, 64U, 67U}) {
    cases.push_back(
        galois("cut off after " + std::to_string(size) + " bytes", galois_graph.substr(0, size), "cut off or damaged"));
  }
  return cases;
}

}  // namespace mg

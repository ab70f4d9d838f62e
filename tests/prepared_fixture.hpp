// What the tests of the prepared graph file share: small graphs of every kind, files to damage, and a walk that would
// notice a step out of bounds.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/prepared/image.hpp"

namespace mg {

using prepared::Header;
using prepared::SectionEntry;
using prepared::SectionType;

/// A folder of its own for each test, removed afterwards.
class PreparedFile : public testing::Test {
 protected:
  PreparedFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mg-prepared-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / "g.mg";
  }
  ~PreparedFile() override { std::filesystem::remove_all(folder_); }

  void write(const Graph& graph, const WriteOptions& options = {.threads = 1}) const {
    write_prepared(graph, path_, options, silent_progress());
  }
  /// On one thread, as are most tests here: they check thousands of tiny files.
  void verify() const { verify_prepared(path_, silent_progress(), 1); }

  std::filesystem::path folder_;
  std::string path_;
};

inline VertexNames letters(VertexId n) {
  std::vector<std::uint64_t> offsets{0};
  std::string bytes;
  for (VertexId v = 0; v < n; ++v) {
    bytes += fmt::format("v{}", (v * 7) % n);
    offsets.push_back(bytes.size());
  }
  return VertexNames::strings(Array<std::uint64_t>::copy_of(offsets), Array<char>::copy_of(bytes));
}

inline VertexNames squares(VertexId n) {
  auto ids = Array<std::uint64_t>::uninitialized(n);
  for (std::uint64_t v = 0; v < n; ++v) ids[v] = v * v + 1;
  return VertexNames::integers(ids);
}

struct Recipe {
  VertexId vertices;
  std::size_t edges;
  WeightType weights;
  bool directed;
  std::string order;
  VertexNames names;
};

inline Graph make(const Recipe& recipe, DuplicatePolicy duplicates = DuplicatePolicy::first) {
  std::mt19937_64 random(recipe.edges);
  EdgeList list;
  list.names = recipe.names;
  list.edges = Array<Edge>::uninitialized(recipe.edges);
  const auto vertex = [&] { return static_cast<VertexId>(random() % recipe.vertices); };
  for (Edge& edge : list.edges) edge = {vertex(), vertex()};
  auto u32 = Array<std::uint32_t>::uninitialized(recipe.edges);
  for (auto& weight : u32) weight = static_cast<std::uint32_t>(random() % 100);
  auto f32 = Array<float>::uninitialized(recipe.edges);
  for (auto& weight : f32) weight = static_cast<float>(random() % 100) - 50.5F;
  if (recipe.weights == WeightType::u32) list.weights = u32;
  if (recipe.weights == WeightType::f32) list.weights = f32;
  BuildReport report;
  return build_graph(list, {.directed = recipe.directed, .duplicates = duplicates, .order = recipe.order, .threads = 1},
                     report, silent_progress());
}

inline Graph with_places(Graph graph) {
  graph.places = {Array<double>::uninitialized(graph.num_vertices()),
                  Array<double>::uninitialized(graph.num_vertices()), 5};
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    graph.places.x[v] = 0.1 * v;
    graph.places.y[v] = -1e60 / (v + 1);
  }
  return graph;
}

/// One of each kind of everything.
inline std::vector<Graph> graphs() {
  using enum WeightType;
  return {make({0, 0, none, true, "original", VertexNames::counted(0, 0)}),
          make({1, 0, none, false, "original", VertexNames::counted(5, 1)}),
          make({3, 0, u32, true, "original", letters(3)}),
          make({12, 40, none, true, "original", VertexNames::counted(1, 12)}),
          make({12, 40, f32, false, "degree", letters(12)}),
          make({9, 30, u32, true, "random:3", squares(9)}),
          make({9, 60, u32, false, "bfs", VertexNames::counted(0, 9)}, DuplicatePolicy::keep),
          with_places(make({7, 20, none, false, "degree", VertexNames::counted(1, 7)}))};
}

template <class T>
void expect_same(const Array<T>& a, const Array<T>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0) << what;
}

inline void expect_same(const Adjacency& a, const Adjacency& b) {
  expect_same(a.offsets, b.offsets, "offsets");
  expect_same(a.neighbors, b.neighbors, "neighbors");
  ASSERT_EQ(type_of(a.weights), type_of(b.weights));
  if (const auto* w = std::get_if<Array<std::uint32_t>>(&a.weights)) {
    expect_same(*w, std::get<Array<std::uint32_t>>(b.weights), "weights");
  }
  if (const auto* w = std::get_if<Array<float>>(&a.weights))
    expect_same(*w, std::get<Array<float>>(b.weights), "weights");
}

inline void expect_same(const Graph& a, const Graph& b) {
  EXPECT_EQ(a.directed, b.directed);
  expect_same(a.out, b.out);
  expect_same(a.in, b.in);
  EXPECT_EQ(a.order.text, b.order.text);
  expect_same(a.order.to_file, b.order.to_file, "to_file");
  expect_same(a.order.from_file, b.order.from_file, "from_file");
  expect_same(a.places.x, b.places.x, "places.x");
  expect_same(a.places.y, b.places.y, "places.y");
  EXPECT_EQ(a.places.triangles, b.places.triangles);
  EXPECT_EQ(a.cleaning.duplicates, b.cleaning.duplicates);
  EXPECT_EQ(a.cleaning.self_loops, b.cleaning.self_loops);
  EXPECT_EQ(a.cleaning.self_loop_count, b.cleaning.self_loop_count);
  EXPECT_EQ(a.cleaning.weights, b.cleaning.weights);
  ASSERT_EQ(a.num_vertices(), b.num_vertices());
  EXPECT_EQ(a.num_edges(), b.num_edges());
  for (VertexId v = 0; v < a.num_vertices(); ++v) {
    EXPECT_EQ(a.name(v), b.name(v));
    EXPECT_EQ(b.find(a.name(v)), v);
  }
}

inline std::vector<char> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::string& path, const std::vector<char>& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Visits everything an algorithm may visit, and checks that each step stays within the arrays.
inline void walk(const Graph& graph) {
  for (const Adjacency* rows : {&graph.out, &graph.in}) {
    ASSERT_EQ(rows->num_rows(), graph.num_vertices());
    for (VertexId v = 0; v < rows->num_rows(); ++v) {
      ASSERT_LE(rows->offsets[v], rows->offsets[v + 1]);
      ASSERT_LE(rows->offsets[v + 1], rows->neighbors.size());
      for (const VertexId neighbor : rows->row(v)) ASSERT_LT(neighbor, graph.num_vertices());
    }
    const auto fits = [&](const auto& weights) {
      if constexpr (requires { weights.size(); }) return weights.size() == rows->neighbors.size();
      return true;
    };
    ASSERT_TRUE(std::visit(fits, rows->weights));
  }
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    ASSERT_LT(graph.to_file(v), graph.num_vertices());
    ASSERT_LT(graph.from_file(v), graph.num_vertices());
    ASSERT_LE(graph.find(graph.name(v)).value_or(0), graph.num_vertices());
  }
}

/// Opens and walks a file that may be anything: an Error is fine, and so is a graph that keeps within its bounds.
inline void open_and_walk(const std::string& path) {
  try {
    const Graph graph = open_prepared(path, 1);
    check_bounds(graph, path, 1);
    walk(graph);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input) << error.what();
  }
}

/// A file in memory whose checksums are made right after damage, as somebody with bad intentions would.
class Forgery {
 public:
  explicit Forgery(const std::string& path) : path_(path), bytes_(read_bytes(path)) {
    std::memcpy(&header, bytes_.data(), sizeof header);
    table.resize(header.section_count);
    std::memcpy(table.data(), bytes_.data() + sizeof header, table.size() * sizeof(SectionEntry));
  }

  SectionEntry& section(SectionType type) {
    return *std::ranges::find(table, static_cast<std::uint32_t>(type), &SectionEntry::type);
  }
  /// Changes element `index` of a section.
  template <class T>
  void set(SectionType type, std::size_t index, T value) {
    std::memcpy(bytes_.data() + section(type).offset + index * sizeof(T), &value, sizeof value);
  }
  /// Replaces a text of the metadata by one of the same length.
  void replace(std::string_view from, std::string_view to) {
    const auto found = std::search(bytes_.begin(), bytes_.end(), from.begin(), from.end());
    ASSERT_NE(found, bytes_.end()) << from;
    ASSERT_EQ(from.size(), to.size());
    std::ranges::copy(to, found);
  }

  void save() {
    for (SectionEntry& entry : table) {
      if (entry.offset > bytes_.size() || entry.length > bytes_.size() - entry.offset) continue;
      entry.checksum = prepared::checksum(std::as_bytes(std::span(bytes_)).subspan(entry.offset, entry.length));
    }
    header.table_checksum = prepared::checksum(std::as_bytes(std::span(table)));
    header.header_checksum = prepared::checksum(std::as_bytes(std::span(&header, 1)).first(56));
    std::memcpy(bytes_.data(), &header, sizeof header);
    std::memcpy(bytes_.data() + sizeof header, table.data(), table.size() * sizeof(SectionEntry));
    write_bytes(path_, bytes_);
  }

  Header header{};
  std::vector<SectionEntry> table;

 private:
  std::string path_;
  std::vector<char> bytes_;
};

}  // namespace mg

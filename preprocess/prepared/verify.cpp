
#include <algorithm>
#include <atomic>
#include <cstring>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/adjacency_builder.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/building/check_tiles.hpp"
#include "preprocess/prepared/contents.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {
namespace {

using prepared::Image;
using prepared::SectionEntry;

std::string name_of(const SectionEntry& section) {
  const prepared::SectionKind* kind = prepared::find_kind(section.type);
  return kind != nullptr ? std::string(kind->name) : fmt::format("of type {}", section.type);
}

void verify_checksums(const Image& image, int threads) {
  const auto& sections = image.sections();
  std::vector<char> wrong(sections.size(), 0);
  parallel_tasks(
      sections.size(), threads_worth(image.bytes().size(), prepared::checksum_grain, threads),
      [&](std::size_t i) { wrong[i] = prepared::checksum(image.content(sections[i])) != sections[i].checksum; });
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (wrong[i] != 0) image.damaged("the checksum of section {} is wrong", name_of(sections[i]));
  }
}

/// No byte may be outside of all checksums: what lies between sections is zero.
void verify_padding(const Image& image) {
  std::vector<SectionEntry> sections = image.sections();
  std::ranges::sort(sections, {}, [](const SectionEntry& s) { return std::pair(s.offset, s.length); });
  std::size_t position = sizeof(prepared::Header) + sections.size() * sizeof(SectionEntry);
  const auto expect_zeros = [&](std::size_t end) {
    for (; position < end; ++position) {
      if (image.bytes()[position] != std::byte{0}) image.damaged("byte {} between its sections is not zero", position);
    }
  };
  for (const SectionEntry& section : sections) {
    expect_zeros(section.offset);
    position = section.offset + section.length;
  }
  expect_zeros(image.bytes().size());
}

/// Checks what the metadata and the definition of a graph promise, on a graph within its bounds.
class Invariants {
 public:
  Invariants(const Image& image, const prepared::Metadata& metadata, const Graph& graph, int threads)
      : image_(image), metadata_(metadata), graph_(graph), threads_(threads) {}

  void check_rows() const {
    const Adjacency& rows = graph_.out;
    const bool merged = metadata_.cleaning.duplicates != DuplicatePolicy::keep;
    std::atomic<bool> disorder{false};
    std::atomic<bool> duplicate{false};
    std::atomic<EdgeId> loops{0};
    parallel_chunks(rows.num_rows(), rows_a_chunk, threads_, [&](std::size_t begin, std::size_t end, int) {
      EdgeId loops_here = 0;
      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
        const auto row = rows.row(v);
        loops_here += std::ranges::count(row, v);
        if (!std::ranges::is_sorted(row)) disorder = true;
        if (merged && std::ranges::adjacent_find(row) != row.end()) duplicate = true;
      }
      loops += loops_here;
    });
    if (disorder) image_.damaged("the neighbours of a vertex do not ascend");
    if (duplicate) image_.damaged("an edge stands twice, though duplicates were merged");
    if (loops != metadata_.cleaning.self_loop_count) {
      image_.damaged("it has {} self loops where its metadata says {}", loops.load(),
                     metadata_.cleaning.self_loop_count);
    }
    const bool dropped = metadata_.cleaning.self_loops == SelfLoopPolicy::drop;
    if (dropped && loops != 0) image_.damaged("it has self loops, though they were dropped");
  }

  /// An undirected graph is its own transpose.
  void check_columns() const {
    with_weight_type(graph_.out.weights, [&](auto type) {
      using W = decltype(type);
      const Adjacency expected = AdjacencyBuilder<W>(graph_.num_vertices(), threads_).transpose(graph_.out);
      const bool same = same_values(expected.offsets, graph_.in.offsets) &&
                        same_values(expected.neighbors, graph_.in.neighbors) &&
                        same_bytes(weights_data<W>(expected.weights), weights_data<W>(graph_.in.weights));
      if (same) return;
      image_.damaged("{}", graph_.directed ? "its columns are not the transpose of its rows"
                                           : "an undirected edge does not have its two arcs");
    });
  }

  void check_order() const {
    const VertexOrder& order = graph_.order;
    if ((order.text == "original") != order.to_file.empty() && graph_.num_vertices() > 0) {
      image_.damaged("its vertex order '{}' does not fit its sections", order.text);
    }
    for (VertexId v = 0; v < order.to_file.size(); ++v) {
      if (order.from_file[order.to_file[v]] != v) image_.damaged("its vertex order is not a permutation");
    }
  }

  void check_names() const {
    if (graph_.names.kind() != VertexNames::Kind::strings) return;
    const VertexNames& names = graph_.names;
    const auto& offsets = names.offsets();
    if (offsets[0] != 0 || offsets[names.size()] != names.bytes().size()) {
      image_.damaged("its names do not fill their section");
    }
    const auto name = [&](VertexId v) {
      return std::string_view(names.bytes().data() + offsets[v], offsets[v + 1] - offsets[v]);
    };
    for (VertexId i = 1; i < names.size(); ++i) {
      if (name(names.by_name()[i - 1]) >= name(names.by_name()[i])) {
        image_.damaged("the index of its names does not ascend");
      }
    }
  }

  void check_weights() const {
    if (prepared::facts_of(graph_.out.weights, threads_) != metadata_.weight_facts) {
      image_.damaged("its metadata is wrong about negative or infinite weights");
    }
  }

 private:
  static constexpr std::size_t rows_a_chunk = 4096;

  template <class T>
  static bool same_values(const Array<T>& a, const Array<T>& b) {
    return a.size() == b.size() && same_bytes(a.data(), b.data(), a.size());
  }
  /// Weights are compared as bytes, for not-a-number equals nothing. Both have as many as the graph has arcs.
  template <class W>
  [[nodiscard]] bool same_bytes(const W* a, const W* b) const {
    return !has_weight<W> || same_bytes(a, b, graph_.num_arcs());
  }
  template <class T>
  static bool same_bytes(const T* a, const T* b, std::size_t count) {
    return count == 0 || std::memcmp(a, b, count * sizeof(T)) == 0;
  }

  const Image& image_;
  const prepared::Metadata& metadata_;
  const Graph& graph_;
  int threads_;
};

}  // namespace

void verify_prepared(const std::string& path, Progress& progress, int threads) {
  constexpr std::uint64_t steps = 5;
  const int team = threads > 0 ? threads : default_threads();
  const Image image(path);
  progress.report("verifying checksums", 0, steps);
  verify_checksums(image, team);
  verify_padding(image);
  const prepared::Metadata metadata = prepared::read_metadata(image);
  Graph graph = prepared::view_graph(image, metadata);
  const bool both = !graph.out.offsets.empty() && !graph.in.offsets.empty();
  prepared::complete_directions(graph, path, team);
  check_bounds(graph, path, team);
  const Invariants invariants(image, metadata, graph, team);
  progress.report("verifying rows", 1, steps);
  invariants.check_rows();
  progress.report("verifying columns", 2, steps);
  if (both) invariants.check_columns();
  progress.report("verifying tiles", 3, steps);
  if (graph.tiles != nullptr) check_tiles(*graph.tiles, graph.in, path, team);
  progress.report("verifying names and order", 4, steps);
  invariants.check_order();
  invariants.check_names();
  invariants.check_weights();
  progress.report("verified", steps, steps);
}

}  // namespace mg

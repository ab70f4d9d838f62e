// The serialized graph of the GAP Benchmark Suite, .sg and .wsg: directed (1 byte), arcs, vertices (int64), then the
// csr as int64 offsets (vertices + 1) and int32 neighbours (.wsg: pairs of neighbour and weight), and the csc likewise
// if directed. An undirected edge stands in the rows of both of its ends.
#include <fmt/format.h>

#include <optional>
#include <string>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "preprocess/readers/binary_content.hpp"
#include "preprocess/readers/csr_content.hpp"
#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/mirrored.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {
namespace {

struct Header {
  static constexpr std::uint64_t bytes = 17;
  bool directed = false;
  std::uint64_t arcs = 0;
  std::uint64_t vertices = 0;

  /// The size of a file with this header. Needs numbers that read_header has checked.
  [[nodiscard]] std::uint64_t file_size(std::uint64_t bytes_per_arc) const {
    return bytes + (directed ? 2 : 1) * (8 * (vertices + 1) + bytes_per_arc * arcs);
  }
};

Header read_header(const BinaryContent& content) {
  const auto directed = content.number<std::uint8_t>(0, "header");
  const auto arcs = content.number<std::int64_t>(1, "header");
  const auto vertices = content.number<std::int64_t>(9, "header");
  constexpr std::int64_t limit = std::int64_t{1} << 31;
  if (directed > 1 || arcs < 0 || vertices < 0 || vertices > limit) {
    fail(ExitCode::bad_input,
         "{}: not a serialized graph of the GAP Benchmark Suite: its first 17 bytes would mean directed = {} (0 or 1 "
         "expected), {} arcs and {} vertices (at most 2^31)",
         content.name(), directed, arcs, vertices);
  }
  const Header header{directed == 1, static_cast<std::uint64_t>(arcs), static_cast<std::uint64_t>(vertices)};
  if (header.arcs > content.size() / 4) {  // so that no size computed from it overflows
    fail(ExitCode::bad_input,
         "{}: the header announces {} arcs, but the file has {} bytes only: it is cut off or damaged", content.name(),
         header.arcs, content.size());
  }
  return header;
}

/// Whether the file holds weights, which nothing but its size tells; its name does where there are no arcs.
bool has_weights(const BinaryContent& content, const Header& header, std::string_view plain_path) {
  const std::uint64_t plain = header.file_size(4);
  const std::uint64_t weighted = header.file_size(8);
  if (plain == weighted && content.size() == plain) return plain_path.ends_with(".wsg");
  if (content.size() == plain) return false;
  if (content.size() == weighted) return true;
  fail(ExitCode::bad_input,
       "{}: {} graph of {} vertices and {} arcs takes {} bytes as .sg and {} as .wsg, but the file has {}: it is cut "
       "off or damaged",
       content.name(), header.directed ? "a directed" : "an undirected", header.vertices, header.arcs, plain, weighted,
       content.size());
}

/// Signed weights as u32 where none is negative, else as f32 where that changes none.
Weights weights_of(const Array<std::int32_t>& values, const std::string& file) {
  const auto least = parallel_fold(
      values.size(), default_threads(), std::int32_t{0}, [&](std::size_t i) { return values[i]; },
      [](std::int32_t& lowest, std::int32_t value) { lowest = std::min(lowest, value); });
  if (least >= 0) {
    auto integers = Array<std::uint32_t>::uninitialized(values.size());
    parallel_for(values.size(), default_threads(),
                 [&](std::size_t i) { integers[i] = static_cast<std::uint32_t>(values[i]); });
    return integers;
  }
  auto floats = Array<float>::uninitialized(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    floats[i] = static_cast<float>(values[i]);
    if (static_cast<double>(floats[i]) != values[i]) {
      fail(ExitCode::bad_input,
           "{}: the weights include negative ones and {} (arc {}), which no 32-bit float holds exactly; read the file "
           "without weights",
           file, values[i], i);
    }
  }
  return floats;
}

struct WeightedTarget {
  std::uint32_t target;
  std::int32_t weight;
};

/// Reads the csr; `weights` where the file has and the caller wants them.
StoredRows read_rows(const BinaryContent& content, const Header& header, bool weighted, Array<std::int32_t>* weights) {
  StoredRows rows;
  rows.file = content.name();
  if (content.number<std::uint64_t>(Header::bytes, "offsets") != 0) {
    fail(ExitCode::bad_input, "{}: the first row does not begin at 0: the file is damaged", rows.file);
  }
  rows.ends = content.array<std::uint64_t>(Header::bytes + 8, header.vertices, "offsets");
  const std::uint64_t begin = Header::bytes + 8 * (header.vertices + 1);
  if (!weighted) {
    rows.targets = content.array<std::uint32_t>(begin, header.arcs, "neighbours");
    return rows;
  }
  const auto pairs = content.array<WeightedTarget>(begin, header.arcs, "neighbours");
  rows.targets = Array<std::uint32_t>::uninitialized(header.arcs);
  if (weights != nullptr) *weights = Array<std::int32_t>::uninitialized(header.arcs);
  parallel_for(header.arcs, default_threads(), [&](std::size_t e) {
    rows.targets[e] = pairs[e].target;
    if (weights != nullptr) (*weights)[e] = pairs[e].weight;
  });
  return rows;
}

}  // namespace

EdgeList read_gap(Input& input, const ReadOptions& options, Progress& progress) {
  const BinaryContent content(input, progress);
  const Header header = read_header(content);
  const bool stored_weights = has_weights(content, header, input.plain_path());
  const bool weighted = stored_weights && options.read_weights;

  EdgeList list;
  list.format = "gap";
  list.names = VertexNames::counted(0, static_cast<VertexId>(header.vertices));
  list.directed = header.directed;
  list.direction_declared = true;
  {
    Array<std::int32_t> weights;
    const StoredRows rows = read_rows(content, header, stored_weights, weighted ? &weights : nullptr);
    check_rows(rows);
    list.edges = edges_of(rows);
    if (weighted) list.weights = weights_of(weights, content.name());
  }
  if (!list.directed) {
    if (!count_mirrored(list).symmetric) {
      fail(ExitCode::bad_input, "{}: the header says undirected, but {}: the file is damaged", content.name(),
           describe_unmatched(list));
    }
    keep_one_end(list);
  }
  list.decisions.push_back(fmt::format("a serialized GAP graph, {}; {}", list.directed ? "directed" : "undirected",
                                       weighted         ? fmt::format("weights: {}", describe(list.weights))
                                       : stored_weights ? "weights are passed over"
                                                        : "no weights"));
  return list;
}

}  // namespace mg

// Galois .gr, version 1: four uint64 (version, bytes of an edge's data, vertices, arcs), the end of each row (uint64),
// targets (uint32), padding to 8 bytes, edge data. Always directed.
#include <fmt/format.h>

#include <limits>
#include <string>

#include "preprocess/readers/binary_content.hpp"
#include "preprocess/readers/csr_content.hpp"
#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {
namespace {

struct Header {
  static constexpr std::uint64_t bytes = 32;
  std::uint64_t bytes_per_weight = 0;
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;

  [[nodiscard]] std::uint64_t targets_at() const { return bytes + 8 * vertices; }
  [[nodiscard]] std::uint64_t weights_at() const { return targets_at() + 4 * (arcs + arcs % 2); }
};

Header read_header(const BinaryContent& content) {
  const auto field = [&](unsigned index) { return content.number<std::uint64_t>(8 * std::uint64_t{index}, "header"); };
  const std::uint64_t version = field(0);
  if (version != 1) {
    fail(ExitCode::bad_input, "{}: expected a Galois graph of version 1, found version {}{}", content.name(), version,
         version == 2 ? " (64-bit vertices); convert it to version 1 with Galois' graph-convert" : "");
  }
  const Header header{field(1), field(2), field(3)};
  if (header.bytes_per_weight != 0 && header.bytes_per_weight != 4 && header.bytes_per_weight != 8) {
    fail(ExitCode::bad_input, "{}: expected edge data of 0, 4 or 8 bytes, found {}", content.name(),
         header.bytes_per_weight);
  }
  if (header.vertices > max_vertices) {
    fail(ExitCode::bad_input, "{}: {} vertices exceed the limit of {}", content.name(), header.vertices, max_vertices);
  }
  if (header.arcs > content.size() / 4) {  // so that no size computed from it overflows
    fail(ExitCode::bad_input,
         "{}: the header announces {} arcs, but the file has {} bytes only: it is cut off or damaged", content.name(),
         header.arcs, content.size());
  }
  // Some writers leave the padding out where nothing follows it.
  const std::uint64_t end = header.weights_at() + header.bytes_per_weight * header.arcs;
  const bool unpadded = header.bytes_per_weight == 0 && content.size() == header.targets_at() + 4 * header.arcs;
  if (content.size() != end && !unpadded) {
    fail(ExitCode::bad_input,
         "{}: {} vertices and {} arcs with {} bytes of data take {} bytes, but the file has {}: it is cut "
         "off or damaged",
         content.name(), header.vertices, header.arcs, header.bytes_per_weight, end, content.size());
  }
  return header;
}

/// The file does not say whether edge data are integers or floats. Integers are the custom of its converters for 4
/// bytes; 8 bytes are taken where, as integers, they all fit 32 bits, which no double but 0 and tiny ones does.
Weights read_weights(const BinaryContent& content, const Header& header) {
  if (header.bytes_per_weight == 4) return content.array<std::uint32_t>(header.weights_at(), header.arcs, "edge data");
  const auto wide = content.array<std::uint64_t>(header.weights_at(), header.arcs, "edge data");
  auto weights = Array<std::uint32_t>::uninitialized(header.arcs);
  for (std::uint64_t e = 0; e < header.arcs; ++e) {
    if (wide[e] > std::numeric_limits<std::uint32_t>::max()) {
      fail(ExitCode::bad_input,
           "{}: the 8 bytes of data of arc {} are {} as an integer, beyond 2^32 - 1 (are they doubles?); read the file "
           "without weights",
           content.name(), e, wide[e]);
    }
    weights[e] = static_cast<std::uint32_t>(wide[e]);
  }
  return weights;
}

}  // namespace

EdgeList read_galois(Input& input, const ReadOptions& options, Progress& progress) {
  const BinaryContent content(input, progress);
  const Header header = read_header(content);
  EdgeList list;
  list.format = "galois";
  list.names = VertexNames::counted(0, static_cast<VertexId>(header.vertices));
  list.directed = true;
  list.direction_declared = false;
  {
    StoredRows rows;
    rows.file = content.name();
    rows.ends = content.array<std::uint64_t>(Header::bytes, header.vertices, "row ends");
    rows.targets = content.array<std::uint32_t>(header.targets_at(), header.arcs, "targets");
    check_rows(rows);
    list.edges = edges_of(rows);
  }
  if (header.bytes_per_weight == 0) {
    list.decisions.push_back("no edge data: no weights");
  } else if (!options.read_weights) {
    list.decisions.push_back("edge data are passed over: no weights");
  } else {
    list.weights = read_weights(content, header);
    list.decisions.push_back(fmt::format("edge data of {} bytes are taken as unsigned integer weights: {}",
                                         header.bytes_per_weight, describe(list.weights)));
  }
  return list;
}

}  // namespace mg

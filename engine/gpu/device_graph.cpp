#include "engine/gpu/device_graph.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"

namespace mg {

namespace {

Array<std::uint32_t> narrowed(const Array<EdgeId>& offsets, int threads) {
  auto narrow = Array<std::uint32_t>::uninitialized(offsets.size());
  parallel_for(offsets.size(), threads, [&](std::size_t i) { narrow[i] = static_cast<std::uint32_t>(offsets[i]); });
  return narrow;
}

Array<EdgeId> widened(const Array<std::uint32_t>& offsets) {
  auto wide = Array<EdgeId>::uninitialized(offsets.size());
  std::copy(offsets.begin(), offsets.end(), wide.begin());
  return wide;
}

template <class T>
const T* upload_array(const std::shared_ptr<Device>& device, std::span<const T> values, std::string_view what,
                      DeviceAdjacency& to) {
  if (values.empty()) return nullptr;
  DeviceBlock& block = to.blocks.emplace_back(device, values.size_bytes(), what);
  device->upload(block.data(), values.data(), values.size_bytes());
  return block.as<T>();
}

template <class T>
Array<T> downloaded(Device& device, const void* values, std::size_t count) {
  auto array = Array<T>::uninitialized(count);
  device.download(array.data(), values, array.size_bytes());
  return array;
}

/// Ascending, and the length of the longest row of all.
std::vector<gpu::LongRow> long_rows_of(const Adjacency& adjacency, EdgeId& longest, int threads) {
  struct Found {
    std::vector<gpu::LongRow> rows;
    EdgeId longest = 0;
  };
  std::vector<Found> found(static_cast<std::size_t>(threads));
  const int worth = threads_worth(adjacency.num_rows(), serial_grain, threads);
  parallel_shares(adjacency.num_rows(), worth, [&](std::size_t begin, std::size_t end, int thread) {
    Found own;
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      const EdgeId degree = adjacency.degree(v);
      own.longest = std::max(own.longest, degree);
      if (degree >= DeviceGraph::heavy_degree) {
        own.rows.push_back({.row = v, .begin = adjacency.offsets[v], .end = adjacency.offsets[v + 1]});
      }
    }
    found[static_cast<std::size_t>(thread)] = std::move(own);
  });
  std::vector<gpu::LongRow> rows;
  for (const Found& own : found) {
    rows.insert(rows.end(), own.rows.begin(), own.rows.end());
    longest = std::max(longest, own.longest);
  }
  return rows;
}

}  // namespace

DeviceGraph::DeviceGraph(std::shared_ptr<Device> device, const Graph& graph, int threads,
                         std::shared_ptr<const DeviceSides> sides)
    : device_(std::move(device)),
      num_vertices_(graph.num_vertices()),
      num_arcs_(graph.num_arcs()),
      weight_type_(graph.weight_type()),
      wide_(num_arcs_ > gpu::most_narrow_arcs),
      shared_(graph.in.neighbors.same_storage(graph.out.neighbors)),
      arc_bits_(static_cast<std::uint32_t>(std::bit_width(num_arcs_))),
      sides_(std::move(sides)) {
  if (!is_for_one_gpu(num_vertices_, num_arcs_)) {
    fail(ExitCode::no_resources,
         "a graph of {} vertices and {} arcs is beyond what one GPU is used for: run it with --device cpu",
         num_vertices_, num_arcs_);
  }
  if (sides_ != nullptr) {
    shared_ = !graph.directed;
    return;
  }
  DeviceSides uploaded{.out = upload(graph.out, "csr", threads), .in = {}};
  if (!shared_) uploaded.in = upload(graph.in, "csc", threads);
  sides_ = std::make_shared<const DeviceSides>(std::move(uploaded));
}

std::uint64_t DeviceGraph::room() const {
  return device_->free_bytes() - std::min(device_->free_bytes(), device_->allocated_bytes());
}

DeviceAdjacency DeviceGraph::upload(const Adjacency& adjacency, std::string_view name, int threads) const {
  DeviceAdjacency to;
  to.rows.num_rows = num_vertices_;
  if (num_vertices_ == 0) return to;
  const auto upload = [&](const auto& values, std::string_view what) {
    return upload_array(device_, values.span(), fmt::format("{} {}", name, what), to);
  };
  if (wide_) {
    to.rows.offsets = upload(adjacency.offsets, "offsets");
  } else {
    const Array<std::uint32_t> narrow = narrowed(adjacency.offsets, threads);
    to.rows.offsets = upload(narrow, "offsets");
  }
  to.rows.ends = static_cast<const std::byte*>(to.rows.offsets) + offset_bytes();
  to.rows.neighbors = upload(adjacency.neighbors, "neighbors");
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          to.rows.weights = upload(weights, "weights");
        }
      },
      adjacency.weights);
  cut(device_, long_rows_of(adjacency, to.longest_row, threads), to);
  return to;
}

void DeviceGraph::cut(const std::shared_ptr<Device>& device, std::span<const gpu::LongRow> long_rows,
                      DeviceAdjacency& of) {
  if (long_rows.empty()) return;
  std::vector<VertexId> rows;
  std::vector<gpu::RowPiece> pieces;
  std::vector<std::uint32_t> first_piece;
  for (const gpu::LongRow& row : long_rows) {
    first_piece.push_back(static_cast<std::uint32_t>(pieces.size()));
    for (EdgeId e = row.begin; e < row.end; e += heavy_degree) {
      pieces.push_back({.row = row.row,
                        .heavy = static_cast<std::uint32_t>(rows.size()),
                        .begin = e,
                        .end = std::min(e + heavy_degree, row.end)});
    }
    rows.push_back(row.row);
  }
  first_piece.push_back(static_cast<std::uint32_t>(pieces.size()));
  of.heavy.pieces = upload_array(device, std::span<const gpu::RowPiece>(pieces), "pieces of long rows", of);
  of.heavy.rows = upload_array(device, std::span<const VertexId>(rows), "long rows", of);
  of.heavy.first_piece = upload_array(device, std::span<const std::uint32_t>(first_piece), "long rows", of);
  of.heavy.num_pieces = static_cast<std::uint32_t>(pieces.size());
  of.heavy.num_rows = static_cast<std::uint32_t>(rows.size());
}

EdgeId DeviceGraph::degree(VertexId v, Side side) const {
  const auto between = [&]<class Offset>(Offset) -> EdgeId {
    Offset ends[2];
    device_->download(ends, static_cast<const Offset*>(rows(side).offsets) + v, sizeof(ends));
    return ends[1] - ends[0];
  };
  return wide_ ? between(EdgeId{}) : between(std::uint32_t{});
}

Adjacency DeviceGraph::download(const DeviceAdjacency& adjacency, const Weights& kind) const {
  const gpu::DeviceRows& rows = adjacency.rows;
  const std::size_t num_offsets = std::size_t{num_vertices_} + 1;
  Adjacency fetched;
  if (num_vertices_ == 0) return fetched;
  fetched.offsets = wide_ ? downloaded<EdgeId>(*device_, rows.offsets, num_offsets)
                          : widened(downloaded<std::uint32_t>(*device_, rows.offsets, num_offsets));
  fetched.neighbors = downloaded<VertexId>(*device_, rows.neighbors, num_arcs_);
  std::visit(
      [&]<class W>(const W&) {
        if constexpr (!std::is_same_v<W, std::monostate>) {
          using Weight = std::remove_pointer_t<decltype(W().data())>;
          fetched.weights = downloaded<Weight>(*device_, rows.weights, num_arcs_);
        }
      },
      kind);
  return fetched;
}

Graph DeviceGraph::fetched(const Graph& graph) const {
  if (!graph.out.offsets.is_elsewhere()) return graph;
  Graph whole = graph;
  whole.out = download(sides_->out, graph.out.weights);
  whole.in = shared_ ? whole.out : download(sides_->in, graph.in.weights);
  return whole;
}

}  // namespace mg

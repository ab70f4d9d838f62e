#include "engine/gpu/device_graph.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"

namespace mg {

namespace {

Array<std::uint32_t> narrowed(const Array<EdgeId>& offsets, int threads) {
  auto narrow = Array<std::uint32_t>::uninitialized(offsets.size());
  parallel_for(offsets.size(), threads, [&](std::size_t i) { narrow[i] = static_cast<std::uint32_t>(offsets[i]); });
  return narrow;
}

}  // namespace

DeviceGraph::DeviceGraph(std::shared_ptr<Device> device, const Graph& graph, int threads)
    : device_(std::move(device)),
      num_vertices_(graph.num_vertices()),
      num_arcs_(graph.num_arcs()),
      weight_type_(graph.weight_type()),
      wide_(num_arcs_ > gpu::most_narrow_arcs),
      shared_(graph.in.neighbors.same_storage(graph.out.neighbors)),
      arc_bits_(static_cast<std::uint32_t>(std::bit_width(num_arcs_))) {
  if (!is_for_one_gpu(num_vertices_, num_arcs_)) {
    fail(ExitCode::no_resources,
         "a graph of {} vertices and {} arcs is beyond what one GPU is used for: run it with --device cpu",
         num_vertices_, num_arcs_);
  }
  out_ = upload(graph.out, "csr", threads);
  if (!shared_) in_ = upload(graph.in, "csc", threads);
}

std::uint64_t DeviceGraph::room() const {
  return device_->free_bytes() - std::min(device_->free_bytes(), device_->allocated_bytes());
}

template <class T>
const T* DeviceGraph::upload_array(std::span<const T> values, std::string_view what, Uploaded& to) {
  if (values.empty()) return nullptr;
  DeviceBlock& block = to.blocks.emplace_back(device_, values.size_bytes(), what);
  device_->upload(block.data(), values.data(), values.size_bytes());
  return block.as<T>();
}

DeviceGraph::Uploaded DeviceGraph::upload(const Adjacency& adjacency, std::string_view name, int threads) {
  Uploaded to;
  to.rows.num_rows = num_vertices_;
  if (num_vertices_ == 0) return to;
  if (wide_) {
    to.rows.offsets = upload_array(adjacency.offsets.span(), fmt::format("{} offsets", name), to);
  } else {
    const Array<std::uint32_t> narrow = narrowed(adjacency.offsets, threads);
    to.rows.offsets = upload_array(narrow.span(), fmt::format("{} offsets", name), to);
  }
  to.rows.ends = static_cast<const std::byte*>(to.rows.offsets) + offset_bytes();
  to.rows.neighbors = upload_array(adjacency.neighbors.span(), fmt::format("{} neighbors", name), to);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          to.rows.weights = upload_array(weights.span(), fmt::format("{} weights", name), to);
        }
      },
      adjacency.weights);
  upload_heavy(adjacency, to, threads);
  return to;
}

void DeviceGraph::upload_heavy(const Adjacency& adjacency, Uploaded& to, int threads) {
  struct Found {
    std::vector<VertexId> heavy;
    EdgeId longest = 0;
  };
  std::vector<Found> found(static_cast<std::size_t>(threads));
  const int worth = threads_worth(adjacency.num_rows(), serial_grain, threads);
  parallel_shares(adjacency.num_rows(), worth, [&](std::size_t begin, std::size_t end, int thread) {
    Found own;
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      const EdgeId degree = adjacency.degree(v);
      own.longest = std::max(own.longest, degree);
      if (degree >= heavy_degree) own.heavy.push_back(v);
    }
    found[static_cast<std::size_t>(thread)] = std::move(own);
  });
  std::vector<VertexId> rows;
  for (const Found& own : found) {
    rows.insert(rows.end(), own.heavy.begin(), own.heavy.end());
    to.longest_row = std::max(to.longest_row, own.longest);
  }
  std::vector<gpu::RowPiece> pieces;
  std::vector<std::uint32_t> first_piece;
  for (std::size_t heavy = 0; heavy < rows.size(); ++heavy) {
    const VertexId v = rows[heavy];
    first_piece.push_back(static_cast<std::uint32_t>(pieces.size()));
    for (EdgeId e = adjacency.offsets[v]; e < adjacency.offsets[v + 1]; e += heavy_degree) {
      pieces.push_back({.row = v,
                        .heavy = static_cast<std::uint32_t>(heavy),
                        .begin = e,
                        .end = std::min(e + heavy_degree, adjacency.offsets[v + 1])});
    }
  }
  if (rows.empty()) return;
  first_piece.push_back(static_cast<std::uint32_t>(pieces.size()));
  to.heavy.pieces = upload_array(std::span<const gpu::RowPiece>(pieces), "pieces of long rows", to);
  to.heavy.rows = upload_array(std::span<const VertexId>(rows), "long rows", to);
  to.heavy.first_piece = upload_array(std::span<const std::uint32_t>(first_piece), "long rows", to);
  to.heavy.num_pieces = static_cast<std::uint32_t>(pieces.size());
  to.heavy.num_rows = static_cast<std::uint32_t>(rows.size());
}

}  // namespace mg

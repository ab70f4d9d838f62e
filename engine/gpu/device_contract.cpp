#include "engine/gpu/device_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "engine/gpu/contract_arguments.hpp"
#include "engine/graph/contract.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/gpu/contract.cuh";

/// Arcs sorted by the parts of their ends, and as they become rows.
class DeviceParts {
 public:
  DeviceParts(DeviceContext& gpu, const Graph& graph, const VertexId* part, VertexId num_parts)
      : gpu_(gpu), weights_(graph.weight_type()), counts_(array(1, sizeof(gpu::ContractedCounts), "counters")) {
    arguments_.rows = gpu.rows(Side::out);
    arguments_.part = part;
    arguments_.num_parts = num_parts;
    arguments_.part_bits = part_bits(num_parts);
    arguments_.loop_bits = !graph.directed && graph.cleaning.self_loop_count > 0 ? 1 : 0;
    arguments_.halves = !graph.directed;
    arguments_.heavy_degree = DeviceGraph::heavy_degree;
    arguments_.counts = counts_.as<gpu::ContractedCounts>();
  }
  [[nodiscard]] static std::uint32_t part_bits(VertexId num_parts) {
    return num_parts <= 2 ? 1 : static_cast<std::uint32_t>(std::bit_width(num_parts - 1));
  }

  [[nodiscard]] DeviceAdjacency rows() {
    list_and_sort();
    list_runs();
    sums_ = array(arguments_.num_runs, sizeof(float), "contracted weights");
    arguments_.sums = sums_.as<float>();
    const std::uint64_t num_pieces = weights_ == WeightType::none ? 0 : arguments_.num_keys / gpu::keys_of_piece;
    const DeviceBlock pieces = array(num_pieces, sizeof(gpu::PieceOfRun), "pieces of runs");
    arguments_.pieces = pieces.as<gpu::PieceOfRun>();
    if (weights_ != WeightType::none) {
      gpu_.launch(fmt::format("mg::gpu::AddPieces<{}>", weight_name()), header, num_pieces, &arguments_);
    }
    gpu_.launch(fmt::format("mg::gpu::AddRuns<{}>", weight_name()), header, blocks_for(arguments_.num_runs),
                &arguments_);
    return adjacency();
  }
  /// Of the rows, which come before.
  [[nodiscard]] DeviceAdjacency columns() {
    const EdgeId count = arguments_.num_runs;
    DeviceBlock turned = array(count, sizeof(std::uint64_t), "keys of arcs");
    arguments_.turned = turned.as<std::uint64_t>();
    gpu_.launch("mg::gpu::TurnRuns", header, blocks_for(count), &arguments_);
    for (DeviceBlock* const read : {&keys_, &sorted_weights_, &begins_}) *read = {};  // sorting has their room
    keys_ = array(count, sizeof(std::uint64_t), "sorted keys");
    sums_ = array(count, sizeof(float), "contracted weights");
    gpu_.device().sort_pairs(arguments_.turned, keys_.as<std::uint64_t>(),
                             reinterpret_cast<const std::uint32_t*>(arguments_.sums), sums_.as<std::uint32_t>(), count,
                             key_bits());
    arguments_.keys = keys_.as<std::uint64_t>();
    arguments_.num_keys = count;
    turned = {};
    list_runs();
    return adjacency();
  }
  [[nodiscard]] EdgeId num_arcs() const { return arguments_.num_runs; }
  [[nodiscard]] EdgeId num_self_loops() const { return found_.self_loops; }

 private:
  [[nodiscard]] DeviceBlock array(std::size_t count, std::size_t bytes, std::string_view what) const {
    return {gpu_.shared_device(), count * bytes, what};
  }
  [[nodiscard]] std::string_view weight_name() const {
    if (weights_ == WeightType::none) return "mg::NoWeight";
    return weights_ == WeightType::u32 ? "unsigned int" : "float";
  }
  [[nodiscard]] int key_bits() const { return static_cast<int>(2 * arguments_.part_bits + arguments_.loop_bits); }

  void list_and_sort() {
    const EdgeId count = gpu_.num_arcs();
    const DeviceBlock listed = array(count, sizeof(std::uint64_t), "keys of arcs");
    keys_ = array(count, sizeof(std::uint64_t), "sorted keys");
    arguments_.keys = listed.as<std::uint64_t>();
    arguments_.num_keys = count;
    gpu_.launch(fmt::format("mg::gpu::ListPartKeys<{}>", gpu_.offset_type()), header, blocks_of_keys(), &arguments_);
    if (weights_ == WeightType::none) {
      gpu_.device().sort_keys(arguments_.keys, keys_.as<std::uint64_t>(), count, key_bits());
    } else {
      sorted_weights_ = array(count, sizeof(std::uint32_t), "sorted weights");
      gpu_.device().sort_pairs(arguments_.keys, keys_.as<std::uint64_t>(),
                               static_cast<const std::uint32_t*>(arguments_.rows.weights),
                               sorted_weights_.as<std::uint32_t>(), count, key_bits());
      arguments_.weights = sorted_weights_.as<std::uint32_t>();
    }
    arguments_.keys = keys_.as<std::uint64_t>();
  }
  void list_runs() {
    const std::uint64_t blocks = blocks_of_keys();
    const DeviceBlock lengths = array(blocks, sizeof(std::uint32_t), "numbers of runs");
    const DeviceBlock places = array(blocks + 1, sizeof(std::uint64_t), "first runs");
    arguments_.lengths = lengths.as<std::uint32_t>();
    arguments_.places = places.as<std::uint64_t>();
    gpu_.launch("mg::gpu::CountRuns", header, blocks, &arguments_);
    gpu_.device().exclusive_scan(arguments_.lengths, arguments_.places, blocks);
    gpu_.device().download(&arguments_.num_runs, arguments_.places + blocks, sizeof(arguments_.num_runs));
    begins_ = array(arguments_.num_runs + 1, sizeof(std::uint64_t), "first arcs");
    offsets_ = array(std::size_t{arguments_.num_parts} + 1, offset_bytes(), "contracted offsets");
    neighbors_ = array(arguments_.num_runs, sizeof(VertexId), "contracted neighbors");
    arguments_.begins = begins_.as<std::uint64_t>();
    arguments_.offsets = offsets_.data();
    arguments_.neighbors = neighbors_.as<VertexId>();
    gpu_.device().fill(counts_.data(), 0, counts_.size_bytes());
    gpu_.launch(fmt::format("mg::gpu::ListRuns<{}>", offset_type()), header, blocks, &arguments_);
  }
  [[nodiscard]] std::uint64_t blocks_of_keys() const { return blocks_for(arguments_.num_keys, gpu::keys_of_block); }
  [[nodiscard]] bool is_wide() const { return arguments_.num_runs > gpu::most_narrow_arcs; }
  [[nodiscard]] std::size_t offset_bytes() const { return is_wide() ? sizeof(EdgeId) : sizeof(std::uint32_t); }
  [[nodiscard]] std::string_view offset_type() const { return is_wide() ? "unsigned long" : "unsigned int"; }

  /// What has been listed, as a graph has it.
  [[nodiscard]] DeviceAdjacency adjacency() {
    const DeviceBlock listed =
        array(arguments_.num_runs / arguments_.heavy_degree, sizeof(gpu::LongRow), "contracted long rows");
    arguments_.long_rows = listed.as<gpu::LongRow>();
    gpu_.launch(fmt::format("mg::gpu::ListLongParts<{}>", offset_type()), header, blocks_for(arguments_.num_parts),
                &arguments_);
    gpu_.device().download(&found_, counts_.data(), sizeof(found_));
    std::vector<gpu::LongRow> long_rows(found_.long_rows);
    if (!long_rows.empty()) {
      gpu_.device().download(long_rows.data(), listed.data(), long_rows.size() * sizeof(gpu::LongRow));
    }
    std::ranges::sort(long_rows, {}, &gpu::LongRow::row);
    DeviceAdjacency found{.rows = {.offsets = offsets_.data(),
                                   .ends = offsets_.as<std::byte>() + offset_bytes(),
                                   .neighbors = neighbors_.as<VertexId>(),
                                   .weights = sums_.data(),
                                   .num_rows = arguments_.num_parts},
                          .longest_row = found_.longest_row};
    DeviceGraph::cut(gpu_.shared_device(), long_rows, found);
    for (DeviceBlock* const kept : {&offsets_, &neighbors_, &sums_}) found.blocks.push_back(std::move(*kept));
    return found;
  }

  DeviceContext& gpu_;
  WeightType weights_;
  gpu::ContractArguments arguments_{};
  gpu::ContractedCounts found_{};
  DeviceBlock keys_, sorted_weights_, begins_, offsets_, neighbors_, sums_, counts_;
};

bool has_room(const DeviceContext& gpu, const Graph& graph, VertexId num_parts) {
  const std::uint64_t arc = graph.directed ? 40 : graph.weight_type() == WeightType::none ? 24 : 32;
  const std::uint64_t row = (graph.directed ? 2 : 1) * sizeof(EdgeId);
  return gpu.has_room(graph.num_arcs() * arc + row * (std::uint64_t{num_parts} + 1));
}

Contracted contract_on_host(DeviceContext& gpu, const Graph& graph, const VertexId* part, VertexId num_parts,
                            int threads) {
  auto parts = Array<VertexId>::uninitialized(graph.num_vertices());
  gpu.device().download(parts.data(), part, parts.size_bytes());
  return {contract(gpu.fetched(graph), parts.span(), num_parts, threads)};
}

Adjacency elsewhere(VertexId num_rows, EdgeId num_arcs) {
  return {.offsets = Array<EdgeId>::elsewhere(std::size_t{num_rows} + 1),
          .neighbors = Array<VertexId>::elsewhere(num_arcs),
          .weights = Array<float>::elsewhere(num_arcs)};
}

}  // namespace

Contracted contract(DeviceContext& gpu, const Graph& graph, const VertexId* part, VertexId num_parts, int threads) {
  const bool fit_into_keys = num_parts > 0 && DeviceParts::part_bits(num_parts) < 32;
  if (graph.num_arcs() == 0 || !fit_into_keys || !has_room(gpu, graph, num_parts)) {
    return contract_on_host(gpu, graph, part, num_parts, threads);
  }
  DeviceParts parts(gpu, graph, part, num_parts);
  DeviceSides sides{.out = parts.rows(), .in = {}};
  if (graph.directed) sides.in = parts.columns();
  const Adjacency rows = elsewhere(num_parts, parts.num_arcs());
  return {graph_of_parts(graph, rows, rows, parts.num_self_loops()),
          std::make_shared<const DeviceSides>(std::move(sides))};
}

}  // namespace mg

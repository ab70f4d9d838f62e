#include "engine/gpu/device_contract.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace mg {

namespace {

constexpr std::string_view header = "engine/gpu/contract.cuh";

/// Arcs sorted by the parts of their ends, and as they become rows.
class DeviceParts {
 public:
  DeviceParts(DeviceContext& gpu, const Graph& graph, std::span<const VertexId> part, VertexId num_parts)
      : gpu_(gpu), weights_(graph.weight_type()), part_(upload(part)) {
    arguments_.rows = gpu.rows(Side::out);
    arguments_.part = part_.as<VertexId>();
    arguments_.num_parts = num_parts;
    arguments_.part_bits = part_bits(num_parts);
    arguments_.loop_bits = graph.directed ? 0 : 1;
  }
  [[nodiscard]] static std::uint32_t part_bits(VertexId num_parts) {
    return num_parts <= 2 ? 1 : static_cast<std::uint32_t>(std::bit_width(num_parts - 1));
  }

  [[nodiscard]] Adjacency rows() {
    list_and_sort();
    list_runs();
    sums_ = array(arguments_.num_runs, sizeof(float), "contracted weights");
    arguments_.sums = sums_.as<float>();
    gpu_.launch(fmt::format("mg::gpu::AddRuns<{}>", weight_name()), header, blocks_for(arguments_.num_runs),
                &arguments_);
    return fetched(sums_);
  }
  /// Of the rows, which come before.
  [[nodiscard]] Adjacency columns() {
    const EdgeId count = arguments_.num_runs;
    DeviceBlock turned = array(count, sizeof(std::uint64_t), "keys of arcs");
    arguments_.turned = turned.as<std::uint64_t>();
    gpu_.launch("mg::gpu::TurnRuns", header, blocks_for(count), &arguments_);
    for (DeviceBlock* read : {&keys_, &sorted_weights_, &begins_, &neighbors_}) *read = {};  // sorting has their room
    keys_ = array(count, sizeof(std::uint64_t), "sorted keys");
    sorted_weights_ = array(count, sizeof(float), "sorted weights");
    gpu_.device().sort_pairs(arguments_.turned, keys_.as<std::uint64_t>(), sums_.as<std::uint32_t>(),
                             sorted_weights_.as<std::uint32_t>(), count, key_bits());
    arguments_.keys = keys_.as<std::uint64_t>();
    arguments_.num_keys = count;
    list_runs();
    return fetched(sorted_weights_);
  }

 private:
  [[nodiscard]] DeviceBlock array(std::size_t count, std::size_t bytes, std::string_view what) const {
    return {gpu_.shared_device(), count * bytes, what};
  }
  [[nodiscard]] DeviceBlock upload(std::span<const VertexId> part) const {
    DeviceBlock block = array(part.size(), sizeof(VertexId), "parts of vertices");
    gpu_.device().upload(block.data(), part.data(), part.size_bytes());
    return block;
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
    offsets_ = array(std::size_t{arguments_.num_parts} + 1, sizeof(EdgeId), "contracted offsets");
    neighbors_ = array(arguments_.num_runs, sizeof(VertexId), "contracted neighbors");
    arguments_.begins = begins_.as<std::uint64_t>();
    arguments_.offsets = offsets_.as<EdgeId>();
    arguments_.neighbors = neighbors_.as<VertexId>();
    gpu_.launch("mg::gpu::ListRuns", header, blocks, &arguments_);
  }
  [[nodiscard]] std::uint64_t blocks_of_keys() const { return blocks_for(arguments_.num_keys, gpu::keys_of_block); }

  template <class T>
  [[nodiscard]] Array<T> fetched(const DeviceBlock& block, std::size_t count) const {
    auto values = Array<T>::uninitialized(count);
    gpu_.device().download(values.data(), block.data(), values.size_bytes());
    return values;
  }
  [[nodiscard]] Adjacency fetched(const DeviceBlock& weights) const {
    return {.offsets = fetched<EdgeId>(offsets_, std::size_t{arguments_.num_parts} + 1),
            .neighbors = fetched<VertexId>(neighbors_, arguments_.num_runs),
            .weights = fetched<float>(weights, arguments_.num_runs)};
  }

  DeviceContext& gpu_;
  WeightType weights_;
  gpu::ContractArguments arguments_{};
  DeviceBlock part_, keys_, sorted_weights_, begins_, offsets_, neighbors_, sums_;
};

bool has_room(const DeviceContext& gpu, const Graph& graph, VertexId num_parts) {
  const std::uint64_t rows = graph.directed ? 36 : graph.weight_type() == WeightType::none ? 24 : 32;
  const std::uint64_t of_parts = sizeof(EdgeId) * (std::uint64_t{num_parts} + 1);
  return gpu.has_room(graph.num_arcs() * rows + graph.num_vertices() * sizeof(VertexId) + of_parts);
}

}  // namespace

Graph contract(DeviceContext& gpu, const Graph& graph, std::span<const VertexId> part, VertexId num_parts,
               int threads) {
  const bool fit_into_keys = num_parts > 0 && DeviceParts::part_bits(num_parts) < 32;
  if (graph.num_arcs() == 0 || !fit_into_keys || !has_room(gpu, graph, num_parts)) {
    return contract(graph, part, num_parts, threads);
  }
  DeviceParts parts(gpu, graph, part, num_parts);
  Adjacency rows = parts.rows();
  Adjacency columns = graph.directed ? parts.columns() : rows;
  return graph_of_parts(graph, std::move(rows), std::move(columns), threads);
}

}  // namespace mg

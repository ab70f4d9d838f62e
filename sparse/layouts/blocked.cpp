// Arcs one by one, in the order of the receivers' blocks, each of which fits the cache (G2's EdgeBlocking:
// Brahmakshatriya et al., CGO'21).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sparse/layouts/layouts.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "engine/gpu/layouts.cuh";

gpu::DeviceArcs make_blocks(DeviceContext& gpu, Side side, VertexId block) {
  const EdgeId num_arcs = gpu.num_arcs();
  DeviceLayouts& layouts = gpu.layouts();
  gpu::LayoutArguments arguments = layouts.arguments(side);
  const DeviceBlock from(gpu.shared_device(), num_arcs * arc_bytes, "coo sources");
  const DeviceBlock keys(gpu.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock sorted(gpu.shared_device(), num_arcs * key_bytes, "keys of arcs");
  arguments.sources = from.as<VertexId>();
  arguments.keys = keys.as<std::uint64_t>();
  arguments.block = block;
  gpu.launch(fmt::format("mg::gpu::SourcesOf<{}>", gpu.offset_type()), header,
             blocks_for(gpu.num_vertices(), warps_per_block), &arguments);
  gpu.launch("mg::gpu::BlockKeys", header, blocks_for(num_arcs), &arguments);
  const std::uint64_t blocks = blocks_for(gpu.num_vertices(), block);
  gpu.device().sort_keys(arguments.keys, sorted.as<std::uint64_t>(), num_arcs,
                         static_cast<int>(gpu.arc_bits()) + std::bit_width(blocks));

  gpu::DeviceArcs ordered{.sources = nullptr, .rows = arguments.rows};
  arguments.from = from.as<VertexId>();
  arguments.keys = sorted.as<std::uint64_t>();
  arguments.sources = layouts.keep<VertexId>(num_arcs, "blocked sources");
  arguments.targets = layouts.keep<VertexId>(num_arcs, "blocked targets");
  if (arguments.rows.weights != nullptr) arguments.weights = layouts.keep<std::uint32_t>(num_arcs, "blocked weights");
  gpu.launch("mg::gpu::OrderArcs", header, blocks_for(num_arcs), &arguments);
  ordered.sources = arguments.sources;
  ordered.rows.neighbors = arguments.targets;
  ordered.rows.weights = arguments.weights;
  return ordered;
}

/// Receivers whose cells take half of the cache that all multiprocessors share; the arcs stream through the rest.
VertexId cached_receivers(const Device& device, std::size_t value_bytes) {
  const std::uint64_t receivers = device.info().l2_bytes / 2 / std::max<std::size_t>(value_bytes, 1);
  return static_cast<VertexId>(std::clamp<std::uint64_t>(receivers, 1, max_vertices));
}

class BlocksOfReceivers final : public PushLayout {
 public:
  [[nodiscard]] bool lists_arcs() const override { return true; }
  void follow(Follower& follower) const override {
    DeviceContext& gpu = follower.gpu();
    const Side side = follower.side();
    const std::uint32_t asked = follower.plan().block;
    const VertexId block = asked != 0 ? asked : cached_receivers(gpu.device(), follower.value_bytes());
    const auto& arcs =
        gpu.layouts().kept<gpu::DeviceArcs>(side, "blocked", block, [&] { return make_blocks(gpu, side, block); });
    follower.follow_list({.arcs = arcs, .num_arcs = gpu.num_arcs()}, "blocked", block);
  }
};

LayoutBytes bytes(std::uint64_t, EdgeId num_arcs, bool weighted) {
  const std::uint64_t kept = num_arcs * (arc_bytes + target_bytes(weighted));
  return {.kept = kept, .building = kept + num_arcs * (arc_bytes + 2 * key_bytes)};
}

}  // namespace

Layout blocked_layout() {
  return {.name = "blocked",
          .sentence = "arcs are stored one by one, in the order of their receivers' blocks",
          .bytes = &bytes,
          .push = std::make_shared<BlocksOfReceivers>(),
          .usual_balance = "edge",
          .shaped_by = {ScheduleKey::block}};
}

}  // namespace mg::sparse

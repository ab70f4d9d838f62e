// G-Shards with concatenated windows (CuSha: Khorasani et al., HPDC'14).
#include "sparse/layouts/gshards.cuh"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/error.hpp"
#include "sparse/layouts/layouts.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "sparse/layouts/gshards.cuh";

struct ShardsOfRows {
  const VertexId* places;  ///< of the rows' arcs in the shards
  Shards shards;
  std::uint64_t num_shards;
};

ShardsOfRows make_shards(DeviceContext& gpu, Side side, std::uint32_t size) {
  const EdgeId num_arcs = gpu.num_arcs();
  if (num_arcs > gpu::most_narrow_arcs) {
    fail(ExitCode::no_resources,
         "layout=gshards numbers places of arcs in 32 bits, and the graph has {} arcs: ask for "
         "another layout",
         num_arcs);
  }
  DeviceLayouts& layouts = gpu.layouts();
  gpu::LayoutArguments keyed = layouts.arguments(side);
  const DeviceBlock keys(gpu.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock sorted(gpu.shared_device(), num_arcs * key_bytes, "keys of arcs");
  keyed.keys = keys.as<std::uint64_t>();
  keyed.block = size;
  gpu.launch("mg::gpu::BlockKeys", "engine/gpu/layouts.cuh", blocks_for(num_arcs), &keyed);
  const std::uint64_t num_shards = blocks_for(gpu.num_vertices(), size);
  gpu.device().sort_keys(keyed.keys, sorted.as<std::uint64_t>(), num_arcs,
                         static_cast<int>(gpu.arc_bits()) + std::bit_width(num_shards));

  BuildShardArguments arguments{.neighbors = keyed.rows.neighbors,
                                .keys = sorted.as<std::uint64_t>(),
                                .arc_bits = gpu.arc_bits(),
                                .num_arcs = num_arcs,
                                .num_shards = num_shards,
                                .places = layouts.keep<VertexId>(num_arcs, "places in shards"),
                                .receivers = layouts.keep<VertexId>(num_arcs, "arcs of shards"),
                                .begins = layouts.keep<std::uint64_t>(num_shards + 1, "shards")};
  gpu.launch("mg::sparse::PlaceArcs", header, blocks_for(num_arcs), &arguments);
  gpu.launch("mg::sparse::BoundShards", header, blocks_for(num_shards + 1), &arguments);
  return {.places = arguments.places,
          .shards = {.receivers = arguments.receivers, .begins = arguments.begins, .size = size},
          .num_shards = num_shards};
}

class ShardLayout final : public PushLayout {
 public:
  /// Senders leave their messages, by any balancer.
  [[nodiscard]] std::vector<PushPart> rest(const PushPlan& plan) const override {
    std::vector<PushPart> parts = plan.rest();
    for (PushPart& part : parts) part.agent = fmt::format("mg::sparse::IntoMessages<{}>::Along", part.agent);
    return parts;
  }
  [[nodiscard]] std::optional<PushPart> apart(const PushPlan& plan) const override {
    return PushPart{
        .agent = "mg::sparse::PushShards", .header = std::string(header), .cta = plan.cta, .takes_any_cta = true};
  }
  void follow(Follower& follower) const override {
    DeviceContext& gpu = follower.gpu();
    const Side side = follower.side();
    const std::uint32_t most = combined_in_shared_memory(follower);
    const std::uint32_t size = std::min(most, std::max(gpu.num_vertices(), 1U));
    const auto& stored =
        gpu.layouts().kept<ShardsOfRows>(side, "gshards", size, [&] { return make_shards(gpu, side, size); });
    if (gpu.num_arcs() == 0) return;
    PushArguments left = follower.arguments();
    left.messages = gpu.scratch("messages of a step", gpu.num_arcs() * follower.value_bytes());
    follower.clear_messages(left.messages);
    left.receivers = stored.shards.receivers;
    left.rows.neighbors = stored.places;
    follower.follow_rows(rest(follower.plan()), left);
    combine(follower, stored, left.messages);
  }

 private:
  void combine(Follower& follower, const ShardsOfRows& stored, void* messages) const {
    DeviceContext& gpu = follower.gpu();
    const PushPart part = *apart(follower.plan());
    ShardArguments arguments{follower.arguments(), stored.shards, gpu.num_vertices(), 1};
    arguments.messages = messages;
    const std::uint64_t wanted = 2 * static_cast<std::uint64_t>(gpu.device().info().multiprocessors);
    arguments.blocks = static_cast<std::uint32_t>(std::max<std::uint64_t>(blocks_for(wanted, stored.num_shards), 1));
    follower.launch(part, stored.num_shards * arguments.blocks, arguments, stored.shards.size * follower.value_bytes());
  }
};

/// With a message an arc, of the longest values that there are.
LayoutBytes bytes(std::uint64_t, EdgeId num_arcs, bool) {
  const std::uint64_t kept = num_arcs * (2 * arc_bytes + sizeof(std::uint64_t));
  return {.kept = kept, .building = kept + num_arcs * 2 * key_bytes};
}

}  // namespace

Layout gshards_layout() {
  return {.name = "gshards",
          .sentence = "senders leave messages in shards of their receivers, which blocks then combine in shared memory",
          .bytes = &bytes,
          .push = std::make_shared<ShardLayout>(),
          .usual_balance = "strict",
          .shaped_by = {ScheduleKey::block}};
}

}  // namespace mg::sparse

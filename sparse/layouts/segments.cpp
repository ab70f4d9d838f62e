// Arcs into vertices of high in-degree apart, in segments that a block combines in shared memory; the others as rows of
// their own (MultiGraph's sparse engine: Hong et al., PACT'17).
#include <fmt/format.h>

#include <algorithm>

#include "sparse/layouts/layouts.hpp"
#include "sparse/layouts/row_views.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "engine/gpu/layouts.cuh";
/// Threads of a block that fills a segment, and vertices of a sub-segment of the frontier: as in PACT'17.
constexpr std::uint32_t segment_threads = 1024;

gpu::DeviceSegments make_segments(DeviceContext& gpu, Side side, std::uint32_t heavy_degree) {
  const VertexId n = gpu.num_vertices();
  DeviceLayouts& layouts = gpu.layouts();
  gpu::LayoutArguments arguments = layouts.arguments(side);
  const DeviceBlock flags(gpu.shared_device(), n * sizeof(std::uint32_t), "vertices of segments");
  const DeviceBlock ranks(gpu.shared_device(), (std::size_t{n} + 1) * sizeof(std::uint64_t), "vertices of segments");
  arguments.in_offsets = gpu.rows(opposite(side)).offsets;
  arguments.heavy_degree = heavy_degree;
  arguments.flags = flags.as<std::uint32_t>();
  arguments.ranks = ranks.as<std::uint64_t>();
  gpu.launch(fmt::format("mg::gpu::FlagHeavy<{}>", gpu.offset_type()), header, blocks_for(n), &arguments);
  gpu.device().exclusive_scan(arguments.flags, ranks.as<std::uint64_t>(), n);
  std::uint64_t num_heavy = 0;
  gpu.device().download(&num_heavy, ranks.as<std::uint64_t>() + n, sizeof(num_heavy));

  arguments.vertices = layouts.keep<VertexId>(num_heavy, "vertices of segments");
  arguments.targets = layouts.keep<VertexId>(gpu.num_arcs(), "arcs of segments");
  if (arguments.rows.weights != nullptr) {
    arguments.weights = layouts.keep<std::uint32_t>(gpu.num_arcs(), "weights of segments");
  }
  arguments.ends = layouts.keep<std::byte>(n * gpu.offset_bytes(), "offsets of segments");
  gpu.launch("mg::gpu::ListHeavy", header, blocks_for(n), &arguments);
  gpu.launch(fmt::format("mg::gpu::SplitRows<{}>", gpu.offset_type()), header, blocks_for(n, warps_per_block),
             &arguments);

  gpu::DeviceSegments segments{.heavy = arguments.rows,
                               .light = arguments.rows,
                               .vertices = arguments.vertices,
                               .num_heavy = static_cast<std::uint32_t>(num_heavy)};
  segments.heavy.neighbors = segments.light.neighbors = arguments.targets;
  segments.heavy.weights = segments.light.weights = arguments.weights;
  segments.heavy.ends = arguments.ends;
  segments.light.offsets = arguments.ends;
  return segments;
}

const gpu::DeviceSegments& segments_of(DeviceContext& gpu, Side side, std::uint32_t heavy_degree) {
  return gpu.layouts().kept<gpu::DeviceSegments>(side, "segments", heavy_degree,
                                                 [&] { return make_segments(gpu, side, heavy_degree); });
}

class SegmentsAndRows final : public PushLayout {
 public:
  [[nodiscard]] std::optional<PushPart> apart(const PushPlan&) const override {
    return PushPart{.agent = "mg::sparse::PushSegments",
                    .header = "sparse/push_segments.cuh",
                    .cta = segment_threads,
                    .takes_any_cta = true};
  }
  [[nodiscard]] std::optional<Ranks> ranks(DeviceContext& gpu, Side side, const PushPlan& plan) const override {
    const gpu::DeviceRows& light = segments_of(gpu, side, plan.heavy).light;
    return gpu.layouts().kept<Ranks>(side, "ranks of segments", plan.heavy, [&] { return ranks_of(gpu, light); });
  }
  void follow(Follower& follower) const override {
    const gpu::DeviceSegments& segments = segments_of(follower.gpu(), follower.side(), follower.plan().heavy);
    follow_segments(follower, segments);
    follower.follow_rows(segments.light);
  }

 private:
  void follow_segments(Follower& follower, const gpu::DeviceSegments& segments) const {
    const Device& device = follower.gpu().device();
    const PushPart part = *apart(follower.plan());
    const std::size_t value_bytes = follower.value_bytes();
    const std::uint32_t size = combined_in_shared_memory(follower);
    const std::uint64_t count = blocks_for(segments.num_heavy, size);
    if (count == 0) return;
    PushArguments arguments = follower.arguments();
    arguments.rows = segments.heavy;
    // Segments of one size, and as many blocks as keep all multiprocessors busy, unless the frontier is too short for
    // it.
    const std::uint64_t even = blocks_for(segments.num_heavy, count);
    const std::uint64_t wanted = blocks_for(2 * static_cast<std::uint64_t>(device.info().multiprocessors), count);
    const std::uint64_t shared_by = std::clamp<std::uint64_t>(blocks_for(arguments.size, part.cta), 1, wanted);
    arguments.segments = {.vertices = segments.vertices,
                          .num_ranks = segments.num_heavy,
                          .size = static_cast<std::uint32_t>(even),
                          .blocks = static_cast<std::uint32_t>(shared_by)};
    follower.launch(part, blocks_for(segments.num_heavy, even) * shared_by, arguments, even * value_bytes);
  }
};

LayoutBytes bytes(std::uint64_t num_vertices, EdgeId num_arcs, bool weighted) {
  const std::uint64_t kept =
      num_arcs * target_bytes(weighted) + num_vertices * (offset_bytes(num_arcs) + sizeof(VertexId));
  return {.kept = kept, .building = kept + num_vertices * count_bytes};
}

}  // namespace

Layout segments_layout() {
  return {.name = "segments",
          .sentence = "arcs into vertices of high in-degree are stored apart, in segments",
          .bytes = &bytes,
          .push = std::make_shared<SegmentsAndRows>(),
          .usual_balance = "stages",
          .shaped_by = {ScheduleKey::block, ScheduleKey::heavy}};
}

}  // namespace mg::sparse

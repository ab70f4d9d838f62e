// The first arcs of every row column by column, the rest in compressed rows (ell).
#include <fmt/format.h>

#include <algorithm>

#include "sparse/layouts/layouts.hpp"
#include "sparse/layouts/row_views.hpp"

namespace mg::sparse {

namespace {

/// Rows between two columns, so that these begin where a warp's reads do.
std::uint64_t pitch_of(std::uint64_t num_vertices) { return (num_vertices + 31) / 32 * 32; }

/// The mean degree, where places in so many columns have numbers of the offsets' width.
std::uint32_t num_columns_of(std::uint64_t num_vertices, EdgeId num_arcs) {
  if (num_arcs == 0) return 0;
  const std::uint64_t mean = std::max<std::uint64_t>(num_arcs / num_vertices, 1);
  constexpr std::uint64_t narrow = gpu::most_narrow_arcs;
  constexpr std::uint64_t asked_together = 4;  // a pull follows so many columns at a time
  if (num_arcs <= narrow && asked_together * pitch_of(num_vertices) > narrow) return 0;
  const std::uint64_t most = num_arcs > narrow ? narrow : (narrow + 1) / pitch_of(num_vertices) - 1;
  return static_cast<std::uint32_t>(std::min(mean, most));
}

gpu::DeviceColumns make_columns(DeviceContext& gpu, Side side) {
  const VertexId n = gpu.num_vertices();
  DeviceLayouts& layouts = gpu.layouts();
  gpu::LayoutArguments arguments = layouts.arguments(side);
  arguments.pitch = pitch_of(n);
  arguments.num_columns = num_columns_of(n, gpu.num_arcs());
  const std::uint64_t places = arguments.num_columns * arguments.pitch;
  arguments.targets = layouts.keep<VertexId>(places, "ell columns");
  if (arguments.rows.weights != nullptr) arguments.weights = layouts.keep<std::uint32_t>(places, "ell weights");
  arguments.ends = layouts.keep<std::byte>(n * gpu.offset_bytes(), "ell offsets");
  gpu.launch(fmt::format("mg::gpu::ColumnsOf<{}>", gpu.offset_type()), "engine/gpu/layouts.cuh", blocks_for(n),
             &arguments);

  gpu::DeviceColumns columns{.rows = arguments.rows, .rest = arguments.rows, .pitch = arguments.pitch};
  columns.rows.ends = arguments.ends;
  columns.rows.neighbors = arguments.targets;
  columns.rows.weights = arguments.weights;
  columns.rest.offsets = arguments.ends;
  return columns;
}

class ColumnsAndRows final : public PushLayout {
 public:
  [[nodiscard]] std::optional<PushPart> apart(const PushPlan& plan) const override { return column_part(plan); }
  [[nodiscard]] std::optional<Ranks> ranks(DeviceContext& gpu, Side side, const PushPlan&) const override {
    const gpu::DeviceRows& rest = columns_of(gpu, side).rest;
    return gpu.layouts().kept<Ranks>(side, "ranks of ell", 0, [&] { return ranks_of(gpu, rest); });
  }
  void follow(Follower& follower) const override {
    follow_columns(follower);
    follower.follow_rows(columns_of(follower.gpu(), follower.side()).rest);
  }
};

}  // namespace

const gpu::DeviceColumns& columns_of(DeviceContext& gpu, Side side) {
  return gpu.layouts().kept<gpu::DeviceColumns>(side, "ell", 0, [&] { return make_columns(gpu, side); });
}

LayoutBytes bytes_of_columns(std::uint64_t num_vertices, EdgeId num_arcs, bool weighted) {
  const std::uint64_t columns =
      num_columns_of(num_vertices, num_arcs) * pitch_of(num_vertices) * target_bytes(weighted);
  const std::uint64_t kept = columns + num_vertices * offset_bytes(num_arcs);
  return {.kept = kept, .building = kept};
}

PushPart column_part(const PushPlan& plan) {
  return {.agent = "mg::sparse::PushColumns",
          .header = "sparse/push_columns.cuh",
          .cta = plan.cta,
          .blocks = &blocks_of_threads};
}

void follow_columns(Follower& follower) {
  const gpu::DeviceColumns& columns = columns_of(follower.gpu(), follower.side());
  const PushPart part = column_part(follower.plan());
  PushArguments arguments = follower.arguments();
  arguments.rows = columns.rows;
  arguments.pitch = columns.pitch;
  follower.launch_for_senders(part, arguments);
}

Layout ell_layout() {
  return {.name = "ell",
          .sentence = "the first arcs of every row are stored column by column, the rest as compressed rows",
          .bytes = &bytes_of_columns,
          .push = std::make_shared<ColumnsAndRows>(),
          .usual_balance = "etwc",
          .has_receiver_rows = true};
}

}  // namespace mg::sparse

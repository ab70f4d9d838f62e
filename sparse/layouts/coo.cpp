// Arcs one by one, in the order of their rows: compressed rows with the source of each arc beside it.
#include <fmt/format.h>

#include "sparse/layouts/layouts.hpp"

namespace mg::sparse {

namespace {

class ListOfArcs final : public PushLayout {
 public:
  [[nodiscard]] bool lists_arcs() const override { return true; }
  void follow(Follower& follower) const override {
    follower.follow_list(all_arcs(follower.gpu(), follower.side()), "coo");
  }
};

gpu::DeviceArcs make_arcs(DeviceContext& gpu, Side side) {
  gpu::LayoutArguments arguments = gpu.layouts().arguments(side);
  arguments.sources = gpu.layouts().keep<VertexId>(gpu.num_arcs(), "coo sources");
  gpu.launch(fmt::format("mg::gpu::SourcesOf<{}>", gpu.offset_type()), "engine/gpu/layouts.cuh",
             blocks_for(gpu.num_vertices(), warps_per_block), &arguments);
  return {.sources = arguments.sources, .rows = arguments.rows};
}

LayoutBytes bytes(std::uint64_t, EdgeId num_arcs, bool) {
  return {.kept = num_arcs * arc_bytes, .building = num_arcs * arc_bytes};
}

}  // namespace

ArcList all_arcs(DeviceContext& gpu, Side side) {
  return {.arcs = gpu.layouts().kept<gpu::DeviceArcs>(side, "coo", 0, [&] { return make_arcs(gpu, side); }),
          .num_arcs = gpu.num_arcs()};
}

Layout coo_layout() {
  return {.name = "coo",
          .sentence = "arcs are stored one by one",
          .bytes = &bytes,
          .push = std::make_shared<ListOfArcs>(),
          .usual_balance = "edge"};
}

}  // namespace mg::sparse

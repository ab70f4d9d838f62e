// The first arcs of every row column by column, the rest one by one (the hybrid format of Bell and Garland, SC'09: ELL
// and COO).
#include "sparse/layouts/layouts.hpp"
#include "sparse/layouts/row_views.hpp"

namespace mg::sparse {

namespace {

class ColumnsAndList final : public PushLayout {
 public:
  [[nodiscard]] bool lists_arcs() const override { return true; }
  [[nodiscard]] std::optional<PushPart> apart(const PushPlan& plan) const override { return column_part(plan); }
  void follow(Follower& follower) const override {
    follow_columns(follower);
    DeviceContext& gpu = follower.gpu();
    const Side side = follower.side();
    const gpu::DeviceRows& rest = columns_of(gpu, side).rest;
    follower.follow_list(gpu.layouts().kept<ArcList>(side, "hyb", 0, [&] { return list_of(gpu, rest); }), "hyb");
  }
};

/// At most: the rest may be all arcs but one a row.
LayoutBytes bytes(std::uint64_t num_vertices, EdgeId num_arcs, bool weighted) {
  const LayoutBytes columns = bytes_of_columns(num_vertices, num_arcs, weighted);
  const std::uint64_t kept =
      columns.kept + num_arcs * (arc_bytes + target_bytes(weighted)) + num_vertices * offset_bytes(num_arcs);
  return {.kept = kept, .building = kept + num_vertices * count_bytes};
}

}  // namespace

Layout hyb_layout() {
  return {.name = "hyb",
          .sentence = "the first arcs of every row are stored column by column, the rest one by one",
          .bytes = &bytes,
          .push = std::make_shared<ColumnsAndList>(),
          .usual_balance = "edge"};
}

}  // namespace mg::sparse

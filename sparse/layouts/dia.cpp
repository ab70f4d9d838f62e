// Arcs along diagonals of the adjacency matrix, the rest one by one (DIA, as in Bell and Garland, SC'09).
#include "sparse/layouts/dia.cuh"

#include <fmt/format.h>

#include <algorithm>

#include "sparse/layouts/layouts.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "sparse/layouts/dia.cuh";
/// A diagonal is kept where at least one of so many vertices has an arc along it.
constexpr std::uint32_t sparsest = 2;

struct DiagonalsAndList {
  Diagonals diagonals;
  ArcList left;
};

std::uint64_t pitch_of(std::uint64_t num_vertices) { return (num_vertices + 31) / 32 * 32; }

/// The most whose weights have places of the offsets' width.
std::uint32_t most_kept(std::uint64_t num_vertices, EdgeId num_arcs) {
  if (num_vertices == 0 || num_arcs > gpu::most_narrow_arcs) return most_diagonals;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(most_diagonals, gpu::most_narrow_arcs / pitch_of(num_vertices)));
}

/// Builds them in passes over the rows.
class Builder {
 public:
  Builder(DeviceContext& gpu, Side side) : gpu_(gpu), num_vertices_(gpu.num_vertices()) {
    arguments_.rows = gpu.rows(side);
    arguments_.num_possible = num_vertices_ == 0 ? 0 : 2 * std::uint64_t{num_vertices_} - 1;
    arguments_.least = std::max(num_vertices_ / sparsest, 1U);
    arguments_.pitch = pitch_of(num_vertices_);
  }

  DiagonalsAndList build() {
    const std::uint64_t most = std::max<std::uint64_t>(arguments_.num_possible, num_vertices_);
    const DeviceBlock counts(gpu_.shared_device(), most * sizeof(std::uint32_t), "diagonals");
    const DeviceBlock ranks(gpu_.shared_device(), (most + 1) * sizeof(std::uint64_t), "diagonals");
    arguments_.counts = counts.as<std::uint32_t>();
    choose(ranks.as<std::uint64_t>());
    const DeviceBlock num_left(gpu_.shared_device(), num_vertices_ * sizeof(std::uint32_t), "rest of rows");
    const DeviceBlock before(gpu_.shared_device(), (std::uint64_t{num_vertices_} + 1) * sizeof(std::uint64_t),
                             "rest of rows");
    arguments_.num_left = num_left.as<std::uint32_t>();
    fill();
    return {.diagonals = {.steps = arguments_.steps,
                          .has = arguments_.has,
                          .weights = arguments_.weights,
                          .pitch = arguments_.pitch,
                          .count = arguments_.num_diagonals},
            .left = list_left(before.as<std::uint64_t>())};
  }

 private:
  void choose(std::uint64_t* ranks) {
    gpu_.device().fill(arguments_.counts, 0, arguments_.num_possible * sizeof(std::uint32_t));
    by_rows("CountDiagonals");
    gpu_.launch("mg::sparse::FlagDiagonals", header, blocks_for(arguments_.num_possible), &arguments_);
    const std::uint64_t num_kept = sum_up(arguments_.counts, ranks, arguments_.num_possible);
    arguments_.ranks = ranks;
    arguments_.num_diagonals =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(num_kept, most_kept(num_vertices_, gpu_.num_arcs())));
    arguments_.steps = gpu_.layouts().keep<std::uint32_t>(most_diagonals, "diagonals");
    gpu_.launch("mg::sparse::ListDiagonals", header, blocks_for(arguments_.num_possible), &arguments_);
  }
  void fill() {
    arguments_.has = gpu_.layouts().keep<std::uint32_t>(num_vertices_, "arcs along diagonals");
    if (arguments_.rows.weights != nullptr) {
      arguments_.weights =
          gpu_.layouts().keep<std::uint32_t>(arguments_.num_diagonals * arguments_.pitch, "weights along diagonals");
    }
    by_rows("FillDiagonals");
  }
  ArcList list_left(std::uint64_t* before) {
    const EdgeId num_left = sum_up(arguments_.num_left, before, num_vertices_);
    arguments_.left_before = before;
    arguments_.sources = gpu_.layouts().keep<VertexId>(num_left, "sources off diagonals");
    arguments_.targets = gpu_.layouts().keep<VertexId>(num_left, "arcs off diagonals");
    if (arguments_.rows.weights != nullptr) {
      arguments_.left_weights = gpu_.layouts().keep<std::uint32_t>(num_left, "weights off diagonals");
    }
    by_rows("ListLeft");
    ArcList list{.arcs = {.sources = arguments_.sources, .rows = arguments_.rows}, .num_arcs = num_left};
    list.arcs.rows.neighbors = arguments_.targets;
    list.arcs.rows.weights = arguments_.left_weights;
    return list;
  }
  void by_rows(std::string_view agent) {
    gpu_.launch(fmt::format("mg::sparse::{}<{}>", agent, gpu_.offset_type()), header, blocks_for(num_vertices_),
                &arguments_);
  }
  std::uint64_t sum_up(const std::uint32_t* counts, std::uint64_t* sums, std::uint64_t size) {
    gpu_.device().exclusive_scan(counts, sums, size);
    std::uint64_t sum = 0;
    gpu_.device().download(&sum, sums + size, sizeof(sum));
    return sum;
  }

  DeviceContext& gpu_;
  VertexId num_vertices_;
  BuildDiagonalArguments arguments_{};
};

class DiagonalLayout final : public PushLayout {
 public:
  [[nodiscard]] bool lists_arcs() const override { return true; }
  [[nodiscard]] std::optional<PushPart> apart(const PushPlan& plan) const override {
    return PushPart{.agent = "mg::sparse::PushDiagonals",
                    .header = std::string(header),
                    .cta = plan.cta,
                    .blocks = &blocks_of_threads};
  }
  void follow(Follower& follower) const override {
    DeviceContext& gpu = follower.gpu();
    const Side side = follower.side();
    const auto& stored =
        gpu.layouts().kept<DiagonalsAndList>(side, "dia", 0, [&] { return Builder(gpu, side).build(); });
    const PushPart part = *apart(follower.plan());
    DiagonalArguments arguments{follower.arguments(), stored.diagonals};
    arguments.rows.weights = stored.diagonals.weights;
    if (stored.diagonals.count > 0) follower.launch_for_senders(part, arguments);
    follower.follow_list(stored.left, "dia");
  }
};

/// At most: any number of arcs may lie off the diagonals.
LayoutBytes bytes(std::uint64_t num_vertices, EdgeId num_arcs, bool weighted) {
  const std::uint64_t num_diagonals = num_vertices == 0 ? 0
                                                        : std::min<std::uint64_t>(most_kept(num_vertices, num_arcs),
                                                                                  sparsest * num_arcs / num_vertices);
  const std::uint64_t diagonals =
      num_vertices * sizeof(std::uint32_t) + (weighted ? num_diagonals * pitch_of(num_vertices) * weight_bytes : 0);
  const std::uint64_t kept = diagonals + num_arcs * (arc_bytes + target_bytes(weighted));
  return {.kept = kept, .building = kept + 3 * num_vertices * count_bytes};
}

}  // namespace

Layout dia_layout() {
  return {.name = "dia",
          .sentence = "arcs along diagonals with many are stored as a bit each, the rest one by one",
          .bytes = &bytes,
          .push = std::make_shared<DiagonalLayout>(),
          .usual_balance = "edge"};
}

}  // namespace mg::sparse

// The dense engine: every step reads all arcs, and each of them at the speed of memory.
#include "dense/dense_engine.hpp"

#include <memory>

#include "dense/two_phase.hpp"
#include "engine/context.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"

namespace mg {

namespace {

/// For cores: a panel's values of 4 bytes take a quarter of a second-level cache of 1 MB, a group's sums of 8 bytes
/// half of a first-level one.
constexpr TileShape core_shape{
    .panel_columns = 65'504, .chunk_arcs = 4096, .group_rows = 2048, .group_partials = 1U << 18};

class DenseEngine final : public Engine {
 public:
  explicit DenseEngine(MakeTiles make_tiles) : make_tiles_(make_tiles) {}

  [[nodiscard]] std::string_view name() const override { return "dense"; }
  [[nodiscard]] bool has_buckets() const override { return false; }

  void prepare(RunContext& context) override { static_cast<void>(workspace(context.graph.in, context)); }

  void step(EdgeStep& step, RunContext& context) override {
    if (step.buckets != nullptr) {
      fail(ExitCode::wrong_use,
           "the engine 'dense' has no priority buckets, as each of its steps reads all arcs: use the engine 'sparse', "
           "or "
           "a method without buckets");
    }
    if (!step.has("two_phase")) {
      fail(ExitCode::wrong_use,
           "the engine 'dense' runs weighted edge functions that have `Value offer(mg::VertexId source) const` and "
           "`Value along(Value offered, Weight weight) const`, with message(u, w) == along(offer(u), w)");
    }
    step.reason = "the engine has one strategy";
    step.engine_state = &workspace(step.pattern == Pattern::gather ? step.sources() : step.receivers(), context);
    if (step.from->kind() != Frontier::Kind::queue) return step.run("two_phase", context);
    Frontier bitmap = context.to_bitmap(*step.from);
    const Frontier* queue = step.from;
    step.from = &bitmap;
    step.run("two_phase", context);
    step.from = queue;
    context.recycle(std::move(bitmap));
  }

  /// Tiles whose partials are half as many as arcs, and a value for each of these and each vertex.
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    const std::uint64_t partials = num_arcs / 2;
    const std::uint64_t layout = num_arcs * 9 / 4 + partials * 17 / 8 + num_vertices * sizeof(VertexId);
    return layout + (partials + num_vertices) * sizeof(double) + num_vertices / 4;
  }

 private:
  /// For the arcs that `rows` lists by their receivers.
  dense::Workspace& workspace(const Adjacency& rows, const RunContext& context) {
    const Graph& graph = context.graph;
    const bool forward = rows.offsets.same_storage(graph.in.offsets);
    dense::Workspace& work = forward ? forward_ : backward_;
    if (work.tiles != nullptr) return work;
    if (forward && graph.tiles != nullptr) {
      work.tiles = graph.tiles;
    } else {
      const TileShape shape = graph.tiles != nullptr ? graph.tiles->shape : core_shape;
      work.tiles = std::make_shared<const Tiles>(make_tiles_(rows, graph.num_vertices(), shape, context.threads));
    }
    return work;
  }

  MakeTiles make_tiles_;
  dense::Workspace forward_, backward_;
};

}  // namespace

void register_dense_engine(MakeTiles make_tiles) {
  register_engine({.name = "dense",
                   .summary = "two passes over tiles that touch fast memory only; for frontiers of many vertices",
                   .make = [make_tiles] { return std::make_unique<DenseEngine>(make_tiles); }});
}

}  // namespace mg

// The dense engine: every step reads all arcs, and each of them at the speed of memory.
#include "dense/dense_engine.hpp"

#include <memory>
#include <optional>

#include "dense/costs.hpp"
#include "dense/device_steps.hpp"
#include "dense/tile_access.hpp"
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

  /// Steps are executed one by one, in one way.
  [[nodiscard]] ScheduleUse schedule_use(const ProgramSteps& steps, RunContext& context) override {
    const HybridSchedule& schedule = context.schedule.asked();
    ScheduleUse use{.keys = {}, .doing = "each step reads all arcs, in the only way that this engine has"};
    for (std::size_t part = 0; part < schedule.num_parts(); ++part) {
      const Driver driver = schedule.part(part).driver;
      const bool is_launched = driver == Driver::automatic || driver == Driver::launched;
      if (is_launched && schedule.may_be_for_one_of(part, steps.loops)) use.keys.add(part, DriverKeys::keys);
    }
    return use;
  }

  void prepare(RunContext& context) override {
    if (context.gpu() != nullptr) {
      static_cast<void>(on_gpu(Side::in, context));
    } else {
      static_cast<void>(workspace(context.graph_part.receivers(Side::out), context));
    }
  }

  void step(CpuStep& step, RunContext& context) override {
    check_step(step.buckets != nullptr, step.has("two_phase"));
    step.reason = only_strategy;
    step.engine_state = &workspace(receivers_of(step), context);
    if (step.from->kind() != Frontier::Kind::queue) return step.run("two_phase", context);
    Frontier bitmap = context.to_bitmap(*step.from);
    const Frontier* queue = step.from;
    step.from = &bitmap;
    step.run("two_phase", context);
    step.from = queue;
    context.recycle(std::move(bitmap));
  }

  void offers(const CpuStep& step, const Outlook& outlook, RunContext& context, Offers& offers) override {
    const bool there = has_tiles(receivers_of(step), context);
    Offer offer = dense::offer_sweep(outlook, there);
    offer.problem = problem(step.buckets != nullptr, step.has("two_phase"), outlook, context);
    if (offer.problem.empty() && !there && !outlook.run.builds_layouts) {
      offer.problem = "the graph came without tiles for it";
    }
    offers.add(offer);
  }
  void offers(const GpuStep& step, const Outlook& outlook, RunContext& context, Offers& offers) override {
    Offer offer = dense::offer_sweep(outlook, access_.has_tiles(step, *context.gpu()));
    offer.problem = problem(step.buckets != nullptr, step.traits.comes_apart, outlook, context);
    if (offer.problem.empty()) offer.problem = access_.problem(step, *context.gpu());
    offers.add(offer);
  }
  void step(GpuStep& step, const Offer&, RunContext& context) override {
    try {
      this->step(step, context);
      access_.note_tiles(step, *context.gpu());
    } catch (const Error& error) {
      if (error.code() == ExitCode::no_resources) access_.give_up(step, *context.gpu());
      throw;
    }
  }
  [[nodiscard]] bool has_cheap_sweeps(RunContext& context) const override {
    return context.gpu() != nullptr && leaves_steps_open(context.schedule.asked()) && access_.has_room(*context.gpu());
  }

  [[nodiscard]] bool runs_on_gpus() const override { return true; }
  void step(GpuStep& step, RunContext& context) override {
    check_step(step.buckets != nullptr, step.traits.comes_apart);
    step.reason = only_strategy;
    if (context.trace.enabled) step.following = nullptr;  // each step has its own time
    on_gpu(dense::DeviceSteps::receivers_of(step), context).run(step, context.step_number);
  }

  /// Tiles whose partials are half as many as arcs, and a value for each of these and each vertex.
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return estimate_gpu_bytes(num_vertices, num_arcs) + num_vertices / 4;
  }
  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    const std::uint64_t partials = num_arcs / 2;
    const std::uint64_t layout = num_arcs * 9 / 4 + partials * 17 / 8 + num_vertices * sizeof(VertexId);
    return layout + (partials + num_vertices) * sizeof(double);
  }

 private:
  static constexpr std::string_view only_strategy = "the engine has one strategy";

  static const Adjacency& receivers_of(const CpuStep& step) {
    return step.pattern == Pattern::gather ? step.gatherers() : step.receivers();
  }
  /// What the step rules out on either machine; empty: nothing.
  static std::string_view problem(bool has_buckets, bool comes_apart, const Outlook& outlook, RunContext& context) {
    if (has_buckets) return "it has no priority buckets";
    if (!comes_apart)
      return "the function does not say what a vertex sends apart from what becomes of it along an edge";
    const bool by_rows = context.schedule.speaks_of_steps(outlook.step.part);
    return by_rows ? "the schedule speaks of rows" : "";
  }

  static void check_step(bool has_buckets, bool comes_apart) {
    if (has_buckets) {
      fail(ExitCode::wrong_use,
           "the engine 'dense' has no priority buckets, as each of its steps reads all arcs: use the engine 'sparse', "
           "or a method without buckets");
    }
    if (!comes_apart) {
      fail(
          ExitCode::wrong_use,
          "the engine 'dense' runs edge functions whose messages are those of the source alone, and weighted ones that "
          "say by a relation `along`, such as mg::Plus<std::uint32_t>, what becomes of them along an edge");
    }
  }

  /// What is on the GPU, with the layout of `side`'s rows: the graph's own if it came with one, else built there.
  dense::DeviceSteps& on_gpu(Side side, RunContext& context) {
    DeviceContext& gpu = *context.gpu();
    if (!gpu_) gpu_.emplace(gpu);
    if (gpu_->has_tiles(side)) return *gpu_;
    context.build_layout([&] {
      const bool stored = side == Side::in && context.graph.tiles != nullptr;
      gpu_->add_tiles(side, stored ? uploaded(*context.graph.tiles, gpu) : built_tiles(side, context));
    });
    return *gpu_;
  }

  static dense::TileBlocks uploaded(const Tiles& tiles, DeviceContext& gpu) {
    return dense::upload_tiles(gpu.shared_device(), tiles, gpu.weight_type() != WeightType::none);
  }

  /// Built on the GPU, or by the host where the GPU has no room for sorting.
  dense::TileBlocks built_tiles(Side side, RunContext& context) const {
    DeviceContext& gpu = *context.gpu();
    const TileShape shape = dense::shape_for(gpu.device().info());
    try {
      return dense::build_tiles(gpu, side, shape, gpu.room());
    } catch (const Error& error) {
      if (error.code() != ExitCode::no_resources) throw;
    }
    const Graph& graph = context.graph;
    const Adjacency& rows = side == Side::in ? graph.in : graph.out;
    return uploaded(make_tiles_(rows, graph.num_vertices(), shape, context.threads), gpu);
  }

  [[nodiscard]] bool has_tiles(const Adjacency& rows, const RunContext& context) const {
    const bool forward = is_forward(rows, context);
    return (forward ? forward_ : backward_).tiles != nullptr || (forward && stored_tiles(context) != nullptr);
  }
  /// Of the rows of receivers.
  static bool is_forward(const Adjacency& rows, const RunContext& context) {
    return rows.offsets.same_storage(context.graph_part.receivers(Side::out).offsets);
  }
  /// Those that the graph came with: of all its arcs.
  static const Tiles* stored_tiles(const RunContext& context) {
    return context.graph_part.is_whole() ? context.graph.tiles.get() : nullptr;
  }
  /// For the arcs that `rows` lists by their receivers.
  dense::Workspace& workspace(const Adjacency& rows, RunContext& context) {
    const Graph& graph = context.graph;
    const bool forward = is_forward(rows, context);
    dense::Workspace& work = forward ? forward_ : backward_;
    if (work.tiles != nullptr) return work;
    const Tiles* const there = stored_tiles(context);
    if (forward && there != nullptr) {
      work.tiles = graph.tiles;
    } else {
      const TileShape shape = there != nullptr ? there->shape : core_shape;
      context.build_layout([&] {
        work.tiles = std::make_shared<const Tiles>(make_tiles_(rows, graph.num_vertices(), shape, context.threads));
      });
    }
    return work;
  }

  MakeTiles make_tiles_;
  dense::Workspace forward_, backward_;
  std::optional<dense::DeviceSteps> gpu_;
  dense::TileAccess access_{*this};
};

}  // namespace

void register_dense_engine(MakeTiles make_tiles) {
  register_engine({.name = "dense",
                   .summary = "two passes over tiles that touch fast memory only; for frontiers of many vertices",
                   .make = [make_tiles] { return std::make_unique<DenseEngine>(make_tiles); },
                   .takes_part = true});
}

}  // namespace mg

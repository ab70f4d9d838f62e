// An engine for GPUs with a kernel of its own: reductions in which a thread goes through a row. It offers them to the
// engine `hybrid`, which takes them where rows are of about one length.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/context.hpp"
#include "engine/profile.hpp"
#include "engine/registry.hpp"
#include "row_a_thread.cuh"

namespace {

constexpr std::string_view header = "row_a_thread.cuh";

class RowEngine final : public mg::Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "rows"; }
  [[nodiscard]] bool runs_on_gpus() const override { return true; }

  void prepare(mg::RunContext&) override {
    mg::fail(mg::ExitCode::wrong_use, "the engine 'rows' executes reductions alone: use it by the engine 'hybrid'");
  }

  void offers(const mg::GpuStep& step, const mg::Outlook& outlook, mg::RunContext& context,
              mg::Offers& offers) override {
    mg::DeviceContext& gpu = *context.gpu();
    const mg::RunFacts& run = outlook.run;
    mg::Offer offer{.name = "rows", .way = mg::Way::pull};
    offer.vertices = run.num_vertices;
    offer.arcs = static_cast<double>(run.num_arcs);
    offer.bytes = sizeof(mg::VertexId) * offer.arcs + 8 * offer.vertices;
    // Reckoned from what a pull costs, not measured: a lane has nobody to help it, but a warp's lanes all wait for the
    // one with the longest row.
    const mg::Costs& costs = mg::costs_of(run);
    const double wait = static_cast<double>(gpu.longest_row(receivers(step))) / std::max(run.mean_degree(), 1.0);
    offer.vertex_ms = mg::shared_ms(run, costs.pull_vertex / 2);
    offer.arc_ms = mg::shared_ms(run, costs.pull_near_arc * std::max(wait, 1.0));
    mg::expect(run, offer);
    offer.problem = problem(step, gpu);
    offers.add(offer);
  }

  void step(mg::GpuStep& step, mg::RunContext& context) override {
    mg::DeviceContext& gpu = *context.gpu();
    const std::uint64_t blocks = mg::blocks_for(gpu.num_vertices(), example::row_threads);
    const example::RowArguments arguments{
        .rows = gpu.rows(receivers(step)),
        .summands = static_cast<double*>(gpu.scratch("summands of a thread a row", blocks * sizeof(double)))};
    gpu.reset_counters();
    gpu.launch(agent(step, gpu), header, blocks, &arguments, step.function.object);
    step.reduced = gpu.add_up(arguments.summands, blocks);
    step.chosen = "a row a thread";
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t, std::uint64_t) const override { return 0; }
  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t num_vertices, std::uint64_t) const override {
    return mg::blocks_for(num_vertices, example::row_threads) * sizeof(double);
  }

 private:
  static mg::Side receivers(const mg::GpuStep& step) {
    return step.side == mg::Side::out ? mg::Side::in : mg::Side::out;
  }
  static std::string agent(const mg::GpuStep& step, const mg::DeviceContext& gpu) {
    return fmt::format("example::RowAThread<{}, {}>", step.function.type, gpu.offset_type());
  }
  static std::string_view problem(const mg::GpuStep& step, mg::DeviceContext& gpu) {
    if (step.pattern != mg::Pattern::reduce) return "it executes reductions alone";
    if (step.traits.has_sends) return "it asks nobody whether they send";
    if (!gpu.has_kernel(agent(step, gpu), header)) return "there is no compiler for its kernel";
    return "";
  }
};

}  // namespace

extern "C" void mg_plugin_register() {
  mg::register_engine({.name = "rows",
                       .summary = "reductions on a GPU, a thread a row: for graphs of even degrees",
                       .make = [] { return std::unique_ptr<mg::Engine>(std::make_unique<RowEngine>()); },
                       .takes_part = true});
}

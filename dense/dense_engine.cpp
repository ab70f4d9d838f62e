#include "dense/dense_engine.hpp"

#include <memory>
#include <optional>

#include "dense/device_steps.hpp"
#include "engine/context.hpp"
#include "engine/registry.hpp"

namespace mg {

namespace {

class DenseEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "dense"; }

  void prepare(RunContext& context) override {
    if (context.gpu() != nullptr) prepare_on_gpu(*context.gpu());
  }
  void step(EdgeStep&, RunContext&) override { fail(ExitCode::wrong_use, "not yet on a CPU"); }

  [[nodiscard]] bool runs_on_gpus() const override { return true; }
  void step(DeviceStep& step, RunContext& context) override {
    const Side receivers = dense::DeviceSteps::receivers_of(step);
    if (!gpu_->has_tiles(receivers)) add_tiles(receivers, *context.gpu());
    gpu_->run(step);
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return 4 * num_arcs + 12 * num_vertices;
  }

 private:
  void prepare_on_gpu(DeviceContext& gpu) {
    if (!gpu_) gpu_.emplace(gpu);
    if (!gpu_->has_tiles(Side::in)) add_tiles(Side::in, gpu);
  }
  void add_tiles(Side side, DeviceContext& gpu) {
    gpu_->add_tiles(side, dense::build_tiles(gpu, side, dense::shape_for(gpu.device().info())));
  }

  std::optional<dense::DeviceSteps> gpu_;
};

}  // namespace

void register_dense_engine() {
  register_engine({.name = "dense",
                   .summary = "two phases over tiles of 16-bit numbers, for frontiers of many vertices",
                   .make = [] { return std::make_unique<DenseEngine>(); }});
}

}  // namespace mg

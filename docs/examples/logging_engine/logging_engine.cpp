// An engine that logs every step to stderr and leaves the work to the built-in engine.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "engine/context.hpp"
#include "engine/registry.hpp"

namespace {

std::string_view name_of(mg::Pattern pattern) {
  switch (pattern) {
    case mg::Pattern::expand: return "expand";
    case mg::Pattern::reduce: return "reduce";
    case mg::Pattern::gather: return "gather";
  }
  return "?";
}

class LoggingEngine final : public mg::Engine {
 public:
  LoggingEngine() : inner_(mg::find_engine("sparse").make()) {}

  [[nodiscard]] std::string_view name() const override { return "logging"; }

  mg::ScheduleUse schedule_use(const mg::ProgramSteps& steps, mg::RunContext& context) override {
    return inner_->schedule_use(steps, context);
  }

  void prepare(mg::RunContext& context) override {
    steps_ = 0;
    inner_->prepare(context);
  }

  void step(mg::CpuStep& step, mg::RunContext& context) override {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    inner_->step(step, context);
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    fmt::print(stderr, "logging: step {}: {} {} vertices ({}) by {} because {}: {} vertices follow, {:.3f} ms\n",
               ++steps_, name_of(step.pattern), step.from->size(), mg::to_string(step.from->kind()), step.chosen,
               step.reason.empty() ? "there is no choice" : step.reason, step.to.size(), elapsed.count());
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return inner_->estimate_bytes(num_vertices, num_arcs);
  }

 private:
  std::unique_ptr<mg::Engine> inner_;
  std::uint64_t steps_ = 0;
};

}  // namespace

extern "C" void mg_plugin_register() {
  mg::register_engine({.name = "logging",
                       .summary = "logs every step to stderr; the sparse engine does the work",
                       .make = [] { return std::unique_ptr<mg::Engine>(std::make_unique<LoggingEngine>()); }});
}

#include "engine/cpu/cpu_step.hpp"

#include "engine/context.hpp"
#include "engine/error.hpp"

namespace mg {

void CpuStep::run(std::string_view kernel, RunContext& context) {
  for (const Kernel& k : kernels) {
    if (k.name != kernel) continue;
    chosen = k.name;
    k.run(*this, context);
    return;
  }
  fail(ExitCode::internal, "no kernel '{}' was compiled for this step", kernel);
}

void Engine::sweep(DeviceSweep&, RunContext&) {
  fail(ExitCode::internal, "the engine '{}' keeps no history of loops", name());
}

void Engine::step(CpuStep&, RunContext&) {
  fail(ExitCode::internal, "the engine '{}' only gives offers, among which another one picks", name());
}

void Engine::step(GpuStep&, RunContext&) {
  fail(ExitCode::wrong_use, "the engine '{}' has no form for GPUs: use another one, or --device cpu", name());
}

}  // namespace mg

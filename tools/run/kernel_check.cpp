#include "tools/run/kernel_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "engine/schedule/schedule.hpp"
#include "tools/run/kernel_listing.hpp"

namespace mg::tools {

namespace {

/// A schedule, and the engine that it is for.
struct Variant {
  std::string text;
  HybridSchedule schedule;
  std::string engine;
};

bool leaves_open(const HybridSchedule& schedule, ScheduleKey key) { return !asked_keys(schedule).of(0).has(key); }

/// The values of a key, but for those that leave the choice to others.
std::vector<std::string> values_of(ScheduleKey key) {
  std::vector<std::string> values;
  const ScheduleKeyInfo info = schedule_keys()[static_cast<std::size_t>(key)];
  for (const ScheduleChoice& choice : info.choices) {
    if (choice.name != "auto") values.push_back(fmt::format("{}={}", info.name, choice.name));
  }
  return values;
}

/// What is asked for, with the driver and direction of a text.
Variant variant_of(const RunOptions& options, const std::string& text) {
  const Schedule given = parse_schedule(text).first;
  Variant variant{text, options.schedule, options.engine};
  variant.schedule.first.driver = given.driver;
  if (leaves_open(options.schedule, ScheduleKey::direction)) variant.schedule.first.direction = given.direction;
  return variant;
}

/// What is asked for, and all that it leaves open.
std::vector<Variant> variants_of(const RunOptions& options) {
  std::vector<Variant> variants{{"as asked for", options.schedule, options.engine}};
  if (leaves_open(options.schedule, ScheduleKey::driver)) {
    for (const std::string& driver : values_of(ScheduleKey::driver)) variants.push_back(variant_of(options, driver));
    if (leaves_open(options.schedule, ScheduleKey::direction)) {
      for (const std::string& direction : values_of(ScheduleKey::direction)) {
        variants.push_back(variant_of(options, "driver=launched," + direction));
      }
    }
  }
  if (options.engine == "auto") {
    for (const EngineEntry& engine : registered_engines()) {
      if (engine.takes_part) variants.push_back({"--engine " + engine.name, options.schedule, engine.name});
    }
  }
  return variants;
}

/// Goes through the first steps by a variant; returns why it ended otherwise than a run does. The first is what was
/// asked for, and a refusal of it one of the request.
std::string go_through(const Graph& graph, RunRequest request, const Variant& variant, bool is_first) {
  request.options.schedule = variant.schedule;
  request.options.engine = variant.engine;
  try {
    static_cast<void>(run_program(graph, request));
    return {};
  } catch (const Error& error) {
    const bool is_refusal = error.code() == ExitCode::wrong_use || error.code() == ExitCode::bad_input;
    if ((is_refusal && is_first) || error.code() == ExitCode::no_resources) throw;
    return fmt::format("{}: {}", is_refusal ? "refused" : "ended early, since nothing is computed", error.what());
  }
}

}  // namespace

int architecture_option(const CommandLine& line) {
  constexpr std::string_view prefix = "sm_";
  const std::string text = line.text_or("check-kernels", "");
  int architecture = 0;
  const char* const end = text.data() + text.size();
  const char* const first = text.data() + (text.starts_with(prefix) ? prefix.size() : text.size());
  const auto [stop, error] = std::from_chars(first, end, architecture);
  if (error != std::errc{} || stop != end || architecture <= 0) {
    line.refuse(fmt::format("'{}' is no kind of GPU; expected sm_ and its compute capability, such as sm_90", text));
  }
  return architecture;
}

KernelCheck check_kernels(const Graph& graph, RunRequest request, int architecture) {
  constexpr std::uint64_t most_iterations = 2;
  const std::shared_ptr<CompilingDevice> device = stand_in_for_gpus(architecture);
  request.options.device = "cuda";
  request.options.max_iterations = std::min(request.options.max_iterations, most_iterations);
  request.runs = 1;
  request.warmup = 0;
  request.validate = false;
  request.sums_up = false;
  KernelCheck check;
  check.architecture = architecture;
  for (const Variant& variant : variants_of(request.options)) {
    const std::size_t before = device->kernels().size();
    device->begin_run();
    std::string remark = go_through(graph, request, variant, check.ways.empty());
    check.ways.push_back({variant.text, device->kernels().size() - before, std::move(remark)});
  }
  check.kernels = device->kernels();
  check.failures = device->failures();
  return check;
}

std::string check_text(const KernelCheck& check) {
  std::string text = fmt::format("Kernels for sm_{}, compiled and not executed; the compiler: {}\n", check.architecture,
                                 shared_specialiser().compiler_text());
  for (const auto& [schedule, new_kernels, remark] : check.ways) {
    text += fmt::format("  {:<36} {:>3} new{}{}\n", schedule, new_kernels, remark.empty() ? "" : ", ", remark);
  }
  text += fmt::format("{:<9} {:>9} {:>7} {:>7}  {}\n", "origin", "registers", "spilled", "shared", "kernel");
  for (const DeviceKernel& kernel : check.kernels) {
    text += fmt::format("{:<9} {:>9} {:>7} {:>7}  {}\n", to_string(kernel.origin), kernel.registers, kernel.spill_bytes,
                        kernel.shared_bytes, kernel.agent);
  }
  for (const auto& [agent, problem] : check.failures) text += fmt::format("FAILED    {}\n", problem);
  return text + fmt::format("{} kernels compile, {} do not. What they compute is not checked: that takes a GPU.\n",
                            check.kernels.size(), check.failures.size());
}

}  // namespace mg::tools

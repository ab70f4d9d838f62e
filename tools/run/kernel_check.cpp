#include "tools/run/kernel_check.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "engine/schedule/schedule.hpp"
#include "tools/run/kernel_listing.hpp"

namespace mg::tools {

namespace {

/// A schedule, and the engine and policy that it is for.
struct Variant {
  std::string text;
  HybridSchedule schedule;
  std::string engine;
  std::string policy;
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
  Variant variant{text, options.schedule, options.engine, options.policy};
  variant.schedule.first.driver = given.driver;
  if (leaves_open(options.schedule, ScheduleKey::direction)) variant.schedule.first.direction = given.direction;
  return variant;
}

/// What is asked for, and all that it leaves open.
std::vector<Variant> variants_of(const RunOptions& options) {
  std::vector<Variant> variants{{"as asked for", options.schedule, options.engine, options.policy}};
  if (leaves_open(options.schedule, ScheduleKey::driver)) {
    for (const std::string& driver : values_of(ScheduleKey::driver)) variants.push_back(variant_of(options, driver));
    if (leaves_open(options.schedule, ScheduleKey::direction)) {
      for (const std::string& direction : values_of(ScheduleKey::direction)) {
        variants.push_back(variant_of(options, "driver=launched," + direction));
      }
    }
  }
  if (options.engine == "auto" || find_engine(options.engine).role == EngineRole::picking) {
    for (const EngineEntry& engine : registered_engines()) {
      if (engine.takes_part) variants.push_back({"--engine " + engine.name, options.schedule, engine.name, "auto"});
    }
  }
  return variants;
}

/// Goes through the request's first steps by one variant after the other.
class Checker {
 public:
  Checker(const Graph& graph, const RunRequest& request, CompilingDevice& device)
      : graph_(graph), request_(request), device_(device) {}

  /// The first is what was asked for, so that what is refused there is refused.
  KernelCheck::Way go_through(const Variant& variant, bool is_first) {
    const std::size_t before = device_.num_asked_for();
    device_.begin_run();
    std::string remark;
    try {
      static_cast<void>(parse_schedule(to_text(variant.schedule)));  // whose parts may exclude each other by now
      run(variant);
    } catch (const Error& error) {
      if (device_.lacks_compiler()) throw;
      const bool is_refused = error.code() == ExitCode::wrong_use || error.code() == ExitCode::bad_input;
      // Whoever has asked for kernels was let in, and what comes then may come of results that are not there.
      const bool has_begun = device_.num_asked_for() > before;
      if (is_refused && is_first && !has_begun) throw;
      remark = fmt::format("{}: {}", is_refused && !has_begun ? "refused" : ended_early, error.what());
    } catch (const std::exception& error) {
      remark = fmt::format("{}: {}", ended_early, error.what());
    }
    return {variant.text, device_.num_asked_for() - before, std::move(remark)};
  }

  /// Labels of the program's steps and loops, as far as it has run and says.
  [[nodiscard]] const std::set<std::string>& labels() const { return labels_; }

 private:
  static constexpr std::string_view ended_early = "ended early, since nothing is computed";

  void run(const Variant& variant) {
    RunRequest request = request_;
    request.options.schedule = variant.schedule;
    request.options.engine = variant.engine;
    request.options.policy = variant.policy;
    const RunReport report = run_program(graph_, request);
    for (const bool has_buckets : {false, true}) {
      const std::optional<ProgramSteps> steps = report.program->steps(has_buckets);
      if (!steps) continue;
      for (const std::string_view label : labels_of(*steps)) labels_.emplace(label);
    }
  }

  const Graph& graph_;
  const RunRequest& request_;
  CompilingDevice& device_;
  std::set<std::string> labels_;
};

/// Whether a kernel's agent names a function or body of that label: "mg::bfs::Visit" for "Visit".
bool names(const std::string& agent, const std::string& label) {
  const std::string name = "::" + label;
  for (std::size_t at = agent.find(name); at != std::string::npos; at = agent.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end == agent.size() || (std::isalnum(static_cast<unsigned char>(agent[end])) == 0 && agent[end] != '_')) {
      return true;
    }
  }
  return false;
}

/// A request of one short run that nobody waits for the results of.
RunRequest shortened(RunRequest request) {
  constexpr std::uint64_t most_iterations = 2;
  request.options.device = "cuda";
  request.options.max_iterations = std::min(request.options.max_iterations, most_iterations);
  request.runs = 1;
  request.warmup = 0;
  request.validate = false;
  request.sums_up = false;
  if (request.sources.empty() && find_algorithm(request.algorithm).info.source == SourceUse::set) {
    request.sources = {"random:2:1"};
  }
  return request;
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

KernelCheck check_kernels(const Graph& graph, const RunRequest& request, int architecture) {
  const std::shared_ptr<CompilingDevice> device = stand_in_for_gpus(architecture);
  const RunRequest short_request = shortened(request);
  Checker checker(graph, short_request, *device);
  KernelCheck check;
  check.architecture = architecture;
  for (const Variant& variant : variants_of(short_request.options)) {
    check.ways.push_back(checker.go_through(variant, check.ways.empty()));
  }
  check.kernels = device->kernels();
  check.failures = device->failures();
  for (const std::string& label : checker.labels()) {
    const auto names_it = [&](const auto& kernel) { return names(kernel.agent, label); };
    if (std::ranges::none_of(check.kernels, names_it) && std::ranges::none_of(check.failures, names_it)) {
      check.not_reached.push_back(label);
    }
  }
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
  if (!check.not_reached.empty()) {
    text += fmt::format("No kernel was asked for of these, which GPUs may need once something is computed: {}\n",
                        fmt::join(check.not_reached, ", "));
  }
  return text + fmt::format(
                    "{} kernels compile, {} do not. What they compute, and what else is launched when it is there, "
                    "takes a GPU to check.\n",
                    check.kernels.size(), check.failures.size());
}

}  // namespace mg::tools

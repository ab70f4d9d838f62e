// Repeats what a trace (`mg_run --trace`) says was chosen, step by step: to find out what a choice was worth, and to
// see a fault again. Traces of the engines `sparse` and `dense` will do too.
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/error.hpp"
#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

struct Recorded {
  Pattern pattern;
  std::string offer;  ///< that was taken, by its name
  std::uint64_t vertices;
};

struct Recording {
  std::uint64_t num_vertices = 0;
  std::uint64_t num_arcs = 0;
  std::vector<std::vector<Recorded>> runs;
};

/// Whether an engine chose how to execute the step: operators that are the same for all are in traces, too.
bool is_chosen(const nlohmann::json& step) { return !step.at("engine").get_ref<const std::string&>().empty(); }

/// That of the offers which is marked, or where the engine had none, what it would have offered.
std::string offer_of(const nlohmann::json& step, Pattern pattern) {
  for (const nlohmann::json& offer : step.value("candidates", nlohmann::json::array())) {
    if (offer.value("chosen", false)) return offer.at("name");
  }
  if (step.at("engine") == "dense") return "dense";
  const std::string kernel = step.at("kernel");
  return pattern == Pattern::expand && kernel.starts_with("push") ? "sparse push" : "sparse pull";
}

Recorded recorded(const nlohmann::json& step) {
  const std::string operation = step.at("operation");
  const Pattern pattern = operation == "edge_map"      ? Pattern::expand
                          : operation == "edge_reduce" ? Pattern::reduce
                                                       : Pattern::gather;
  return {.pattern = pattern, .offer = offer_of(step, pattern), .vertices = step.at("vertices")};
}

Recording read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(ExitCode::wrong_use, "the trace '{}' of the policy 'replay' cannot be read", path);
  Recording recording;
  try {
    const nlohmann::json trace = nlohmann::json::parse(file);
    recording.num_vertices = trace.at("header").at("vertices");
    recording.num_arcs = trace.at("header").at("arcs");
    for (const nlohmann::json& step : trace.at("steps")) {
      if (step.at("driver") != "launched") {
        throw std::invalid_argument("a part of its loops ran by itself: trace a run with driver=launched");
      }
      const std::size_t run = step.at("run");
      if (run > recording.runs.size()) throw std::out_of_range("its runs are not in order");
      if (run == recording.runs.size()) recording.runs.emplace_back();
      if (is_chosen(step)) recording.runs[run].push_back(recorded(step));
    }
  } catch (const std::exception& error) {
    fail(ExitCode::bad_input,
         "'{}' is no trace that the policy 'replay' could repeat (`mg_run --trace` writes one): {}", path,
         error.what());
  }
  if (recording.runs.empty()) fail(ExitCode::wrong_use, "the trace '{}' has no step that could be repeated", path);
  return recording;
}

std::string_view name_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::expand: return "edge_map";
    case Pattern::reduce: return "edge_reduce";
    case Pattern::gather: return "gather";
  }
  return "?";
}

class ReplayPolicy final : public Policy {
 public:
  explicit ReplayPolicy(std::string path) : path_(std::move(path)), recording_(read(path_)) {}

  /// A trace of one run serves any number of them.
  void begin(const RunFacts& run) override {
    if (run.num_vertices != recording_.num_vertices || run.num_arcs != recording_.num_arcs) {
      fail(ExitCode::wrong_use,
           "the trace '{}' is of another graph: it has {} vertices and {} arcs, and this one {} and {}", path_,
           recording_.num_vertices, recording_.num_arcs, run.num_vertices, run.num_arcs);
    }
    run_ = recording_.runs.size() == 1 ? 0 : run.run;
    if (run_ >= recording_.runs.size()) {
      fail(ExitCode::wrong_use, "the trace '{}' is of {} runs, and this is one more", path_, recording_.runs.size());
    }
  }

  Choice choose(const StepFacts& step, std::span<Offer> offers) override {
    const std::vector<Recorded>& steps = recording_.runs[run_];
    if (step.step >= steps.size()) foreign(step, fmt::format("it has {} steps, and this is one more", steps.size()));
    const Recorded& then = steps[step.step];
    if (then.pattern != step.pattern) {
      foreign(step, fmt::format("it has {} there, and this is {}", name_of(then.pattern), name_of(step.pattern)));
    }
    // Later frontiers may differ: where repeats are harmless, threads that race decide how many there are.
    if (step.step == 0 && then.vertices != step.vertices) {
      foreign(step, fmt::format("it starts from {} vertices, and this from {}", then.vertices, step.vertices));
    }
    const auto at = position_of(then.offer, offers);
    if (!at) foreign(step, fmt::format("it goes '{}' there, which is not to be had here", then.offer));
    return {*at, "as in the trace"};
  }
  [[nodiscard]] bool reads_costs() const override { return false; }
  [[nodiscard]] bool chooses_every_step() const override { return true; }
  [[nodiscard]] bool builds_layouts() const override { return true; }

 private:
  [[noreturn]] void foreign(const StepFacts& step, const std::string& why) const {
    fail(ExitCode::wrong_use, "the trace '{}' is of another run: at step {} of run {}, {}", path_, step.step, run_,
         why);
  }

  std::string path_;
  Recording recording_;
  std::size_t run_ = 0;
};

}  // namespace

void register_replay_policy() {
  register_policy({.name = "replay",
                   .argument = "FILE",
                   .summary = "what a trace says was chosen, step by step",
                   .make = [](const std::string& path) { return std::make_unique<ReplayPolicy>(path); }});
}

}  // namespace mg::hybrid

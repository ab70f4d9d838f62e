#include "engine/plugin_faults.hpp"

#include <exception>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/profile.hpp"
#include "engine/program.hpp"

namespace mg {

namespace {

/// "the plug-in 'a.so' (algorithm a)": the algorithm's, and those of engines that may execute its steps; empty where
/// all are built in.
std::string plugins_text(const AlgorithmEntry& algorithm, std::string_view engine) {
  std::string text;
  const auto add = [&](std::string_view origin, std::string_view kind, std::string_view name) {
    if (origin == built_in_origin) return;
    text += fmt::format("{}the plug-in '{}' ({} {})", text.empty() ? "" : " or ", origin, kind, name);
  };
  add(algorithm.origin, "algorithm", algorithm.info.name);
  for (const EngineEntry& entry : registered_engines()) {
    if (entry.name == engine || entry.takes_part) add(entry.origin, "engine", entry.name);
  }
  return text;
}

/// Returns what `work` does. Memory and threads that there are not are nobody's fault.
template <class Work>
auto blaming(const std::string& plugins, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() != ExitCode::internal) throw;
    fail(ExitCode::wrong_use, "{}: {}", plugins, error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::system_error& error) {
    const bool lacks_threads = error.code() == std::errc::resource_unavailable_try_again;
    if (lacks_threads || error.code() == std::errc::not_enough_memory) throw;
    fail(ExitCode::wrong_use, "{} failed: {}", plugins, error.what());
  } catch (const std::exception& error) {
    fail(ExitCode::wrong_use, "{} failed: {}", plugins, error.what());
  } catch (...) {
    fail(ExitCode::wrong_use, "{} threw something that is no std::exception", plugins);
  }
}

class ProgramOfPlugins final : public Program {
 public:
  ProgramOfPlugins(std::unique_ptr<Program> program, std::string plugins)
      : program_(std::move(program)), plugins_(std::move(plugins)) {}

  void run(RunContext& context, std::span<const VertexId> sources) override {
    blaming(plugins_, [&] { program_->run(context, sources); });
  }
  [[nodiscard]] std::vector<ResultColumn> results() const override {
    return blaming(plugins_, [&] { return program_->results(); });
  }
  [[nodiscard]] std::vector<DeviceColumn> device_results() const override {
    return blaming(plugins_, [&] { return program_->device_results(); });
  }
  [[nodiscard]] Summary summary() const override {
    return blaming(plugins_, [&] { return program_->summary(); });
  }
  [[nodiscard]] bool has_verifier() const override { return program_->has_verifier(); }
  [[nodiscard]] Verdict validate() const override {
    return blaming(plugins_, [&] { return program_->validate(); });
  }
  [[nodiscard]] std::optional<ProgramSteps> steps(bool has_buckets) const override {
    return blaming(plugins_, [&] { return program_->steps(has_buckets); });
  }

 private:
  std::unique_ptr<Program> program_;
  std::string plugins_;
};

}  // namespace

std::unique_ptr<Program> make_program(const AlgorithmEntry& algorithm, std::string_view engine, const Graph& graph,
                                      const Parameters& parameters) {
  std::string plugins = plugins_text(algorithm, engine);
  if (plugins.empty()) return algorithm.make(graph, parameters);
  auto program = blaming(plugins, [&] { return algorithm.make(graph, parameters); });
  return std::make_unique<ProgramOfPlugins>(std::move(program), std::move(plugins));
}

}  // namespace mg

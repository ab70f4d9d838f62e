// An algorithm bound to a graph, as whoever runs it sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/graph/types.hpp"
#include "engine/program_steps.hpp"
#include "engine/result.hpp"
#include "engine/verdict.hpp"

namespace mg {

class RunContext;

/// Named facts about a finished run, in the order in which they are reported.
using Summary = std::vector<std::pair<std::string, std::variant<std::uint64_t, double>>>;

/// An algorithm bound to a graph. All vertices are internal numbers.
class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program() = default;

  /// Computes from scratch; may be called again with other sources. This is what is timed.
  virtual void run(RunContext& context, std::span<const VertexId> sources) = 0;
  /// The last run's results, n rows each, or the columns of a table.
  [[nodiscard]] virtual std::vector<ResultColumn> results() const = 0;
  /// Of these, what the last run has left on a GPU in the form in which it is stored.
  [[nodiscard]] virtual std::vector<DeviceColumn> device_results() const { return {}; }
  [[nodiscard]] virtual Summary summary() const = 0;
  [[nodiscard]] virtual bool has_verifier() const = 0;
  /// Checks the last run's results by their properties. Throws Error(internal) without a verifier.
  [[nodiscard]] virtual Verdict validate() const = 0;
  /// The steps of a run by an engine with or without buckets; nothing where the algorithm does not say.
  [[nodiscard]] virtual std::optional<ProgramSteps> steps(bool /*has_buckets*/) const { return {}; }
};

}  // namespace mg

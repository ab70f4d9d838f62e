// What came of a suite: rows of times, and the machine that they are of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "engine/gpu/device.hpp"
#include "engine/session.hpp"
#include "tools/bench/bench_suite.hpp"

namespace mg::tools {

/// The order statistics of some times, in ms. Quartiles are interpolated between neighbors.
struct Spread {
  double median = 0;
  double lowest = 0;
  double highest = 0;
  double quartile_range = 0;

  /// `times` must not be empty.
  [[nodiscard]] static Spread of(std::vector<double> times);
  /// The quartile range as a part of the median.
  [[nodiscard]] double relative() const { return median > 0 ? quartile_range / median : 0; }
};

/// One timed run, its sources by name.
struct BenchRun {
  std::vector<std::string> sources = {};
  double ms = 0;
  std::uint64_t iterations = 0;
  std::uint64_t arcs = 0;       ///< that left the frontiers
  std::uint64_t arcs_read = 0;  ///< at least
};

/// A cell that was tried. Times are milliseconds.
struct BenchRow {
  BenchKey key = {};
  std::string registered = {};                         ///< the algorithm that the key's label stands for
  std::vector<std::string> sources = {};               ///< as the suite says
  std::map<std::string, std::string> parameters = {};  ///< all of them where it ran, else those of the suite
  std::optional<ExitCode> failed = {};                 ///< set: there is no time, and `problem` says why
  std::string problem = {};                            ///< or what the verifier found

  // The rest is set where it did not fail.
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::string schedule_used = {};
  std::string engine_used = {};
  std::string policy_used = {};  ///< "none" where the engine takes none
  std::string device_used = {};
  std::string library = {};  ///< of a baseline, with its version
  std::vector<BenchRun> runs = {};
  Spread ms = {};
  double prepare_ms = 0;
  double copy_ms = 0;
  double compile_ms = 0;
  double validate_ms = 0;
  std::optional<bool> validated = {};   ///< nothing where validation was not asked for
  std::optional<double> floor_ms = {};  ///< nothing where the bandwidth is not known
  Summary result = {};

  /// Of the middle run.
  [[nodiscard]] std::uint64_t iterations() const;
  /// G arcs/s of the middle run; 0 where arcs are not counted.
  [[nodiscard]] double rate() const;
};

/// A graph that was loaded for a suite.
struct BenchGraphFacts {
  std::string name;
  std::string recipe;  ///< the command that makes it
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = false;
  std::string weights;
};

/// Where and when.
struct BenchMachine {
  std::string date;    ///< UTC, ISO 8601
  std::string commit;  ///< of the program
  std::string cpu;
  int threads = 0;
  double load = 0;  ///< the load average when the suite began: other work makes times worse
  std::vector<DeviceInfo> gpus = {};

  /// This machine, now. GPUs are looked for where `uses_gpus` alone.
  [[nodiscard]] static BenchMachine here(bool uses_gpus);
};

struct BenchResults {
  std::string suite = {};
  std::string about = {};
  BenchMachine machine = {};
  std::vector<BenchGraphFacts> graphs = {};
  std::vector<BenchRow> rows = {};
  bool complete = false;  ///< false: the suite was still running when this was written
};

/// The results as JSON, several lines.
[[nodiscard]] std::string results_json(const BenchResults& results);
/// The same as tables for people.
[[nodiscard]] std::string results_markdown(const BenchResults& results);

}  // namespace mg::tools

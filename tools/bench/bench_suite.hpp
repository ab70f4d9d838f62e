// What mg_bench is asked to time: a suite, as its JSON file says, and the cells that it spans.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace mg::tools {

/// A graph of a suite: of a file, or of a generator.
struct BenchGraph {
  std::string name;
  std::string file = {};       ///< as the suite says; empty for a generated one
  std::string generator = {};  ///< its name; empty for a file
  /// For mg_prep generate or convert, sorted: "--scale=16". The same graph has the same options.
  std::vector<std::string> options = {};
};

/// How an algorithm is timed.
struct BenchSettings {
  std::vector<std::string> sources = {};      ///< as mg_run takes them
  std::vector<std::string> schedules = {""};  ///< texts; the empty one is the default schedule
  std::vector<std::string> engines = {"auto"};
  std::vector<std::string> policies = {"auto"};  ///< of the engines auto and hybrid; others are timed once
  std::vector<std::string> devices = {"auto"};
  int repeats = 5;
  int warmup = 1;
  bool validate = false;
};

/// An algorithm with parameters, under a label of its own.
struct BenchAlgorithm {
  std::string label;
  std::string name;  ///< a registered one
  std::map<std::string, std::string> parameters = {};
  std::vector<std::string> graphs = {};  ///< those of the suite that it runs on
  BenchSettings settings = {};
  bool is_baseline = false;  ///< of the library that stands for the engine
};

struct BenchSuite {
  std::string name;
  std::string about;  ///< a sentence, or nothing
  std::vector<BenchGraph> graphs;
  std::vector<BenchAlgorithm> algorithms;
  std::vector<BenchAlgorithm> baselines = {};  ///< on every graph and every GPU of the suite
};

/// Reads a suite. Plug-ins must be loaded by then. Schedules and engines are not looked up: what this version does not
/// have makes cells fail, not the suite. Throws Error(wrong_use) that names the offending key and what is allowed.
[[nodiscard]] BenchSuite read_suite(const std::string& path);

/// What identifies a row of results, and a cell before it is timed. All in the suite's words.
struct BenchKey {
  std::string graph;
  std::string algorithm;  ///< the label
  std::string schedule;
  std::string engine;
  std::string device;
  std::string policy = "auto";

  /// With its policy, where that is not auto: "hybrid+threshold".
  [[nodiscard]] std::string engine_name() const { return policy == "auto" ? engine : engine + "+" + policy; }
  /// "kron21/bfs/direction=push/auto/cuda"; the empty schedule is called default.
  [[nodiscard]] std::string name() const;
  friend auto operator<=>(const BenchKey&, const BenchKey&) = default;
};

/// One combination to be timed. Refers to the suite, which must outlive it.
struct BenchCell {
  BenchKey key;
  const BenchGraph* graph;
  const BenchAlgorithm* algorithm;
};

/// All combinations, graph by graph; those alone whose names hold every word of `filter`.
[[nodiscard]] std::vector<BenchCell> cells_of(const BenchSuite& suite, const std::string& filter);

}  // namespace mg::tools

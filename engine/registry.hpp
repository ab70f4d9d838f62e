// The algorithms and engines that there are. Built-in ones and plug-ins register the same way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algorithm_info.hpp"
#include "engine/gpu/device.hpp"
#include "engine/graph/graph.hpp"
#include "engine/parameters.hpp"

namespace mg {

class Engine;
class Program;

struct AlgorithmEntry {
  AlgorithmInfo info;
  std::function<std::unique_ptr<Program>(const Graph&, const Parameters&)> make;
  SourceText header = {};           ///< what GPUs' kernels are compiled from
  std::string origin = "built in";  ///< or the plug-in's path
};

/// What an engine is taken for where nobody says which.
enum class EngineRole : std::uint8_t {
  none,
  /// Runs without layouts of its own: graphs on a CPU that came without any, since building them takes as long as many
  /// steps, and graphs that programs make.
  plain,
  /// Picks among the engines that take part: for all other runs, and where a policy is asked for.
  picking,
};

struct EngineEntry {
  std::string name;
  std::string summary = {};  ///< one line
  std::function<std::unique_ptr<Engine>()> make = {};
  bool takes_part = false;  ///< gives offers, which the engine that picks chooses from
  EngineRole role = EngineRole::none;
  std::string origin = "built in";
};

/// Adds to the registry; safe from several threads. Throws Error(wrong_use) when the name is taken, or an engine's
/// role.
void register_algorithm(AlgorithmEntry entry);
void register_engine(EngineEntry entry);

/// All entries in ascending order of name.
[[nodiscard]] std::vector<AlgorithmEntry> registered_algorithms();
[[nodiscard]] std::vector<EngineEntry> registered_engines();

/// The entry of that name. Throws Error(wrong_use) that lists the names there are, nearest spelling first.
[[nodiscard]] AlgorithmEntry find_algorithm(std::string_view name);
[[nodiscard]] EngineEntry find_engine(std::string_view name);
/// The engine in a role. Throws Error(internal) where there is none.
[[nodiscard]] EngineEntry engine_in(EngineRole role);
/// That of the engine name `auto`, or where one is given the engine of that name.
[[nodiscard]] EngineEntry engine_for(std::string_view name, bool has_policy, bool on_gpu, bool has_tiles);

}  // namespace mg

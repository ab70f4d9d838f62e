// The algorithms and engines that there are. Built-in ones and plug-ins register the same way.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algorithm.hpp"
#include "engine/engine.hpp"

namespace mg {

struct AlgorithmEntry {
  AlgorithmInfo info;
  std::function<std::unique_ptr<Program>(const Graph&, const Parameters&)> make;
  SourceText header = {};           ///< what GPUs' kernels are compiled from
  std::string origin = "built in";  ///< or the plug-in's path
};

struct EngineEntry {
  std::string name;
  std::string summary = {};  ///< one line
  std::function<std::unique_ptr<Engine>()> make = {};
  bool takes_part = false;  ///< gives offers, which the engine `hybrid` picks from
  std::string origin = "built in";
};

/// Adds to the registry; safe from several threads. Throws Error(wrong_use) when the name is taken.
void register_algorithm(AlgorithmEntry entry);
void register_engine(EngineEntry entry);

/// All entries in ascending order of name.
[[nodiscard]] std::vector<AlgorithmEntry> registered_algorithms();
[[nodiscard]] std::vector<EngineEntry> registered_engines();

/// The entry of that name. Throws Error(wrong_use) that lists the names there are, nearest spelling first.
[[nodiscard]] AlgorithmEntry find_algorithm(std::string_view name);
[[nodiscard]] EngineEntry find_engine(std::string_view name);

/// Registers the struct A under A::info().name. A registration source includes the algorithm's header and the engines'
/// kernels and calls this once; `header` is that header's text, for GPUs.
template <class A>
void register_algorithm(const SourceText& header = {}) {
  static_assert(check_algorithm<A>());
  if constexpr (Algorithm<A>) {  // otherwise that sentence is all that the compiler says
    register_algorithm({.info = A::info(),
                        .make =
                            [](const Graph& graph, const Parameters& parameters) {
                              return std::unique_ptr<Program>(std::make_unique<ProgramOf<A>>(graph, parameters));
                            },
                        .header = header});
  }
}

}  // namespace mg

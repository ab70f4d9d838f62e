// Whose fault it is when a run fails otherwise than by an error that the library reports: a plug-in's, where one takes
// part.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/registry.hpp"

namespace mg {

/// The program of the entry for this graph, to be run by that engine. Where a plug-in has brought either, or an engine
/// that takes part in the choices of others, Error(wrong_use) that names it takes the place of all exceptions that are
/// no Error, and of Error(internal).
[[nodiscard]] std::unique_ptr<Program> make_program(const AlgorithmEntry& algorithm, std::string_view engine,
                                                    const Graph& graph, const Parameters& parameters);

}  // namespace mg

// What must hold of whatever a reader makes of an input.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "engine/graph/graph.hpp"
#include "preprocess/readers/table_options.hpp"

namespace mg::fuzz {

/// Reads `inputs` twice, cut into blocks of different sizes. Aborts unless both times the same edges come out, or the
/// same error, which must be one that a person can act on; and unless the edges fit together and make a sound graph.
void check_reading(std::span<const std::string> inputs, const std::string& format, std::size_t small_block,
                   const TableOptions& table = {}, const std::string& member = {});

/// Runs a search on `graph`, whose bounds are checked. Aborts if `proven` and its answer is wrong.
void search(const Graph& graph, bool proven);

}  // namespace mg::fuzz

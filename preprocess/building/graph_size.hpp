// How large a graph is going to be, before it is built.
#pragma once

#include <string>

#include "engine/memory_estimate.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/edge_list.hpp"

namespace mg {

/// Of a prepared graph, from its header alone. Throws Error as inspect_prepared() does.
[[nodiscard]] GraphSize size_of_prepared(const std::string& path);

/// The largest that the graph of `edges` can be: cleaning makes it smaller, if anything.
[[nodiscard]] GraphSize size_of(const EdgeList& edges, const BuildOptions& options);

}  // namespace mg

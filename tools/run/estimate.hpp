// mg_run --estimate: how much memory a run takes, in words.
#pragma once

#include <string>
#include <string_view>

#include "engine/memory_estimate.hpp"
#include "tools/graph_options.hpp"

namespace mg::tools {

/// A graph's size, and how exact it is.
struct FoundSize {
  GraphSize size;
  std::string remark;
};

/// The size of the graph of a file: from the header of a prepared one alone; any other file has to be read for it.
[[nodiscard]] FoundSize graph_size(const std::string& path, const GraphOptions& reading);

/// The memory that the request's run takes on the graph of that name, part by part, and what the machine has.
[[nodiscard]] std::string estimate_text(std::string_view graph, const FoundSize& found, std::string_view algorithm,
                                        const MemoryEstimate& estimate);

}  // namespace mg::tools

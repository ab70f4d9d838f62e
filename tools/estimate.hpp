// mg_run --estimate: how much memory a run takes, without running it.
#pragma once

#include <cstdint>
#include <string>

#include "tools/run_options.hpp"

namespace mg::tools {

/// What the memory of a run depends on.
struct GraphSize {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = true;
  bool weighted = false;
  bool has_tiles = false;  ///< it comes with them
  std::uint64_t name_bytes = 0;
  std::string remark;  ///< how exact this is
};

/// The size of the order's graph: from the header of a prepared file alone; any other file has to be read for it.
[[nodiscard]] GraphSize graph_size(const RunOrder& order);

/// The memory that the order's run takes, part by part, and what the machine has.
[[nodiscard]] std::string estimate_text(const RunOrder& order, const GraphSize& size);

}  // namespace mg::tools

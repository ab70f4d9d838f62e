// How much memory a run takes, part by part, without running it.
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "engine/gpu/device_choice.hpp"
#include "engine/graph/graph.hpp"
#include "engine/session.hpp"

namespace mg {

/// What the memory of a run depends on.
struct GraphSize {
  std::uint64_t vertices = 0;
  EdgeId arcs = 0;
  bool directed = true;
  bool weighted = false;
  bool has_tiles = false;  ///< it comes with them
  std::uint64_t name_bytes = 0;
  std::uint64_t place_bytes = 0;
};

[[nodiscard]] GraphSize size_of(const Graph& graph);

struct MemoryEstimate {
  struct Part {
    std::string name;
    std::uint64_t bytes = 0;
    std::string remark;
  };
  std::vector<Part> parts = {};     ///< of the machine's memory, wherever the run goes
  std::string device = {};          ///< where it would go: "cpu", or the GPU's name
  std::string device_reason = {};   ///< as the rest of a sentence: "since there is no GPU: ..."
  std::optional<GpuPlan> gpu = {};  ///< of that GPU's memory; for a run on the CPU, of the first GPU that there is
  std::string gpu_problem = {};     ///< why there is no such plan although there is a GPU

  [[nodiscard]] std::uint64_t total_bytes() const {
    return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Part& part) { return sum + part.bytes; });
  }
};

/// What `request` takes on a graph of that size. Throws Error(wrong_use) for an unknown algorithm or engine,
/// Error(no_resources) for a GPU that is asked for by name and not there.
[[nodiscard]] MemoryEstimate estimate_memory(const RunRequest& request, const GraphSize& size);

}  // namespace mg

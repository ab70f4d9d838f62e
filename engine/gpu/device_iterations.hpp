// Iterations of a loop that run on a GPU without coming back in between.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/gpu/device_frontier.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "engine/schedule/schedule.hpp"

namespace mg {

/// What a loop has expanded, for a sweep back: iterations that were launched one by one, and those of fused kernels.
struct DeviceHistory {
  struct Part {
    std::uint64_t first = 1;  ///< number of the first iteration
    std::uint64_t count = 1;  ///< iterations
    /// Of a launched iteration; of fused ones behind a launched one, whose gathers want to know it, the first one's.
    DeviceFrontier frontier = {};
    const VertexId* vertices = nullptr;     ///< of fused ones, one after the other
    const std::uint64_t* begins = nullptr;  ///< of each, and one more
    std::uint64_t num_vertices = 0;
    EdgeId arcs = 0;        ///< that left all of the fused iterations' frontiers,
    EdgeId first_arcs = 0;  ///< and the first one's
  };
  std::vector<Part> parts;
  // Room that the fused parts share, since a vertex is expanded once, and how much of it they have taken.
  DeviceBlock vertices = {};
  DeviceBlock begins = {};
  std::uint64_t num_vertices = 0;
  std::uint64_t num_begins = 0;
};

/// The request: repeat `body` while the frontier is not empty.
struct DeviceIterations {
  DeviceFunction body;
  std::string_view label = {};  ///< label_of the body
  Side side;
  DeviceFrontier& frontier;  ///< becomes that of the iteration to come
  std::uint64_t first;       ///< number of the iteration to come
  DeviceBuckets* buckets = nullptr;
  DeviceHistory* history = nullptr;
  bool is_search = false;  ///< is_quiet_search
  bool goes_back = false;  ///< the body follows arcs against their direction, too
  // What the schedule says of it; set by the engine.
  std::size_t part = 0;  ///< that holds
  Driver driver = Driver::adaptive;
  /// What frontiers are expanded by, and what they are, with nothing left open; none: as the driver does by itself.
  std::optional<Schedule> pieces = {};
  EdgeId most_arcs = std::numeric_limits<EdgeId>::max();  ///< another part holds for a frontier with more
  std::uint64_t most_iterations = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t done = 0;  ///< iterations that were run
};

/// The request: repeat `body`, of a loop without a frontier, until it says that it is over.
struct DeviceRepetition {
  DeviceFunction body;
  std::string_view label = {};  ///< label_of the body
  void* kept;                   ///< the same object, which becomes what the last iteration has made of it
  bool goes_on = true;          ///< what the body said last
  // What the schedule says of it; set by the engine.
  std::size_t part = 0;  ///< that holds
  Driver driver = Driver::adaptive;
};

/// The request: run `body` for the iterations of a part that fused kernels have left, from the last to the first.
struct DeviceSweep {
  DeviceFunction body;
  Side side;
  const DeviceHistory::Part& part;
  std::uint64_t last;            ///< number of the last iteration of the whole loop
  std::string_view engine = {};  ///< whose it is; set by the engine
};

}  // namespace mg

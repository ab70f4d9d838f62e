// What a schedule means for one push on a GPU: every choice made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/device_arguments.hpp"
#include "engine/device_step.hpp"
#include "engine/schedule.hpp"

namespace mg::sparse {

struct PushPlan {
  Balance balance;
  Dedup dedup;  ///< of a queue: none where nothing has to be done, too
  Aggregate aggregate;
  std::uint32_t cta;
  std::optional<gpu::MapForm> map;  ///< what the kernel marks; without one it writes a queue
  bool lists_map;                   ///< the map is listed in a queue afterwards
  bool reads_maps;                  ///< a frontier that is a map is read as it is, instead of being listed first
  FrontierForm form;                ///< of the next frontier
  bool repeats;                     ///< the queue may list a vertex more than once

  /// Throws Error(wrong_use) for what the function of the step makes impossible, saying what is possible.
  PushPlan(const Schedule& schedule, const DeviceTraits& traits);

  /// The balancer needs the prefix sums of the frontier's degrees.
  [[nodiscard]] bool numbers_arcs() const { return balance == Balance::edge || balance == Balance::strict; }
  /// The agent's name and header: "PushStrict", "sparse/balance_strict.cuh".
  [[nodiscard]] std::string_view agent() const;
  [[nodiscard]] std::string_view header() const;
  /// Its template arguments after function and offset type.
  [[nodiscard]] std::string arguments(std::string_view target) const;
  [[nodiscard]] std::uint64_t blocks(std::uint64_t entries, EdgeId arcs) const;
  /// What traces say: "push strict".
  [[nodiscard]] std::string_view name() const;
};

}  // namespace mg::sparse

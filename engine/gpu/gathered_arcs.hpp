// The arcs that a sweep back goes along, counted by the host: what was expanded is known, and so is of which iterations
// the body gathers, since it can ask for nothing but their numbers.
#pragma once

#include <cstdint>

#include "engine/context.hpp"
#include "engine/gpu/device_iterations.hpp"

namespace mg {

/// An iteration of a sweep back (engine/iteration.hpp) that does nothing but count what the body gathers.
class GatherCounter {
 public:
  GatherCounter(std::uint64_t number, std::uint64_t last) : number_(number), last_(last) {}

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool is_last() const { return number_ == last_; }
  template <class F>
  void gather(const F&) {
    ++gathers_;
  }
  template <class F>
  void vertex_map(const F&) const {}
  [[nodiscard]] std::uint64_t gathers() const { return gathers_; }

 private:
  std::uint64_t number_;
  std::uint64_t last_;
  std::uint64_t gathers_ = 0;
};

/// The arcs that left the frontier of iteration `i`, from 0, of a sweep's part: its vertices are read from the GPU.
[[nodiscard]] EdgeId arcs_of_iteration(const DeviceSweep& sweep, std::uint64_t i, RunContext& context);

/// Arcs of the vertices whose rows `body` goes along in a sweep. Bodies gather as often in each iteration, or leave out
/// the first; of others, each iteration that is not like the last one is counted by itself.
template <class Body>
[[nodiscard]] EdgeId gathered_arcs(const Body& body, const DeviceSweep& sweep, RunContext& context) {
  const DeviceHistory::Part& part = sweep.part;
  const auto gathers = [&](std::uint64_t i) {
    GatherCounter counter(part.first + i, sweep.last);
    body(counter);
    return counter.gathers();
  };
  const std::uint64_t usual = part.count > 1 ? gathers(part.count - 1) : gathers(0);
  EdgeId arcs = usual * part.arcs;
  for (std::uint64_t i = 0; i < part.count; ++i) {
    const std::uint64_t own = gathers(i);
    if (own == usual) continue;
    const EdgeId of_iteration = i == 0 ? part.first_arcs : arcs_of_iteration(sweep, i, context);
    arcs = arcs - usual * of_iteration + own * of_iteration;
  }
  return arcs;
}

}  // namespace mg

#include "engine/frontier.hpp"

#include "engine/communicator.hpp"

namespace mg {

bool FrontierBase::is_everywhere(const Communicator& ranks) const {
  return ranks.size() == 1 || handed_around || kind_ == Kind::all;
}

Extent FrontierBase::everywhere(Communicator& ranks) const {
  if (is_everywhere(ranks)) return {size_, arcs};
  if (!everywhere_) everywhere_ = sum_over(ranks);
  return *everywhere_;
}

Extent FrontierBase::sum_over(Communicator& ranks) const {
  const Extent own{size_, arcs};
  Extent all{0, 0};
  for (const Extent& each : ranks.gather(std::span(&own, 1))) {
    const bool is_known = all.arcs != unknown_arcs && each.arcs != unknown_arcs;
    all = {all.vertices + each.vertices, is_known ? all.arcs + each.arcs : unknown_arcs};
  }
  return all;
}

}  // namespace mg

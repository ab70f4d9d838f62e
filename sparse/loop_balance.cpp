#include "sparse/loop_balance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mg::sparse {

BalancedAgent balanced_agent(std::string_view name, const DeviceIterations& loop, std::string_view offset_type) {
  const Balancer& balancer = *loop.balancer;
  BalancedAgent agent{.name = fmt::format("mg::sparse::{}<{}, {}, {}, {}", name, loop.body.type, offset_type,
                                          loop.buckets != nullptr, loop.cta),
                      .header = "sparse/balanced_loop.cuh"};
  const auto add = [&agent](std::uint32_t least, const RowAgent& rows) {
    agent.name += fmt::format(", mg::sparse::RowsFrom<{}, {}>", least, rows.agent);
    if (agent.header.find(rows.header) == std::string::npos) agent.header += ' ' + rows.header;
  };
  for (const RowClass& rows : balancer.classes) add(rows.least, rows.rows);
  if (balancer.classes.empty()) add(0, balancer.rows);
  agent.name += '>';
  return agent;
}

std::uint32_t blocks_each(const DeviceIterations& loop) {
  constexpr std::uint32_t threads = 1024;
  return loop.balancer == nullptr ? 1 : std::max(threads / loop.cta, 1U);
}

}  // namespace mg::sparse

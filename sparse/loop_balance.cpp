#include "sparse/loop_balance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mg::sparse {

LoopBalance balance_of(const DeviceIterations& loop) {
  const Balancer& balancer = *loop.balancer;
  LoopBalance balance{.type = fmt::format("mg::sparse::Balanced<{}", loop.cta), .header = "sparse/balanced_loop.cuh"};
  const auto add = [&balance](std::uint32_t least, const RowAgent& rows) {
    balance.type += fmt::format(", mg::sparse::RowsFrom<{}, {}>", least, rows.agent);
    if (balance.header.find(rows.header) == std::string::npos) balance.header += ' ' + rows.header;
  };
  for (const RowClass& rows : balancer.classes) add(rows.least, rows.rows);
  if (balancer.classes.empty()) add(0, balancer.rows);
  balance.type += '>';
  return balance;
}

std::uint32_t blocks_each(const DeviceIterations& loop) {
  constexpr std::uint32_t threads = 1024;
  return loop.balancer == nullptr ? 1 : std::max(threads / loop.cta, 1U);
}

}  // namespace mg::sparse

#include "sparse/drivers/loop_balance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/error.hpp"
#include "sparse/drivers/loop_arguments.hpp"

namespace mg::sparse {

namespace {

/// Rows, or arcs where the balancer numbers them, that a block takes: what BlocksOfRows says of any number, said of one
/// block.
std::uint64_t share_of_block(const Balancer& balancer, const RowAgent& rows, std::uint32_t cta) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  const auto blocks = [&](std::uint64_t size) {
    return balancer.needs == Needs::ranks ? rows.blocks(1, size, cta) : rows.blocks(size, size, cta);
  };
  std::uint64_t share = 0;  // the largest that is one block's
  for (std::uint64_t bit = most; bit != 0; bit /= 2) {
    if (blocks(share + bit) <= 1) share += bit;
  }
  if (share == 0 || share >= most || blocks(2 * share) != 2 || blocks(2 * share + 1) != 3) {
    fail(ExitCode::wrong_use,
         "schedule: balance={} ({}) in a loop that stays on the device: its blocks do not take equal shares of rows; "
         "allowed: driver=launched, adaptive",
         balancer.name, balancer.origin);
  }
  return share;
}

}  // namespace

LoopBalance balance_of(const DeviceIterations& loop) {
  const Balancer& balancer = *loop.balancer;
  LoopBalance balance{.type = fmt::format("mg::sparse::Balanced<{}, {}", loop.cta, balancer.needs == Needs::ranks),
                      .header = "sparse/drivers/balanced_loop.cuh"};
  const auto add = [&](std::uint32_t least, const RowAgent& rows) {
    balance.type +=
        fmt::format(", mg::sparse::RowsFrom<{}, {}, {}>", least, share_of_block(balancer, rows, loop.cta), rows.agent);
    if (balance.header.find(rows.header) == std::string::npos) balance.header += ' ' + rows.header;
  };
  for (const RowClass& rows : balancer.classes) add(rows.least, rows.rows);
  if (balancer.classes.empty()) add(0, balancer.rows);
  balance.type += '>';
  return balance;
}

std::uint32_t blocks_each(const DeviceIterations& loop) {
  return loop.balancer == nullptr ? 1 : std::max(threads_of_team_block / loop.cta, 1U);
}

}  // namespace mg::sparse

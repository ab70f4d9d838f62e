// Which values of a schedule exclude each other: sentences about what they mean.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/schedule/schedule.hpp"

namespace mg {

namespace {

std::string refusal(std::string_view what, std::string_view why, std::string_view allowed) {
  return fmt::format("{}: {}; allowed: {}", what, why, allowed);
}

/// The names of the layouts that `is_fit` is true of.
template <class IsFit>
std::string layouts_where(IsFit is_fit) {
  std::vector<std::string_view> names;
  for (const Layout* layout : registered_layouts()) {
    if (is_fit(*layout)) names.push_back(layout->name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What a layout excludes.
std::string contradiction_of_layout(const Schedule& schedule) {
  const Layout& layout =
      find_layout(schedule.layout == automatic_piece ? rows_layout : std::string_view(schedule.layout));
  if (schedule.balance != automatic_piece) static_cast<void>(find_balancer(schedule.balance));
  const auto with = [&](std::string_view key, const auto& value) {
    return fmt::format("layout={} with {}={}", schedule.layout, key, value);
  };
  if (!layout.has_receiver_rows && schedule.direction == Direction::pull) {
    return refusal(with("direction", "pull"), "a pull reads the rows of its receivers",
                   fmt::format("direction=push, optimized, or layout=auto, {}",
                               layouts_where([](const Layout& other) { return other.has_receiver_rows; })));
  }
  const auto shaped_by = [](ScheduleKey key) {
    return layouts_where([key](const Layout& other) { return other.shaped_by.has(key); });
  };
  if (schedule.block != 0 && !layout.shaped_by.has(ScheduleKey::block)) {
    return refusal(with("block", schedule.block), "its receivers are in no blocks",
                   fmt::format("block=0, or layout={}", shaped_by(ScheduleKey::block)));
  }
  if (const std::uint32_t usual = Schedule{}.heavy;
      schedule.heavy != usual && !layout.shaped_by.has(ScheduleKey::heavy)) {
    return refusal(with("heavy", schedule.heavy), "its receivers are in no segments",
                   fmt::format("heavy={}, or layout={}", usual, shaped_by(ScheduleKey::heavy)));
  }
  return {};
}

/// What a loop that never leaves the device excludes.
std::string contradiction_of_driver(const Schedule& schedule) {
  if (schedule.driver != Driver::fused && schedule.driver != Driver::graph) return {};
  constexpr std::string_view launched = "driver=launched, adaptive";
  const auto with = [&](ScheduleKey key) {
    return fmt::format("{} with {}", to_text(schedule, ScheduleKey::driver), to_text(schedule, key));
  };
  if (schedule.dedup == Dedup::none || schedule.dedup == Dedup::cull) {
    return refusal(with(ScheduleKey::dedup), "a loop that stays on the device has room for every vertex once",
                   fmt::format("dedup=auto, counter, bitmap, bytemap, or {}", launched));
  }
  if (schedule.aggregate != Aggregate::automatic && schedule.aggregate != Aggregate::warp) {
    return refusal(with(ScheduleKey::aggregate), "a loop that stays on the device queues what a warp has reached",
                   fmt::format("aggregate=auto, warp, or {}", launched));
  }
  return {};
}

/// What the form of the next frontier excludes.
std::string contradiction_of_frontier(const Schedule& schedule) {
  const bool is_map = schedule.frontier != FrontierForm::automatic && schedule.frontier != FrontierForm::queue;
  const std::string frontier = to_text(schedule, ScheduleKey::frontier);
  if (is_map && schedule.creation == Creation::unfused) {
    return refusal(frontier + " with creation=unfused", "what a second kernel lists is a queue",
                   "frontier=auto, queue");
  }
  if (is_map && schedule.dedup != Dedup::automatic) {
    return refusal(frontier + " with " + to_text(schedule, ScheduleKey::dedup), "a map holds a vertex once by itself",
                   "dedup=auto");
  }
  if (is_map && schedule.aggregate != Aggregate::automatic) {
    return refusal(frontier + " with " + to_text(schedule, ScheduleKey::aggregate), "nothing is inserted into a queue",
                   "aggregate=auto");
  }
  return {};
}

/// What a second kernel excludes.
std::string contradiction_of_creation(const Schedule& schedule) {
  if (schedule.creation != Creation::unfused) return {};
  if (schedule.dedup == Dedup::none || schedule.dedup == Dedup::cull) {
    return refusal("creation=unfused with " + to_text(schedule, ScheduleKey::dedup), "marks hold a vertex once",
                   "dedup=auto, counter, bitmap, bytemap");
  }
  if (schedule.aggregate != Aggregate::automatic) {
    return refusal("creation=unfused with " + to_text(schedule, ScheduleKey::aggregate),
                   "marks are listed block by block", "aggregate=auto");
  }
  return {};
}

}  // namespace

std::string contradiction(const Schedule& schedule) {
  for (const auto part :
       {contradiction_of_layout, contradiction_of_driver, contradiction_of_frontier, contradiction_of_creation}) {
    std::string why = part(schedule);
    if (!why.empty()) return why;
  }
  return {};
}

}  // namespace mg

#include "sparse/schedule_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <tuple>

#include "sparse/layouts/push_layout.hpp"
#include "sparse/step_keys.hpp"

namespace mg {

namespace {

/// Keys with choices, those first that rule out what others say.
constexpr std::array varied{ScheduleKey::direction, ScheduleKey::layout,   ScheduleKey::driver,
                            ScheduleKey::frontier,  ScheduleKey::creation, ScheduleKey::dedup,
                            ScheduleKey::aggregate, ScheduleKey::balance,  ScheduleKey::cta};
constexpr std::array<std::string_view, 4> block_sizes{"128", "256", "512", "1024"};

/// Gives `to` the value that `from` has of a key.
void copy_key(ScheduleKey key, const Schedule& from, Schedule& to) {
  const auto copy = [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto sources = members_of(from);
    const auto targets = members_of(to);
    ((static_cast<std::size_t>(key) == i ? void(std::get<i>(targets) = std::get<i>(sources)) : void()), ...);
  };
  copy(std::make_index_sequence<std::tuple_size_v<decltype(members_of(from))>>());
}

bool has_default(const Schedule& schedule, ScheduleKey key) {
  Schedule other = schedule;
  copy_key(key, Schedule{}, other);
  return other == schedule;
}

/// The default leaves the choice to the engine.
bool is_open(const Schedule& schedule, ScheduleKey key) {
  return key != ScheduleKey::direction && key != ScheduleKey::cta && has_default(schedule, key);
}

/// Whether such a step's queues list vertices repeatedly that a balancer numbers the arcs of: what PushPlan refuses.
bool numbers_repeats(const StepUse& step, const Schedule& schedule) {
  const bool improves = step.pattern == Pattern::expand && !step.stops_early && !step.sums;
  const bool may_repeat = schedule.dedup == Dedup::cull || (schedule.dedup == Dedup::none && improves);
  if (!may_repeat || schedule.balance == automatic_piece) return false;
  return find_balancer(schedule.balance).needs == Needs::ranks &&
         (schedule.layout == automatic_piece || !find_layout(schedule.layout).push->lists_arcs());
}

/// A walk through the product of all values, which leaves a branch as soon as it contradicts itself.
class Walk {
 public:
  Walk(std::function<KeySet(const Schedule&)> keys_read, std::function<void(const Schedule&)> visit)
      : keys_read_(std::move(keys_read)), visit_(std::move(visit)) {
    for (const ScheduleKeyInfo& info : schedule_keys()) {
      for (const ScheduleChoice& choice : info.choices) add(info, choice.name);
      if (info.key == ScheduleKey::cta) std::ranges::for_each(block_sizes, [&](auto size) { add(info, size); });
    }
  }

  void go() { choose(0, Schedule{}); }

 private:
  void add(const ScheduleKeyInfo& info, std::string_view value) {
    values_.at(static_cast<std::size_t>(info.key))
        .push_back(parse_schedule(fmt::format("{}={}", info.name, value)).first);
  }
  [[nodiscard]] const std::vector<Schedule>& values_of(ScheduleKey key) const {
    return values_.at(static_cast<std::size_t>(key));
  }

  void choose(std::size_t depth, const Schedule& schedule) {
    if (depth == varied.size()) {
      if (says_all(schedule)) visit_(schedule);
      return;
    }
    const ScheduleKey key = varied.at(depth);
    const bool may_be_read = key == ScheduleKey::direction || keys_read_(schedule).has(key);
    for (const Schedule& value : values_of(key)) {
      Schedule next = schedule;
      copy_key(key, value, next);
      const bool is_said = !has_default(next, key);
      if (is_said && (!may_be_read || !contradiction(next).empty())) continue;
      choose(depth + 1, next);
    }
  }

  /// Whether nothing is said in vain, and whatever is left open cannot be said.
  [[nodiscard]] bool says_all(const Schedule& schedule) const {
    const KeySet read = keys_read_(schedule);
    return std::ranges::all_of(varied, [&](ScheduleKey key) {
      if (!read.has(key)) return has_default(schedule, key);
      return !is_open(schedule, key) || !can_say(schedule, key);
    });
  }
  [[nodiscard]] bool can_say(const Schedule& schedule, ScheduleKey key) const {
    return std::ranges::any_of(values_of(key), [&](const Schedule& value) {
      Schedule next = schedule;
      copy_key(key, value, next);
      return !is_open(next, key) && contradiction(next).empty();
    });
  }

  std::function<KeySet(const Schedule&)> keys_read_;
  std::function<void(const Schedule&)> visit_;
  std::array<std::vector<Schedule>, std::tuple_size_v<decltype(members_of(std::declval<Schedule&>()))>> values_;
};

}  // namespace

KeySet ScheduleSpace::keys_read(const Schedule& schedule) const {
  constexpr VertexId many_vertices = 1 << 20;
  return sparse::keys_read(steps_, schedule, {.on_gpu = true, .loops_stay = true, .num_vertices = many_vertices}).of(0);
}

void ScheduleSpace::for_each(const std::function<void(const Schedule&)>& visit) const {
  const auto visit_possible = [&](const Schedule& point) {
    const auto is_refused = [&](const StepUse& step) { return numbers_repeats(step, point); };
    if (std::ranges::none_of(steps_.taken, is_refused)) visit(point);
  };
  Walk([this](const Schedule& schedule) { return keys_read(schedule); }, visit_possible).go();
}

std::uint64_t ScheduleSpace::count() const {
  std::uint64_t points = 0;
  for_each([&](const Schedule&) { ++points; });
  return points;
}

std::vector<std::string> ScheduleSpace::sample(std::size_t count, std::uint64_t seed) const {
  std::mt19937_64 random(seed);
  std::vector<Schedule> drawn;
  std::uint64_t seen = 0;
  for_each([&](const Schedule& point) {  // Vitter's algorithm R
    ++seen;
    if (drawn.size() < count) {
      drawn.push_back(point);
    } else if (const std::uint64_t place = random() % seen; place < count) {
      drawn[place] = point;
    }
  });
  std::vector<std::string> texts;
  texts.reserve(drawn.size());
  for (const Schedule& point : drawn) texts.push_back(text(point));
  return texts;
}

/// With the usual driver alone.
std::vector<Schedule> ScheduleSpace::points_by_steps() const {
  std::vector<Schedule> points;
  if (!steps_.has(Pattern::expand)) return points;
  for_each([&](const Schedule& point) {
    if (point.driver == Driver::launched || point.driver == Driver::automatic) points.push_back(point);
  });
  return points;
}

std::uint64_t ScheduleSpace::count_pairs() const {
  const std::uint64_t points = points_by_steps().size();
  const std::uint64_t drivers = steps_.loops.empty() ? 1 : 2;  // launched and adaptive, of the first one
  return points == 0 ? 0 : drivers * points * (points - 1);
}

std::vector<std::string> ScheduleSpace::sample_pairs(std::size_t count, std::uint64_t seed) const {
  const std::vector<Schedule> points = points_by_steps();
  std::mt19937_64 random(seed);
  std::vector<std::string> texts;
  while (texts.size() < count && points.size() > 1) {
    const std::size_t first = random() % points.size();
    const std::size_t second = (first + 1 + random() % (points.size() - 1)) % points.size();
    Schedule of_steps = points[second];
    of_steps.driver = Driver::automatic;
    const bool below = random() % 2 == 0;
    const double percent = 0.5 * static_cast<double>(1 + random() % 100);
    const HybridSchedule pair(points[first],
                              {{.schedule = of_steps, .conditions = {{.below = below, .percent = percent}}}});
    texts.push_back(to_text(pair, {said(points[first]), said(of_steps)}));
  }
  return texts;
}

KeySet ScheduleSpace::said(const Schedule& point) const {
  const KeySet read = keys_read(point);
  KeySet said;
  for (const ScheduleKey key : varied) {
    if (read.has(key) && !is_open(point, key)) said |= {key};
  }
  return said;
}

std::string ScheduleSpace::text(const Schedule& point) const { return to_text(HybridSchedule(point), {said(point)}); }

}  // namespace mg

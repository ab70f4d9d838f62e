#include "engine/schedule/schedule_table.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/error.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace schedule_table {

namespace {

/// A value with its name, what it means, and whether CPUs have it.
template <class Enum>
struct Named {
  std::string_view name;
  Enum value;
  std::string_view sentence;
  bool on_cpus = false;
};

constexpr bool cpus_too = true;

constexpr std::array<Named<Direction>, 3> directions{
    {{"push", Direction::push, "from the frontier along the arcs out of it", cpus_too},
     {"pull", Direction::pull, "into every vertex that wants values", cpus_too},
     {"optimized", Direction::optimized, "chosen at each step", cpus_too}}};
/// What leaves the choice of a piece to the engine.
constexpr std::string_view open_balance = "vertex on a CPU; strict, or what is usual along the layout, on a GPU";
constexpr std::string_view open_layout = "csr, and what a GPU builds beside it for pulls";
constexpr std::array<Named<FrontierForm>, 5> frontiers{
    {{"auto", FrontierForm::automatic, "a queue after a push, a bitmap after a pull", cpus_too},
     {"queue", FrontierForm::queue, "a list of vertices", cpus_too},
     {"bitmap", FrontierForm::bitmap, "a bit a vertex"},
     {"bytemap", FrontierForm::bytemap, "a byte a vertex"},
     {"counter", FrontierForm::counter, "the number of the step that a vertex has joined at"}}};
constexpr std::array<Named<Creation>, 3> creations{
    {{"auto", Creation::automatic, "unfused for wide pushes of values that improve repeatedly on a GPU, else fused",
      cpus_too},
     {"fused", Creation::fused, "whoever follows the arcs writes the queue", cpus_too},
     {"unfused", Creation::unfused, "vertices are marked, and listed by a second kernel"}}};
constexpr std::array<Named<Dedup>, 6> dedups{
    {{"auto", Dedup::automatic, "the cheapest way, where repeats can occur and the algorithm would redo work",
      cpus_too},
     {"none", Dedup::none, "a queue may list a vertex repeatedly", cpus_too},
     {"counter", Dedup::counter, "a word a vertex says in which step it was listed last"},
     {"bitmap", Dedup::bitmap, "a bit a vertex says that it is listed", cpus_too},
     {"bytemap", Dedup::bytemap, "a byte a vertex says that it is listed"},
     {"cull", Dedup::cull,
      "where any value of a step may stay, it is stored without an atomic, and of repeats a block leaves out most"}}};
constexpr std::array<Named<Aggregate>, 4> aggregates{{{"auto", Aggregate::automatic, "block", cpus_too},
                                                      {"thread", Aggregate::thread, "every thread for itself"},
                                                      {"warp", Aggregate::warp, "one atomic a warp"},
                                                      {"block", Aggregate::block, "one atomic a block"}}};
constexpr std::array<Named<Driver>, 5> drivers{
    {{"auto", Driver::automatic, "adaptive on a GPU, unless the schedule says how steps are executed; else launched",
      cpus_too},
     {"launched", Driver::launched, "every operator is a launch of its own", cpus_too},
     {"fused", Driver::fused, "the whole loop is one kernel"},
     {"graph", Driver::graph, "the loop is a CUDA graph that repeats itself"},
     {"adaptive", Driver::adaptive, "fused while frontiers are small, launched while they are not"}}};
constexpr std::array<std::uint32_t, 4> block_sizes{128, 256, 512, 1024};

template <class Enum, std::size_t n>
std::string_view name_of(const std::array<Named<Enum>, n>& choices, Enum value) {
  for (const auto& choice : choices) {
    if (choice.value == value) return choice.name;
  }
  fail(ExitCode::internal, "a schedule holds a value without a name");
}

std::vector<std::string> names_of(const std::vector<ScheduleChoice>& choices) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const ScheduleChoice& choice : choices) names.emplace_back(choice.name);
  return names;
}

template <class Enum, std::size_t n>
Key choice(const About& about, const std::array<Named<Enum>, n>& named, Enum Schedule::*member) {
  const auto print = [named, member](const Schedule& schedule) {
    return std::string(name_of(named, schedule.*member));
  };
  std::vector<ScheduleChoice> choices;
  choices.reserve(n);
  for (const auto& one : named) choices.push_back({.name = one.name, .sentence = one.sentence, .on_cpus = one.on_cpus});
  const std::vector<std::string> names = names_of(choices);
  const auto set = [name = about.name, named, names, member](Schedule& schedule, std::string_view value) {
    const auto found = std::ranges::find(named, value, &Named<Enum>::name);
    if (found == named.end()) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'{}", name, value, suggestion(value, names));
    }
    schedule.*member = found->value;
  };
  return {
      about, [names] { return fmt::format("{}", fmt::join(names, "|")); }, [choices] { return choices; }, set, print,
      print};
}

/// A key of which the values are registered pieces, or `auto`.
Key piece(const About& about, const std::function<std::vector<ScheduleChoice>()>& choices,
          std::string Schedule::*member) {
  const auto print = [member](const Schedule& schedule) { return schedule.*member; };
  const auto set = [name = about.name, choices, member](Schedule& schedule, std::string_view value) {
    const std::vector<std::string> names = names_of(choices());
    if (std::ranges::find(names, value) == names.end()) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'{}", name, value, suggestion(value, names));
    }
    schedule.*member = value;
  };
  return {about, [choices] { return fmt::format("{}", fmt::join(names_of(choices()), "|")); }, choices, set, print,
          print};
}

template <class Piece>
std::vector<ScheduleChoice> choices_of(std::string_view open, const std::vector<const Piece*>& pieces) {
  std::vector<ScheduleChoice> choices{{.name = automatic_piece, .sentence = open, .on_cpus = true}};
  for (const Piece* piece : pieces) {
    choices.push_back(
        {.name = piece->name, .sentence = piece->sentence, .on_cpus = piece->on_cpus, .origin = piece->origin});
  }
  return choices;
}

enum class Range : std::uint8_t { positive, not_negative };

/// How a number is printed.
template <class Number>
Key printed(const About& about, std::string values, std::function<void(Schedule&, std::string_view)> set,
            Number Schedule::*member) {
  return {about,
          [values = std::move(values)] { return values; },
          [] { return std::vector<ScheduleChoice>(); },
          std::move(set),
          [member](const Schedule& s) { return fmt::format("{}", s.*member); },
          [member](const Schedule& s) { return Json(s.*member); }};
}

Key number(const About& about, Range range, double Schedule::*member) {
  const std::string allowed = range == Range::positive ? "a finite number above 0" : "a finite number of at least 0";
  const auto set = [name = about.name, range, allowed, member](Schedule& schedule, std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool is_number = error == std::errc{} && stop == end && std::isfinite(value);
    if (!is_number || value < 0 || (range == Range::positive && value == 0)) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'; allowed: {}", name, text, allowed);
    }
    schedule.*member = value;
  };
  return printed(about, allowed, set, member);
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && stop == text.data() + text.size();
  return is_number ? std::optional(value) : std::nullopt;
}

Key count(const About& about, std::uint32_t least, std::uint32_t Schedule::*member) {
  const std::string allowed =
      fmt::format("a whole number from {} to {}", least, std::numeric_limits<std::uint32_t>::max());
  const auto set = [name = about.name, least, allowed, member](Schedule& schedule, std::string_view text) {
    const auto value = whole_number(text);
    if (!value || *value < least) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'; allowed: {}", name, text, allowed);
    }
    schedule.*member = *value;
  };
  return printed(about, allowed, set, member);
}

Key block_size(const About& about, std::uint32_t Schedule::*member) {
  const std::string allowed = fmt::format("{}", fmt::join(block_sizes, ", "));
  const auto set = [name = about.name, allowed, member](Schedule& schedule, std::string_view text) {
    const auto value = whole_number(text);
    if (!value || std::ranges::find(block_sizes, *value) == block_sizes.end()) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'; allowed: {}", name, text, allowed);
    }
    schedule.*member = *value;
  };
  return printed(about, allowed, set, member);
}

}  // namespace

std::span<const Key> keys() {
  using enum ScheduleKey;
  static const std::array all{
      choice({direction, "direction", "from which end of its arcs a step is executed", "steps from a frontier"},
             directions, &Schedule::direction),
      number({alpha, "alpha", "a search pulls once its frontier has more arcs than the unexplored ones divided by this",
              "searches of direction=optimized (bfs), by the engine sparse or the policy alpha_beta"},
             Range::positive, &Schedule::alpha),
      number({beta, "beta", "it pushes again once its frontier has fewer vertices than the graph's divided by this",
              "searches of direction=optimized (bfs), by the engine sparse or the policy alpha_beta"},
             Range::positive, &Schedule::beta),
      piece(
          {balance, "balance", "who follows which arc of a push", "steps that push, of the engine sparse"},
          [] { return choices_of(open_balance, registered_balancers()); }, &Schedule::balance),
      piece(
          {layout, "layout", "how the arcs that a step follows are stored",
           "steps of the engine sparse that follow arcs"},
          [] { return choices_of(open_layout, registered_layouts()); }, &Schedule::layout),
      count({block, "block", "receivers in a block, or in a segment, of layouts that have such; 0: chosen",
             "steps of the engine sparse that push along layouts with blocks or segments of receivers"},
            0, &Schedule::block),
      count({heavy, "heavy", "in-degree from which layout=segments puts a receiver into a segment",
             "steps of the engine sparse that push along layout=segments"},
            1, &Schedule::heavy),
      choice({frontier, "frontier", "how a step hands the next frontier over",
              "steps from a frontier: pushes of the engine sparse, and on a GPU its pulls"},
             frontiers, &Schedule::frontier),
      choice({creation, "creation", "who makes a queue of those that join it",
              "steps that push from a frontier, of the engine sparse"},
             creations, &Schedule::creation),
      choice({dedup, "dedup", "what keeps a queue from listing a vertex twice",
              "steps that push from a frontier, of the engine sparse (none: where no values are summed; cull: where "
              "any of the values may stay)"},
             dedups, &Schedule::dedup),
      choice({aggregate, "aggregate", "who shares an atomic that makes room in a queue",
              "steps that push from a frontier on a GPU, of the engine sparse"},
             aggregates, &Schedule::aggregate),
      choice({driver, "driver", "how the iterations of a loop follow each other",
              "loops; those that stay on the device are the engine sparse's, or hybrid's without --policy, and loops "
              "over frontiers leave it with --deterministic"},
             drivers, &Schedule::driver),
      block_size({cta, "cta", "threads of a GPU's block", "steps that push on a GPU, of the engine sparse"},
                 &Schedule::cta),
      number({delta, "delta", "width of a priority bucket, in units of priority; 0: chosen",
              "loops over buckets (sssp by method=delta, without a delta of its own)"},
             Range::not_negative, &Schedule::delta)};
  return all;
}

const Key& key_of(ScheduleKey key) { return keys()[static_cast<std::size_t>(key)]; }

}  // namespace schedule_table

std::string_view to_string(Driver driver) { return schedule_table::name_of(schedule_table::drivers, driver); }

}  // namespace mg

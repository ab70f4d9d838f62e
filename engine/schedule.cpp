#include "engine/schedule.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "engine/error.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

using Json = nlohmann::ordered_json;

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
constexpr std::array<Named<Dedup>, 5> dedups{
    {{"auto", Dedup::automatic, "the cheapest way, where repeats can occur and the algorithm would redo work",
      cpus_too},
     {"none", Dedup::none, "a queue may list a vertex repeatedly", cpus_too},
     {"counter", Dedup::counter, "a word a vertex says in which step it was listed last"},
     {"bitmap", Dedup::bitmap, "a bit a vertex says that it is listed", cpus_too},
     {"bytemap", Dedup::bytemap, "a byte a vertex says that it is listed"}}};
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

/// What a key is called and what it is for.
struct About {
  ScheduleKey key;
  std::string_view name;
  std::string_view sentence;
  std::string_view readers;
};

/// One key of a schedule: how it is read, and how it is printed in text and in JSON.
struct Key {
  About about;
  std::function<std::string()> values;
  std::function<std::vector<ScheduleChoice>()> choices;
  std::function<void(Schedule&, std::string_view)> set;
  std::function<std::string(const Schedule&)> text;
  std::function<Json(const Schedule&)> json;
};

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

/// All keys, in declaration order.
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
              "steps that push from a frontier, of the engine sparse (where values are summed, none is not to be had)"},
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

/// Fills a schedule key by key and refuses what is unknown or comes twice.
class Reader {
 public:
  void set(std::string_view name, std::string_view value) {
    for (const Key& key : keys()) {
      if (key.about.name != name) continue;
      if (seen_.has(key.about.key)) fail(ExitCode::wrong_use, "schedule: the key '{}' is given twice", name);
      seen_ |= {key.about.key};
      key.set(schedule_, value);
      if (!leaves_open(key, schedule_)) named_ |= {key.about.key};
      return;
    }
    std::vector<std::string> names;
    for (const Key& key : keys()) names.emplace_back(key.about.name);
    fail(ExitCode::wrong_use, "schedule: there is no key '{}'{}", name, suggestion(name, names));
  }
  [[nodiscard]] Schedule schedule() const {
    const std::string why = contradiction(schedule_);
    if (!why.empty()) fail(ExitCode::wrong_use, "schedule: {}", why);
    return schedule_;
  }
  [[nodiscard]] bool untouched() const { return seen_.empty(); }
  /// But for those with a value that leaves the choice to the engine, which asks for nothing.
  [[nodiscard]] KeySet named() const { return named_; }

 private:
  static bool leaves_open(const Key& key, const Schedule& schedule) {
    const std::string value = key.text(schedule);
    return value == "auto" || value == "0";
  }

  Schedule schedule_;
  KeySet seen_;
  KeySet named_;
};

HybridSchedule alone(const Reader& reader) {
  HybridSchedule schedule(reader.schedule());
  schedule.named.first = reader.named();
  return schedule;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Reader parse_keys(std::string_view text) {
  Reader reader;
  text = trimmed(text);
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view item = trimmed(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      fail(ExitCode::wrong_use, "schedule: expected KEY=VALUE, found '{}'; a whole schedule reads '{}'", item,
           to_text(Schedule{}));
    }
    reader.set(trimmed(item.substr(0, equals)), trimmed(item.substr(equals + 1)));
  }
  return reader;
}

/// "size<5%"
HybridSchedule::Exception parse_condition(std::string_view text, const Schedule& schedule) {
  HybridSchedule::Exception exception{.schedule = schedule};
  const std::size_t sign = text.find_first_of("<>");
  bool right = sign != std::string_view::npos && trimmed(text.substr(0, sign)) == "size" && text.ends_with('%');
  if (right) {
    exception.below = text[sign] == '<';
    const std::string_view number = trimmed(text.substr(sign + 1, text.size() - sign - 2));
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), exception.percent);
    right = error == std::errc{} && stop == number.data() + number.size() && exception.percent >= 0 &&
            exception.percent <= 100;
  }
  if (!right) {
    fail(
        ExitCode::wrong_use,
        "schedule: the condition cannot be '{}'; allowed: size<X% and size>X%, X being the share of all vertices, from "
        "0 to 100",
        text);
  }
  return exception;
}

HybridSchedule composed(const Reader& first, const Reader& second, std::string_view condition) {
  HybridSchedule schedule(first.schedule(), parse_condition(condition, second.schedule()));
  schedule.named = {first.named(), second.named()};
  return schedule;
}

HybridSchedule parse_text(std::string_view text) {
  const std::size_t semicolon = text.find(';');
  if (semicolon == std::string_view::npos) return alone(parse_keys(text));
  const std::string_view second = trimmed(text.substr(semicolon + 1));
  constexpr std::string_view word = "if ";
  const std::size_t condition = second.starts_with(word) ? 0 : second.rfind(" if ");
  if (condition == std::string_view::npos || second.find(';') != std::string_view::npos) {
    fail(ExitCode::wrong_use,
         "schedule: after ';' expected a second schedule and when it holds, found '{}'; such as '{}'", second,
         "direction=push ; direction=pull if size>5%");
  }
  return composed(parse_keys(text.substr(0, semicolon)), parse_keys(second.substr(0, condition)),
                  trimmed(second.substr(second.find(word, condition) + word.size())));
}

/// Receives a JSON object as it is parsed: a parsed document would have lost the keys that come twice.
class JsonReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] HybridSchedule schedule() const {
    if (!first_ && !second_ && !condition_) return alone(flat_);
    if (!first_ || !second_ || !condition_ || !flat_.untouched()) {
      fail(ExitCode::wrong_use,
           "schedule: two schedules are an object of the keys 'first', 'second' and 'if', which says when the second "
           "one holds");
    }
    return composed(*first_, *second_, *condition_);
  }

  bool start_object(std::size_t) override {
    if (depth_ == 1 && (key_ == "first" || key_ == "second")) {
      std::optional<Reader>& part = key_ == "first" ? first_ : second_;
      if (part) refuse_repeat();
      filling_ = &part.emplace();
    } else if (depth_ > 0) {
      refuse_value();
    }
    ++depth_;
    return true;
  }
  bool end_object() override {
    --depth_;
    filling_ = &flat_;
    return true;
  }
  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool string(string_t& value) override { return set(value); }
  bool number_integer(number_integer_t value) override { return set(fmt::format("{}", value)); }
  bool number_unsigned(number_unsigned_t value) override { return set(fmt::format("{}", value)); }
  bool number_float(number_float_t value, const string_t&) override { return set(fmt::format("{}", value)); }
  bool null() override { refuse_value(); }
  bool boolean(bool) override { refuse_value(); }
  bool binary(binary_t&) override { refuse_value(); }
  bool start_array(std::size_t) override { refuse_value(); }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    fail(ExitCode::wrong_use, "schedule: {}", error.what());
  }

 private:
  bool set(std::string_view value) {
    if (depth_ == 1 && key_ == "if") {
      if (condition_) refuse_repeat();
      condition_ = value;
    } else {
      filling_->set(key_, value);
    }
    return true;
  }
  [[noreturn]] void refuse_repeat() const { fail(ExitCode::wrong_use, "schedule: the key '{}' is given twice", key_); }
  [[noreturn]] void refuse_value() const {
    fail(ExitCode::wrong_use, "schedule: the value of '{}' must be a text or a number", key_);
  }

  Reader flat_;
  std::optional<Reader> first_;
  std::optional<Reader> second_;
  std::optional<std::string> condition_;
  Reader* filling_ = &flat_;
  std::string key_;
  int depth_ = 0;
};

std::string keys_text(const Schedule& schedule, KeySet shown) {
  std::vector<std::string> items;
  for (const Key& key : keys()) {
    if (shown.has(key.about.key)) items.push_back(to_text(schedule, key.about.key));
  }
  return fmt::format("{}", fmt::join(items, ","));
}

Json keys_json(const Schedule& schedule) {
  Json object = Json::object();
  for (const Key& key : keys()) object[std::string(key.about.name)] = key.json(schedule);
  return object;
}

std::string condition_text(const HybridSchedule::Exception& exception) {
  return fmt::format("size{}{}%", exception.below ? '<' : '>', exception.percent);
}

void check_keys_for_cpu(const Schedule& schedule) {
  for (const Key& key : keys()) {
    const std::string value = key.text(schedule);
    std::vector<std::string_view> allowed;
    for (const ScheduleChoice& choice : key.choices()) {
      if (choice.on_cpus) allowed.push_back(choice.name);
    }
    if (allowed.empty() || std::ranges::find(allowed, value) != allowed.end()) continue;
    fail(ExitCode::wrong_use, "schedule: {}={} is for GPUs; a CPU takes: {}", key.about.name, value,
         fmt::join(allowed, ", "));
  }
  if (const std::uint32_t usual = Schedule{}.cta; schedule.cta != usual) {
    fail(ExitCode::wrong_use, "schedule: cta={} is for GPUs; a CPU takes: {}, the default", schedule.cta, usual);
  }
}

/// Those whose values are not the defaults.
KeySet changed_keys(const Schedule& schedule) {
  KeySet changed;
  for (const Key& key : keys()) {
    if (key.text(schedule) != key.text({})) changed |= {key.about.key};
  }
  return changed;
}

}  // namespace

HybridSchedule parse_schedule(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{')) return parse_text(text);
  JsonReader reader;
  nlohmann::json::sax_parse(text, &reader);
  return reader.schedule();
}

std::string to_text(const Schedule& schedule, ScheduleKey key) {
  return fmt::format("{}={}", key_of(key).about.name, key_of(key).text(schedule));
}

std::string to_text(const HybridSchedule& schedule, const KeyUse& shown) {
  std::string text = keys_text(schedule.first, shown.first);
  if (const auto& exception = schedule.exception) {
    text += fmt::format(" ; {} if {}", keys_text(exception->schedule, shown.second), condition_text(*exception));
  }
  return text;
}

std::vector<ScheduleKeyInfo> schedule_keys() {
  std::vector<ScheduleKeyInfo> infos;
  for (const Key& key : keys()) {
    infos.push_back({.key = key.about.key,
                     .name = key.about.name,
                     .values = key.values(),
                     .sentence = key.about.sentence,
                     .readers = key.about.readers,
                     .choices = key.choices(),
                     .fallback = key.text({})});
  }
  return infos;
}

KeyUse asked_keys(const HybridSchedule& schedule) {
  KeyUse asked = schedule.named;
  asked.first |= changed_keys(schedule.first);
  if (schedule.exception) asked.second |= changed_keys(schedule.exception->schedule);
  return asked;
}

std::string to_json(const HybridSchedule& schedule) {
  Json object = keys_json(schedule.first);
  if (const auto& exception = schedule.exception) {
    object = Json{
        {"first", std::move(object)}, {"second", keys_json(exception->schedule)}, {"if", condition_text(*exception)}};
  }
  return object.dump();
}

Driver driver_on_gpu(const HybridSchedule& schedule) {
  if (schedule.first.driver != Driver::automatic) return schedule.first.driver;
  return !schedule.exception && !speaks_of_steps(schedule.first) ? Driver::adaptive : Driver::launched;
}

bool leaves_steps_open(const HybridSchedule& schedule) {
  const Driver driver = driver_on_gpu(schedule);
  return !schedule.exception && !speaks_of_steps(schedule.first) &&
         (driver == Driver::adaptive || driver == Driver::launched);
}

bool speaks_of_steps(Schedule schedule) {
  const Schedule defaults;
  schedule.alpha = defaults.alpha;
  schedule.beta = defaults.beta;
  schedule.delta = defaults.delta;
  schedule.driver = defaults.driver;
  return schedule != defaults;
}

void check_for_cpu(const HybridSchedule& schedule) {
  check_keys_for_cpu(schedule.first);
  if (schedule.exception) check_keys_for_cpu(schedule.exception->schedule);
}

std::string_view to_string(Driver driver) { return name_of(drivers, driver); }

}  // namespace mg

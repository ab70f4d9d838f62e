#include "engine/schedule.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/error.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

using Json = nlohmann::ordered_json;

template <class Enum>
struct Named {
  std::string_view name;
  Enum value;
};

constexpr std::array<Named<Direction>, 3> directions{
    {{"push", Direction::push}, {"pull", Direction::pull}, {"optimized", Direction::optimized}}};
constexpr std::array<Named<Balance>, 9> balances{{{"auto", Balance::automatic},
                                                  {"vertex", Balance::vertex},
                                                  {"edge", Balance::edge},
                                                  {"warp", Balance::warp},
                                                  {"block", Balance::block},
                                                  {"twc", Balance::twc},
                                                  {"etwc", Balance::etwc},
                                                  {"stages", Balance::stages},
                                                  {"strict", Balance::strict}}};
constexpr std::array<Named<Layout>, 6> layouts{{{"auto", Layout::automatic},
                                                {"csr", Layout::csr},
                                                {"coo", Layout::coo},
                                                {"ell", Layout::ell},
                                                {"blocked", Layout::blocked},
                                                {"segments", Layout::segments}}};
constexpr std::array<Named<FrontierForm>, 5> frontiers{{{"auto", FrontierForm::automatic},
                                                        {"queue", FrontierForm::queue},
                                                        {"bitmap", FrontierForm::bitmap},
                                                        {"bytemap", FrontierForm::bytemap},
                                                        {"counter", FrontierForm::counter}}};
constexpr std::array<Named<Creation>, 3> creations{
    {{"auto", Creation::automatic}, {"fused", Creation::fused}, {"unfused", Creation::unfused}}};
constexpr std::array<Named<Dedup>, 5> dedups{{{"auto", Dedup::automatic},
                                              {"none", Dedup::none},
                                              {"counter", Dedup::counter},
                                              {"bitmap", Dedup::bitmap},
                                              {"bytemap", Dedup::bytemap}}};
constexpr std::array<Named<Aggregate>, 4> aggregates{{{"auto", Aggregate::automatic},
                                                      {"thread", Aggregate::thread},
                                                      {"warp", Aggregate::warp},
                                                      {"block", Aggregate::block}}};
constexpr std::array<Named<Driver>, 5> drivers{{{"auto", Driver::automatic},
                                                {"launched", Driver::launched},
                                                {"fused", Driver::fused},
                                                {"graph", Driver::graph},
                                                {"adaptive", Driver::adaptive}}};
constexpr std::array<std::uint32_t, 4> block_sizes{128, 256, 512, 1024};

template <class Enum, std::size_t n>
std::string_view name_of(const std::array<Named<Enum>, n>& choices, Enum value) {
  for (const auto& choice : choices) {
    if (choice.value == value) return choice.name;
  }
  fail(ExitCode::internal, "a schedule holds a value without a name");
}

/// One key of a schedule: how it is read, and how it is printed in text and in JSON.
struct Key {
  std::string_view name;
  std::function<void(Schedule&, std::string_view)> set;
  std::function<std::string(const Schedule&)> text;
  std::function<Json(const Schedule&)> json;
};

template <class Enum, std::size_t n>
Key choice(std::string_view name, const std::array<Named<Enum>, n>& choices, Enum Schedule::*member) {
  const auto print = [choices, member](const Schedule& schedule) {
    return std::string(name_of(choices, schedule.*member));
  };
  const auto set = [name, choices, member](Schedule& schedule, std::string_view value) {
    std::vector<std::string> names;
    for (const auto& choice : choices) {
      if (choice.name == value) {
        schedule.*member = choice.value;
        return;
      }
      names.emplace_back(choice.name);
    }
    fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'{}", name, value, suggestion(value, names));
  };
  return {name, set, print, print};
}

enum class Range : std::uint8_t { positive, not_negative };

Key number(std::string_view name, Range range, double Schedule::*member) {
  const auto set = [name, range, member](Schedule& schedule, std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool is_number = error == std::errc{} && stop == end && std::isfinite(value);
    if (!is_number || value < 0 || (range == Range::positive && value == 0)) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'; allowed: a finite number {}", name, text,
           range == Range::positive ? "above 0" : "of at least 0");
    }
    schedule.*member = value;
  };
  return {name, set, [member](const Schedule& s) { return fmt::format("{}", s.*member); },
          [member](const Schedule& s) { return Json(s.*member); }};
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && stop == text.data() + text.size();
  return is_number ? std::optional(value) : std::nullopt;
}

Key count(std::string_view name, std::uint32_t least, std::uint32_t Schedule::*member) {
  const auto set = [name, least, member](Schedule& schedule, std::string_view text) {
    const auto value = whole_number(text);
    if (!value || *value < least) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'; allowed: a whole number from {} to {}", name, text, least,
           std::numeric_limits<std::uint32_t>::max());
    }
    schedule.*member = *value;
  };
  return {name, set, [member](const Schedule& s) { return fmt::format("{}", s.*member); },
          [member](const Schedule& s) { return Json(s.*member); }};
}

Key block_size(std::string_view name, std::uint32_t Schedule::*member) {
  const auto set = [name, member](Schedule& schedule, std::string_view text) {
    const auto value = whole_number(text);
    if (!value || std::ranges::find(block_sizes, *value) == block_sizes.end()) {
      fail(ExitCode::wrong_use, "schedule: {} cannot be '{}'; allowed: {}", name, text, fmt::join(block_sizes, ", "));
    }
    schedule.*member = *value;
  };
  return {name, set, [member](const Schedule& s) { return fmt::format("{}", s.*member); },
          [member](const Schedule& s) { return Json(s.*member); }};
}

/// All keys, in declaration order.
std::span<const Key> keys() {
  static const std::array all{choice("direction", directions, &Schedule::direction),
                              number("alpha", Range::positive, &Schedule::alpha),
                              number("beta", Range::positive, &Schedule::beta),
                              choice("balance", balances, &Schedule::balance),
                              choice("layout", layouts, &Schedule::layout),
                              count("block", 0, &Schedule::block),
                              count("heavy", 1, &Schedule::heavy),
                              choice("frontier", frontiers, &Schedule::frontier),
                              choice("creation", creations, &Schedule::creation),
                              choice("dedup", dedups, &Schedule::dedup),
                              choice("aggregate", aggregates, &Schedule::aggregate),
                              choice("driver", drivers, &Schedule::driver),
                              block_size("cta", &Schedule::cta),
                              number("delta", Range::not_negative, &Schedule::delta)};
  return all;
}

[[noreturn]] void refuse(std::string_view what, std::string_view why, std::string_view allowed) {
  fail(ExitCode::wrong_use, "schedule: {}: {}; allowed: {}", what, why, allowed);
}

/// What a layout excludes.
void check_layout(const Schedule& schedule) {
  const auto with = [&](std::string_view key, std::string_view value) {
    return fmt::format("layout={} with {}={}", name_of(layouts, schedule.layout), key, value);
  };
  const Layout layout = schedule.layout;
  const bool is_list = layout == Layout::coo || layout == Layout::blocked;
  const bool has_parts = layout == Layout::ell || layout == Layout::segments;
  const Balance balance = schedule.balance;
  if (is_list && balance != Balance::automatic && balance != Balance::edge) {
    refuse(with("balance", to_string(balance)), "a list of arcs has no rows to share", "balance=auto, edge");
  }
  if (has_parts && (balance == Balance::edge || balance == Balance::strict)) {
    refuse(with("balance", to_string(balance)), "the arcs of a queue are numbered as csr has them",
           "balance=auto, vertex, warp, block, twc, etwc, stages");
  }
  if ((is_list || layout == Layout::segments) && schedule.direction == Direction::pull) {
    refuse(with("direction", "pull"), "a pull reads the rows of its receivers",
           "direction=push, optimized, or layout=auto, csr, ell");
  }
  if (schedule.block != 0 && layout != Layout::blocked && layout != Layout::segments) {
    refuse(with("block", fmt::format("{}", schedule.block)), "its receivers are in no blocks",
           "block=0, or layout=blocked, segments");
  }
  if (const std::uint32_t usual = Schedule{}.heavy; schedule.heavy != usual && layout != Layout::segments) {
    refuse(with("heavy", fmt::format("{}", schedule.heavy)), "its receivers are in no segments",
           fmt::format("heavy={}, or layout=segments", usual));
  }
}

/// A loop that never leaves the device expands its frontiers in one way.
void check_driver(const Schedule& schedule) {
  if (schedule.driver != Driver::fused && schedule.driver != Driver::graph) return;
  Schedule plain;
  plain.driver = schedule.driver;
  plain.alpha = schedule.alpha;
  plain.beta = schedule.beta;
  plain.delta = schedule.delta;
  plain.direction = schedule.direction == Direction::pull ? plain.direction : schedule.direction;
  if (schedule == plain) return;
  refuse(fmt::format("driver={} with a choice of how a step is executed", name_of(drivers, schedule.driver)),
         "a loop that stays on the device pushes from a queue of its own", "driver=launched, adaptive, or only delta");
}

/// Values that exclude each other.
void check_combination(const Schedule& schedule) {
  check_layout(schedule);
  check_driver(schedule);
  const bool is_map = schedule.frontier != FrontierForm::automatic && schedule.frontier != FrontierForm::queue;
  const std::string frontier = fmt::format("frontier={}", name_of(frontiers, schedule.frontier));
  if (is_map && schedule.creation == Creation::unfused) {
    refuse(frontier + " with creation=unfused", "what a second kernel lists is a queue", "frontier=auto, queue");
  }
  if (is_map && schedule.dedup != Dedup::automatic) {
    refuse(fmt::format("{} with dedup={}", frontier, name_of(dedups, schedule.dedup)),
           "a map holds a vertex once by itself", "dedup=auto");
  }
  if (is_map && schedule.aggregate != Aggregate::automatic) {
    refuse(fmt::format("{} with aggregate={}", frontier, name_of(aggregates, schedule.aggregate)),
           "nothing is inserted into a queue", "aggregate=auto");
  }
  if (schedule.creation == Creation::unfused && schedule.dedup == Dedup::none) {
    refuse("creation=unfused with dedup=none", "marks hold a vertex once", "dedup=auto, counter, bitmap, bytemap");
  }
  if (schedule.creation == Creation::unfused && schedule.aggregate != Aggregate::automatic) {
    refuse(fmt::format("creation=unfused with aggregate={}", name_of(aggregates, schedule.aggregate)),
           "marks are listed block by block", "aggregate=auto");
  }
}

/// Fills a schedule key by key and refuses what is unknown or comes twice.
class Reader {
 public:
  void set(std::string_view name, std::string_view value) {
    for (const Key& key : keys()) {
      if (key.name != name) continue;
      if (!seen_.emplace(name).second) fail(ExitCode::wrong_use, "schedule: the key '{}' is given twice", name);
      key.set(schedule_, value);
      return;
    }
    std::vector<std::string> names;
    for (const Key& key : keys()) names.emplace_back(key.name);
    fail(ExitCode::wrong_use, "schedule: there is no key '{}'{}", name, suggestion(name, names));
  }
  [[nodiscard]] Schedule schedule() const {
    check_combination(schedule_);
    return schedule_;
  }
  [[nodiscard]] bool untouched() const { return seen_.empty(); }

 private:
  Schedule schedule_;
  std::set<std::string, std::less<>> seen_;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Schedule parse_keys(std::string_view text) {
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
  return reader.schedule();
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

HybridSchedule parse_text(std::string_view text) {
  const std::size_t semicolon = text.find(';');
  if (semicolon == std::string_view::npos) return parse_keys(text);
  const std::string_view second = trimmed(text.substr(semicolon + 1));
  constexpr std::string_view word = "if ";
  const std::size_t condition = second.starts_with(word) ? 0 : second.rfind(" if ");
  if (condition == std::string_view::npos || second.find(';') != std::string_view::npos) {
    fail(ExitCode::wrong_use,
         "schedule: after ';' expected a second schedule and when it holds, found '{}'; such as '{}'", second,
         "direction=push ; direction=pull if size>5%");
  }
  return {parse_keys(text.substr(0, semicolon)),
          parse_condition(trimmed(second.substr(second.find(word, condition) + word.size())),
                          parse_keys(second.substr(0, condition)))};
}

/// Receives a JSON object as it is parsed: a parsed document would have lost the keys that come twice.
class JsonReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] HybridSchedule schedule() const {
    if (!first_ && !second_ && !condition_) return flat_.schedule();
    if (!first_ || !second_ || !condition_ || !flat_.untouched()) {
      fail(ExitCode::wrong_use,
           "schedule: two schedules are an object of the keys 'first', 'second' and 'if', which says when the second "
           "one holds");
    }
    return {first_->schedule(), parse_condition(*condition_, second_->schedule())};
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

std::string keys_text(const Schedule& schedule) {
  std::vector<std::string> items;
  for (const Key& key : keys()) items.push_back(fmt::format("{}={}", key.name, key.text(schedule)));
  return fmt::format("{}", fmt::join(items, ","));
}

Json keys_json(const Schedule& schedule) {
  Json object = Json::object();
  for (const Key& key : keys()) object[std::string(key.name)] = key.json(schedule);
  return object;
}

std::string condition_text(const HybridSchedule::Exception& exception) {
  return fmt::format("size{}{}%", exception.below ? '<' : '>', exception.percent);
}

/// The values of one key that a CPU has.
template <class Enum, std::size_t n>
void check_one_for_cpu(std::string_view key, const std::array<Named<Enum>, n>& names, Enum value,
                       std::initializer_list<Enum> allowed) {
  if (std::ranges::find(allowed, value) != allowed.end()) return;
  std::vector<std::string_view> allowed_names;
  for (const Enum one : allowed) allowed_names.push_back(name_of(names, one));
  fail(ExitCode::wrong_use, "schedule: {}={} is for GPUs; a CPU takes: {}", key, name_of(names, value),
       fmt::join(allowed_names, ", "));
}

void check_keys_for_cpu(const Schedule& schedule) {
  check_one_for_cpu("balance", balances, schedule.balance, {Balance::automatic, Balance::vertex, Balance::edge});
  check_one_for_cpu("layout", layouts, schedule.layout, {Layout::automatic, Layout::csr});
  check_one_for_cpu("frontier", frontiers, schedule.frontier, {FrontierForm::automatic, FrontierForm::queue});
  check_one_for_cpu("creation", creations, schedule.creation, {Creation::automatic, Creation::fused});
  check_one_for_cpu("dedup", dedups, schedule.dedup, {Dedup::automatic, Dedup::none, Dedup::bitmap});
  check_one_for_cpu("aggregate", aggregates, schedule.aggregate, {Aggregate::automatic});
  check_one_for_cpu("driver", drivers, schedule.driver, {Driver::automatic, Driver::launched});
  if (const std::uint32_t usual = Schedule{}.cta; schedule.cta != usual) {
    fail(ExitCode::wrong_use, "schedule: cta={} is for GPUs; a CPU takes: {}, the default", schedule.cta, usual);
  }
}

}  // namespace

HybridSchedule parse_schedule(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{')) return parse_text(text);
  JsonReader reader;
  nlohmann::json::sax_parse(text, &reader);
  return reader.schedule();
}

std::string to_text(const HybridSchedule& schedule) {
  std::string text = keys_text(schedule.first);
  if (const auto& exception = schedule.exception) {
    text += fmt::format(" ; {} if {}", keys_text(exception->schedule), condition_text(*exception));
  }
  return text;
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

std::string_view to_string(Balance balance) { return name_of(balances, balance); }
std::string_view to_string(Layout layout) { return name_of(layouts, layout); }
std::string_view to_string(Driver driver) { return name_of(drivers, driver); }

}  // namespace mg

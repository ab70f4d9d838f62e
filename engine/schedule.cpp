#include "engine/schedule.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/error.hpp"
#include "engine/schedule_table.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

using schedule_table::Json;
using schedule_table::Key;
using schedule_table::key_of;
using schedule_table::keys;

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

}  // namespace mg

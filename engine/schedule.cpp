#include "engine/schedule.hpp"

#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
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
constexpr std::array<Named<Balance>, 2> balances{{{"vertex", Balance::vertex}, {"edge", Balance::edge}}};
constexpr std::array<Named<Dedup>, 3> dedups{
    {{"auto", Dedup::automatic}, {"none", Dedup::none}, {"bitmap", Dedup::bitmap}}};

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
    for (const auto& choice : choices) {
      if (choice.value == schedule.*member) return std::string(choice.name);
    }
    fail(ExitCode::internal, "a schedule holds a value without a name");
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

/// All keys, in declaration order.
std::span<const Key> keys() {
  static const std::array all{choice("direction", directions, &Schedule::direction),
                              number("alpha", Range::positive, &Schedule::alpha),
                              number("beta", Range::positive, &Schedule::beta),
                              choice("balance", balances, &Schedule::balance),
                              choice("dedup", dedups, &Schedule::dedup),
                              number("delta", Range::not_negative, &Schedule::delta)};
  return all;
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
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }

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

Schedule parse_text(std::string_view text) {
  Reader reader;
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

/// Receives a flat JSON object as it is parsed: a parsed document would have lost the keys that come twice.
class JsonReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] const Schedule& schedule() const { return reader_.schedule(); }

  bool start_object(std::size_t) override {
    if (depth_++ > 0) refuse_value();
    return true;
  }
  bool end_object() override { return true; }
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
    reader_.set(key_, value);
    return true;
  }
  [[noreturn]] void refuse_value() const {
    fail(ExitCode::wrong_use, "schedule: the value of '{}' must be a text or a number", key_);
  }

  Reader reader_;
  std::string key_;
  int depth_ = 0;
};

}  // namespace

Schedule parse_schedule(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{')) return parse_text(text);
  JsonReader reader;
  nlohmann::json::sax_parse(text, &reader);
  return reader.schedule();
}

std::string to_text(const Schedule& schedule) {
  std::vector<std::string> items;
  for (const Key& key : keys()) items.push_back(fmt::format("{}={}", key.name, key.text(schedule)));
  return fmt::format("{}", fmt::join(items, ","));
}

std::string to_json(const Schedule& schedule) {
  Json object = Json::object();
  for (const Key& key : keys()) object[std::string(key.name)] = key.json(schedule);
  return object.dump();
}

}  // namespace mg

// Schedules from text and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/error.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/schedule/schedule_table.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

using schedule_table::Key;
using schedule_table::keys;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// "size<5%"
StepCondition parse_condition(std::string_view text) {
  StepCondition condition;
  const std::size_t sign = text.find_first_of("<>");
  const std::string_view of = trimmed(text.substr(0, sign));
  bool right = sign != std::string_view::npos && (of == "size" || of == "arcs") && text.ends_with('%');
  if (right) {
    condition.of = of == "size" ? StepCondition::Of::size : StepCondition::Of::arcs;
    condition.below = text[sign] == '<';
    const std::string_view number = trimmed(text.substr(sign + 1, text.size() - sign - 2));
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), condition.percent);
    right = error == std::errc{} && stop == number.data() + number.size() && condition.percent >= 0 &&
            condition.percent <= 100;
  }
  if (!right) {
    fail(ExitCode::wrong_use,
         "schedule: the condition cannot be '{}'; allowed: size<X%, size>X%, arcs<X% and arcs>X%, X being the share "
         "that the frontier has of all vertices, or its vertices of all arcs, from 0 to 100, and several joined by "
         "'and'",
         text);
  }
  return condition;
}

std::vector<StepCondition> parse_conditions(std::string_view text) {
  constexpr std::string_view word = " and ";
  std::vector<StepCondition> conditions;
  for (;;) {
    const std::size_t end = text.find(word);
    conditions.push_back(parse_condition(trimmed(text.substr(0, end))));
    if (end == std::string_view::npos) return conditions;
    text.remove_prefix(end + word.size());
  }
}

/// Fills a part of a schedule key by key and refuses what is unknown or comes twice.
class PartReader {
 public:
  void set(std::string_view name, std::string_view value) {
    for (const Key& key : keys()) {
      if (key.about.name != name) continue;
      if (seen_.has(key.about.key)) refuse_repeat(name);
      seen_ |= {key.about.key};
      key.set(part_.schedule, value);
      if (!leaves_open(key, part_.schedule)) named_ |= {key.about.key};
      return;
    }
    std::vector<std::string> names;
    for (const Key& key : keys()) names.emplace_back(key.about.name);
    fail(ExitCode::wrong_use, "schedule: there is no key '{}'{}", name, suggestion(name, names));
  }
  void set_label(std::string_view label) {
    if (!part_.label.empty()) refuse_repeat("label");
    if (label.empty()) fail(ExitCode::wrong_use, "schedule: before ':' expected the name of a step, such as Visit");
    part_.label = label;
  }
  void set_conditions(std::string_view text) {
    if (!part_.conditions.empty()) refuse_repeat("if");
    part_.conditions = parse_conditions(text);
  }

  [[nodiscard]] HybridSchedule::Part part() const {
    const std::string why = contradiction(part_.schedule);
    if (!why.empty()) fail(ExitCode::wrong_use, "schedule: {}", why);
    return part_;
  }
  /// But for those with a value that leaves the choice to the engine, which asks for nothing.
  [[nodiscard]] KeySet named() const { return named_; }

 private:
  [[noreturn]] static void refuse_repeat(std::string_view name) {
    fail(ExitCode::wrong_use, "schedule: the key '{}' is given twice", name);
  }
  static bool leaves_open(const Key& key, const Schedule& schedule) {
    const std::string value = key.text(schedule);
    return value == "auto" || value == "0";
  }

  HybridSchedule::Part part_;
  KeySet seen_;
  KeySet named_;
};

/// "Forward: direction=push,cta=512 if size<5%"
PartReader parse_part(std::string_view text) {
  PartReader reader;
  text = trimmed(text);
  if (const std::size_t colon = text.find(':'); colon < text.find_first_of("=,")) {
    reader.set_label(trimmed(text.substr(0, colon)));
    text = trimmed(text.substr(colon + 1));
  }
  constexpr std::string_view word = "if ";
  const std::size_t blank = text.find(" if ");
  if (text.starts_with(word) || blank != std::string_view::npos) {
    const std::size_t begin = text.starts_with(word) ? 0 : blank + 1;
    reader.set_conditions(trimmed(text.substr(begin + word.size())));
    text = trimmed(text.substr(0, begin));
  }
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

/// "Forward: cta=512 if size<5%", as it is canonical.
std::string text_of(const PartReader& reader) {
  HybridSchedule alone;
  alone.others.push_back(reader.part());
  KeyUse named;
  named.add(1, reader.named());
  return part_text(alone, 1, named);
}

/// Whether one part holds wherever another one, of those behind it, would.
bool hides(const HybridSchedule::Part& part, const HybridSchedule::Part& other) {
  return part.conditions.empty() && part.label == other.label;
}

/// The parts in their order: of those that hold for every step there is one, which comes first or is left out.
HybridSchedule composed(const std::vector<PartReader>& readers) {
  HybridSchedule schedule;
  bool has_first = false;
  for (const PartReader& reader : readers) {
    const HybridSchedule::Part part = reader.part();
    const bool is_for_all = part.label.empty() && part.conditions.empty();
    if (is_for_all && (has_first || !schedule.others.empty())) {
      fail(
          ExitCode::wrong_use,
          "schedule: the part '{}' is for all steps, and not the first: parts behind the first one say by a label or a "
          "condition what they are for, such as 'direction=push ; direction=pull if size>5% ; Forward: cta=512'",
          text_of(reader));
    }
    const auto hides_it = [&](const auto& before) { return hides(before, part); };
    if (!is_for_all && std::ranges::any_of(schedule.others, hides_it)) {
      fail(ExitCode::wrong_use,
           "schedule: the part '{}' never holds, for one before it holds for all steps of its label", text_of(reader));
    }
    if (is_for_all) {
      has_first = true;
      schedule.first = part.schedule;
      schedule.named.add(0, reader.named());
    } else {
      schedule.others.push_back(part);
      schedule.named.add(schedule.others.size(), reader.named());
    }
  }
  return schedule;
}

HybridSchedule parse_text(std::string_view text) {
  std::vector<PartReader> parts;
  for (;;) {
    const std::size_t semicolon = text.find(';');
    parts.push_back(parse_part(text.substr(0, semicolon)));
    if (semicolon == std::string_view::npos) break;
    text.remove_prefix(semicolon + 1);
  }
  return composed(parts);
}

/// Receives JSON as it is parsed: a parsed document would have lost the keys that come twice.
class JsonReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] HybridSchedule schedule() const { return composed(parts_); }

  bool start_array(std::size_t) override {
    if (in_array_ || in_object_ || !parts_.empty()) refuse_value();
    in_array_ = true;
    return true;
  }
  bool end_array() override {
    in_array_ = false;
    return true;
  }
  bool start_object(std::size_t) override {
    if (in_object_) refuse_value();
    in_object_ = true;
    parts_.emplace_back();
    return true;
  }
  bool end_object() override {
    in_object_ = false;
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
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    fail(ExitCode::wrong_use, "schedule: {}", error.what());
  }

 private:
  bool set(std::string_view value) {
    if (!in_object_) refuse_value();
    if (key_ == "label") {
      parts_.back().set_label(value);
    } else if (key_ == "if") {
      parts_.back().set_conditions(value);
    } else {
      parts_.back().set(key_, value);
    }
    return true;
  }
  [[noreturn]] void refuse_value() const {
    if (!in_object_) fail(ExitCode::wrong_use, "schedule: expected an object, or an array of objects, one a part");
    fail(ExitCode::wrong_use, "schedule: the value of '{}' must be a text or a number", key_);
  }

  std::vector<PartReader> parts_;
  std::string key_;
  bool in_array_ = false;
  bool in_object_ = false;
};

}  // namespace

HybridSchedule parse_schedule(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{') && !text.starts_with('[')) return parse_text(text);
  JsonReader reader;
  nlohmann::json::sax_parse(text, &reader);
  return reader.schedule();
}

}  // namespace mg

#include "tools/strict_json.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/spelling.hpp"
#include "tools/text_file.hpp"

namespace mg::tools {

namespace {

using Json = StrictJson::Json;

/// Told of every event of the parser; remembers the first name that an object holds twice.
class RepeatedName {
 public:
  bool operator()(Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) names_.emplace_back();
    if (event == Json::parse_event_t::object_end) names_.pop_back();
    if (event == Json::parse_event_t::key && !names_.back().insert(value.get<std::string>()).second && found_.empty()) {
      found_ = value.get<std::string>();
    }
    return true;
  }
  [[nodiscard]] const std::string& found() const { return found_; }

 private:
  std::vector<std::set<std::string>> names_;
  std::string found_;
};

/// "parse error at line 3, column 5: ...", without the library's number for it.
std::string parse_error_text(const Json::parse_error& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

std::string read_all(const std::string& path, ExitCode code) {
  constexpr std::size_t longest = std::size_t{1} << 28;
  const std::optional<std::string> text = text_of_file(path, longest);
  if (!text) fail(code, "{}: cannot be read", path);
  if (text->size() > longest) fail(code, "{}: longer than {} bytes", path, longest);
  return *text;
}

}  // namespace

StrictJson::StrictJson(std::string file, ExitCode code) : file_(std::move(file)), code_(code) {
  const std::string text = read_all(file_, code_);
  RepeatedName repeated;
  try {
    json_ = Json::parse(text, [&](int, Json::parse_event_t event, Json& value) { return repeated(event, value); });
  } catch (const Json::parse_error& error) {
    fail(code_, "{}: not JSON: {}", file_, parse_error_text(error));
  }
  if (!repeated.found().empty()) fail(code_, "{}: the name '{}' is given twice in one object", file_, repeated.found());
}

void StrictJson::Value::refuse(std::string_view what) const {
  fail(file_->code_, "{}: {}{}", file_->file_, path_.empty() ? "" : path_ + ": ", what);
}

void StrictJson::Value::expected(std::string_view what) const {
  constexpr std::size_t most_quoted = 60;
  std::string found = json();
  if (found.size() > most_quoted) found = std::string(value_->type_name());
  refuse(fmt::format("expected {}, found {}", what, found));
}

void StrictJson::Value::allow(const std::vector<std::string>& names) const {
  for (const auto& [name, value] : members()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      value.refuse("there is no such key" + suggestion(name, names));
    }
  }
}

bool StrictJson::Value::has(std::string_view name) const {
  if (!value_->is_object()) expected("an object {...}");
  return value_->contains(std::string(name));
}

StrictJson::Value StrictJson::Value::at(std::string_view name) const {
  if (!has(name)) refuse(fmt::format("the key '{}' is missing", name));
  return {*file_, *value_->find(std::string(name)),
          path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name)};
}

std::vector<std::pair<std::string, StrictJson::Value>> StrictJson::Value::members() const {
  if (!value_->is_object()) expected("an object {...}");
  std::vector<std::pair<std::string, Value>> members;
  for (const auto& [name, value] : value_->items()) members.emplace_back(name, at(name));
  return members;
}

std::vector<StrictJson::Value> StrictJson::Value::elements() const {
  if (!value_->is_array()) expected("a list [...]");
  std::vector<Value> elements;
  for (const Json& element : *value_) {
    elements.push_back({*file_, element, fmt::format("{}[{}]", path_, elements.size())});
  }
  return elements;
}

std::string StrictJson::Value::text() const {
  if (!value_->is_string()) expected("a text in quotes");
  return value_->get<std::string>();
}

bool StrictJson::Value::flag() const {
  if (!value_->is_boolean()) expected("true or false");
  return value_->get<bool>();
}

std::uint64_t StrictJson::Value::integer(std::uint64_t lowest, std::uint64_t highest) const {
  const bool fits =
      value_->is_number_unsigned() && value_->get<std::uint64_t>() >= lowest && value_->get<std::uint64_t>() <= highest;
  if (!fits) expected(fmt::format("an integer from {} to {}", lowest, highest));
  return value_->get<std::uint64_t>();
}

double StrictJson::Value::number() const {
  if (!value_->is_number()) expected("a number");
  return value_->get<double>();
}

std::string StrictJson::Value::option_text() const {
  if (value_->is_string()) return value_->get<std::string>();
  if (!value_->is_number() && !value_->is_boolean()) expected("a text, a number, true or false");
  return json();
}

}  // namespace mg::tools

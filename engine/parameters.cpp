#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/algorithm.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::string range_of(const ParameterSpec& spec) {
  const bool integer = spec.type == ParameterSpec::Type::integer;
  const std::string kind = integer ? "an integer" : "a number";
  if (std::isinf(spec.highest)) return fmt::format("{} of at least {}", kind, spec.lowest);
  return fmt::format("{} from {} to {}", kind, spec.lowest, spec.highest);
}

std::string allowed(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::number:
    case ParameterSpec::Type::integer: return range_of(spec);
    case ParameterSpec::Type::flag: return "true or false";
    case ParameterSpec::Type::choice: return fmt::format("{}", fmt::join(spec.choices, ", "));
  }
  return {};
}

/// The value in the form that is stored and reported; nothing when it is not allowed.
std::optional<std::string> normalized(const ParameterSpec& spec, const std::string& value) {
  const auto in_range = [&](double x) { return std::isfinite(x) && x >= spec.lowest && x <= spec.highest; };
  switch (spec.type) {
    case ParameterSpec::Type::number: {
      const auto number = parse_whole<double>(value);
      return number && in_range(*number) ? std::optional(value) : std::nullopt;
    }
    case ParameterSpec::Type::integer: {
      const auto integer = parse_whole<std::uint64_t>(value);
      return integer && in_range(static_cast<double>(*integer)) ? std::optional(value) : std::nullopt;
    }
    case ParameterSpec::Type::flag:
      if (value == "true" || value == "1") return "true";
      if (value == "false" || value == "0") return "false";
      return std::nullopt;
    case ParameterSpec::Type::choice:
      return std::ranges::find(spec.choices, value) != spec.choices.end() ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

[[noreturn]] void unknown_parameter(std::string_view name, std::span<const ParameterSpec> specs) {
  if (specs.empty()) fail(ExitCode::wrong_use, "there is no parameter '{}': this algorithm has none", name);
  std::vector<std::string> names;
  for (const ParameterSpec& spec : specs) names.push_back(spec.name);
  fail(ExitCode::wrong_use, "there is no parameter '{}'{}", name, suggestion(name, names));
}

template <class Number>
Number stored_number(std::string_view name, const std::string& value) {
  if (const auto number = parse_whole<Number>(value)) return *number;
  fail(ExitCode::internal, "the default of the parameter '{}', '{}', is not a number", name, value);
}

}  // namespace

Parameters::Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given) {
  for (const ParameterSpec& spec : specs) values_[spec.name] = spec.fallback;
  for (const auto& [name, value] : given) {
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    if (spec == specs.end()) unknown_parameter(name, specs);
    auto stored = normalized(*spec, value);
    if (!stored) {
      fail(ExitCode::wrong_use, "the parameter '{}' cannot be '{}'; allowed: {}", name, value, allowed(*spec));
    }
    values_[name] = std::move(*stored);
  }
}

const std::string& Parameters::text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) fail(ExitCode::internal, "the algorithm declares no parameter '{}'", name);
  return found->second;
}

double Parameters::number(std::string_view name) const { return stored_number<double>(name, text(name)); }
std::uint64_t Parameters::integer(std::string_view name) const {
  return stored_number<std::uint64_t>(name, text(name));
}
bool Parameters::flag(std::string_view name) const { return text(name) == "true"; }

}  // namespace mg

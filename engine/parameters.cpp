#include "engine/parameters.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/pair_text.hpp"
#include "engine/sources.hpp"
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

/// `kind` with the range that is allowed.
std::string range_of(const ParameterSpec& spec, std::string_view kind) {
  if (std::isinf(spec.highest)) return fmt::format("{} of at least {}", kind, spec.lowest);
  return fmt::format("{} from {} to {}", kind, spec.lowest, spec.highest);
}
bool is_in_range(const ParameterSpec& spec, double x) {
  return std::isfinite(x) && x >= spec.lowest && x <= spec.highest;
}

std::string allowed(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::number: return range_of(spec, "a number");
    case ParameterSpec::Type::integer: return range_of(spec, "an integer");
    case ParameterSpec::Type::flag: return "true or false";
    case ParameterSpec::Type::choice: return fmt::format("{}", fmt::join(spec.choices, ", "));
    case ParameterSpec::Type::vertex_weights: {
      std::string text;
      for (const std::string& word : spec.choices) text += word + ", ";
      text += "NAME:WEIGHT,... or lines NAME WEIGHT";
      return std::isinf(spec.lowest) ? text : range_of(spec, text + ", with weights");
    }
    case ParameterSpec::Type::vertex: return "the name of a vertex, or max-degree";
    case ParameterSpec::Type::vertex_pairs:
      return "NAME:NAME,... or lines NAME NAME, with a tab between where names hold blanks";
  }
  return {};
}

/// The value in the form that is stored and reported; nothing when it is not allowed.
std::optional<std::string> normalized(const ParameterSpec& spec, const std::string& value) {
  switch (spec.type) {
    case ParameterSpec::Type::number: {
      const auto number = parse_whole<double>(value);
      return number && is_in_range(spec, *number) ? std::optional(value) : std::nullopt;
    }
    case ParameterSpec::Type::integer: {
      const auto integer = parse_whole<std::uint64_t>(value);
      return integer && is_in_range(spec, static_cast<double>(*integer)) ? std::optional(value) : std::nullopt;
    }
    case ParameterSpec::Type::flag:
      if (value == "true" || value == "1") return "true";
      if (value == "false" || value == "0") return "false";
      return std::nullopt;
    case ParameterSpec::Type::choice:
    case ParameterSpec::Type::vertex_weights:
      if (value == spec.fallback) return value;
      return std::ranges::find(spec.choices, value) != spec.choices.end() ? std::optional(value) : std::nullopt;
    case ParameterSpec::Type::vertex: return value;
    case ParameterSpec::Type::vertex_pairs: return value == spec.fallback ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

/// A name and its weight, which `spec` allows: the text behind the last of `separators`.
std::optional<std::pair<std::string, double>> parse_weight(std::string_view entry, std::string_view separators,
                                                           const ParameterSpec& spec) {
  const std::size_t last = entry.find_last_of(separators);
  if (last == std::string_view::npos) return std::nullopt;
  const auto weight = parse_whole<double>(entry.substr(last + 1));
  const std::size_t end = entry.find_last_not_of(separators, last);
  if (!weight || !is_in_range(spec, *weight) || end == std::string_view::npos) return std::nullopt;
  return std::pair(std::string(entry.substr(0, end + 1)), *weight);
}

/// Text with a line end is lines of a name and, behind blanks or tabs, its weight; other text is NAME:WEIGHT,...
/// Nothing when it is neither.
std::optional<std::vector<std::pair<std::string, double>>> parse_weights(std::string_view text,
                                                                         const ParameterSpec& spec) {
  const bool is_lines = text.find('\n') != std::string_view::npos;
  std::vector<std::pair<std::string, double>> weights;
  if (!is_lines && text.ends_with(',')) return std::nullopt;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(is_lines ? '\n' : ',', begin), text.size());
    std::string_view entry = text.substr(begin, end - begin);
    begin = end + 1;
    if (is_lines && entry.ends_with('\r')) entry.remove_suffix(1);
    if (is_lines && entry.find_first_not_of(" \t") == std::string_view::npos) continue;
    auto weight = parse_weight(entry, is_lines ? " \t" : ":", spec);
    if (!weight) return std::nullopt;
    weights.push_back(std::move(*weight));
  }
  return weights.empty() ? std::nullopt : std::optional(std::move(weights));
}

/// What reports say of a list: the text, if it is short.
std::string shown_list(const std::string& text, const std::string& otherwise) {
  constexpr std::size_t most_shown = 80;
  return text.size() <= most_shown && text.find('\n') == std::string::npos ? text : otherwise;
}

std::string weights_in_words(std::size_t count) { return fmt::format("(weights of {} vertices)", count); }

/// How many there are. Throws Error(wrong_use) for an entry that is none.
std::size_t count_pairs(const ParameterSpec& spec, const std::string& text) {
  std::size_t count = 0;
  const auto odd = visit_pairs(text, [&](std::string_view, std::string_view) { ++count; });
  if (!odd) return count;
  constexpr std::size_t most_shown = 80;
  fail(ExitCode::wrong_use, "the parameter '{}' takes pairs of vertices, and '{}' is none; allowed: {}", spec.name,
       odd->substr(0, most_shown), allowed(spec));
}

[[noreturn]] void unknown_parameter(std::string_view name, std::span<const ParameterSpec> specs) {
  if (specs.empty()) fail(ExitCode::wrong_use, "there is no parameter '{}': this algorithm has none", name);
  std::vector<std::string> names;
  for (const ParameterSpec& spec : specs) names.push_back(spec.name);
  fail(ExitCode::wrong_use, "there is no parameter '{}'{}", name, suggestion(name, names));
}

const ParameterSpec& spec_named(std::string_view name, std::span<const ParameterSpec> specs) {
  const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
  if (spec == specs.end()) unknown_parameter(name, specs);
  return *spec;
}

/// The weights by internal vertex.
Array<double> by_vertex(const ParameterSpec& spec, const Array<double>& weights, const Graph& graph) {
  if (weights.size() != graph.num_vertices()) {
    fail(ExitCode::wrong_use, "'{}' has {} weights, but the graph has {} vertices", spec.name, weights.size(),
         graph.num_vertices());
  }
  const int threads = default_threads();
  const std::size_t odd = parallel_find(weights.size(), threads, [&](std::size_t file_index) {
    const double weight = weights[file_index];
    return !is_in_range(spec, weight) && !(std::isnan(weight) && std::isnan(spec.unnamed));
  });
  if (odd < weights.size()) {
    fail(ExitCode::wrong_use, "'{}' has the weight {} for the vertex '{}': weights are {}", spec.name, weights[odd],
         graph.names.name(static_cast<VertexId>(odd)),
         std::isinf(spec.lowest) ? "finite numbers" : range_of(spec, "numbers"));
  }
  auto ordered = Array<double>::uninitialized(weights.size());
  parallel_for(ordered.size(), threads,
               [&](std::size_t v) { ordered[v] = weights[graph.to_file(static_cast<VertexId>(v))]; });
  return ordered;
}

Array<double> by_vertex(const ParameterSpec& spec, const std::vector<std::pair<std::string, double>>& weights,
                        const Graph& graph) {
  constexpr double not_named = std::numeric_limits<double>::infinity();
  auto ordered = Array<double>::uninitialized(graph.num_vertices());
  const int threads = default_threads();
  parallel_for(ordered.size(), threads, [&](std::size_t v) { ordered[v] = not_named; });
  for (const auto& [name, weight] : weights) {
    double& of_vertex = ordered[vertex_named(graph, name)];
    if (of_vertex != not_named) fail(ExitCode::wrong_use, "'{}' names the vertex '{}' twice", spec.name, name);
    of_vertex = weight;
  }
  parallel_for(ordered.size(), threads, [&](std::size_t v) {
    if (ordered[v] == not_named) ordered[v] = spec.unnamed;
  });
  return ordered;
}

template <class Number>
Number stored_number(std::string_view name, const std::string& value) {
  if (const auto number = parse_whole<Number>(value)) return *number;
  fail(ExitCode::internal, "the default of the parameter '{}', '{}', is not a number", name, value);
}

}  // namespace

Parameters::Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given,
                       const VertexWeights& weights) {
  for (const ParameterSpec& spec : specs) values_[spec.name] = spec.fallback;
  for (const auto& [name, value] : given) {
    const ParameterSpec& spec = spec_named(name, specs);
    given_.insert(name);
    if (spec.type == ParameterSpec::Type::vertex && value.starts_with('\0')) {
      values_[name] = value.substr(1);
      sure_names_.insert(name);
      continue;
    }
    auto stored = normalized(spec, value);
    if (!stored && spec.type == ParameterSpec::Type::vertex_pairs) {
      const std::size_t count = count_pairs(spec, value);
      stored = shown_list(value, fmt::format("({} pairs of vertices)", count));
      named_pairs_[name] = {value, count};
    }
    const bool is_weights = spec.type == ParameterSpec::Type::vertex_weights;
    if (auto named_weights = is_weights ? parse_weights(value, spec) : std::nullopt) {
      stored = shown_list(value, weights_in_words(named_weights->size()));
      weights_[name] = {spec, std::move(*named_weights)};
    }
    if (!stored) {
      fail(ExitCode::wrong_use, "the parameter '{}' cannot be '{}'; allowed: {}", name, value, allowed(spec));
    }
    values_[name] = std::move(*stored);
  }
  for (const auto& [name, array] : weights) {
    const ParameterSpec& spec = spec_named(name, specs);
    if (spec.type != ParameterSpec::Type::vertex_weights || given.contains(name)) {
      fail(ExitCode::wrong_use, "the parameter '{}' {}", name,
           given.contains(name) ? "is given twice" : fmt::format("is no array; allowed: {}", allowed(spec)));
    }
    given_.insert(name);
    values_[name] = weights_in_words(array.size());
    weights_[name] = {spec, array};
  }
}

const std::string& Parameters::text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    std::vector<std::string> declared;
    for (const auto& [known, value] : values_) declared.push_back(known);
    fail(ExitCode::internal, "the algorithm declares no parameter '{}': it has {}", name,
         declared.empty() ? "none" : fmt::format("{}", fmt::join(declared, ", ")));
  }
  return found->second;
}

double Parameters::number(std::string_view name) const { return stored_number<double>(name, text(name)); }
std::uint64_t Parameters::integer(std::string_view name) const {
  return stored_number<std::uint64_t>(name, text(name));
}
bool Parameters::flag(std::string_view name) const { return text(name) == "true"; }

VertexId Parameters::vertex(std::string_view name, const Graph& graph) const {
  if (graph.num_vertices() == 0) return no_vertex;
  const std::string& given = text(name);
  const bool is_a_word = given == max_degree_source && !sure_names_.contains(name);
  return is_a_word ? select_sources(graph, std::span(&given, 1)).front() : vertex_named(graph, given);
}

Array<double> Parameters::vertex_numbers(std::string_view name, const Graph& graph) const {
  const auto given = weights_.find(name);
  if (given == weights_.end()) return {};
  const ParameterSpec& spec = given->second.spec;
  return std::visit([&](const auto& weights) { return by_vertex(spec, weights, graph); }, given->second.weights);
}

Array<double> Parameters::vertex_shares(std::string_view name, const Graph& graph) const {
  Array<double> shares = vertex_numbers(name, graph);
  if (shares.empty()) return shares;
  double sum = 0;
  for (const double share : shares) sum += share;
  if (!(sum > 0 && std::isfinite(sum))) fail(ExitCode::wrong_use, "the weights of '{}' sum to {}", name, sum);
  for (double& share : shares) share /= sum;
  return shares;
}

std::optional<VertexPairs> Parameters::vertex_pairs(std::string_view name, const Graph& graph) const {
  const auto named = named_pairs_.find(name);
  if (named == named_pairs_.end()) return std::nullopt;
  const auto& [text, count] = named->second;
  VertexPairs pairs{Array<VertexId>::uninitialized(count), Array<VertexId>::uninitialized(count)};
  std::size_t i = 0;
  static_cast<void>(visit_pairs(text, [&](std::string_view first, std::string_view second) {
    pairs.firsts[i] = vertex_named(graph, first);
    pairs.seconds[i++] = vertex_named(graph, second);
  }));
  return pairs;
}

}  // namespace mg

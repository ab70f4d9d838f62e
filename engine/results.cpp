#include "engine/results.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace mg {

namespace {

template <class Number>
void append_number(Number number, std::string& out) {
  char digits[48];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

template <class Number>
bool is_infinite(ResultColumn::Meaning meaning, Number value) {
  if constexpr (std::is_floating_point_v<Number>) return std::isinf(value);
  return meaning == ResultColumn::Meaning::distance && value == std::numeric_limits<Number>::max();
}

template <class Number>
bool takes_part(ResultColumn::Meaning meaning, Number value) {
  if constexpr (std::is_floating_point_v<Number>) return std::isfinite(value);
  if constexpr (std::is_signed_v<Number>) {
    if (value < 0) return false;  // integers say "not reached" so
  }
  return !is_infinite(meaning, value);
}

/// The `count` positions in file order with the largest key(position), among those in `positions`.
template <class Key>
std::vector<VertexId> largest(std::vector<VertexId> positions, std::size_t count, Key&& key) {
  count = std::min(count, positions.size());
  const auto before = [&](VertexId a, VertexId b) { return key(a) != key(b) ? key(a) > key(b) : a < b; };
  std::partial_sort(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(count), positions.end(), before);
  positions.resize(count);
  return positions;
}

template <class Number>
std::vector<Ranked> top_values(const Graph& graph, const ResultColumn& column, const Array<Number>& values,
                               std::size_t count) {
  const auto value = [&](VertexId file_index) { return values[graph.from_file(file_index)]; };
  std::vector<VertexId> positions;
  for (VertexId f = 0; f < graph.num_vertices(); ++f) {
    if (takes_part(column.meaning, value(f))) positions.push_back(f);
  }
  std::vector<Ranked> ranking;
  for (const VertexId f : largest(std::move(positions), count, value)) {
    ranking.push_back({graph.names.name(f), {}});
    append_value(graph, column, graph.from_file(f), ranking.back().value);
  }
  return ranking;
}

template <class Number>
std::vector<Ranked> top_named(const Graph& graph, const Array<Number>& values, std::size_t count) {
  std::vector<std::uint64_t> mentions(graph.num_vertices());
  for (const Number value : values) {
    if (static_cast<VertexId>(value) != no_vertex) ++mentions[graph.to_file(static_cast<VertexId>(value))];
  }
  std::vector<VertexId> positions;
  for (VertexId f = 0; f < graph.num_vertices(); ++f) {
    if (mentions[f] > 0) positions.push_back(f);
  }
  std::vector<Ranked> ranking;
  for (const VertexId f : largest(std::move(positions), count, [&](VertexId p) { return mentions[p]; })) {
    ranking.push_back({graph.names.name(f), std::to_string(mentions[f])});
  }
  return ranking;
}

}  // namespace

bool has_value(const ResultColumn& column, VertexId vertex) {
  return std::visit(
      [&](const auto& values) {
        if (column.meaning == ResultColumn::Meaning::vertex) return static_cast<VertexId>(values[vertex]) != no_vertex;
        return takes_part(column.meaning, values[vertex]);
      },
      column.values);
}

void append_value(const Graph& graph, const ResultColumn& column, VertexId vertex, std::string& out) {
  std::visit(
      [&](const auto& values) {
        const auto value = values[vertex];
        if (column.meaning == ResultColumn::Meaning::vertex) {
          const auto named = static_cast<VertexId>(value);
          if (named == no_vertex) {
            out += "-1";
          } else {
            graph.names.append_name(graph.to_file(named), out);
          }
        } else if (is_infinite(column.meaning, value)) {
          out += value < 0 ? "-inf" : "inf";
        } else {
          append_number(value, out);
        }
      },
      column.values);
}

std::vector<Ranked> top(const Graph& graph, const ResultColumn& column, std::size_t count) {
  return std::visit(
      [&](const auto& values) {
        return column.meaning == ResultColumn::Meaning::vertex ? top_named(graph, values, count)
                                                               : top_values(graph, column, values, count);
      },
      column.values);
}

}  // namespace mg

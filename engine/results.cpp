#include "engine/results.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include "engine/algorithm_info.hpp"
#include "engine/error.hpp"

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

/// The `count` positions among [0, size) with the largest key(position), the smaller one first of those that are equal,
/// among those that takes_part(position).
template <class TakesPart, class Key>
std::vector<std::uint64_t> largest(std::uint64_t size, std::size_t count, TakesPart&& takes_part, Key&& key) {
  std::vector<std::uint64_t> kept;  // a heap with the last of them in front
  if (count == 0) return kept;
  const auto before = [&](std::uint64_t a, std::uint64_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; };
  for (std::uint64_t position = 0; position < size; ++position) {
    if (!takes_part(position)) continue;
    if (kept.size() == count) {
      if (!before(position, kept.front())) continue;
      std::ranges::pop_heap(kept, before);
      kept.pop_back();
    }
    kept.push_back(position);
    std::ranges::push_heap(kept, before);
  }
  std::ranges::sort_heap(kept, before);
  return kept;
}

template <class Number>
std::vector<Ranked> top_values(const Graph& graph, const ResultColumn& column, const Array<Number>& values,
                               std::size_t count) {
  const auto value = [&](std::uint64_t f) { return values[graph.from_file(static_cast<VertexId>(f))]; };
  const auto counts = [&](std::uint64_t f) { return takes_part(column.meaning, value(f)); };
  std::vector<Ranked> ranking;
  for (const std::uint64_t f : largest(graph.num_vertices(), count, counts, value)) {
    const auto vertex = static_cast<VertexId>(f);
    ranking.push_back({graph.names.name(vertex), {}});
    append_value(graph, column, graph.from_file(vertex), ranking.back().value);
  }
  return ranking;
}

template <class Number>
std::vector<Ranked> top_named(const Graph& graph, const Array<Number>& values, std::size_t count) {
  std::vector<std::uint64_t> mentions(graph.num_vertices());
  for (const Number value : values) {
    if (static_cast<VertexId>(value) != no_vertex) ++mentions[graph.to_file(static_cast<VertexId>(value))];
  }
  const auto count_of = [&](std::uint64_t f) { return mentions[f]; };
  std::vector<Ranked> ranking;
  for (const std::uint64_t f : largest(
           mentions.size(), count, [&](std::uint64_t p) { return mentions[p] > 0; }, count_of)) {
    ranking.push_back({graph.names.name(static_cast<VertexId>(f)), std::to_string(mentions[f])});
  }
  return ranking;
}

Ranking ranking_of_vertices(const Graph& graph, const ResultColumn& column, std::size_t count) {
  const bool groups = column.meaning == ResultColumn::Meaning::vertex;
  Ranking ranking{.kind = groups ? Ranking::Kind::groups : Ranking::Kind::vertices,
                  .by = groups ? "size" : column.name,
                  .columns = {{groups ? column.name : "vertex"}, {groups ? "size" : column.name, true}},
                  .rows = {}};
  for (Ranked& entry : top(graph, column, count)) {
    ranking.rows.push_back({std::move(entry.name), std::move(entry.value)});
  }
  return ranking;
}

std::vector<std::uint64_t> first_rows(const ResultColumn& column, std::size_t count) {
  std::vector<std::uint64_t> rows(std::min<std::uint64_t>(count, num_rows(column)));
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  return rows;
}

/// `ordered`: the rows come in an order that means something, as steps do, and are shown in it.
Ranking ranking_of_table(const Graph& graph, std::span<const ResultColumn> columns, bool ordered, std::size_t count) {
  const ResultColumn& by = ranking_column(columns);
  Ranking ranking{.kind = Ranking::Kind::rows, .by = ordered ? "" : by.name, .columns = {}, .rows = {}};
  for (const ResultColumn& column : columns) {
    ranking.columns.push_back({column.name, column.meaning != ResultColumn::Meaning::vertex});
  }
  for (const std::uint64_t row : ordered ? first_rows(by, count) : top_rows(by, count)) {
    std::vector<std::string>& texts = ranking.rows.emplace_back(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) append_value(graph, columns[i], row, texts[i]);
  }
  return ranking;
}

}  // namespace

std::uint64_t num_rows(const ResultColumn& column) {
  return std::visit([](const auto& values) -> std::uint64_t { return values.size(); }, column.values);
}

VertexId named_vertex(const ResultColumn& column, std::uint64_t row) {
  return std::visit([&](const auto& values) { return static_cast<VertexId>(values[row]); }, column.values);
}

bool has_value(const ResultColumn& column, std::uint64_t row) {
  if (column.meaning == ResultColumn::Meaning::vertex) return named_vertex(column, row) != no_vertex;
  return std::visit([&](const auto& values) { return takes_part(column.meaning, values[row]); }, column.values);
}

void append_value(const Graph& graph, const ResultColumn& column, std::uint64_t row, std::string& out) {
  if (column.meaning == ResultColumn::Meaning::vertex) {
    const VertexId named = named_vertex(column, row);
    if (named == no_vertex) {
      out += "-1";
    } else {
      graph.names.append_name(graph.to_file(named), out);
    }
    return;
  }
  std::visit(
      [&](const auto& values) {
        const auto value = values[row];
        if (is_infinite(column.meaning, value)) {
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

std::vector<std::uint64_t> top_rows(const ResultColumn& column, std::size_t count) {
  const bool is_of_vertices = column.meaning == ResultColumn::Meaning::vertex;
  return std::visit(
      [&](const auto& values) {
        return largest(
            values.size(), count, [&](std::uint64_t row) { return has_value(column, row); },
            [&](std::uint64_t row) { return is_of_vertices ? values[0] : values[row]; });
      },
      column.values);
}

const ResultColumn& ranking_column(std::span<const ResultColumn> columns) {
  const auto last = std::find_if(columns.rbegin(), columns.rend(), [](const ResultColumn& column) {
    return column.meaning != ResultColumn::Meaning::vertex;
  });
  return last == columns.rend() ? columns.front() : *last;
}

Ranking ranking_of(const Graph& graph, Rows rows, std::span<const ResultColumn> columns, std::size_t count) {
  if (columns.empty()) return {};
  return rows == Rows::vertices ? ranking_of_vertices(graph, columns.front(), count)
                                : ranking_of_table(graph, columns, rows == Rows::table, count);
}

void check_table(const AlgorithmInfo& info, VertexId num_vertices, std::span<const ResultColumn> columns) {
  std::set<std::string_view> names;
  for (const ResultColumn& column : columns) {
    if (!names.insert(column.name).second) {
      fail(ExitCode::wrong_use, "the results of {} are no table: two are called '{}'", info.name, column.name);
    }
    if (info.rows == Rows::vertices && num_rows(column) != num_vertices) {
      fail(ExitCode::wrong_use, "the result '{}' of {} has {} rows, and the graph {} vertices, of which each has one",
           column.name, info.name, num_rows(column), num_vertices);
    }
    if (num_rows(column) == num_rows(columns.front())) continue;
    fail(ExitCode::wrong_use, "the results of {} are no table: '{}' has {} rows, '{}' has {}", info.name,
         columns.front().name, num_rows(columns.front()), column.name, num_rows(column));
  }
  if (info.rows == Rows::table || info.rows == Rows::vertices) return;
  const auto is_of_vertices = [](const ResultColumn& column) {
    return column.meaning == ResultColumn::Meaning::vertex;
  };
  if (columns.size() < 2 || !is_of_vertices(columns[0]) || !is_of_vertices(columns[1])) {
    fail(ExitCode::wrong_use, "the results of {} are a table of {}s, so that they begin with two columns of vertices",
         info.name, row_word(info));
  }
}

}  // namespace mg

#include "tests/table_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/results.hpp"
#include "engine/sources.hpp"
#include "tests/oracle/betweenness.hpp"
#include "tests/oracle/tables.hpp"

namespace mg {
namespace {

std::uint64_t whole_at(const ResultColumn& column, std::uint64_t row) {
  return std::visit([&](const auto& values) { return static_cast<std::uint64_t>(values[row]); }, column.values);
}

/// A vertex by its place in the file.
std::size_t vertex_at(const Graph& graph, const ResultColumn& column, std::uint64_t row) {
  return graph.to_file(named_vertex(column, row));
}

std::string walks_problem(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                          std::span<const ResultColumn> columns) {
  const Parameters& parameters = report.parameters;
  oracle::Walking walking{.starts = {},
                          .walks = parameters.integer("walks"),
                          .length = parameters.integer("length"),
                          .seed = parameters.integer("seed"),
                          .weighted = parameters.flag("weighted"),
                          .p = parameters.number("p"),
                          .q = parameters.number("q")};
  for (const VertexId source : report.runs.back().sources) walking.starts.push_back(graph.to_file(source));
  for (std::size_t v = 0; report.runs.back().sources.empty() && v < right.num_vertices(); ++v) {
    walking.starts.push_back(v);
  }
  const auto expected = oracle::walks(right, walking);
  if (num_rows(columns[0]) != expected.size()) {
    return fmt::format("{} rows of walks, expected {}", num_rows(columns[0]), expected.size());
  }
  for (std::size_t row = 0; row < expected.size(); ++row) {
    const oracle::WalkStep found{whole_at(columns[0], row), whole_at(columns[1], row),
                                 vertex_at(graph, columns[2], row)};
    if (found == expected[row]) continue;
    return fmt::format("row {} is step {} of walk {} at {}, expected step {} of walk {} at {}", row, found.step,
                       found.walk, right.names[found.vertex], expected[row].step, expected[row].walk,
                       right.names[expected[row].vertex]);
  }
  return {};
}

double coefficient_of(const std::string& measure, const oracle::SimilarPair& pair) {
  if (pair.shared == 0) return 0;
  const auto shared = static_cast<double>(pair.shared);
  const auto a = static_cast<double>(pair.degree);
  const auto b = static_cast<double>(pair.other_degree);
  if (measure == "jaccard") return shared / (a + b - shared);
  if (measure == "overlap") return shared / std::min(a, b);
  if (measure == "sorensen") return 2 * shared / (a + b);
  return shared / std::sqrt(a * b);
}

/// Whether a is more similar than b, by fractions (for cosines, their squares).
bool is_more_similar(const std::string& measure, const oracle::SimilarPair& a, const oracle::SimilarPair& b) {
  const auto over = [&](const oracle::SimilarPair& pair) {
    return measure == "cosine" ? pair.shared * pair.shared : pair.shared;
  };
  const auto under = [&](const oracle::SimilarPair& pair) {
    if (measure == "jaccard") return pair.degree + pair.other_degree - pair.shared;
    if (measure == "overlap") return std::min(pair.degree, pair.other_degree);
    return measure == "cosine" ? pair.degree * pair.other_degree : pair.degree + pair.other_degree;
  };
  return over(a) * under(b) > over(b) * under(a);
}

std::vector<oracle::SimilarPair> most_similar(const oracle::Graph& right, const std::string& measure, std::size_t top) {
  auto pairs = oracle::pairs_that_share(right);
  std::ranges::stable_sort(pairs, [&](const oracle::SimilarPair& a, const oracle::SimilarPair& b) {
    return a.first != b.first ? a.first < b.first : is_more_similar(measure, a, b);
  });
  std::vector<oracle::SimilarPair> kept;
  for (const oracle::SimilarPair& pair : pairs) {
    if (kept.size() < top || kept[kept.size() - top].first != pair.first) kept.push_back(pair);
  }
  return kept;
}

/// Pairs that are given as a text of numbers.
std::vector<oracle::SimilarPair> given_pairs(const oracle::Graph& right, const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> ends;
  for (std::size_t at = 0; at < text.size(); at = std::min(text.find(',', at), text.size()) + 1) {
    ends.emplace_back(std::stoul(text.substr(at)), std::stoul(text.substr(text.find(':', at) + 1)));
  }
  return oracle::pairs_of(right, ends);
}

std::vector<oracle::SimilarPair> similar_pairs(const oracle::Graph& right, const Parameters& parameters) {
  if (parameters.integer("top") > 0) return most_similar(right, parameters.text("measure"), parameters.integer("top"));
  const std::string& pairs = parameters.text("pairs");
  return pairs == "none" ? oracle::neighbor_pairs(right) : given_pairs(right, pairs);
}

std::string similarity_problem(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                               std::span<const ResultColumn> columns) {
  const auto pairs = similar_pairs(right, report.parameters);
  if (num_rows(columns[0]) != pairs.size()) {
    return fmt::format("{} pairs, expected {}", num_rows(columns[0]), pairs.size());
  }
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    const std::size_t first = vertex_at(graph, columns[0], row);
    const std::size_t second = vertex_at(graph, columns[1], row);
    const double found = std::get<Array<double>>(columns[2].values)[row];
    const double expected = coefficient_of(report.parameters.text("measure"), pairs[row]);
    if (first == pairs[row].first && second == pairs[row].second && std::abs(found - expected) <= 1e-12) continue;
    return fmt::format("row {} is {} of {} and {}, expected {} of {} and {}", row, found, right.names[first],
                       right.names[second], expected, right.names[pairs[row].first], right.names[pairs[row].second]);
  }
  return {};
}

std::string path_problem(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                         std::span<const ResultColumn> columns) {
  const std::string& target = report.parameters.text("target");
  const VertexId end = select_sources(graph, std::span(&target, 1)).front();
  const bool weighted = report.parameters.text("weighted") != "false";  // the oracle's arcs weigh 1 without weights
  std::vector<oracle::PlaceOnPath> found;
  for (std::uint64_t row = 0; row < num_rows(columns[0]); ++row) {
    if (whole_at(columns[0], row) != row) return fmt::format("row {} is of another position", row);
    found.push_back(
        {vertex_at(graph, columns[1], row),
         std::visit([&](const auto& values) { return static_cast<double>(values[row]); }, columns[2].values)});
  }
  const std::size_t begin = graph.to_file(report.runs.back().sources.front());
  const auto expected = oracle::path(right, begin, graph.to_file(end), weighted);
  if (found == expected) return {};
  return fmt::format("a path of {} vertices and length {}, expected another, of {} vertices and length {}",
                     found.size(), found.empty() ? 0 : found.back().distance, expected.size(),
                     expected.empty() ? 0 : expected.back().distance);
}

std::string forest_problem(const oracle::Graph& right, std::span<const ResultColumn> columns) {
  std::vector<double> found;
  for (std::uint64_t row = 0; row < num_rows(columns[0]); ++row) {
    found.push_back(
        std::visit([&](const auto& values) { return static_cast<double>(values[row]); }, columns[2].values));
  }
  std::sort(found.begin(), found.end());
  return found == oracle::forest_weights(right) ? "" : "the edges of the forest have other weights than expected";
}

std::string trusses_problem(const Graph& graph, const oracle::Graph& right, std::span<const ResultColumn> columns) {
  std::vector<oracle::EdgeInTruss> found;
  for (std::uint64_t row = 0; row < num_rows(columns[0]); ++row) {
    found.push_back({vertex_at(graph, columns[0], row), vertex_at(graph, columns[1], row), whole_at(columns[2], row)});
  }
  return found == oracle::trusses(right) ? "" : "the edges have other trussness than expected, or another order";
}

std::string edge_scores_problem(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                                std::span<const ResultColumn> columns) {
  std::vector<std::size_t> sources;
  for (const VertexId source : report.runs.back().sources) sources.push_back(graph.to_file(source));
  const auto expected = oracle::betweenness_along(right, sources, report.parameters.flag("weighted")).of_edges;
  const auto n = static_cast<double>(right.num_vertices());
  const double scale = report.parameters.flag("normalised") && n > 1 ? 1 / (n * (n - 1)) : 1;
  std::vector<oracle::EdgeScore> found;
  for (std::uint64_t row = 0; row < num_rows(columns[0]); ++row) {
    found.push_back({vertex_at(graph, columns[0], row), vertex_at(graph, columns[1], row),
                     std::get<Array<double>>(columns[2].values)[row]});
  }
  const auto ends = [](const oracle::EdgeScore& edge) { return std::pair(edge.first, edge.second); };
  if (!std::ranges::is_sorted(found, {}, ends)) return "the edges are not in ascending order";
  std::ranges::sort(found, {},
                    [](const oracle::EdgeScore& edge) { return std::tuple(edge.first, edge.second, edge.score); });
  if (found.size() != expected.size()) return fmt::format("{} edges, expected {}", found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double score = expected[i].score * scale;
    if (ends(found[i]) == ends(expected[i]) && std::abs(found[i].score - score) <= 1e-9 * score) continue;
    return fmt::format("row {} is {} of {} and {}, expected {} of {} and {}", i, found[i].score,
                       right.names[found[i].first], right.names[found[i].second], score, right.names[expected[i].first],
                       right.names[expected[i].second]);
  }
  return {};
}

std::string sparse_product_problem(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                                   std::span<const ResultColumn> columns) {
  const auto expected = oracle::sparse_product(right, report.parameters.text("of") == "gram");
  if (num_rows(columns[0]) != expected.size()) {
    return fmt::format("{} entries, expected {}", num_rows(columns[0]), expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const oracle::ProductEntry& entry = expected[i];
    const double found = std::get<Array<double>>(columns[2].values)[i];
    if (vertex_at(graph, columns[0], i) == entry.row && vertex_at(graph, columns[1], i) == entry.column &&
        std::abs(found - entry.value) <= 1e-15 * entry.of_absolutes) {
      continue;
    }
    return fmt::format("row {} is {}, expected {} of {} and {}", i, found, entry.value, right.names[entry.row],
                       right.names[entry.column]);
  }
  return {};
}

}  // namespace

std::string table_problem_of(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                             std::span<const ResultColumn> columns) {
  const std::string& name = report.algorithm.name;
  if (name == "random-walk") return walks_problem(graph, right, report, columns);
  if (name == "path") return path_problem(graph, right, report, columns);
  if (name == "jaccard") return similarity_problem(graph, right, report, columns);
  if (name == "mst") return forest_problem(right, columns);
  if (name == "ktruss") return trusses_problem(graph, right, columns);
  if (name == "edge-bc") return edge_scores_problem(graph, right, report, columns);
  if (name == "spgemm") return sparse_product_problem(graph, right, report, columns);
  throw std::logic_error("no reference for the table of " + name);
}

}  // namespace mg

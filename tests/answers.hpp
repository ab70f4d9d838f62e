// Results of algorithms against the oracle's: what every test of answers shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/graph/graph.hpp"
#include "engine/session.hpp"
#include "tests/oracle/graph.hpp"
#include "tests/oracle/references.hpp"

namespace mg {

/// The right answers for one graph, computed by the oracle when they are first asked for. Vertices are in file order.
class RightAnswers {
 public:
  explicit RightAnswers(oracle::Graph graph) : graph_(std::move(graph)) {}

  [[nodiscard]] const oracle::Graph& graph() const { return graph_; }
  /// The answers for the graph with every arc turned around.
  [[nodiscard]] RightAnswers& reversed();
  [[nodiscard]] const std::vector<std::int64_t>& levels(std::size_t source);
  /// Of integer weights, and of any.
  [[nodiscard]] const std::vector<std::uint64_t>& exact_distances(std::size_t source);
  [[nodiscard]] const std::vector<double>& distances(std::size_t source);
  [[nodiscard]] const std::vector<double>& ranks(double damping, bool spread_dangling, int iterations,
                                                 std::optional<std::size_t> source = {},
                                                 const std::vector<double>& restarts = {});
  [[nodiscard]] const oracle::Hits& hits(std::uint64_t iterations);
  [[nodiscard]] const oracle::Hits& salsa(std::uint64_t iterations);
  [[nodiscard]] const oracle::Hits& salsa_limit();
  [[nodiscard]] const std::vector<double>& katz(double alpha, double beta, std::uint64_t iterations);
  [[nodiscard]] const std::vector<double>& eigenvector(std::uint64_t iterations);
  [[nodiscard]] const std::vector<std::size_t>& components();
  [[nodiscard]] const std::vector<std::size_t>& strong_components();
  [[nodiscard]] const std::vector<std::int32_t>& core_numbers();
  [[nodiscard]] const std::vector<std::uint32_t>& independent_set(std::uint64_t seed);
  [[nodiscard]] const std::vector<std::int32_t>& coloring(std::uint64_t seed);
  [[nodiscard]] const std::vector<std::uint32_t>& labels(std::uint64_t rounds);
  [[nodiscard]] double louvain_modularity(double resolution);
  [[nodiscard]] const std::vector<double>& clustering();
  [[nodiscard]] std::uint32_t eccentricity(std::size_t v);
  /// No sources: all vertices.
  [[nodiscard]] const std::vector<double>& centrality(const std::vector<std::size_t>& sources);
  /// How many triangles each vertex is in, and how many there are.
  [[nodiscard]] const std::vector<std::uint64_t>& triangles_at();
  [[nodiscard]] std::uint64_t triangles();

 private:
  oracle::Graph graph_;
  std::unique_ptr<RightAnswers> reversed_;
  std::map<std::size_t, std::vector<std::int64_t>> levels_;
  std::map<std::size_t, std::vector<std::uint64_t>> exact_distances_;
  std::map<std::size_t, std::vector<double>> distances_;
  std::map<std::tuple<double, bool, int, std::optional<std::size_t>, std::vector<double>>, std::vector<double>> ranks_;
  std::map<std::uint64_t, oracle::Hits> hits_;
  std::map<std::uint64_t, oracle::Hits> salsa_;
  std::optional<oracle::Hits> salsa_limit_;
  std::map<std::tuple<double, double, std::uint64_t>, std::vector<double>> katz_;
  std::map<std::uint64_t, std::vector<double>> eigenvectors_;
  std::optional<std::vector<std::size_t>> components_;
  std::optional<std::vector<std::size_t>> strong_components_;
  std::optional<std::vector<std::int32_t>> core_numbers_;
  std::map<std::uint64_t, std::vector<std::uint32_t>> independent_sets_;
  std::map<std::uint64_t, std::vector<std::int32_t>> colorings_;
  std::map<std::uint64_t, std::vector<std::uint32_t>> labels_;
  std::map<double, double> louvain_modularities_;
  std::optional<std::vector<double>> clustering_;
  std::map<std::size_t, std::uint32_t> eccentricities_;
  std::map<std::vector<std::size_t>, std::vector<double>> centrality_;
  std::optional<std::vector<std::uint64_t>> triangles_at_;
  std::optional<std::uint64_t> triangles_;
};

/// The values of a column in file order.
template <class T>
[[nodiscard]] std::vector<T> in_file_order(const Graph& graph, const ResultColumn& column) {
  return std::visit(
      [&](const auto& values) {
        std::vector<T> ordered(values.size());
        for (VertexId v = 0; v < values.size(); ++v) ordered[graph.to_file(v)] = static_cast<T>(values[v]);
        return ordered;
      },
      column.values);
}

/// A column of vertices in file order, each by its place there; -1 for no vertex.
[[nodiscard]] std::vector<std::int64_t> vertices_in_file_order(const Graph& graph, const ResultColumn& column);

/// A distance column of integers in file order, oracle::unreached_distance where there is no path.
[[nodiscard]] std::vector<std::uint64_t> integer_distances(const Graph& graph, const ResultColumn& column);

/// What is wrong with the last run of a built-in algorithm: its results compared with the oracle's vertex by vertex,
/// then its summary, then what its own verifier said if it was asked. Empty when everything is right.
///
/// Integers, and sums of weights along a path, are compared exactly. Betweenness may differ by a relative 1e-9, the
/// order of its sums; PageRank by what its tolerance allows, |x - x*| <= tolerance / (1 - damping) in L1, and 2e-6 for
/// the rounding of float ranks; communities by their modularity, which may be less than the oracle's; hubs and
/// authorities by a relative 1e-8 after the iterations that there were; after a fixed number of iterations by a
/// relative 1e-5 at each vertex.
[[nodiscard]] std::string problem_of(const Graph& graph, RightAnswers& right, const RunReport& report);

/// Those steps of the trace that an engine has executed: operators that are the same for every engine are left out.
[[nodiscard]] std::vector<TraceStep> engine_steps(const RunReport& report);

/// Runs and validates `request`, then the same. An algorithm without a source on an empty graph is expected to answer.
[[nodiscard]] std::string problem_of(const Graph& graph, RightAnswers& right, RunRequest request);

/// Whether a run was refused because it would not read some key of its schedule. Products of algorithms and schedules
/// leave such pairs out.
[[nodiscard]] inline bool is_of_unread_key(const Error& error) {
  return error.code() == ExitCode::wrong_use && std::string(error.what()).find(" is not read by ") != std::string::npos;
}

}  // namespace mg

#include "algorithms/verify/labels.hpp"

#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// Counts labels in a table of all of them.
class Votes {
 public:
  explicit Votes(VertexId num_vertices) : count_(num_vertices) {}

  void add(std::uint32_t label) {
    if (count_[label]++ == 0) seen_.push_back(label);
  }
  /// The label with most votes, or `own` where there were none; forgets them.
  std::uint32_t winner(std::uint32_t own) {
    std::uint32_t best = own;
    std::uint32_t most = 0;
    for (const std::uint32_t label : seen_) {
      if (count_[label] > most || (count_[label] == most && label < best)) {
        best = label;
        most = count_[label];
      }
    }
    for (const std::uint32_t label : seen_) count_[label] = 0;
    seen_.clear();
    return best;
  }

 private:
  std::vector<std::uint32_t> count_;
  std::vector<std::uint32_t> seen_;
};

}  // namespace

Verdict verify_labels(const Graph& graph, std::uint64_t rounds, std::span<const std::uint32_t> labels) {
  const VertexId n = graph.num_vertices();
  if (auto problem = size_problem(graph, "labels", labels.size()); !problem.empty()) return {problem};
  std::vector<std::uint32_t> before(n);
  std::vector<std::uint32_t> now(n);
  for (VertexId v = 0; v < n; ++v) now[v] = graph.to_file(v);
  const int threads = n > worth_a_team ? default_threads() : 1;
  std::vector<Votes> votes(static_cast<std::size_t>(threads), Votes(n));
  for (std::uint64_t round = 0; round < rounds; ++round) {
    before = now;
    parallel_chunks(n, 64, threads, [&](std::size_t begin, std::size_t end, int thread) {
      Votes& own = votes[static_cast<std::size_t>(thread)];
      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
        for (const VertexId u : graph.out.row(v)) own.add(before[u]);
        if (graph.directed) {
          for (const VertexId u : graph.in.row(v)) own.add(before[u]);
        }
        now[v] = own.winner(before[v]);
      }
    });
  }
  return first_problem(n, [&](VertexId v) -> std::string {
    if (labels[v] == now[v]) return {};
    const auto name = [&](std::uint32_t label) {
      return label < n ? graph.names.name(label) : fmt::format("number {} (no label)", label);
    };
    return fmt::format("vertex {} has the label {}, expected {}", graph.name(v), name(labels[v]), name(now[v]));
  });
}

}  // namespace mg

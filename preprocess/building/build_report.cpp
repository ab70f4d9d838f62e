#include <fmt/format.h>

#include "preprocess/building/build.hpp"

namespace mg {
namespace {

/// "1 edge", "2 edges".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string direction_sentence(const BuildReport& report) {
  const std::string_view kind = report.directed ? "directed" : "undirected";
  if (report.direction_chosen) return fmt::format("taken as {}, as asked", kind);
  if (report.direction_declared) return fmt::format("{}, as the file declares", kind);
  return fmt::format("taken as {}, the convention of the format; {} makes it {}", kind,
                     report.directed ? "--undirected" : "--directed", report.directed ? "undirected" : "directed");
}

std::string duplicates_sentence(const BuildReport& report) {
  const std::string found = counted(report.duplicates, "duplicate edge", "duplicate edges");
  if (report.duplicate_policy == DuplicatePolicy::keep) return found + " kept as parallel edges";
  if (report.weight_type == WeightType::none) return found + " merged";
  switch (report.duplicate_policy) {
    case DuplicatePolicy::min: return found + " merged, with the smallest weight";
    case DuplicatePolicy::max: return found + " merged, with the largest weight";
    case DuplicatePolicy::sum: return found + " merged, with the sum of their weights";
    default: return found + " merged, with the first weight in the file";
  }
}

std::string weights_sentence(const BuildReport& report) {
  if (report.weights == "none") return "no edge weights";
  if (report.weights == "file") return fmt::format("edge weights of the file ({})", to_string(report.weight_type));
  return fmt::format("edge weights {} ({})", report.weights, to_string(report.weight_type));
}

}  // namespace

std::string_view to_string(DuplicatePolicy policy) {
  switch (policy) {
    case DuplicatePolicy::first: return "first";
    case DuplicatePolicy::min: return "min";
    case DuplicatePolicy::max: return "max";
    case DuplicatePolicy::sum: return "sum";
    case DuplicatePolicy::keep: return "keep";
  }
  return "?";
}

std::string_view to_string(SelfLoopPolicy policy) { return policy == SelfLoopPolicy::drop ? "drop" : "keep"; }

std::vector<std::string> BuildReport::sentences() const {
  std::vector<std::string> sentences{counted(edges_read, "edge read", "edges read"), direction_sentence(*this)};
  if (both_ways) {
    sentences.emplace_back(
        "every edge is listed in both directions, as those of undirected graphs often are: "
        "--undirected counts each once");
  }
  if (!like_none.empty()) {
    sentences.push_back(
        fmt::format("a vertex is called '{}', with {}: where that says that there is none, leave such rows out",
                    like_none, counted(like_none_arcs, "edge", "edges")));
  }
  if (self_loops > 0) {
    sentences.push_back(fmt::format("{} {}", counted(self_loops, "self loop", "self loops"),
                                    self_loop_policy == SelfLoopPolicy::drop ? "dropped" : "kept"));
  }
  if (duplicates > 0) sentences.push_back(duplicates_sentence(*this));
  if (reverse_arcs > 0) sentences.push_back(counted(reverse_arcs, "reverse arc added", "reverse arcs added"));
  if (isolated > 0) {
    sentences.push_back(fmt::format("{} {}", counted(isolated, "isolated vertex", "isolated vertices"),
                                    isolated_policy == IsolatedPolicy::drop ? "dropped" : "kept"));
  }
  sentences.push_back(weights_sentence(*this));
  if (order != "original") sentences.push_back(fmt::format("vertices ordered by {}", order));
  sentences.push_back(
      fmt::format("the graph has {} and {}", counted(vertices, "vertex", "vertices"), counted(edges, "edge", "edges")));
  return sentences;
}

}  // namespace mg

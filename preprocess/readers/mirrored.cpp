#include "preprocess/readers/mirrored.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/mixed_bits.hpp"

namespace mg {
namespace {

/// Weight i as 32 bits; equal weights have equal bits, but for the two zeros, which no file mixes on purpose.
std::uint32_t weight_bits(const Weights& weights, std::size_t i) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&weights)) return (*integers)[i];
  if (const auto* floats = std::get_if<Array<float>>(&weights)) return std::bit_cast<std::uint32_t>((*floats)[i]);
  return 0;
}

std::uint64_t hash(Edge edge, std::uint32_t weight) {
  const auto [low, high] = std::minmax(edge.source, edge.target);
  return mixed(mixed((std::uint64_t{low} << 32 | high) + 0x9E3779B97F4A7C15) + weight);
}

}  // namespace

MirrorCounts count_mirrored(const EdgeList& list) {
  struct Sums {
    EdgeId self_loops = 0;
    EdgeId upward = 0;
    std::uint64_t difference = 0;
    void operator+=(const Sums& more) {
      self_loops += more.self_loops;
      upward += more.upward;
      difference += more.difference;
    }
  };
  const auto edges = list.edges.span();
  const auto sums = parallel_sum<Sums>(edges.size(), default_threads(), [&](std::size_t i) -> Sums {
    const Edge edge = edges[i];
    if (edge.source == edge.target) return {.self_loops = 1};
    const std::uint64_t hashed = hash(edge, weight_bits(list.weights, i));
    if (edge.source < edge.target) return {.upward = 1, .difference = hashed};
    return {.difference = 0 - hashed};
  });
  const EdgeId others = edges.size() - sums.self_loops;
  return {sums.self_loops, others, sums.difference == 0 && 2 * sums.upward == others};
}

std::string describe_unmatched(const EdgeList& list) {
  struct Entry {
    VertexId low, high;
    std::uint32_t weight;
    bool downward;
    auto edge() const { return std::tie(low, high, weight); }
    auto key() const { return std::tie(low, high, weight, downward); }
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const auto [source, target] = list.edges[i];
    if (source == target) continue;
    entries.push_back(
        {std::min(source, target), std::max(source, target), weight_bits(list.weights, i), source > target});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key() < b.key(); });
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    std::int64_t balance = 0;
    while (end < entries.size() && entries[end].edge() == entries[begin].edge())
      balance += entries[end++].downward ? -1 : 1;
    if (balance == 0) continue;
    const auto [source, target] = balance > 0 ? std::pair(entries[begin].low, entries[begin].high)
                                              : std::pair(entries[begin].high, entries[begin].low);
    const bool weighted = type_of(list.weights) != WeightType::none;
    const std::string u = list.names.name(source);
    const std::string v = list.names.name(target);
    return fmt::format("vertex {} lists {}, but {} does not list {}{}", u, v, v, u,
                       weighted ? " with the same weight" : "");
  }
  return "the two ends of all edges agree";
}

void keep_one_end(EdgeList& list, unsigned loop_step) {
  std::size_t kept = 0;
  std::size_t loops_of_vertex = 0;
  VertexId vertex = no_vertex;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const Edge edge = list.edges[i];
    if (edge.source > edge.target) continue;
    if (edge.source == edge.target) {
      if (edge.source != vertex) loops_of_vertex = 0;
      vertex = edge.source;
      if (loops_of_vertex++ % loop_step != 0) continue;
    }
    list.edges[kept] = edge;
    if (auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights)) (*integers)[kept] = (*integers)[i];
    if (auto* floats = std::get_if<Array<float>>(&list.weights)) (*floats)[kept] = (*floats)[i];
    ++kept;
  }
  list.edges = list.edges.first(kept);
  if (auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights)) *integers = integers->first(kept);
  if (auto* floats = std::get_if<Array<float>>(&list.weights)) *floats = floats->first(kept);
}

}  // namespace mg

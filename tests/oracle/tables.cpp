#include "tests/oracle/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace oracle {
namespace {

/// The upper and the lower half of a product.
std::pair<std::uint32_t, std::uint32_t> multiply(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
  return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
}

double share(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32) + low;
  const std::uint64_t upper = bits / 2048;  // 53 bits
  return static_cast<double>(upper) / 9007199254740992.0;
}

std::vector<Arc> sorted_row(const Graph& graph, std::size_t u) {
  std::vector<Arc> row = graph.out[u];
  std::stable_sort(row.begin(), row.end(), [](const Arc& a, const Arc& b) { return a.target < b.target; });
  return row;
}

std::optional<std::size_t> drawn_target(const std::vector<Arc>& row, bool weighted,
                                        const std::array<std::uint32_t, 4>& words) {
  if (row.empty()) return std::nullopt;
  if (!weighted) {
    const unsigned __int128 bits = (static_cast<unsigned __int128>(words[0]) << 32) + words[1];
    return row[static_cast<std::size_t>(bits * row.size() >> 64)].target;
  }
  double all = 0;
  for (const Arc& arc : row) all += arc.weight;
  if (all == 0) return std::nullopt;
  double sum = 0;
  for (const Arc& arc : row) {
    sum += arc.weight;
    if (sum > share(words[0], words[1]) * all) return arc.target;
  }
  return std::nullopt;
}

bool has_arc(const Graph& graph, std::size_t from, std::size_t to) {
  return std::any_of(graph.out[from].begin(), graph.out[from].end(), [&](const Arc& arc) { return arc.target == to; });
}

std::optional<std::size_t> next_vertex(const Graph& graph, const Walking& walking, const std::vector<WalkStep>& steps) {
  const WalkStep& last = steps.back();
  const auto row = sorted_row(graph, last.vertex);
  const std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(walking.seed),
                                         static_cast<std::uint32_t>(walking.seed >> 32)};
  for (std::uint32_t trial = 0;; ++trial) {
    const auto words = philox({trial, static_cast<std::uint32_t>(last.step + 1), static_cast<std::uint32_t>(last.walk),
                               static_cast<std::uint32_t>(last.walk >> 32)},
                              key);
    const auto target = drawn_target(row, walking.weighted, words);
    if (!target || last.step == 0 || (walking.p == 1 && walking.q == 1)) return target;
    const std::size_t before = steps[steps.size() - 2].vertex;
    const double bias = *target == before ? 1 / walking.p : has_arc(graph, before, *target) ? 1 : 1 / walking.q;
    if (share(words[2], words[3]) * std::max({1.0, 1 / walking.p, 1 / walking.q}) < bias) return target;
  }
}

/// In either direction, and no vertex its own.
std::vector<std::set<std::size_t>> neighbors_of(const Graph& graph) {
  std::vector<std::set<std::size_t>> neighbors(graph.num_vertices());
  for (std::size_t u = 0; u < graph.num_vertices(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      if (arc.target == u) continue;
      neighbors[u].insert(arc.target);
      neighbors[arc.target].insert(u);
    }
  }
  return neighbors;
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const auto [high0, low0] = multiply(0xD2511F53, counter[0]);
    const auto [high1, low1] = multiply(0xCD9E8D57, counter[2]);
    counter = {high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

std::vector<WalkStep> walks(const Graph& graph, const Walking& walking) {
  std::vector<WalkStep> all;
  for (std::size_t walk = 0; walk < walking.starts.size() * walking.walks; ++walk) {
    std::vector<WalkStep> steps{{walk, 0, walking.starts[walk / walking.walks]}};
    while (steps.back().step < walking.length) {
      const auto next = next_vertex(graph, walking, steps);
      if (!next) break;
      steps.push_back({walk, steps.back().step + 1, *next});
    }
    all.insert(all.end(), steps.begin(), steps.end());
  }
  return all;
}

std::vector<ProductEntry> sparse_product(const Graph& graph, bool with_transpose) {
  const std::size_t n = graph.num_vertices();
  std::vector<std::vector<Arc>> right(n);
  for (std::size_t u = 0; u < n; ++u) {
    for (const Arc& arc : graph.out[u]) {
      if (with_transpose) {
        right[arc.target].push_back({u, arc.weight});
      } else {
        right[u].push_back(arc);
      }
    }
  }
  std::vector<ProductEntry> entries;
  for (std::size_t row = 0; row < n; ++row) {
    std::map<std::size_t, std::pair<long double, long double>> sums;
    for (const Arc& first : graph.out[row]) {
      for (const Arc& second : right[first.target]) {
        const double term = first.weight * second.weight;
        sums[second.target].first += term;
        sums[second.target].second += std::abs(term);
      }
    }
    for (const auto& [column, sum] : sums) {
      entries.push_back({row, column, static_cast<double>(sum.first), static_cast<double>(sum.second)});
    }
  }
  return entries;
}

std::vector<SimilarPair> neighbor_pairs(const Graph& graph) {
  std::vector<std::pair<std::size_t, std::size_t>> ends;
  const auto neighbors = neighbors_of(graph);
  for (std::size_t u = 0; u < neighbors.size(); ++u) {
    for (const std::size_t v : neighbors[u]) {
      if (u < v) ends.emplace_back(u, v);
    }
  }
  return pairs_of(graph, ends);
}

std::vector<SimilarPair> pairs_of(const Graph& graph, const std::vector<std::pair<std::size_t, std::size_t>>& ends) {
  const auto neighbors = neighbors_of(graph);
  std::vector<SimilarPair> pairs;
  for (const auto& [u, v] : ends) {
    const auto is_shared = [&, v = v](std::size_t w) { return neighbors[v].contains(w); };
    const auto shared = std::count_if(neighbors[u].begin(), neighbors[u].end(), is_shared);
    pairs.push_back({u, v, static_cast<std::size_t>(shared), neighbors[u].size(), neighbors[v].size()});
  }
  return pairs;
}

std::vector<SimilarPair> pairs_that_share(const Graph& graph) {
  const auto neighbors = neighbors_of(graph);
  std::vector<SimilarPair> pairs;
  for (std::size_t u = 0; u < neighbors.size(); ++u) {
    std::vector<std::size_t> shared(neighbors.size());
    for (const std::size_t w : neighbors[u]) {
      for (const std::size_t v : neighbors[w]) ++shared[v];
    }
    for (std::size_t v = 0; v < shared.size(); ++v) {
      if (v != u && shared[v] > 0) pairs.push_back({u, v, shared[v], neighbors[u].size(), neighbors[v].size()});
    }
  }
  return pairs;
}

std::vector<double> forest_weights(const Graph& graph) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> edges;
  for (std::size_t u = 0; u < graph.num_vertices(); ++u) {
    for (const Arc& arc : graph.out[u]) edges.emplace_back(arc.weight, u, arc.target);
  }
  std::sort(edges.begin(), edges.end());
  std::vector<std::size_t> part(graph.num_vertices());
  for (std::size_t v = 0; v < part.size(); ++v) part[v] = v;
  std::vector<double> taken;
  for (const auto& [weight, u, v] : edges) {
    const std::size_t from = part[u];
    const std::size_t to = part[v];
    if (from == to) continue;
    taken.push_back(weight);
    for (std::size_t& p : part) p = p == from ? to : p;
  }
  return taken;
}

std::vector<EdgeInTruss> trusses(const Graph& graph) {
  std::vector<std::set<std::size_t>> neighbors(graph.num_vertices());
  std::vector<EdgeInTruss> edges;
  for (const SimilarPair& pair : neighbor_pairs(graph)) {
    neighbors[pair.first].insert(pair.second);
    neighbors[pair.second].insert(pair.first);
    edges.push_back({pair.first, pair.second, 0});
  }
  std::size_t left = edges.size();
  for (std::size_t k = 3; left > 0; ++k) {
    for (bool changed = true; changed;) {
      changed = false;
      for (EdgeInTruss& edge : edges) {
        if (edge.trussness != 0) continue;
        const auto is_common = [&](std::size_t w) { return neighbors[edge.second].contains(w); };
        const auto& others = neighbors[edge.first];
        if (static_cast<std::size_t>(std::count_if(others.begin(), others.end(), is_common)) >= k - 2) continue;
        edge.trussness = k - 1;
        neighbors[edge.first].erase(edge.second);
        neighbors[edge.second].erase(edge.first);
        --left;
        changed = true;
      }
    }
  }
  return edges;
}

std::vector<PlaceOnPath> path(const Graph& graph, std::size_t source, std::size_t target, bool weighted) {
  // By length and then by arcs, relaxed until nothing changes.
  using Reach = std::pair<double, std::size_t>;
  const Reach nowhere{std::numeric_limits<double>::infinity(), 0};
  std::vector<Reach> reach(graph.num_vertices(), nowhere);
  reach[source] = {0, 0};
  const auto over = [&](std::size_t u, const Arc& arc) {
    return Reach{reach[u].first + (weighted ? arc.weight : 1), reach[u].second + 1};
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t u = 0; u < graph.num_vertices(); ++u) {
      for (const Arc& arc : graph.out[u]) {
        if (reach[u] == nowhere || over(u, arc) >= reach[arc.target]) continue;
        reach[arc.target] = over(u, arc);
        changes = true;
      }
    }
  }
  if (reach[target] == nowhere) return {};
  std::vector<PlaceOnPath> places{{target, reach[target].first}};
  while (places.back().vertex != source) {
    const std::size_t v = places.back().vertex;
    for (std::size_t u = 0; u < graph.num_vertices() && places.back().vertex == v; ++u) {
      for (const Arc& arc : graph.out[u]) {
        if (arc.target != v || reach[u] == nowhere || over(u, arc) != reach[v]) continue;
        places.push_back({u, reach[u].first});
        break;
      }
    }
  }
  std::reverse(places.begin(), places.end());
  return places;
}

}  // namespace oracle

#include "tests/oracle/references.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace oracle {
namespace {

template <class Distance>
std::vector<Distance> dijkstra(const Graph& graph, std::size_t source, Distance unreached) {
  std::vector<Distance> distance(graph.num_vertices(), unreached);
  using Entry = std::pair<Distance, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [d, v] = queue.top();
    queue.pop();
    if (d > distance[v]) continue;
    for (const Arc& arc : graph.out[v]) {
      const Distance candidate = d + static_cast<Distance>(arc.weight);
      if (candidate < distance[arc.target]) {
        distance[arc.target] = candidate;
        queue.push({candidate, arc.target});
      }
    }
  }
  return distance;
}

/// Adds the dependencies of all vertices on `source` to `total`.
void add_dependencies(const Graph& graph, std::size_t source, std::vector<double>& total) {
  const std::size_t n = graph.num_vertices();
  std::vector<std::int64_t> level(n, unreached_level);
  std::vector<double> paths(n, 0);
  std::vector<double> dependency(n, 0);
  std::vector<std::size_t> order{source};
  level[source] = 0;
  paths[source] = 1;
  for (std::size_t next = 0; next < order.size(); ++next) {
    const std::size_t v = order[next];
    for (const Arc& arc : graph.out[v]) {
      if (level[arc.target] == unreached_level) {
        level[arc.target] = level[v] + 1;
        order.push_back(arc.target);
      }
      if (level[arc.target] == level[v] + 1) paths[arc.target] += paths[v];
    }
  }
  for (std::size_t i = order.size(); i-- > 1;) {  // order[0] is the source, which no path passes through
    const std::size_t v = order[i];
    for (const Arc& arc : graph.out[v]) {
      if (level[arc.target] == level[v] + 1) {
        dependency[v] += paths[v] / paths[arc.target] * (1 + dependency[arc.target]);
      }
    }
    total[v] += dependency[v];
  }
}

}  // namespace

std::vector<std::int64_t> bfs_levels(const Graph& graph, std::size_t source) {
  std::vector<std::int64_t> level(graph.num_vertices(), unreached_level);
  std::queue<std::size_t> queue;
  level[source] = 0;
  queue.push(source);
  while (!queue.empty()) {
    const std::size_t v = queue.front();
    queue.pop();
    for (const Arc& arc : graph.out[v]) {
      if (level[arc.target] != unreached_level) continue;
      level[arc.target] = level[v] + 1;
      queue.push(arc.target);
    }
  }
  return level;
}

std::vector<double> distances(const Graph& graph, std::size_t source) {
  return dijkstra<double>(graph, source, std::numeric_limits<double>::infinity());
}

std::vector<std::uint64_t> exact_distances(const Graph& graph, std::size_t source) {
  return dijkstra<std::uint64_t>(graph, source, unreached_distance);
}

PageRank pagerank(const Graph& graph, const PageRankOptions& options) {
  const std::size_t n = graph.num_vertices();
  PageRank result;
  if (n == 0) return result;
  const auto count = static_cast<double>(n);
  std::vector<double> restarts = options.restarts;
  if (restarts.empty()) restarts.assign(n, options.source ? 0 : 1 / count);
  if (options.source) restarts[*options.source] = 1;
  result.ranks = restarts;
  const auto unfinished = [&] {
    if (options.iterations > 0) return result.iterations < options.iterations;
    return result.iterations == 0 || result.change >= options.tolerance;
  };
  while (unfinished()) {
    double dangling = 0;
    std::vector<double> received(n, 0);
    for (std::size_t v = 0; v < n; ++v) {
      const auto degree = static_cast<double>(graph.out[v].size());
      if (graph.out[v].empty()) dangling += result.ranks[v];
      for (const Arc& arc : graph.out[v]) received[arc.target] += result.ranks[v] / degree;
    }
    const double restarted = 1 - options.damping + (options.spread_dangling ? options.damping * dangling : 0);
    result.change = 0;
    for (std::size_t v = 0; v < n; ++v) {
      const double rank = restarted * restarts[v] + options.damping * received[v];
      result.change += std::abs(rank - result.ranks[v]);
      result.ranks[v] = rank;
    }
    ++result.iterations;
  }
  return result;
}

namespace {

/// To length 1.
std::vector<double> scaled(std::vector<double> scores) {
  double squares = 0;
  for (const double score : scores) squares += score * score;
  for (double& score : scores) score /= squares > 0 ? std::sqrt(squares) : 1;
  return scores;
}

}  // namespace

std::vector<double> katz(const Graph& graph, double alpha, double beta, std::uint64_t iterations) {
  std::vector<double> scores(graph.num_vertices(), beta);
  for (std::uint64_t i = 0; i < iterations; ++i) {
    std::vector<double> next(scores.size(), beta);
    for (std::size_t u = 0; u < scores.size(); ++u) {
      for (const Arc& arc : graph.out[u]) next[arc.target] += alpha * scores[u];
    }
    scores = next;
  }
  return scaled(scores);
}

std::vector<double> eigenvector(const Graph& graph, std::uint64_t iterations) {
  std::vector<double> scores = scaled(std::vector<double>(graph.num_vertices(), 1));
  for (std::uint64_t i = 0; i < iterations; ++i) {
    std::vector<double> next = scores;
    for (std::size_t u = 0; u < scores.size(); ++u) {
      for (const Arc& arc : graph.out[u]) next[arc.target] += scores[u];
    }
    scores = scaled(next);
  }
  return scores;
}

Hits hits(const Graph& graph, std::uint64_t iterations) {
  const std::size_t n = graph.num_vertices();
  Hits result{scaled(std::vector<double>(n, 1)), std::vector<double>(n, 0)};
  for (std::uint64_t i = 0; i < iterations; ++i) {
    std::vector<double> pointed(n, 0);
    std::vector<double> pointing(n, 0);
    for (std::size_t u = 0; u < n; ++u) {
      for (const Arc& arc : graph.out[u]) pointed[arc.target] += result.hubs[u];
    }
    result.authorities = scaled(pointed);
    for (std::size_t u = 0; u < n; ++u) {
      for (const Arc& arc : graph.out[u]) pointing[u] += result.authorities[arc.target];
    }
    result.hubs = scaled(pointing);
  }
  return result;
}

Hits salsa(const Graph& graph, std::uint64_t iterations) {
  const std::size_t n = graph.num_vertices();
  std::vector<std::vector<std::size_t>> after(n);
  std::vector<std::vector<std::size_t>> before(n);
  for (std::size_t u = 0; u < n; ++u) {
    for (const Arc& arc : graph.out[u]) {
      after[u].push_back(arc.target);
      before[arc.target].push_back(u);
    }
  }
  const auto start = [n](const std::vector<std::vector<std::size_t>>& ways) {
    const auto with_any = n - static_cast<std::size_t>(std::ranges::count(ways, std::vector<std::size_t>{}));
    std::vector<double> chances(n, 0);
    for (std::size_t v = 0; v < n; ++v) chances[v] = ways[v].empty() ? 0 : 1.0 / static_cast<double>(with_any);
    return chances;
  };
  const auto step = [n](const std::vector<double>& chances, const std::vector<std::vector<std::size_t>>& ways) {
    std::vector<double> next(n, 0);
    for (std::size_t v = 0; v < n; ++v) {
      for (const std::size_t w : ways[v]) next[w] += chances[v] / static_cast<double>(ways[v].size());
    }
    return next;
  };
  Hits result{start(after), start(before)};
  for (std::uint64_t i = 0; i < iterations; ++i) {
    result.hubs = step(step(result.hubs, after), before);
    result.authorities = step(step(result.authorities, before), after);
  }
  return result;
}

Hits salsa_limit(const Graph& graph) {
  const std::size_t n = graph.num_vertices();
  // Both sides in one graph without directions: hubs are 0 to n - 1, authorities follow.
  std::vector<std::vector<std::size_t>> around(2 * n);
  for (std::size_t u = 0; u < n; ++u) {
    for (const Arc& arc : graph.out[u]) {
      around[u].push_back(n + arc.target);
      around[n + arc.target].push_back(u);
    }
  }
  const auto with_any = [&](std::size_t begin) {
    const auto first = around.begin() + static_cast<std::ptrdiff_t>(begin);
    return static_cast<double>(
        std::count_if(first, first + static_cast<std::ptrdiff_t>(n), [](const auto& row) { return !row.empty(); }));
  };
  const double all_hubs = with_any(0);
  const double all_authorities = with_any(n);
  std::vector<double> scores(2 * n, 0);
  std::vector<bool> seen(2 * n, false);
  for (std::size_t start = 0; start < n; ++start) {
    if (seen[start] || around[start].empty()) continue;
    std::vector<std::size_t> component{start};
    seen[start] = true;
    double arcs = 0;
    double hubs = 0;
    for (std::size_t i = 0; i < component.size(); ++i) {
      const std::size_t x = component[i];
      if (x < n) {
        ++hubs;
        arcs += static_cast<double>(around[x].size());
      }
      for (const std::size_t y : around[x]) {
        if (!seen[y]) component.push_back(y);
        seen[y] = true;
      }
    }
    const double authorities = static_cast<double>(component.size()) - hubs;
    for (const std::size_t x : component) {
      const double share = x < n ? hubs / all_hubs : authorities / all_authorities;
      scores[x] = share * static_cast<double>(around[x].size()) / arcs;
    }
  }
  const auto middle = scores.begin() + static_cast<std::ptrdiff_t>(n);
  return {{scores.begin(), middle}, {middle, scores.end()}};
}

Product product(const Graph& graph, const std::vector<double>& x) {
  Product result;
  for (const std::vector<Arc>& row : graph.out) {
    long double sum = 0;
    long double of_absolutes = 0;
    for (const Arc& arc : row) {
      const double term = arc.weight * x[arc.target];
      sum += term;
      of_absolutes += std::abs(term);
    }
    result.sums.push_back(static_cast<double>(sum));
    result.of_absolutes.push_back(static_cast<double>(of_absolutes));
  }
  return result;
}

std::vector<std::size_t> components(const Graph& graph) {
  std::vector<std::size_t> parent(graph.num_vertices());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
    for (const Arc& arc : graph.out[v]) {
      const std::size_t a = root(v);
      const std::size_t b = root(arc.target);
      parent[std::max(a, b)] = std::min(a, b);  // so a root is its component's smallest vertex
    }
  }
  for (std::size_t v = 0; v < parent.size(); ++v) parent[v] = root(v);
  return parent;
}

std::vector<std::size_t> strong_components(const Graph& graph) {
  const std::size_t n = graph.num_vertices();
  std::vector<std::vector<std::size_t>> in(n);
  for (std::size_t u = 0; u < n; ++u) {
    for (const Arc& arc : graph.out[u]) in[arc.target].push_back(u);
  }
  std::vector<std::size_t> finished;
  std::vector<bool> seen(n);
  for (std::size_t start = 0; start < n; ++start) {
    std::vector<std::pair<std::size_t, std::size_t>> path;  // a vertex, and how many of its arcs were followed
    if (!seen[start]) path.emplace_back(start, 0);
    seen[start] = true;
    while (!path.empty()) {
      auto& [u, followed] = path.back();
      if (followed == graph.out[u].size()) {
        finished.push_back(u);
        path.pop_back();
        continue;
      }
      const std::size_t v = graph.out[u][followed++].target;
      if (seen[v]) continue;
      seen[v] = true;
      path.emplace_back(v, 0);
    }
  }
  std::vector<std::size_t> component(n, n);
  for (auto root = finished.rbegin(); root != finished.rend(); ++root) {
    if (component[*root] != n) continue;
    std::vector<std::size_t> members{*root};
    component[*root] = *root;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const std::size_t u : in[members[i]]) {
        if (component[u] != n) continue;
        component[u] = *root;
        members.push_back(u);
      }
    }
    const std::size_t smallest = *std::min_element(members.begin(), members.end());
    for (const std::size_t member : members) component[member] = smallest;
  }
  return component;
}

namespace {

/// Direction and self loops ignored.
std::vector<std::vector<std::size_t>> neighbors_of(const Graph& graph) {
  std::vector<std::vector<std::size_t>> neighbors(graph.num_vertices());
  for (std::size_t u = 0; u < neighbors.size(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      if (arc.target == u) continue;
      neighbors[u].push_back(arc.target);
      if (graph.directed) neighbors[arc.target].push_back(u);
    }
  }
  return neighbors;
}

std::uint32_t mix32(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6b;
  x = (x ^ (x >> 13)) * 0xc2b2ae35;
  return x ^ (x >> 16);
}

/// What a vertex draws by its place in the file.
std::uint32_t drawn(std::uint64_t seed, std::size_t v) {
  return mix32(mix32(static_cast<std::uint32_t>(seed ^ seed >> 32)) ^ static_cast<std::uint32_t>(v));
}

/// Of each vertex, both ways where they have directions.
std::vector<std::size_t> arcs_at(const Graph& graph) {
  std::vector<std::size_t> arcs(graph.out.size());
  for (std::size_t u = 0; u < arcs.size(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      ++arcs[u];
      if (graph.directed) ++arcs[arc.target];
    }
  }
  return arcs;
}

}  // namespace

std::vector<std::int32_t> core_numbers(const Graph& graph) {
  const auto neighbors = neighbors_of(graph);
  std::vector<std::size_t> left(neighbors.size());
  std::ranges::transform(neighbors, left.begin(), [](const auto& of) { return of.size(); });
  std::vector<std::int32_t> core(left.size());
  std::vector<bool> gone(left.size());
  std::size_t remaining = left.size();
  for (std::uint32_t k = 0; remaining > 0; ++k) {
    std::vector<std::size_t> going;
    for (std::size_t v = 0; v < left.size(); ++v) {
      if (!gone[v] && left[v] <= k) going.push_back(v);
    }
    while (!going.empty()) {
      const std::size_t v = going.back();
      going.pop_back();
      if (gone[v]) continue;
      gone[v] = true;
      core[v] = static_cast<std::int32_t>(k);
      --remaining;
      for (const std::size_t u : neighbors[v]) {
        if (!gone[u] && --left[u] <= k) going.push_back(u);
      }
    }
  }
  return core;
}

std::vector<std::uint32_t> independent_set(const Graph& graph, std::uint64_t seed) {
  const auto neighbors = neighbors_of(graph);
  const std::vector<std::size_t> arcs = arcs_at(graph);
  std::vector<std::tuple<int, std::uint32_t, std::size_t>> order;
  for (std::size_t v = 0; v < neighbors.size(); ++v) {
    int halvings = 0;  // until no arc is left
    for (std::size_t left = arcs[v]; left > 0; left /= 2) ++halvings;
    order.emplace_back(-halvings, drawn(seed, v), v);
  }
  std::sort(order.rbegin(), order.rend());
  std::vector<std::uint32_t> joined(neighbors.size());
  for (const auto& [few, number, v] : order) {
    const auto has_joined = [&](std::size_t u) { return joined[u] == 1; };
    joined[v] = std::any_of(neighbors[v].begin(), neighbors[v].end(), has_joined) ? 0 : 1;
  }
  return joined;
}

std::vector<std::int32_t> coloring(const Graph& graph, std::uint64_t seed) {
  const auto neighbors = neighbors_of(graph);
  const std::vector<std::size_t> arcs = arcs_at(graph);
  std::vector<std::tuple<std::size_t, std::uint32_t, std::size_t>> order;
  for (std::size_t v = 0; v < arcs.size(); ++v) order.emplace_back(arcs[v], drawn(seed, v), v);
  std::sort(order.rbegin(), order.rend());
  std::vector<std::int32_t> color(arcs.size(), -1);
  for (const auto& entry : order) {
    const std::size_t v = std::get<2>(entry);
    std::set<std::int32_t> taken;
    for (const std::size_t u : neighbors[v]) taken.insert(color[u]);
    std::int32_t smallest = 0;
    while (taken.contains(smallest)) ++smallest;
    color[v] = smallest;
  }
  return color;
}

std::vector<std::uint32_t> labels(const Graph& graph, std::uint64_t rounds) {
  std::vector<std::uint32_t> now(graph.num_vertices());
  std::iota(now.begin(), now.end(), 0U);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<std::map<std::uint32_t, std::uint32_t>> votes(now.size());
    for (std::size_t u = 0; u < now.size(); ++u) {
      for (const Arc& arc : graph.out[u]) {
        ++votes[arc.target][now[u]];
        if (graph.directed) ++votes[u][now[arc.target]];
      }
    }
    for (std::size_t v = 0; v < now.size(); ++v) {
      std::uint32_t most = 0;
      for (const auto& [label, count] : votes[v]) {
        if (count <= most) continue;
        most = count;
        now[v] = label;
      }
    }
  }
  return now;
}

double modularity(const Graph& graph, const std::vector<std::size_t>& part, double resolution) {
  std::map<std::size_t, double> within, out, in;
  double total = 0;
  for (std::size_t u = 0; u < graph.num_vertices(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      const double weight = !graph.directed && arc.target == u ? 2 * arc.weight : arc.weight;
      total += weight;
      out[part[u]] += weight;
      in[part[arc.target]] += weight;
      if (part[u] == part[arc.target]) within[part[u]] += weight;
    }
  }
  double sum = 0;
  for (const auto& [p, weight] : out) {
    if (total > 0) sum += within[p] / total - resolution * weight * in[p] / (total * total);
  }
  return sum;
}

namespace {

/// Weights between vertices, both ways; what lies on the diagonal counts as often as arcs do.
using Matrix = std::vector<std::map<std::size_t, double>>;

/// One level: the parts between which vertices have moved one by one.
std::vector<std::size_t> moved_one_by_one(const Matrix& arcs, double resolution) {
  std::vector<std::size_t> part(arcs.size());
  std::iota(part.begin(), part.end(), std::size_t{0});
  std::vector<double> out(arcs.size()), in(arcs.size());
  double total = 0;
  for (std::size_t u = 0; u < arcs.size(); ++u) {
    for (const auto& [v, weight] : arcs[u]) {
      out[u] += weight;
      in[v] += weight;
      total += weight;
    }
  }
  std::vector<double> out_of = out, in_of = in;
  std::vector<std::vector<std::size_t>> before(arcs.size());
  for (std::size_t u = 0; u < arcs.size(); ++u) {
    for (const auto& [v, weight] : arcs[u]) before[v].push_back(u);
  }
  for (bool moves = total > 0; moves;) {
    moves = false;
    for (std::size_t v = 0; v < arcs.size(); ++v) {
      std::map<std::size_t, double> gain{{part[v], 0}};
      for (const auto& [u, weight] : arcs[v]) gain[part[u]] += u == v ? 0 : weight;
      for (const std::size_t u : before[v]) gain[part[u]] += u == v ? 0 : arcs[u].at(v);
      out_of[part[v]] -= out[v];
      in_of[part[v]] -= in[v];
      for (auto& [p, weight] : gain) weight -= resolution * (out[v] * in_of[p] + in[v] * out_of[p]) / total;
      std::size_t best = part[v];
      for (const auto& [p, weight] : gain) {
        if (weight > gain[best] + 1e-10 * total) best = p;
      }
      moves = moves || best != part[v];
      part[v] = best;
      out_of[best] += out[v];
      in_of[best] += in[v];
    }
  }
  return part;
}

}  // namespace

double louvain_modularity(const Graph& graph, double resolution) {
  Matrix arcs(graph.num_vertices());
  for (std::size_t u = 0; u < arcs.size(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      arcs[u][arc.target] += !graph.directed && arc.target == u ? 2 * arc.weight : arc.weight;
    }
  }
  std::vector<std::size_t> part(arcs.size());
  std::iota(part.begin(), part.end(), std::size_t{0});
  for (std::size_t before = arcs.size() + 1; arcs.size() < before;) {
    before = arcs.size();
    const std::vector<std::size_t> level = moved_one_by_one(arcs, resolution);
    std::map<std::size_t, std::size_t> number;
    for (const std::size_t p : level) number.emplace(p, number.size());
    Matrix larger(number.size());
    for (std::size_t u = 0; u < arcs.size(); ++u) {
      for (const auto& [v, weight] : arcs[u]) larger[number[level[u]]][number[level[v]]] += weight;
    }
    for (std::size_t& p : part) p = number[level[p]];
    arcs = std::move(larger);
  }
  return modularity(graph, part, resolution);
}

std::vector<double> clustering(const Graph& graph) {
  std::vector<std::set<std::size_t>> after(graph.num_vertices());
  std::vector<std::set<std::size_t>> neighbors(graph.num_vertices());
  for (std::size_t u = 0; u < after.size(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      if (arc.target == u) continue;
      after[u].insert(arc.target);
      neighbors[u].insert(arc.target);
      neighbors[arc.target].insert(u);
    }
  }
  std::vector<double> coefficients(after.size());
  for (std::size_t v = 0; v < after.size(); ++v) {
    std::size_t arcs = 0;
    for (const std::size_t u : neighbors[v]) {
      std::vector<std::size_t> common;
      std::set_intersection(after[u].begin(), after[u].end(), neighbors[v].begin(), neighbors[v].end(),
                            std::back_inserter(common));
      arcs += common.size();
    }
    const auto degree = static_cast<double>(neighbors[v].size());
    if (arcs > 0) coefficients[v] = static_cast<double>(arcs) / (degree * (degree - 1));
  }
  return coefficients;
}

std::uint32_t eccentricity(const Graph& graph, std::size_t v) {
  const auto neighbors = neighbors_of(graph);
  std::vector<bool> seen(neighbors.size());
  std::vector<std::size_t> level{v};
  seen[v] = true;
  for (std::uint32_t distance = 0;; ++distance) {
    std::vector<std::size_t> next;
    for (const std::size_t u : level) {
      for (const std::size_t w : neighbors[u]) {
        if (!seen[w]) next.push_back(w);
        seen[w] = true;
      }
    }
    if (next.empty()) return distance;
    level = next;
  }
}

std::vector<double> betweenness(const Graph& graph, const std::vector<std::size_t>& sources) {
  std::vector<double> total(graph.num_vertices(), 0);
  for (const std::size_t source : sources) add_dependencies(graph, source, total);
  return total;
}

std::vector<double> betweenness(const Graph& graph) {
  std::vector<std::size_t> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return betweenness(graph, all);
}

std::uint64_t triangles(const Graph& graph) {
  std::vector<std::set<std::size_t>> larger(graph.num_vertices());  // neighbours beyond the vertex, each once
  for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
    for (const Arc& arc : graph.out[v]) {
      if (arc.target != v) larger[std::min(v, arc.target)].insert(std::max(v, arc.target));
    }
  }
  std::uint64_t count = 0;
  for (const auto& neighbors : larger) {
    for (const std::size_t v : neighbors) {
      std::vector<std::size_t> common;
      std::set_intersection(neighbors.begin(), neighbors.end(), larger[v].begin(), larger[v].end(),
                            std::back_inserter(common));
      count += common.size();
    }
  }
  return count;
}

}  // namespace oracle

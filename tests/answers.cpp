#include "tests/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>

#include "engine/random.hpp"
#include "tests/oracle/betweenness.hpp"
#include "tests/oracle/places.hpp"
#include "tests/table_answers.hpp"

namespace mg {
namespace {

/// Where the reference stops: well below what is compared, above what rounding leaves.
constexpr double converged = 1e-11;

template <class Key, class Value, class Make>
const Value& remembered(std::map<Key, Value>& known, const Key& key, Make&& make) {
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, make()).first->second;
}

/// Serial and by definition: for every edge, the common neighbors beyond both its ends.
std::vector<std::uint64_t> count_triangles_at(const oracle::Graph& graph) {
  std::vector<std::set<std::size_t>> larger(graph.num_vertices());  // neighbors beyond the vertex
  for (std::size_t u = 0; u < graph.num_vertices(); ++u) {
    for (const oracle::Arc& arc : graph.out[u]) {
      if (arc.target != u) larger[std::min(u, arc.target)].insert(std::max(u, arc.target));
    }
  }
  std::vector<std::uint64_t> count(graph.num_vertices());
  for (std::size_t u = 0; u < larger.size(); ++u) {
    for (const std::size_t v : larger[u]) {
      std::vector<std::size_t> common;
      std::ranges::set_intersection(larger[u], larger[v], std::back_inserter(common));
      for (const std::size_t w : common) ++count[w];
      count[u] += common.size();
      count[v] += common.size();
    }
  }
  return count;
}

bool follows_arcs_backwards(const RunReport& report) {
  const auto& parameters = report.parameters.all();
  const auto arcs = parameters.find("arcs");
  return arcs != parameters.end() && arcs->second == "backward";
}

/// Compares results of one run.
class Comparison {
 public:
  Comparison(const Graph& graph, RightAnswers& right, const RunReport& report)
      : graph_(graph),
        right_(follows_arcs_backwards(report) ? right.reversed() : right),
        report_(report),
        columns_(report.program->results()) {
    for (const VertexId source : report.runs.back().sources) sources_.push_back(graph.to_file(source));
  }

  std::string problem() {
    const std::string& name = report_.algorithm.name;
    if (report_.algorithm.rows != Rows::vertices) return table_problem_of(graph_, right_.graph(), report_, columns_);
    if (name == "bfs") return bfs();
    if (name == "sssp") return sssp();
    if (name == "pagerank" || name == "pagerank-delta") return pagerank();
    if (name == "ppr") return pagerank(sources_.front());
    if (name == "hits") return hubs_and_authorities(right_.hits(number("iterations")));
    if (name == "salsa")
      return hubs_and_authorities(has("iterations") ? right_.salsa(number("iterations")) : right_.salsa_limit());
    if (name == "cc" || name == "cc-label") return partition(right_.components());
    if (name == "bc") return betweenness();
    if (name == "tc") return triangles();
    if (name == "katz") return katz();
    if (name == "eigenvector") return centrality(right_.eigenvector(number("iterations")));
    if (name == "scc") return partition(right_.strong_components());
    if (name == "kcore") return cores();
    if (name == "mis") return independent_set();
    if (name == "coloring") return coloring();
    if (name == "cdlp") return labels();
    if (name == "lcc") return clustering();
    if (name == "louvain" || name == "leiden") return communities(name == "leiden");
    if (name == "diameter") return eccentricities();
    if (name == "closeness") return closeness();
    if (name == "harmonic") return harmonic();
    if (name == "spmv") return product();
    if (name == "geo") return places();
    if (name == "who-to-follow") return recommendations();
    throw std::logic_error("no reference for " + name);
  }

 private:
  std::string bfs() {
    const auto& expected = right_.levels(sources_.front());
    std::string problem = values("level", in_file_order<std::int64_t>(graph_, column("level")), expected);
    if (problem.empty() && parameter("predecessors", "true") == "true") {
      problem = tree(expected, oracle::unreached_level, [](double) { return std::int64_t{1}; });
    }
    std::uint64_t reached = 0;
    std::uint64_t depth = 0;
    std::uint64_t sum = 0;
    for (const std::int64_t level : expected) {
      if (level == oracle::unreached_level) continue;
      ++reached;
      sum += static_cast<std::uint64_t>(level);
      depth = std::max(depth, static_cast<std::uint64_t>(level));
    }
    return first({problem, fact("reached", reached), fact("depth", depth), fact("level_sum", sum)});
  }

  std::string sssp() {
    if (graph_.weight_type() == WeightType::f32) {
      return shortest_paths(in_file_order<double>(graph_, column("distance")), right_.distances(sources_.front()),
                            std::numeric_limits<double>::infinity());
    }
    return shortest_paths(integer_distances(graph_, column("distance")), right_.exact_distances(sources_.front()),
                          oracle::unreached_distance);
  }

  template <class Distance>
  std::string shortest_paths(const std::vector<Distance>& found, const std::vector<Distance>& expected,
                             Distance unreached) {
    std::string problem = values("distance", found, expected);
    if (problem.empty()) problem = tree(expected, unreached, [](double w) { return static_cast<Distance>(w); });
    std::uint64_t reached = 0;
    Distance largest = 0;
    Distance sum = 0;
    for (const Distance distance : expected) {
      if (distance == unreached) continue;
      ++reached;
      sum += distance;
      largest = std::max(largest, distance);
    }
    return first({problem, fact("reached", reached), fact("max", largest), near_fact("sum", static_cast<double>(sum))});
  }

  std::string pagerank(std::optional<std::size_t> source = {}) {
    const double damping = report_.parameters.number("damping");
    const bool gap = parameter("definition", "standard") == "gap";
    const int iterations = std::stoi(parameter("iterations", "0"));
    const auto& expected = right_.ranks(damping, !gap, iterations, source, restarts());
    const auto found = in_file_order<double>(graph_, column("rank"));
    if (iterations > 0)
      return first({near_values("rank", found, expected, 1e-5), fact("iterations", std::uint64_t(iterations))});

    double tolerance = report_.parameters.number("tolerance");
    if (tolerance == 0) tolerance = gap ? 1e-4 : 1e-6;
    double error = 0;
    for (std::size_t v = 0; v < expected.size(); ++v) error += std::abs(found.at(v) - expected[v]);
    const double allowed = tolerance / (1 - damping) + 2e-6;
    if (error <= allowed) return {};
    return fmt::format("the ranks are wrong by {} in total, allowed {}", error, allowed);
  }

  /// NAME:WEIGHT,..., as numbers in file order.
  std::vector<double> numbers_of_vertices(const std::string& given) {
    std::istringstream text(given);
    std::vector<double> numbers(graph_.num_vertices());
    for (std::string entry; std::getline(text, entry, ',');) {
      const std::size_t colon = entry.rfind(':');
      numbers.at(graph_.names.find(entry.substr(0, colon)).value()) = std::stod(entry.substr(colon + 1));
    }
    return numbers;
  }
  /// The parameter personalization as shares in file order.
  std::vector<double> restarts() {
    const std::string given = parameter("personalization", "none");
    if (given == "none") return {};
    std::vector<double> shares = numbers_of_vertices(given);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= sum;
    return shares;
  }

  /// The parameter vector in file order.
  std::vector<double> vector() {
    const std::string given = parameter("vector", "");
    if (given.find(':') != std::string::npos) return numbers_of_vertices(given);
    std::vector<double> x(graph_.num_vertices(), 1);
    if (given == "ones") return x;
    const std::uint64_t seed = report_.parameters.integer("seed");
    for (VertexId i = 0; i < x.size(); ++i) {
      x[i] = given == "degrees" ? static_cast<double>(graph_.out.degree(graph_.from_file(i)))
                                : static_cast<double>(random_below(random_words(seed, i, 0).wide(0), 201)) - 100;
    }
    return x;
  }
  std::string product() {
    const oracle::Product expected = oracle::product(right_.graph(), vector());
    const auto found = in_file_order<double>(graph_, column("product"));
    for (std::size_t v = 0; v < found.size(); ++v) {
      if (std::abs(found[v] - expected.sums[v]) <= 1e-15 * expected.of_absolutes[v]) continue;
      return fmt::format("the product of vertex {} is {}, expected {}", right_.graph().names[v], found[v],
                         expected.sums[v]);
    }
    return found.size() == expected.sums.size() ? "" : "the product is not as long as there are vertices";
  }

  std::string hubs_and_authorities(const oracle::Hits& expected) {
    return first(
        {near_values("hub", in_file_order<double>(graph_, column("hub")), expected.hubs, 1e-8),
         near_values("authority", in_file_order<double>(graph_, column("authority")), expected.authorities, 1e-8)});
  }

  /// The arcs that leave the vertices of the highest ranks, by those that were found.
  [[nodiscard]] oracle::Graph followed_by_the_circle() {
    const auto ranks = in_file_order<float>(graph_, column("rank"));
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t u, std::size_t v) { return ranks[u] > ranks[v]; });
    oracle::Graph followed = right_.graph();
    followed.directed = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i >= report_.parameters.integer("circle") || ranks[order[i]] == 0) followed.out[order[i]].clear();
    }
    return followed;
  }
  std::string recommendations() {
    if (std::string problem = pagerank(sources_.front()); !problem.empty()) return problem;
    oracle::Hits expected = oracle::salsa(followed_by_the_circle(), number("iterations"));
    const auto found = [&](const char* name) { return in_file_order<double>(graph_, column(name)); };
    std::string problem = first({near_values("similarity", found("similarity"), expected.hubs, 1e-8),
                                 near_values("authority", found("authority"), expected.authorities, 1e-8)});
    if (!problem.empty()) return problem;
    expected.authorities[sources_.front()] = 0;
    for (const oracle::Arc& arc : right_.graph().out[sources_.front()]) expected.authorities[arc.target] = 0;
    return near_values("recommendation", found("recommendation"), expected.authorities, 1e-8);
  }

  /// The factor alpha that it has taken is by the largest in-degree, or the one that was asked for.
  std::string katz() {
    double alpha = report_.parameters.number("alpha");
    std::vector<std::size_t> before(graph_.num_vertices());
    for (const auto& row : right_.graph().out) {
      for (const oracle::Arc& arc : row) ++before[arc.target];
    }
    const std::size_t largest = before.empty() ? 0 : *std::ranges::max_element(before);
    if (alpha == 0) alpha = 0.85 / static_cast<double>(std::max<std::size_t>(largest, 1));
    return first({near_fact("alpha", alpha),
                  centrality(right_.katz(alpha, report_.parameters.number("beta"), number("iterations")))});
  }

  std::string centrality(const std::vector<double>& expected) {
    return near_values("centrality", in_file_order<double>(graph_, column("centrality")), expected, 1e-8);
  }

  std::string partition(const std::vector<std::size_t>& expected) {
    const std::string problem = values("component", vertices_in_file_order(graph_, column("component")), expected);
    std::map<std::size_t, std::uint64_t> size;
    for (const std::size_t c : expected) ++size[c];
    std::uint64_t largest = 0;
    for (const auto& [c, members] : size) largest = std::max(largest, members);
    return first({problem, fact("components", std::uint64_t{size.size()}), fact("largest", largest)});
  }

  std::string betweenness() {
    const bool weighted = report_.parameters.flag("weighted");
    std::vector<double> expected =
        weighted ? oracle::betweenness_along(right_.graph(), sources_, true).of_vertices : right_.centrality(sources_);
    const double n = graph_.num_vertices();
    if (report_.parameters.flag("normalised") && n > 2) {
      for (double& score : expected) score /= (n - 1) * (n - 2);
    }
    const double largest = expected.empty() ? 0 : *std::ranges::max_element(expected);
    return first({near_values("centrality", in_file_order<double>(graph_, column("centrality")), expected, 1e-9),
                  near_fact("max", largest)});
  }

  std::string triangles() {
    return first({values("triangles", in_file_order<std::uint64_t>(graph_, column("triangles")), right_.triangles_at()),
                  fact("triangles", right_.triangles())});
  }

  std::string cores() {
    const auto& expected = right_.core_numbers();
    const std::int32_t largest = expected.empty() ? 0 : *std::ranges::max_element(expected);
    const auto count = expected.empty() ? 0 : std::ranges::count(expected, largest);
    return first({values("core", in_file_order<std::int32_t>(graph_, column("core")), expected),
                  fact("largest", static_cast<std::uint64_t>(largest)),
                  fact("in_it", static_cast<std::uint64_t>(count))});
  }

  std::string independent_set() {
    const auto& expected = right_.independent_set(report_.parameters.integer("seed"));
    return first({values("in_set", in_file_order<std::uint32_t>(graph_, column("in_set")), expected),
                  fact("size", static_cast<std::uint64_t>(std::ranges::count(expected, 1U)))});
  }

  std::string coloring() {
    const auto& expected = right_.coloring(report_.parameters.integer("seed"));
    const auto colors = expected.empty() ? 0 : static_cast<std::uint64_t>(*std::ranges::max_element(expected)) + 1;
    return first(
        {values("color", in_file_order<std::int32_t>(graph_, column("color")), expected), fact("colors", colors)});
  }

  /// Each called by its first vertex, worth what is said, and not much less than those of a serial run: which of many
  /// good partitions it is depends on the order in which vertices move. Parts of the first level lie within
  /// communities.
  std::string communities(bool are_connected) {
    constexpr double margin = 0.05;
    const double resolution = report_.parameters.number("resolution");
    std::vector<std::size_t> found;
    for (const std::int64_t name : vertices_in_file_order(graph_, column("community"))) {
      found.push_back(static_cast<std::size_t>(name));
    }
    std::map<std::size_t, std::size_t> first_of;
    for (std::size_t v = 0; v < found.size(); ++v) first_of.emplace(found[v], v);
    for (const auto& [name, vertex] : first_of) {
      if (name != vertex) return fmt::format("the first vertex of the community {} is {}", name, vertex);
    }
    const std::vector<std::int64_t> parts = vertices_in_file_order(graph_, column("first_level"));
    for (std::size_t v = 0; v < parts.size(); ++v) {
      if (found[static_cast<std::size_t>(parts[v])] != found[v]) return fmt::format("the part of {} is torn", v);
    }
    oracle::Graph within = right_.graph();
    for (std::size_t v = 0; v < found.size(); ++v) {
      std::erase_if(within.out[v], [&](const oracle::Arc& arc) { return found[arc.target] != found[v]; });
    }
    if (are_connected && oracle::components(within) != found) return "a community is not connected";
    const double modularity = oracle::modularity(right_.graph(), found, resolution);
    const double expected = right_.louvain_modularity(resolution);
    if (modularity < expected - margin) {
      return fmt::format("the communities have the modularity {}, but one by one it becomes {}", modularity, expected);
    }
    return first({near_fact("modularity", modularity), fact("communities", std::uint64_t{first_of.size()})});
  }

  /// After the rounds that it says, which are as many as were asked for, unless one more would change nothing.
  std::string labels() {
    const std::uint64_t rounds = number("rounds");
    const auto& expected = right_.labels(rounds);
    if (rounds < report_.parameters.integer("rounds") && expected != right_.labels(rounds + 1)) {
      return fmt::format("it ended after {} rounds, but labels still change", rounds);
    }
    std::map<std::uint32_t, std::uint64_t> members;
    std::uint64_t largest = 0;
    for (const std::uint32_t label : expected) largest = std::max(largest, ++members[label]);
    return first({values("label", vertices_in_file_order(graph_, column("label")), expected),
                  fact("communities", std::uint64_t{members.size()}), fact("largest", largest)});
  }

  std::string clustering() {
    const auto& expected = right_.clustering();
    double sum = 0;
    for (const double coefficient : expected) sum += coefficient;
    return first({near_values("coefficient", in_file_order<double>(graph_, column("coefficient")), expected, 1e-12),
                  near_fact("average", expected.empty() ? 0 : sum / static_cast<double>(expected.size())),
                  fact("triangles", right_.triangles())});
  }

  /// Some vertices' are looked at, and those of the one that the diameter's lower bound is proved by.
  std::string eccentricities() {
    const auto at_least = in_file_order<std::uint32_t>(graph_, column("at_least"));
    const auto at_most = in_file_order<std::uint32_t>(graph_, column("at_most"));
    const auto known = [&](std::size_t v) { return at_most[v] != 0xffffffff; };
    std::set<std::size_t> looked_at{static_cast<std::size_t>(std::ranges::max_element(at_least) - at_least.begin())};
    for (std::size_t i = 0; i < 16; ++i) looked_at.insert(i * at_least.size() / 16);
    std::uint64_t inside = 0;
    std::uint32_t largest = 0;
    for (std::size_t v = 0; v < at_most.size(); ++v) {
      if (!known(v)) continue;
      ++inside;
      largest = std::max(largest, at_most[v]);
    }
    for (const std::size_t v : looked_at) {
      const std::uint32_t right = right_.eccentricity(v);
      if (at_least[v] <= right && right <= at_most[v]) continue;
      return fmt::format("the eccentricity of vertex {} is {}, not from {} to {}", right_.graph().names[v], right,
                         at_least[v], at_most[v]);
    }
    const auto& component = right_.components();
    const auto members = std::ranges::count(component, component[sources_.front()]);
    return first({fact("reached", static_cast<std::uint64_t>(members)), fact("reached", inside),
                  fact("at_least", std::uint64_t{*std::ranges::max_element(at_least)}),
                  fact("at_most", std::uint64_t{largest})});
  }

  std::string closeness() {
    const bool improved = report_.parameters.flag("improved");
    return nearness([=](const Near& near, double others) {
      if (near.sources == 0) return 0.0;
      return near.sources / near.distance * (improved ? near.sources / others : 1);
    });
  }
  std::string harmonic() {
    const bool normalised = report_.parameters.flag("normalised");
    return nearness([=](const Near& near, double others) {
      return normalised && others > 0 ? near.inverse / others : near.inverse;
    });
  }

  /// The sources that reach a vertex, but for itself; sums over them.
  struct Near {
    double sources = 0;
    double distance = 0;
    double inverse = 0;
  };
  template <class Score>
  std::string nearness(const Score& score) {
    std::set<std::size_t> sources(sources_.begin(), sources_.end());
    for (std::size_t v = 0; sources_.empty() && v < graph_.num_vertices(); ++v) sources.insert(v);
    std::vector<Near> near(graph_.num_vertices());
    for (const std::size_t source : sources) {
      const auto& levels = right_.levels(source);
      for (std::size_t v = 0; v < levels.size(); ++v) {
        if (v == source || levels[v] == oracle::unreached_level) continue;
        near[v].sources += 1;
        near[v].distance += static_cast<double>(levels[v]);
        near[v].inverse += 1 / static_cast<double>(levels[v]);
      }
    }
    std::vector<double> expected;
    double largest = 0;
    for (std::size_t v = 0; v < near.size(); ++v) {
      const auto others = static_cast<double>(sources.size()) - (sources.contains(v) ? 1 : 0);
      expected.push_back(score(near[v], others));
      largest = std::max(largest, expected.back());
    }
    return first({centrality(expected), near_fact("max", largest), fact("sources", std::uint64_t{sources.size()})});
  }

  [[nodiscard]] static oracle::Places places_of(const std::vector<double>& latitudes,
                                                const std::vector<double>& longitudes) {
    oracle::Places places(latitudes.size());
    for (std::size_t v = 0; v < places.size(); ++v) {
      if (!std::isnan(latitudes[v])) places[v] = {latitudes[v], longitudes[v]};
    }
    return places;
  }
  [[nodiscard]] oracle::Places known_places() const {
    const auto numbers = [&](const char* name) {
      const ResultColumn column{.name = name, .values = report_.parameters.vertex_numbers(name, graph_)};
      return in_file_order<double>(graph_, column);
    };
    return places_of(numbers("latitude"), numbers("longitude"));
  }
  /// Places after one round are compared. Later ones may be anywhere else after the slightest difference, where as many
  /// neighbors are in one direction as in the other: the algorithm's own verifier says whether they are medians.
  std::string places() {
    constexpr double allowed = 1e-3;  // degrees; medians of places nearly in line make much of rounding
    const oracle::Places known = known_places();
    const std::uint64_t rounds = number("rounds");
    const auto arrivals = oracle::arrivals(right_.graph(), known, rounds);
    const std::vector<std::uint32_t> expected_rounds(arrivals.begin(), arrivals.end());
    std::string problem = values("round", in_file_order<std::uint32_t>(graph_, column("round")), expected_rounds);
    if (!problem.empty()) return problem;
    const oracle::Places expected = oracle::places(right_.graph(), known, rounds == 1 ? 1 : 0);
    const auto latitudes = in_file_order<double>(graph_, column("latitude"));
    const oracle::Places found = places_of(latitudes, in_file_order<double>(graph_, column("longitude")));
    for (std::size_t v = 0; v < found.size(); ++v) {
      if (found[v].has_value() != (arrivals[v] >= 0)) return fmt::format("vertex {} is somewhere, or not", v);
      if (!expected[v] || oracle::angle(*expected[v], *found[v]) <= allowed) continue;
      return fmt::format("vertex {} is at {}, {}, expected {}, {}", right_.graph().names[v], found[v]->latitude,
                         found[v]->longitude, expected[v]->latitude, expected[v]->longitude);
    }
    return {};
  }

  static std::string first(std::initializer_list<std::string> problems) {
    for (const std::string& problem : problems) {
      if (!problem.empty()) return problem;
    }
    return {};
  }

  [[nodiscard]] const ResultColumn& column(const std::string& name) const {
    for (const ResultColumn& column : columns_) {
      if (column.name == name) return column;
    }
    throw std::logic_error("no column " + name);
  }
  [[nodiscard]] std::string parameter(const std::string& name, const std::string& fallback) const {
    const auto found = report_.parameters.all().find(name);
    return found == report_.parameters.all().end() ? fallback : found->second;
  }

  /// Compares with `good`, called with the value found and the one expected.
  template <class A, class B, class Good>
  std::string each(const std::string& what, const std::vector<A>& found, const std::vector<B>& expected, Good&& good) {
    if (found.size() != expected.size())
      return fmt::format("{} rows of {} for {}", found.size(), what, expected.size());
    for (std::size_t v = 0; v < found.size(); ++v) {
      if (good(found[v], expected[v])) continue;
      return fmt::format("the {} of vertex {} is {}, expected {}", what, right_.graph().names[v], found[v],
                         expected[v]);
    }
    return {};
  }
  template <class A, class B>
  std::string values(const std::string& what, const std::vector<A>& found, const std::vector<B>& expected) {
    return each(what, found, expected, [](A a, B b) { return a == static_cast<A>(b); });
  }
  std::string near_values(const std::string& what, const std::vector<double>& found,
                          const std::vector<double>& expected, double tolerance) {
    return each(what, found, expected, [=](double a, double b) { return is_near(a, b, tolerance); });
  }
  static bool is_near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max(std::abs(b), std::numeric_limits<double>::min());
  }

  [[nodiscard]] bool has(const std::string& name) const {
    return std::ranges::any_of(report_.program->summary(), [&](const auto& fact) { return fact.first == name; });
  }
  [[nodiscard]] std::uint64_t number(const std::string& name) const {
    for (const auto& [key, value] : report_.program->summary()) {
      if (key == name) return std::get<std::uint64_t>(value);
    }
    throw std::logic_error("the summary lacks " + name);
  }
  template <class T>
  std::string fact(const std::string& name, T expected) {
    for (const auto& [key, value] : report_.program->summary()) {
      if (key != name) continue;
      const auto found = std::visit([](auto x) { return static_cast<T>(x); }, value);
      return found == expected ? "" : fmt::format("the summary's {} is {}, expected {}", name, found, expected);
    }
    return "the summary lacks " + name;
  }
  std::string near_fact(const std::string& name, double expected) {
    for (const auto& [key, value] : report_.program->summary()) {
      if (key != name) continue;
      const auto found = std::visit([](auto x) { return static_cast<double>(x); }, value);
      return is_near(found, expected, 1e-9) ? ""
                                            : fmt::format("the summary's {} is {}, expected {}", name, found, expected);
    }
    return "the summary lacks " + name;
  }

  /// Parents against the oracle's arcs: each reached vertex but the source has an arc from its parent that accounts for
  /// the difference of their values, and parents lead to the source.
  template <class Value, class Length>
  std::string tree(const std::vector<Value>& value, Value unreached, Length&& length) {
    const auto parents = vertices_in_file_order(graph_, column("parent"));
    const std::size_t source = sources_.front();
    const auto name = [&](std::size_t v) { return right_.graph().names[v]; };
    std::vector<std::vector<std::size_t>> children(parents.size());
    for (std::size_t v = 0; v < parents.size(); ++v) {
      if ((value[v] == unreached) != (parents[v] < 0))
        return fmt::format("vertex {} has parent {}", name(v), parents[v]);
      if (value[v] == unreached || v == source) continue;
      const auto parent = static_cast<std::size_t>(parents[v]);
      const auto leads_here = [&](const oracle::Arc& arc) {
        return arc.target == v && value[parent] + length(arc.weight) == value[v];
      };
      if (value[parent] == unreached || std::ranges::none_of(right_.graph().out[parent], leads_here)) {
        return fmt::format("vertex {} has parent {}, from which no arc leads to its value", name(v), name(parent));
      }
      children[parent].push_back(v);
    }
    if (parents[source] != static_cast<std::int64_t>(source)) return "the source is not its own parent";
    return all_below(source, children, value, unreached) ? "" : "parents lead around in a circle";
  }
  template <class Value>
  static bool all_below(std::size_t source, const std::vector<std::vector<std::size_t>>& children,
                        const std::vector<Value>& value, Value unreached) {
    std::vector<std::size_t> found{source};
    for (std::size_t i = 0; i < found.size(); ++i) {
      found.insert(found.end(), children[found[i]].begin(), children[found[i]].end());
    }
    return found.size() == value.size() - static_cast<std::size_t>(std::ranges::count(value, unreached));
  }

  const Graph& graph_;
  RightAnswers& right_;
  const RunReport& report_;
  std::vector<ResultColumn> columns_;
  std::vector<std::size_t> sources_;
};

}  // namespace

RightAnswers& RightAnswers::reversed() {
  if (reversed_) return *reversed_;
  oracle::Graph turned = graph_;
  for (auto& row : turned.out) row.clear();
  for (std::size_t v = 0; v < graph_.num_vertices(); ++v) {
    for (const oracle::Arc& arc : graph_.out[v]) turned.out[arc.target].push_back({v, arc.weight});
  }
  reversed_ = std::make_unique<RightAnswers>(std::move(turned));
  return *reversed_;
}

const std::vector<std::int64_t>& RightAnswers::levels(std::size_t source) {
  return remembered(levels_, source, [&] { return oracle::bfs_levels(graph_, source); });
}

const std::vector<std::uint64_t>& RightAnswers::exact_distances(std::size_t source) {
  return remembered(exact_distances_, source, [&] { return oracle::exact_distances(graph_, source); });
}

const std::vector<double>& RightAnswers::distances(std::size_t source) {
  return remembered(distances_, source, [&] { return oracle::distances(graph_, source); });
}

const std::vector<double>& RightAnswers::ranks(double damping, bool spread_dangling, int iterations,
                                               std::optional<std::size_t> source, const std::vector<double>& restarts) {
  return remembered(ranks_, std::tuple(damping, spread_dangling, iterations, source, restarts), [&] {
    return oracle::pagerank(graph_, {damping, converged, iterations, spread_dangling, source, restarts}).ranks;
  });
}

const oracle::Hits& RightAnswers::hits(std::uint64_t iterations) {
  return remembered(hits_, iterations, [&] { return oracle::hits(graph_, iterations); });
}

const oracle::Hits& RightAnswers::salsa(std::uint64_t iterations) {
  return remembered(salsa_, iterations, [&] { return oracle::salsa(graph_, iterations); });
}

const oracle::Hits& RightAnswers::salsa_limit() {
  if (!salsa_limit_) salsa_limit_ = oracle::salsa_limit(graph_);
  return *salsa_limit_;
}

const std::vector<double>& RightAnswers::katz(double alpha, double beta, std::uint64_t iterations) {
  return remembered(katz_, std::tuple(alpha, beta, iterations),
                    [&] { return oracle::katz(graph_, alpha, beta, iterations); });
}

const std::vector<double>& RightAnswers::eigenvector(std::uint64_t iterations) {
  return remembered(eigenvectors_, iterations, [&] { return oracle::eigenvector(graph_, iterations); });
}

const std::vector<std::size_t>& RightAnswers::components() {
  if (!components_) components_ = oracle::components(graph_);
  return *components_;
}

const std::vector<std::size_t>& RightAnswers::strong_components() {
  if (!strong_components_) strong_components_ = oracle::strong_components(graph_);
  return *strong_components_;
}

const std::vector<std::int32_t>& RightAnswers::core_numbers() {
  if (!core_numbers_) core_numbers_ = oracle::core_numbers(graph_);
  return *core_numbers_;
}

const std::vector<std::uint32_t>& RightAnswers::independent_set(std::uint64_t seed) {
  return remembered(independent_sets_, seed, [&] { return oracle::independent_set(graph_, seed); });
}

const std::vector<std::int32_t>& RightAnswers::coloring(std::uint64_t seed) {
  return remembered(colorings_, seed, [&] { return oracle::coloring(graph_, seed); });
}

const std::vector<std::uint32_t>& RightAnswers::labels(std::uint64_t rounds) {
  return remembered(labels_, rounds, [&] { return oracle::labels(graph_, rounds); });
}

double RightAnswers::louvain_modularity(double resolution) {
  return remembered(louvain_modularities_, resolution, [&] { return oracle::louvain_modularity(graph_, resolution); });
}
const std::vector<double>& RightAnswers::clustering() {
  if (!clustering_) clustering_ = oracle::clustering(graph_);
  return *clustering_;
}

std::uint32_t RightAnswers::eccentricity(std::size_t v) {
  return remembered(eccentricities_, v, [&] { return oracle::eccentricity(graph_, v); });
}

const std::vector<double>& RightAnswers::centrality(const std::vector<std::size_t>& sources) {
  return remembered(centrality_, sources, [&] {
    return sources.empty() ? oracle::betweenness(graph_) : oracle::betweenness(graph_, sources);
  });
}

const std::vector<std::uint64_t>& RightAnswers::triangles_at() {
  if (!triangles_at_) triangles_at_ = count_triangles_at(graph_);
  return *triangles_at_;
}

std::uint64_t RightAnswers::triangles() {
  if (!triangles_) triangles_ = oracle::triangles(graph_);
  return *triangles_;
}

std::vector<std::int64_t> vertices_in_file_order(const Graph& graph, const ResultColumn& column) {
  const auto internal = in_file_order<VertexId>(graph, column);
  std::vector<std::int64_t> vertices(internal.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    vertices[v] = internal[v] == no_vertex ? -1 : std::int64_t{graph.to_file(internal[v])};
  }
  return vertices;
}

std::vector<std::uint64_t> integer_distances(const Graph& graph, const ResultColumn& column) {
  auto distances = in_file_order<std::uint64_t>(graph, column);
  if (std::holds_alternative<Array<std::uint32_t>>(column.values)) {
    std::ranges::replace(distances, std::uint64_t{std::numeric_limits<std::uint32_t>::max()},
                         oracle::unreached_distance);
  }
  return distances;
}

std::string problem_of(const Graph& graph, RightAnswers& right, const RunReport& report) {
  if (report.verdict && !report.verdict->ok()) return "the verifier says: " + report.verdict->problem;
  return Comparison(graph, right, report).problem();
}

std::string problem_of(const Graph& graph, RightAnswers& right, RunRequest request) {
  request.validate = true;
  return problem_of(graph, right, run_program(graph, request));
}

std::vector<TraceStep> engine_steps(const RunReport& report) {
  std::vector<TraceStep> steps;
  std::ranges::copy_if(report.trace.steps(), std::back_inserter(steps),
                       [](const TraceStep& step) { return !step.engine.empty(); });
  return steps;
}

}  // namespace mg

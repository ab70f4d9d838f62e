// Pulls on a GPU by a list of those that the pull before has left. Skipped, saying why, where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/device_pulls.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// A search on the GPU and what it must have found by now.
template <class F>
struct Searched {
  std::vector<VertexId> parents;
  std::vector<bool> reached;
  OnDevice<VertexId> device_parents;
  OnDevice<std::uint32_t> updates;

  Searched(const std::shared_ptr<Device>& device, VertexId n, VertexId source)
      : parents(unreached(n, source)),
        reached(n),
        device_parents(device, parents),
        updates(device, std::vector<std::uint32_t>(n)) {
    reached[source] = true;
  }
  static std::vector<VertexId> unreached(VertexId n, VertexId source) {
    std::vector<VertexId> nobody(n, no_vertex);
    nobody[source] = source;
    return nobody;
  }
  [[nodiscard]] F function() const { return {.parents = device_parents.data(), .updates = updates.data()}; }
};

class DeviceLeft : public DevicePulls {
 protected:
  /// Those whom one of `members` sends something along an arc of `side`.
  template <class F>
  Vertices receivers(const F& f, const Vertices& members, Side side) const {
    Vertices found;
    for (const VertexId u : members) {
      if constexpr (HasSends<F>) {
        if (!f.sends(u)) continue;
      }
      const Adjacency& arcs = rows(side);
      for (EdgeId e = arcs.offsets[u]; e < arcs.offsets[u + 1]; ++e) {
        VertexId message = no_vertex;
        if constexpr (is_weighted<F>) {
          message = message_of(f, u, std::get<Array<WeightOf<F>>>(arcs.weights)[e]);
        } else {
          message = message_of(f, u);
        }
        if (message != no_vertex) found.insert(arcs.neighbors[e]);
      }
    }
    return found;
  }

  /// One step of a search, the frontier of which it replaces. Yields the strategy.
  template <class F>
  std::string advance(Searched<F>& search, DeviceFrontier& frontier, Vertices& members, Direction direction, Side side,
                      const Schedule& schedule = no_layout) {
    const F f = search.function();
    Vertices next;
    for (const VertexId v : receivers(f, members, side)) {
      if (search.reached[v]) continue;
      search.reached[v] = true;
      if constexpr (requires { F::joins(v); }) {
        if (!F::joins(v)) continue;
      }
      next.insert(v);
    }
    Stepped done = step(direction, frontier, side, f, schedule);
    EXPECT_EQ(members_of(done.to), next);
    EXPECT_EQ(done.to.size(), next.size());
    expect_adopted(search, members, side);
    if (done.chosen == "pull, listed" || done.chosen == "pull, those left") expect_left(search, done.to, side);
    frontier = std::move(done.to);
    members = std::move(next);
    return done.chosen;
  }

  /// Whoever is reached has a parent that has an arc to it, and has taken it once.
  template <class F>
  void expect_adopted(Searched<F>& search, const Vertices& members, Side side) {
    const std::vector<VertexId> found = search.device_parents.values();
    const std::vector<std::uint32_t> updates = search.updates.values();
    for (VertexId v = 0; v < found.size(); ++v) {
      ASSERT_EQ(found[v] != no_vertex, search.reached[v]) << v;
      const bool is_source = found[v] == v && updates[v] == 0;
      ASSERT_EQ(updates[v], search.reached[v] && !is_source ? 1U : 0U) << v;
      if (found[v] == search.parents[v]) continue;
      ASSERT_EQ(search.parents[v], no_vertex) << v << " has another parent than before";
      ASSERT_TRUE(members.contains(found[v])) << v;
      ASSERT_TRUE(std::ranges::count(rows(side).row(found[v]), v) > 0) << v;
    }
    search.parents = found;
  }

  /// Nobody who may yet be reached is missing from the list.
  template <class F>
  void expect_left(const Searched<F>& search, const DeviceFrontier& frontier, Side side) {
    const Vertices left = left_in(frontier, type_name<F>());
    for (const VertexId v : with_arcs(opposite(side))) {
      ASSERT_TRUE(search.reached[v] || left.contains(v)) << v;
      ASSERT_TRUE(!search.reached[v] || !left.contains(v) || v % 11 == 0) << v << " was reached before";
    }
    EXPECT_EQ(receivers_left(frontier, side, search.function()), left.size());
  }

  template <class F>
  Searched<F> search_from(VertexId source) const {
    return Searched<F>(device_, graph_->num_vertices(), source);
  }
};

using Visit = probe::Adopt<true>;
using VisitFromEven = probe::Adopt<true, true>;
using Forgetful = probe::Adopt<false>;

/// Graphs with several levels, and one of more vertices than a block lists at a time.
std::vector<Specimen> graphs_to_search() {
  std::vector<Specimen> graphs;
  for (const char* name : {"rmat_8_directed", "random_1025", "grid_17x19", "weighted_rmat_directed"}) {
    graphs.push_back(specimen_of(with_weights(zoo_graph(name))));
  }
  graphs.push_back(large_specimen("uniform_directed"));
  return graphs;
}

/// Of the first vertices, the one from which a search has the most levels.
VertexId far_source(const Graph& graph) {
  VertexId farthest = 0;
  std::int64_t most = 0;
  for (VertexId source = 0; source < std::min<VertexId>(graph.num_vertices(), 64); ++source) {
    std::vector<std::int64_t> levels(graph.num_vertices(), -1);
    std::vector<VertexId> queue{source};
    levels[source] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const VertexId v : graph.out.row(queue[i])) {
        if (levels[v] >= 0) continue;
        levels[v] = levels[queue[i]] + 1;
        if (Visit::joins(v)) queue.push_back(v);
      }
    }
    if (levels[queue.back()] <= most) continue;
    most = levels[queue.back()];
    farthest = source;
  }
  return farthest;
}

TEST_F(DeviceLeft, PullsGoByThoseWhomThePullBeforeHasLeft) {
  for (Specimen& specimen : graphs_to_search()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    const VertexId source = far_source(specimen.graph());
    Searched<Visit> search = search_from<Visit>(source);
    Vertices members{source};
    DeviceFrontier frontier = queue_of(members);
    std::vector<std::string> chosen;
    while (!members.empty() && !HasFailure()) {
      chosen.push_back(advance(search, frontier, members, Direction::pull, Side::out));
    }
    ASSERT_GT(chosen.size(), 2U);
    EXPECT_EQ(chosen.front(), "pull, listed");
    EXPECT_EQ(std::count(chosen.begin() + 1, chosen.end(), "pull, those left") + 1, std::ssize(chosen));
  }
}

TEST_F(DeviceLeft, WhomAPushVisitsBetweenTwoPullsIsNotVisitedAgain) {
  for (Specimen& specimen : graphs_to_search()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    const VertexId source = far_source(specimen.graph());
    Searched<Visit> search = search_from<Visit>(source);
    Vertices members{source};
    DeviceFrontier frontier = queue_of(members);
    for (int number = 0; !members.empty() && !HasFailure(); ++number) {
      const bool pushes = number % 3 == 1;
      const std::string chosen =
          advance(search, frontier, members, pushes ? Direction::push : Direction::pull, Side::out);
      if (pushes) {
        EXPECT_EQ(receivers_left(frontier, Side::out, search.function()), std::nullopt);
      } else {
        EXPECT_EQ(chosen, number > 0 && number % 3 == 0 ? "pull, those left" : "pull, listed") << number;
      }
    }
  }
}

/// Lists are of one side of a directed graph.
TEST_F(DeviceLeft, ASearchThatTurnsAboutLosesNobody) {
  for (Specimen& specimen : graphs_to_search()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    const VertexId source = far_source(specimen.graph());
    for (const int steps_each_way : {1, 2}) {
      Searched<Visit> search = search_from<Visit>(source);
      Vertices members{source};
      DeviceFrontier frontier = queue_of(members);
      for (int number = 0; !members.empty() && !HasFailure(); ++number) {
        const Side side = number / steps_each_way % 2 == 0 ? Side::out : Side::in;
        const bool turned = number % steps_each_way == 0;
        const std::string chosen = advance(search, frontier, members, Direction::pull, side);
        EXPECT_EQ(chosen, turned ? "pull, listed" : "pull, those left") << number;
      }
    }
  }
}

/// Each function has its own list, and both go on from what either has found.
TEST_F(DeviceLeft, FunctionsInTurnDoNotGoByTheListsOfEachOther) {
  for (Specimen& specimen : graphs_to_search()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    const VertexId source = far_source(specimen.graph());
    Searched<Visit> all = search_from<Visit>(source);
    Searched<VisitFromEven> even = search_from<VisitFromEven>(source);
    Vertices members{source};
    DeviceFrontier frontier = queue_of(members);
    for (int number = 0; !members.empty() && !HasFailure(); ++number) {
      // The frontier of the one's pull, with the one's list, is the other's.
      Vertices same = members;
      DeviceFrontier again = map_of(members, gpu::MapForm::bitmap);
      std::swap(again, frontier);
      EXPECT_EQ(receivers_left(again, Side::out, even.function()), std::nullopt);
      const std::string chosen = advance(even, again, same, Direction::pull, Side::out);
      EXPECT_EQ(chosen, "pull, listed");
      EXPECT_EQ(receivers_left(again, Side::out, all.function()), std::nullopt);
      advance(all, frontier, members, Direction::pull, Side::out);
    }
  }
}

/// The list is what a pull goes by, and only where it is of the same function, along the same side, and no layout is
/// asked for.
TEST_F(DeviceLeft, AListCountsForItsFunctionAlone) {
  constexpr VertexId hub = 0;
  constexpr VertexId listed = 7;
  Specimen specimen = specimen_of(zoo_graph("star"));
  open(specimen.graph());
  Vertices leaves;
  for (VertexId v = 1; v < graph_->num_vertices(); ++v) {
    if (Visit::joins(v)) leaves.insert(v);
  }
  const auto reached = [&](const std::string& type, Side side, const Schedule& schedule) {
    DeviceFrontier from = map_of({hub}, gpu::MapForm::bitmap);
    from.set_left(OnDevice<VertexId>(device_, {listed}).release(), 1, type);
    from.arcs_side = side;
    const Searched<Visit> search = search_from<Visit>(hub);
    return members_of(step(Direction::pull, from, Side::out, search.function(), schedule).to);
  };
  const std::string& visit = type_name<Visit>();
  EXPECT_EQ(reached(visit, Side::out, no_layout), Vertices{listed});
  EXPECT_EQ(reached(visit, Side::out, plain), leaves);
  EXPECT_EQ(reached(visit, Side::in, no_layout), leaves);
  EXPECT_EQ(reached(type_name<VisitFromEven>(), Side::out, no_layout), leaves);
}

TEST_F(DeviceLeft, WithoutThePromisePullsLookAtAll) {
  Specimen specimen = specimen_of(zoo_graph("rmat_8_directed"));
  open(specimen.graph());
  const VertexId source = far_source(specimen.graph());
  Searched<Forgetful> search = search_from<Forgetful>(source);
  Vertices members{source};
  DeviceFrontier frontier = queue_of(members);
  while (!members.empty() && !HasFailure()) {
    EXPECT_EQ(advance(search, frontier, members, Direction::pull, Side::out), "pull");
    EXPECT_EQ(frontier.left(type_name<Forgetful>()).vertices, nullptr);
  }
}

TEST_F(DeviceLeft, NobodyIsLostAlongWeights) {
  for (const char* name : {"weighted_rmat_directed", "weighted_rmat", "weighted_grid"}) {
    SCOPED_TRACE(name);
    Specimen specimen = specimen_of(zoo_graph(name));
    open(specimen.graph());
    VertexId source = 0;
    while (!probe::AdoptByWeight{}.sends(source) || rows(Side::out).row(source).size() < 3) ++source;
    Searched<probe::AdoptByWeight> search = search_from<probe::AdoptByWeight>(source);
    Vertices members{source};
    DeviceFrontier frontier = queue_of(members);
    for (int number = 0; !members.empty() && !HasFailure(); ++number) {
      EXPECT_EQ(advance(search, frontier, members, Direction::pull, Side::out),
                number == 0 ? "pull, listed" : "pull, those left");
    }
  }
}

/// A frontier that is asked for in another form loses its list, and nobody.
TEST_F(DeviceLeft, FrontiersOfOtherFormsLoseNobody) {
  Specimen specimen = specimen_of(zoo_graph("random_1025"));
  open(specimen.graph());
  const VertexId source = far_source(specimen.graph());
  for (const gpu::MapForm form : {gpu::MapForm::bytemap, gpu::MapForm::counter}) {
    Searched<Visit> search = search_from<Visit>(source);
    Vertices members{source};
    DeviceFrontier frontier = queue_of(members);
    while (!members.empty() && !HasFailure()) {
      frontier = gpu_->to_map(frontier, form);
      EXPECT_EQ(advance(search, frontier, members, Direction::pull, Side::out), "pull, listed");
    }
  }
}

class DeviceSearches : public OnAGpu, public testing::WithParamInterface<std::string> {};

TEST_P(DeviceSearches, ArePulledAsTheOracleFindsThem) {
  Specimen specimen = specimen_of(zoo_graph(GetParam()));
  const std::string last = std::to_string(specimen.num_vertices() - 1);
  for (const char* engine : {"sparse", "hybrid"}) {
    for (const char* arcs : {"forward", "backward"}) {
      for (const std::string& source : {std::string("0"), last}) {
        for (const char* schedule :
             {"driver=launched,direction=pull", "driver=launched,direction=optimized", "direction=pull"}) {
          for (const bool deterministic : {false, true}) {
            expect_right(specimen, {.algorithm = "bfs", .parameters = {{"arcs", arcs}}, .sources = {source}},
                         {.engine = engine, .schedule = parse_schedule(schedule), .deterministic = deterministic});
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, DeviceSearches,
                         testing::Values("star", "star_in", "clique_33", "binary_tree_downward", "grid_17x19",
                                         "random_33", "random_1025", "rmat_8", "rmat_10_directed", "duplicates",
                                         "cliques_and_bridge"),
                         name_of_text);

TEST_F(OnAGpu, ASearchPullsForThoseLeftUnlessALayoutIsNamed) {
  Specimen specimen = specimen_of(zoo_graph("grid_17x19"));
  for (const char* layout : {"", ",layout=csr"}) {
    const std::string schedule = std::string("driver=launched,direction=pull") + layout;
    const RunReport report = run_program(
        specimen.graph(),
        {.algorithm = "bfs",
         .sources = {"0"},
         .options = {.engine = "sparse", .schedule = parse_schedule(schedule), .device = "cuda", .trace = true}});
    EXPECT_EQ(problem_of(specimen.graph(), specimen.right(), report), "");
    const std::vector<TraceStep> steps = engine_steps(report);
    ASSERT_GT(steps.size(), 3U);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const char* expected = *layout != '\0' ? "pull" : i == 0 ? "pull, listed" : "pull, those left";
      EXPECT_EQ(steps[i].kernel, expected) << i;
    }
  }
}

}  // namespace
}  // namespace mg

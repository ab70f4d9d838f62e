// Pulls on a GPU that look at less than all rows whole: by rows whose lightest arcs come first, and by a list of those
// that the pull before has left. Skipped, saying why, where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/sssp.hpp"
#include "engine/gpu/device_context.hpp"
#include "sparse/device_steps.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/pull_probes.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

const std::string probes_text = read_file(MG_SOURCE_DIR "/tests/pull_probes.hpp");

const Schedule no_layout;
const Schedule plain = parse_schedule("layout=csr").first;

/// A copy of `values` in a GPU's memory.
template <class T>
class OnDevice {
 public:
  OnDevice(const std::shared_ptr<Device>& device, const std::vector<T>& values)
      : block_(device, values.size() * sizeof(T), "test"), size_(values.size()) {
    device->upload(block_.data(), values.data(), size_ * sizeof(T));
  }
  [[nodiscard]] T* data() const { return block_.as<T>(); }
  [[nodiscard]] std::vector<T> values() const { return downloaded(*block_.device(), data(), size_); }
  [[nodiscard]] DeviceBlock release() { return std::move(block_); }

  static std::vector<T> downloaded(Device& device, const T* from, std::size_t count) {
    std::vector<T> values(count);
    device.download(values.data(), from, count * sizeof(T));
    return values;
  }

 private:
  DeviceBlock block_;
  std::size_t size_;
};

using Vertices = std::set<VertexId>;

/// What a step has left behind.
struct Stepped {
  DeviceFrontier to;
  std::string chosen;
};

/// A graph on the GPU, and steps over it, one by one.
class DevicePulls : public OnAGpu {
 protected:
  void open(const Graph& graph) {
    if (device_ == nullptr) device_ = open_device(list_devices().devices.front().index);
    gpu_ = std::make_unique<DeviceContext>(device_, graph, 2);
    gpu_->use_functions({.name = "tests/pull_probes.hpp", .text = probes_text});
    graph_ = &graph;
  }

  [[nodiscard]] const Adjacency& rows(Side side) const { return side == Side::out ? graph_->out : graph_->in; }
  [[nodiscard]] Vertices everybody() const {
    Vertices all;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) all.insert(all.end(), v);
    return all;
  }
  [[nodiscard]] Vertices with_arcs(Side side) const {
    Vertices found;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      if (!rows(side).row(v).empty()) found.insert(found.end(), v);
    }
    return found;
  }

  [[nodiscard]] DeviceFrontier queue_of(const Vertices& members) const {
    OnDevice<VertexId> queue(device_, {members.begin(), members.end()});
    return DeviceFrontier::of_queue(queue.release(), {}, members.size(), Frontier::unknown_arcs);
  }
  [[nodiscard]] DeviceFrontier map_of(const Vertices& members, gpu::MapForm form) const {
    return gpu_->to_map(queue_of(members), form);
  }
  [[nodiscard]] Vertices members_of(const DeviceFrontier& frontier) const {
    const auto words =
        OnDevice<std::uint32_t>::downloaded(*device_, frontier.words(), gpu_->bitmap_bytes() / sizeof(std::uint32_t));
    Vertices members;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      if ((words[v / 32] >> v % 32 & 1) != 0) members.insert(members.end(), v);
    }
    return members;
  }
  /// Those that a pull has left, each of them once.
  [[nodiscard]] Vertices left_in(const DeviceFrontier& frontier, const std::string& type) const {
    const gpu::VertexList list = frontier.left(type);
    if (list.vertices == nullptr) return {};
    const auto listed = OnDevice<VertexId>::downloaded(*device_, list.vertices, list.size);
    Vertices left(listed.begin(), listed.end());
    EXPECT_EQ(left.size(), listed.size()) << "a vertex is listed twice";
    return left;
  }

  template <class F>
  static GpuStep step_from(const DeviceFrontier& from, Side side, const F& f, DeviceFrontier& to) {
    return {{.side = side, .traits = traits_of<F>}, &from, to, device_function(f)};
  }
  template <class F>
  [[nodiscard]] Stepped step(Direction direction, const DeviceFrontier& from, Side side, const F& f,
                             const Schedule& schedule = no_layout) {
    Stepped done;
    GpuStep request = step_from(from, side, f, done.to);
    sparse::DeviceSteps steps(request, *gpu_);
    if (direction == Direction::pull) {
      steps.pull(schedule);
    } else {
      steps.push(schedule);
      if (!done.to.is_map()) done.to = gpu_->to_bitmap(done.to);
    }
    done.chosen = request.chosen;
    return done;
  }
  template <class F>
  [[nodiscard]] std::optional<std::uint64_t> receivers_left(const DeviceFrontier& from, Side side, const F& f,
                                                            const Schedule& schedule = no_layout) {
    DeviceFrontier to;
    GpuStep request = step_from(from, side, f, to);
    return sparse::PullsOnDevice(request, *gpu_).receivers_left(schedule);
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<DeviceContext> gpu_;
  const Graph* graph_ = nullptr;
};

// The layouts.

class DevicePullLayouts : public DevicePulls {
 protected:
  /// Each row has the arcs that it had, those of small weights first.
  template <class Weight>
  void expect_lightest_first(Side side) {
    const Adjacency& arcs = rows(side);
    const auto& weights = std::get<Array<Weight>>(arcs.weights);
    const auto sorted =
        OnDevice<gpu::WeightedArc>::downloaded(*device_, gpu_->layouts().lightest_first(side), graph_->num_arcs());
    using Arc = std::pair<VertexId, std::uint32_t>;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      std::vector<Arc> expected;
      std::vector<Arc> found;
      for (EdgeId e = arcs.offsets[v]; e < arcs.offsets[v + 1]; ++e) {
        expected.emplace_back(arcs.neighbors[e], std::bit_cast<std::uint32_t>(weights[e]));
        found.emplace_back(sorted[e].neighbor, sorted[e].weight);
        if (e == arcs.offsets[v]) continue;
        ASSERT_LE(std::bit_cast<Weight>(sorted[e - 1].weight), std::bit_cast<Weight>(sorted[e].weight)) << v;
      }
      std::ranges::sort(expected);
      std::ranges::sort(found);
      ASSERT_EQ(found, expected) << v;
    }
  }

  void expect_hubs(Side side) {
    const Adjacency& arcs = rows(side);
    const auto hubs = OnDevice<VertexId>::downloaded(*device_, gpu_->layouts().hubs(side), graph_->num_vertices());
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      if (arcs.row(v).empty()) {
        ASSERT_EQ(hubs[v], no_vertex) << v;
        continue;
      }
      std::size_t highest = 0;
      for (const VertexId u : arcs.row(v)) highest = std::max(highest, arcs.row(u).size());
      ASSERT_NE(std::ranges::count(arcs.row(v), hubs[v]), 0) << v;
      ASSERT_EQ(arcs.row(hubs[v]).size(), highest) << v;
    }
  }

  void expect_rows_with_arcs(Side side) {
    const gpu::VertexList& list = gpu_->layouts().rows_with_arcs(side);
    auto listed = OnDevice<VertexId>::downloaded(*device_, list.vertices, list.size);
    std::ranges::sort(listed);
    const Vertices expected = with_arcs(side);
    EXPECT_EQ(listed, std::vector<VertexId>(expected.begin(), expected.end()));
  }
};

/// The same arcs with other weights, in turn. An undirected graph keeps one side.
template <class Weight>
Graph reweighted(Graph graph, const std::vector<Weight>& pool) {
  std::mt19937_64 random(3);
  const bool shared = graph.out.offsets.data() == graph.in.offsets.data();
  const auto drawn = [&] {
    auto weights = Array<Weight>::uninitialized(graph.num_arcs());
    for (Weight& weight : weights) weight = pool[random() % pool.size()];
    return weights;
  };
  graph.out.weights = drawn();
  graph.in.weights = graph.out.weights;
  if (!shared) graph.in.weights = drawn();
  return graph;
}

const std::vector<float> odd_reals{0.0F,
                                   -0.0F,
                                   1,
                                   1,
                                   1.5F,
                                   -1.5F,
                                   -3e38F,
                                   std::numeric_limits<float>::max(),
                                   std::numeric_limits<float>::infinity(),
                                   std::numeric_limits<float>::denorm_min(),
                                   -std::numeric_limits<float>::denorm_min()};
const std::vector<std::uint32_t> odd_integers{0, 0, 1, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

/// Those of the zoo, and larger ones.
std::vector<Specimen> graphs_of_layouts() {
  std::vector<Specimen> graphs;
  for (const char* name : {"one_vertex", "star_in", "rmat_8_directed", "rmat_10", "random_33", "random_1025"}) {
    graphs.push_back(specimen_of(with_weights(zoo_graph(name))));
  }
  graphs.push_back(large_specimen("rmat_directed"));
  return graphs;
}

TEST_F(DevicePullLayouts, RowsHaveTheirLightestArcsFirst) {
  for (Specimen& specimen : graphs_of_layouts()) {
    SCOPED_TRACE(specimen.name());
    const Graph as_it_is = specimen.graph();
    const Graph integers = reweighted(specimen.graph(), odd_integers);
    const Graph reals = reweighted(specimen.graph(), odd_reals);
    for (const Side side : {Side::out, Side::in}) {
      for (const Graph* graph : {&as_it_is, &integers}) {
        open(*graph);
        EXPECT_TRUE(gpu_->layouts().has_lightest_first(side));
        expect_lightest_first<std::uint32_t>(side);
      }
      open(reals);
      expect_lightest_first<float>(side);
    }
  }
}

TEST_F(DevicePullLayouts, AHubIsANeighborOfTheHighestDegree) {
  for (Specimen& specimen : graphs_of_layouts()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    for (const Side side : {Side::out, Side::in}) expect_hubs(side);
  }
}

TEST_F(DevicePullLayouts, RowsThatAreNotEmptyAreListedOnce) {
  for (Specimen& specimen : graphs_of_layouts()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    for (const Side side : {Side::out, Side::in}) expect_rows_with_arcs(side);
  }
}

// Rows that are left early.

/// Receivers below 1000 have rows of chosen lengths, among them those at which kernels change their ways. The heaviest
/// arc of each comes from vertex 0. Others have a few arcs.
constexpr VertexId num_rows = 6000;
template <class Weight>
ZooGraph graph_of_rows(bool wide_weights) {
  std::mt19937_64 random(5);
  ZooGraph graph{.name = "rows", .n = num_rows, .directed = true, .edges = {}, .weights = {}};
  std::vector<Weight> weights;
  const auto light = [&] {
    if (!wide_weights) return static_cast<Weight>(random() % 50);
    return static_cast<Weight>(random() % 4 == 0 ? random() % 4 : random() % 1'000'000);
  };
  const auto add = [&](std::uint32_t from, std::uint32_t to, Weight weight) {
    graph.edges.emplace_back(from, to);
    weights.push_back(weight);
  };
  std::uint32_t receiver = 100;
  for (const std::uint32_t length : {0,  1,  3,  4,  5,  15, 16, 17,  18,  19,   20,   31,   32,   33,
                                     36, 47, 48, 49, 79, 80, 81, 255, 256, 2047, 2048, 2049, 2304, 5000}) {
    receiver += 7;
    for (std::uint32_t i = 1; i < length; ++i) add(1000 + (receiver * 17 + i) % 5000, receiver, light());
    if (length > 0) add(0, receiver, wide_weights ? 1'000'000 : 60);
  }
  for (std::uint32_t v = 1000; v < num_rows; v += 3) {
    for (std::uint32_t i = 0; i < random() % 8; ++i)
      add(1 + i * 97 + static_cast<std::uint32_t>(random() % 90), v, light());
    if (v % 2 == 0) add(0, v, 60);
  }
  graph.weights = std::move(weights);
  return graph;
}

/// What a probe starts from.
template <class F>
struct Bench {
  using V = ValueOf<F>;
  std::vector<V> offers, cells;
  V best;

  /// Vertex 0 offers the best, and others something that is worse by more than `gap`.
  Bench(VertexId n, int gap) : offers(n), cells(n) {
    std::mt19937_64 random(11);
    constexpr bool grows = std::is_same_v<typename F::Combine, Min>;
    best = grows ? 51 : 5000;
    for (V& offer : offers) {
      const V more = static_cast<V>(gap + static_cast<int>(random() % 100));
      offer = grows ? best + more : best - more;
    }
    offers[0] = best;
    std::ranges::fill(cells, F::Combine::template identity<V>());
  }
  [[nodiscard]] F function(V* of_cells, std::uint32_t* updates) {
    return {.offers = offers.data(), .cells = of_cells, .updates = updates, .along = {best}};
  }
};

template <class V>
struct Expected {
  std::vector<V> cells;
  std::vector<std::uint32_t> updates;
  Vertices joined;
};

/// A pull, arc by arc.
template <class F>
Expected<ValueOf<F>> serial_pull(F f, const std::vector<ValueOf<F>>& cells, const Adjacency& arcs,
                                 const Vertices& from) {
  Expected<ValueOf<F>> after{.cells = cells, .updates = std::vector<std::uint32_t>(cells.size()), .joined = {}};
  for (VertexId v = 0; v < cells.size(); ++v) {
    if (!is_wanted(f, v)) continue;
    for (EdgeId e = arcs.offsets[v]; e < arcs.offsets[v + 1]; ++e) {
      const VertexId u = arcs.neighbors[e];
      if constexpr (HasSends<F>) {
        if (!f.sends(u)) continue;
      }
      if (!from.contains(u)) continue;
      const auto message = message_of(f, u, std::get<Array<WeightOf<F>>>(arcs.weights)[e]);
      after.cells[v] = F::Combine::combine(after.cells[v], message);
    }
    if (after.cells[v] == cells[v]) continue;
    if (F::is_picky) after.updates[v] = 1;
    if (F::joins(v)) after.joined.insert(v);
  }
  return after;
}

template <class F>
class DeviceReaches : public DevicePulls {
 protected:
  using V = ValueOf<F>;

  /// One step by rows with their lightest arcs first, and one by rows as they are.
  void expect_both(const DeviceFrontier& from, const Vertices& members, Side side, Bench<F>& bench) {
    const Expected<V> expected =
        serial_pull(bench.function(bench.cells.data(), nullptr), bench.cells, this->rows(opposite(side)), members);
    for (const Schedule& schedule : {no_layout, plain}) {
      const OnDevice<V> offers(this->device_, bench.offers);
      const OnDevice<V> cells(this->device_, bench.cells);
      const OnDevice<std::uint32_t> updates(this->device_, std::vector<std::uint32_t>(bench.cells.size()));
      F f = bench.function(cells.data(), updates.data());
      f.offers = offers.data();
      const Stepped done = this->step(Direction::pull, from, side, f, schedule);
      SCOPED_TRACE(done.chosen);
      EXPECT_EQ(done.chosen, schedule == plain ? "pull" : "pull, lightest first");
      EXPECT_EQ(cells.values(), expected.cells);
      EXPECT_EQ(updates.values(), expected.updates);
      ASSERT_EQ(this->members_of(done.to), expected.joined);
      EXPECT_EQ(done.to.size(), expected.joined.size());
      EdgeId arcs = 0;
      for (const VertexId v : expected.joined) arcs += this->rows(side).row(v).size();
      EXPECT_EQ(this->gpu_->known_arcs(done.to, side), arcs);
    }
  }

  /// Cells that hold nothing, something good, or just what the best message would bring, in turn.
  void hold_something(Bench<F>& bench, const Vertices& members, Side side) {
    const auto best =
        serial_pull(bench.function(bench.cells.data(), nullptr), bench.cells, this->rows(opposite(side)), members);
    std::mt19937_64 random(13);
    for (VertexId v = 0; v < bench.cells.size(); ++v) {
      const V less = static_cast<V>(random() % 100);
      constexpr bool grows = std::is_same_v<typename F::Combine, Min>;
      if (v % 3 == 1) bench.cells[v] = grows ? bench.best + less : bench.best - less;
      if (v % 3 == 2) bench.cells[v] = best.cells[v];
    }
  }
};

using Probes =
    testing::Types<probe::Worsen<Min, std::uint32_t, std::uint32_t, false>, probe::Worsen<Max, float, float, true>,
                   probe::Worsen<Max, std::uint32_t, std::uint32_t, true>, probe::Worsen<Min, double, float, false>>;
TYPED_TEST_SUITE(DeviceReaches, Probes);

/// All weights are less than what anybody may have to say, and the best comes along the last arc of each row.
TYPED_TEST(DeviceReaches, FindWhatComesAlongTheLastArc) {
  Specimen specimen = specimen_of(graph_of_rows<WeightOf<TypeParam>>(false));
  this->open(specimen.graph());
  const Vertices all = this->everybody();
  Bench<TypeParam> bench(num_rows, 200);
  this->expect_both(DeviceFrontier::all(num_rows), all, Side::out, bench);
  this->hold_something(bench, all, Side::out);
  this->expect_both(DeviceFrontier::all(num_rows), all, Side::out, bench);
}

TYPED_TEST(DeviceReaches, LeaveRowsWithoutLosingAMessage) {
  Specimen specimen = specimen_of(graph_of_rows<WeightOf<TypeParam>>(true));
  this->open(specimen.graph());
  Vertices half;
  for (VertexId v = 0; v < num_rows; ++v) {
    if (v * 7919 % 13 < 6) half.insert(half.end(), v);
  }
  Bench<TypeParam> empty(num_rows, 1);
  this->expect_both(this->map_of(half, gpu::MapForm::bitmap), half, Side::out, empty);
  Bench<TypeParam> bench(num_rows, 1);
  this->hold_something(bench, half, Side::out);
  this->expect_both(this->queue_of(half), half, Side::out, bench);
  this->expect_both(this->queue_of({0}), {0}, Side::out, bench);
  this->expect_both(this->queue_of({}), {}, Side::out, bench);
}

TYPED_TEST(DeviceReaches, ReadFrontiersOfEveryForm) {
  Specimen specimen = specimen_of(graph_of_rows<WeightOf<TypeParam>>(false));
  this->open(specimen.graph());
  Vertices members;
  for (VertexId v = 0; v < num_rows; v += 3) members.insert(members.end(), v);
  Bench<TypeParam> bench(num_rows, 1);
  this->hold_something(bench, members, Side::out);
  for (const gpu::MapForm form : {gpu::MapForm::bytemap, gpu::MapForm::counter}) {
    this->expect_both(this->map_of(members, form), members, Side::out, bench);
  }
}

TYPED_TEST(DeviceReaches, FollowArcsBackwards) {
  ZooGraph turned = graph_of_rows<WeightOf<TypeParam>>(true);
  for (auto& [source, target] : turned.edges) std::swap(source, target);
  Specimen specimen = specimen_of(turned);
  this->open(specimen.graph());
  Bench<TypeParam> bench(num_rows, 1);
  this->expect_both(DeviceFrontier::all(num_rows), this->everybody(), Side::in, bench);
  this->expect_both(DeviceFrontier::all(num_rows), this->everybody(), Side::out, bench);
}

/// Of arcs that better nothing no message is asked for.
TEST_F(DevicePulls, RowsAreLeftAtTheFirstArcThatReachesNobody) {
  Specimen specimen = specimen_of(graph_of_rows<std::uint32_t>(true));
  open(specimen.graph());
  constexpr std::uint32_t held = 3;
  std::uint32_t reaching = 0;
  for (const std::uint32_t weight : std::get<Array<std::uint32_t>>(graph_->in.weights)) reaching += weight + 1 < held;
  const auto asked = [&](std::uint32_t in_cells, const Schedule& schedule) {
    const OnDevice<std::uint32_t> cells(device_, std::vector<std::uint32_t>(num_rows, in_cells));
    const OnDevice<std::uint32_t> count(device_, {0});
    const probe::CountAsked f{.cells = cells.data(), .along = {count.data()}};
    static_cast<void>(step(Direction::pull, DeviceFrontier::all(num_rows), Side::out, f, schedule));
    return count.values().front();
  };
  EXPECT_EQ(asked(held, plain), graph_->num_arcs()) << "the control";
  EXPECT_GT(reaching, 1000U);
  EXPECT_GT(asked(held, no_layout), 0U);
  EXPECT_LE(asked(held, no_layout), reaching);
  EXPECT_EQ(asked(1, no_layout), 0U) << "nothing can be better";
}

/// No GPU is needed: what a length promises is what sums keep.
TEST(RelaxReaches, WhomASumMayBetter) {
  const Flag no_flag(nullptr);
  const Plus<std::uint32_t> f{no_flag};
  EXPECT_TRUE(f.reaches(4, std::uint32_t{5}));
  EXPECT_FALSE(f.reaches(5, std::uint32_t{5})) << "at best as near";
  EXPECT_FALSE(f.reaches(6, std::uint32_t{5}));
  EXPECT_FALSE(f.reaches(0, std::uint32_t{0}));
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_TRUE(f.reaches(most, std::uint32_t{most})) << "a sum that does not fit must be seen";
  EXPECT_FALSE(f.reaches(most, std::uint32_t{most} - 1));
  EXPECT_TRUE(f.reaches(most, std::uint64_t{most} + 1));
  EXPECT_FALSE(f.reaches(most, std::uint64_t{most}));
  const Plus<float> real{no_flag};
  EXPECT_TRUE(real.reaches(0.5F, 0.75));
  EXPECT_FALSE(real.reaches(0.75F, 0.75));
}

class DeviceShortestPaths : public OnAGpu, public testing::WithParamInterface<std::string> {};

TEST_P(DeviceShortestPaths, ArePulledAsTheOracleFindsThem) {
  Specimen specimen = specimen_of(with_weights(zoo_graph(GetParam())));
  const std::string last = std::to_string(specimen.num_vertices() - 1);
  for (const char* engine : {"sparse", "hybrid"}) {
    for (const char* arcs : {"forward", "backward"}) {
      for (const std::string& source : {std::string("0"), last}) {
        for (const char* schedule : {"driver=launched,direction=pull", "direction=pull"}) {
          expect_right(
              specimen,
              {.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}, {"arcs", arcs}}, .sources = {source}},
              {.engine = engine, .schedule = parse_schedule(schedule)});
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, DeviceShortestPaths,
                         testing::Values("weighted_detour", "weighted_zeros", "weighted_some_zeros", "weighted_grid",
                                         "weighted_rmat_directed", "weighted_largest", "weighted_large", "real_grid",
                                         "real_rmat_directed", "star", "star_in", "two_vertices_apart", "rmat_10"),
                         name_of_text);

TEST_F(OnAGpu, ShortestPathsArePulledLightestFirstUnlessALayoutIsNamed) {
  Specimen specimen = specimen_of(zoo_graph("weighted_rmat"));
  for (const auto& [schedule, kernel] : {std::pair("driver=launched,direction=pull", "pull, lightest first"),
                                         std::pair("driver=launched,direction=pull,layout=csr", "pull")}) {
    const RunReport report = run_program(
        specimen.graph(),
        {.algorithm = "sssp",
         .parameters = {{"method", "bellman-ford"}},
         .sources = {"0"},
         .options = {.engine = "sparse", .schedule = parse_schedule(schedule), .device = "cuda", .trace = true}});
    EXPECT_EQ(problem_of(specimen.graph(), specimen.right(), report), "");
    ASSERT_FALSE(engine_steps(report).empty());
    for (const TraceStep& step : engine_steps(report)) EXPECT_EQ(step.kernel, kernel);
  }
}

// Those that are left.

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

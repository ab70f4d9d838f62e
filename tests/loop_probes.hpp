// Algorithms that ask loops for what no built-in one does, with results that a test knows. Compiled for CPUs and for
// GPUs, as any algorithm is.
#pragma once

#include <cstdint>
#include <type_traits>

#include "algorithms/sssp.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/oriented_rows.hpp"

namespace mg::probe {

struct Forget {
  std::int32_t* levels;
  VertexId* parents;
  std::uint32_t* notes;
  void operator()(VertexId v) const {
    levels[v] = -1;
    parents[v] = no_vertex;
    notes[v] = 0;
  }
};

/// A step of a search of which a loop may let nobody know but whoever joins.
struct Visit {
  using Combine = First;
  VertexId* parents;
  Stamp stamp;

  [[nodiscard]] static VertexId message(VertexId source) { return source; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};
static_assert(KeepsQuiet<Visit>);

/// The same, but a sender is believed only when its level, which was written when it was reached, is that of the step
/// before.
struct VisitFromLevel {
  using Combine = First;
  VertexId* parents;
  Stamp stamp;

  [[nodiscard]] VertexId message(VertexId source) const {
    return stamp.of[source] == stamp.now - 1 ? source : no_vertex;
  }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};
static_assert(!KeepsQuiet<VisitFromLevel>);

/// Adds up what a search has written to the vertex, and one.
struct NoteLevel {
  const std::int32_t* levels;
  std::uint32_t* notes;
  void operator()(VertexId v) const { notes[v] += static_cast<std::uint32_t>(levels[v] + 1); }
};

/// Who reads what a search has written.
enum class Reader : std::uint8_t { map_next, vertex_map, load, next_step };

struct QuietLevel {
  std::int32_t* levels;
  VertexId* parents;
  std::uint32_t* notes;
  const VertexId* of_level;  ///< a vertex of each level, and the last one's once more
  Reader reader;

  template <class I>
  void operator()(I& iteration) const {
    const auto level = static_cast<std::int32_t>(iteration.number());
    if (reader == Reader::vertex_map) iteration.vertex_map(NoteLevel{levels, notes});
    if (reader == Reader::next_step && level % 2 == 0) return iteration.edge_map(VisitFromLevel{parents, {levels}});
    iteration.edge_map(Visit{parents, {levels}});
    if (reader == Reader::map_next) iteration.map_next(NoteLevel{levels, notes});
    if (reader != Reader::load) return;
    const VertexId reached = iteration.load(of_level + level);
    iteration.store(notes + level - 1, static_cast<std::uint32_t>(iteration.load(levels + reached)));
  }
};

/// Counts what is sent.
template <bool once>
struct CountSent {
  using Combine = std::conditional_t<once, First, Any>;
  VertexId* parents;
  std::uint32_t* sent;

  [[nodiscard]] VertexId message(VertexId source) const {
    atomic_add(*sent, 1U);
    return source;
  }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};

template <bool once>
struct CountingLevel {
  VertexId* parents;
  std::uint32_t* sent;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(CountSent<once>{parents, sent});
  }
};

struct HasNoParent {
  VertexId* parents;
  void operator()(VertexId v) const { parents[v] = no_vertex; }
};

/// Sums and maxima over the next level, gathered.
template <class Op>
struct GatherFromNext {
  using Value = std::uint64_t;
  using Combine = Op;
  const std::int32_t* levels;
  std::uint64_t* gathered;
  std::int32_t next;

  [[nodiscard]] Value message(VertexId u) const { return levels[u] == next ? u + Value{1} : 0; }
  [[nodiscard]] bool update(VertexId v, Value combined) {
    gathered[v] = combined;
    return true;
  }
};

struct GatherLevel {
  const std::int32_t* levels;
  std::uint64_t* sums;
  std::uint64_t* largest;

  template <class I>
  void operator()(I& iteration) const {
    const auto next = static_cast<std::int32_t>(iteration.number());
    iteration.gather(GatherFromNext<Sum>{levels, sums, next});
    iteration.gather(GatherFromNext<Max>{levels, largest, next});
  }
};

struct ForgetGathered {
  std::uint64_t* sums;
  std::uint64_t* largest;
  void operator()(VertexId v) const { sums[v] = largest[v] = 0; }
};

/// Some vertices are nowhere; of the others those of every second row of 128 are near, and the rest `base` away.
struct BeginAfar {
  std::uint32_t* distances;
  std::uint32_t* overflow;
  std::uint32_t base;
  static constexpr std::uint32_t spread = 97;

  static std::uint32_t at(VertexId v, std::uint32_t base) {
    if (v % 3 == 0) return sssp::unreached_distance<std::uint32_t>;
    return (v / 128 % 2 == 0 ? 0 : base) + v % spread;
  }
  void operator()(VertexId v) const {
    distances[v] = at(v, base);
    if (v == 0) *overflow = 0;
  }
};

/// Nothing is known of vertices before they are opened.
/// A sum that depends on the order of a row, too.
struct TellRow {
  OrientedRows rows;
  VertexId* vertices;
  std::uint64_t* sums;
  void operator()(VertexId row) const {
    vertices[row] = rows.vertices[row];
    sums[row] = 0;
    for (EdgeId i = rows.begin(row); i < rows.end(row); ++i) sums[row] = 31 * sums[row] + rows.targets[i] + 1;
  }
};

struct NotOpened {
  std::uint32_t* opened;
  std::uint32_t* visited;
  std::uint32_t* early;
  void operator()(VertexId v) const { opened[v] = visited[v] = early[v] = 0; }
};

/// Counts how often a vertex is opened, its arcs, and those that come before it is opened.
struct OpenFirst {
  std::uint32_t* opened;
  std::uint32_t* visited;
  std::uint32_t* early;
  void open(VertexId u) const { atomic_add(opened[u], 1U); }
  [[nodiscard]] static bool sends(VertexId u) { return u % 3 != 0; }
  void operator()(VertexId u, VertexId) const {
    atomic_add(visited[u], 1U);
    if (relaxed_load(opened[u]) == 0) atomic_add(early[u], 1U);
  }
};

/// The key of which the arcs to a vertex weigh most, of several the smallest, and what they weigh in sixteenths.
template <class W>
struct HeaviestKey {
  using Combine = Max;
  using Weight = W;
  static constexpr std::uint32_t keys = 3;
  static constexpr unsigned key_bits = 8;
  std::uint64_t* heaviest;

  [[nodiscard]] static std::uint32_t key_of(std::uint64_t u) { return static_cast<std::uint32_t>(u * u % keys); }
  [[nodiscard]] static std::uint64_t packed(std::uint32_t key, double sum) {
    return static_cast<std::uint64_t>(16 * sum) << key_bits | (keys - key);
  }
  [[nodiscard]] std::uint32_t key(VertexId u) const { return key_of(u); }
  template <class Sum>
  [[nodiscard]] std::uint64_t value(VertexId, std::uint32_t key, Sum sum) {
    return packed(key, static_cast<double>(sum));
  }
  void update(VertexId v, std::uint64_t combined) { heaviest[v] = combined; }
};

/// How many keys come to a vertex.
struct CountKeys {
  using Combine = Sum;
  std::uint64_t* counts;

  [[nodiscard]] std::uint32_t key(VertexId u) const { return HeaviestKey<NoWeight>::key_of(u); }
  [[nodiscard]] std::uint32_t value(VertexId, std::uint32_t, std::uint64_t) { return 1; }
  void update(VertexId v, std::uint32_t combined) { counts[v] = combined; }
};

struct ForgetGroups {
  std::uint64_t* heaviest;
  std::uint64_t* counts;
  void operator()(VertexId v) const { heaviest[v] = counts[v] = 0; }
};
struct IsOdd {
  bool operator()(VertexId v) const { return v % 2 == 1; }
};

}  // namespace mg::probe

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "algorithms/direction.hpp"

namespace mg::probe {

/// A search that counts how often a vertex sends along an arc.
class SentSearch {
 public:
  static AlgorithmInfo info() {
    return {.name = "sent-search",
            .summary = "a search that counts its messages",
            .source = SourceUse::one,
            .parameters = {{.name = "once",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "true",
                            .help = "whether it says that a vertex takes one value in all",
                            .choices = {"true", "false"}},
                           {.name = "source",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "own",
                            .help = "what it begins with: the source as its own parent, or none",
                            .choices = {"own", "none"}}}};
  }
  SentSearch(const Graph& graph, const Parameters& parameters)
      : once_(parameters.text("once") == "true"),
        is_own_(parameters.text("source") == "own"),
        parents_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, VertexId source) {
    VertexId* parents = parents_.on(loop);
    std::uint32_t* sent = sent_.on(loop);
    loop.vertex_map(HasNoParent{parents});
    if (is_own_) loop.store(parents + source, source);
    loop.store(sent, std::uint32_t{0});
    if (once_) {
      loop.iterate(CountingLevel<true>{parents, sent}, loop.single(source));
    } else {
      loop.iterate(CountingLevel<false>{parents, sent}, loop.single(source));
    }
    messages_ = loop.load(sent);
  }

  [[nodiscard]] Results results() const { return {{"parent", parents_, ResultColumn::Meaning::vertex}}; }
  [[nodiscard]] Summary summary() const { return {{"messages", std::uint64_t{messages_}}}; }

 private:
  bool once_;
  bool is_own_;
  State<VertexId> parents_;
  Table<std::uint32_t> sent_{1};
  std::uint32_t messages_ = 0;
};

/// Searches as breadth-first search does. The notes are, by reader: of `map_next` and `vertex_map`, for each vertex
/// reached its level and one; of `load`, after each iteration the level that was reached last.
class QuietSearch {
 public:
  static AlgorithmInfo info() {
    return {.name = "quiet-search",
            .summary = "a search whose levels are read at once",
            .source = SourceUse::one,
            .parameters = {{.name = "reader",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "map-next",
                            .help = "who reads them",
                            .choices = {"map-next", "vertex-map", "load", "next-step"}}},
            .state_bytes_per_vertex = 3 * sizeof(std::uint32_t)};
  }

  QuietSearch(const Graph& graph, const Parameters& parameters)
      : reader_(reader_of(parameters.text("reader"))),
        levels_(graph.num_vertices()),
        parents_(graph.num_vertices()),
        notes_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, VertexId source) {
    const VertexId* of_level = reader_ == Reader::load ? find_levels(loop, source) : nullptr;
    std::int32_t* levels = levels_.on(loop);
    VertexId* parents = parents_.on(loop);
    std::uint32_t* notes = notes_.on(loop);
    loop.vertex_map(Forget{levels, parents, notes});
    loop.store(levels + source, 0);
    loop.store(parents + source, source);
    if (reader_ == Reader::map_next) loop.store(notes + source, std::uint32_t{1});  // it is in no next frontier
    loop.iterate(QuietLevel{levels, parents, notes, of_level, reader_}, loop.single(source));
  }

  [[nodiscard]] Results results() const { return {{"level", levels_}, {"note", notes_}}; }

 private:
  static Reader reader_of(const std::string& name) {
    if (name == "map-next") return Reader::map_next;
    if (name == "vertex-map") return Reader::vertex_map;
    return name == "load" ? Reader::load : Reader::next_step;
  }

  /// A vertex of each level, found by a search before, and the last one's once more.
  template <class L>
  const VertexId* find_levels(L& loop, VertexId source) {
    const Visit visit{parents_.on(loop), {levels_.on(loop)}};
    loop.search(visit, source);
    const Array<std::int32_t> levels = levels_.host();
    const Array<VertexId> parents = parents_.host();
    std::vector<VertexId> of_level(levels.size() + 2, source);
    std::size_t depth = 0;
    for (std::size_t v = 0; v < levels.size(); ++v) {
      if (parents[v] == no_vertex) continue;
      const auto level = static_cast<std::size_t>(levels[v]);
      of_level[level] = static_cast<VertexId>(v);
      depth = std::max(depth, level);
    }
    of_level[depth + 1] = of_level[depth];
    of_level_ = State<VertexId>(std::span<const VertexId>(of_level));
    return of_level_.on(loop);
  }

  Reader reader_;
  State<std::int32_t> levels_;
  State<VertexId> parents_;
  State<std::uint32_t> notes_;
  State<VertexId> of_level_;
};

/// For every vertex that a search reaches, the sum and the maximum of the numbers, plus one, of its neighbors in the
/// next level.
class SweepBothWays {
 public:
  static AlgorithmInfo info() {
    return {.name = "sweep-both-ways",
            .summary = "gathers from the next level",
            .source = SourceUse::one,
            .parameters = {direction_parameter()},
            .state_bytes_per_vertex = 7 * sizeof(std::uint32_t)};
  }

  SweepBothWays(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)),
        levels_(graph.num_vertices()),
        parents_(graph.num_vertices()),
        notes_(graph.num_vertices()),
        sums_(graph.num_vertices()),
        largest_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, VertexId source) {
    std::int32_t* levels = levels_.on(loop);
    VertexId* parents = parents_.on(loop);
    std::uint32_t* notes = notes_.on(loop);
    std::uint64_t* sums = sums_.on(loop);
    std::uint64_t* largest = largest_.on(loop);
    loop.vertex_map(Forget{levels, parents, notes});
    loop.vertex_map(ForgetGathered{sums, largest});
    loop.store(levels + source, 0);
    loop.store(parents + source, source);
    typename L::History history;
    loop.iterate(QuietLevel{levels, parents, notes, nullptr, Reader::next_step}, loop.single(source, side_), side_,
                 &history);
    loop.sweep_back(GatherLevel{levels, sums, largest}, history, side_);
    loop.recycle(std::move(history));
  }

  [[nodiscard]] Results results() const { return {{"level", levels_}, {"sum", sums_}, {"largest", largest_}}; }

 private:
  Side side_;
  State<std::int32_t> levels_;
  State<VertexId> parents_;
  State<std::uint32_t> notes_;
  State<std::uint64_t> sums_;
  State<std::uint64_t> largest_;
};

/// Shortest ways from where everybody is when they begin, as far as distances fit.
class RelaxFromAfar {
 public:
  static AlgorithmInfo info() {
    return {.name = "relax-from-afar",
            .summary = "relaxes edges of vertices that are far away",
            .weights = WeightUse::required,
            .parameters = {{.name = "base",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "0",
                            .help = "how far away those are that are not near"}},
            .state_bytes_per_vertex = sizeof(std::uint32_t)};
  }

  RelaxFromAfar(const Graph& graph, const Parameters& parameters)
      : base_(static_cast<std::uint32_t>(parameters.integer("base"))), distances_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    std::uint32_t* distances = distances_.on(loop);
    std::uint32_t* overflow = overflow_.on(loop);
    loop.vertex_map(BeginAfar{distances, overflow, base_});
    using Relax = sssp::Relax<std::uint32_t, std::uint32_t>;
    loop.iterate(Expand<Relax>{{distances, {overflow}}}, loop.all());
  }

  [[nodiscard]] Results results() const { return {{"distance", distances_}}; }
  [[nodiscard]] Summary summary() const { return {{"overflow", std::uint64_t{overflow_.host()[0]}}}; }

 private:
  std::uint32_t base_;
  State<std::uint32_t> distances_;
  Table<std::uint32_t> overflow_{1};
};

/// The first arcs of every row, or all of them.
class OpenRows {
 public:
  static AlgorithmInfo info() {
    return {.name = "open-rows",
            .summary = "opens vertices before their arcs",
            .parameters = {direction_parameter(),
                           {.name = "first",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "0",
                            .help = "so many arcs of each row (0: all)"}},
            .state_bytes_per_vertex = 3 * sizeof(std::uint32_t)};
  }

  OpenRows(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)),
        first_(parameters.integer("first")),
        opened_(graph.num_vertices()),
        visited_(graph.num_vertices()),
        early_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    std::uint32_t* opened = opened_.on(loop);
    std::uint32_t* visited = visited_.on(loop);
    std::uint32_t* early = early_.on(loop);
    loop.vertex_map(NotOpened{opened, visited, early});
    const EdgeRanks ranks = first_ == 0 ? EdgeRanks{} : EdgeRanks{0, first_};
    loop.edge_apply(OpenFirst{opened, visited, early}, side_, ranks);
  }

  [[nodiscard]] Results results() const { return {{"opened", opened_}, {"visited", visited_}, {"early", early_}}; }

 private:
  Side side_;
  std::uint64_t first_;
  State<std::uint32_t> opened_;
  State<std::uint32_t> visited_;
  State<std::uint32_t> early_;
};

/// The rows of edges turned one way: whose they are, and what tells them from others.
class TurnEdges {
 public:
  static AlgorithmInfo info() {
    return {.name = "turn-edges",
            .summary = "turns edges one way",
            .state_bytes_per_vertex = sizeof(VertexId) + sizeof(std::uint64_t)};
  }

  TurnEdges(const Graph& graph, const Parameters&) : vertices_(graph.num_vertices()), sums_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    const typename L::Oriented edges = loop.orient();
    size_ = edges.size();
    loop.vertex_map(TellRow{edges.rows(), vertices_.on(loop), sums_.on(loop)});
  }

  [[nodiscard]] Results results() const { return {{"vertex", vertices_}, {"sum", sums_}}; }
  [[nodiscard]] Summary summary() const { return {{"edges", size_}}; }

 private:
  State<VertexId> vertices_;
  State<std::uint64_t> sums_;
  std::uint64_t size_ = 0;
};

/// What comes to vertices by keys, for all or for those of odd numbers.
class GroupByKeys {
 public:
  static AlgorithmInfo info() {
    return {.name = "group-by-keys",
            .summary = "groups arcs by keys",
            .weights = WeightUse::optional,
            .parameters = {{.name = "both", .type = ParameterSpec::Type::flag, .fallback = "false", .help = "sides"},
                           {.name = "odd", .type = ParameterSpec::Type::flag, .fallback = "false", .help = "alone"}},
            .state_bytes_per_vertex = 2 * sizeof(std::uint64_t)};
  }

  GroupByKeys(const Graph& graph, const Parameters& parameters)
      : weights_(graph.weight_type()),
        both_(parameters.flag("both")),
        odd_(parameters.flag("odd")),
        heaviest_(graph.num_vertices()),
        counts_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    const ForgetGroups to{heaviest_.on(loop), counts_.on(loop)};
    loop.vertex_map(to);
    switch (weights_) {
      case WeightType::none: group(loop, HeaviestKey<NoWeight>{to.heaviest}); break;
      case WeightType::u32: group(loop, HeaviestKey<std::uint32_t>{to.heaviest}); break;
      case WeightType::f32: group(loop, HeaviestKey<float>{to.heaviest}); break;
    }
    group(loop, CountKeys{to.counts});
  }

  [[nodiscard]] Results results() const { return {{"heaviest", heaviest_}, {"keys", counts_}}; }

 private:
  template <class L, class F>
  void group(L& loop, const F& f) const {
    if (!odd_) return loop.edge_group(f, both_);
    typename L::Frontier receivers = loop.filter(IsOdd{});
    loop.edge_group(f, both_, receivers);
    loop.recycle(std::move(receivers));
  }

  WeightType weights_;
  bool both_;
  bool odd_;
  State<std::uint64_t> heaviest_;
  State<std::uint64_t> counts_;
};

}  // namespace mg::probe

#endif  // MG_DEVICE_CODE

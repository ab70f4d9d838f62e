// The fused driver for searches along short rows, by one cluster: the frontier is a list of arcs.
//
// A level of a search takes as long as its longest chain of waits. Where the frontier is a list of vertices, that is an
// entry, its arc, the exchange at the receiver, and the barrier. Here whoever reaches a vertex lists its arcs: they are
// asked for while the exchange is on its way, most rows by one request of 16 bytes, so that nobody waits for an arc;
// and each thread has one to follow, whatever the rows are like.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/receive.hpp"
#include "sparse/drivers/arc_team.cuh"
#include "sparse/drivers/loop_lists.cuh"

namespace mg::sparse {

/// Follows the arcs of a search's frontier.
class ArcSearch {
 public:
  ArcSearch(ArcTeam& team, const LoopArguments& arguments) : team_(team), arguments_(arguments) {}

  /// Lists the arcs of the vertices that the loop begins with.
  void fill() {
    for (std::uint64_t first = team_.rank() & ~(warp_size - 1); first < arguments_.size; first += team_.threads()) {
      const std::uint64_t i = first + lane_id();
      const bool exists = i < arguments_.size;
      VertexId v = exists ? static_cast<VertexId>(i) : 0;
      if (exists && arguments_.begins_with != nullptr) v = arguments_.begins_with[i];
      push(exists, v, no_vertex, begin_of_row(exists, v));
    }
    team_.flip([](const SearchArc&) {});
  }

  /// Sends f's messages along the frontier; the arcs of those who join are the next one.
  template <class F>
  void expand(F f) {
    using Value = ValueOf<F>;
    followed_ = arcs_;
    team_.for_each([&](const SearchArc& arc) { follow(f, arc); });
    team_.flip([&](const SearchArc& arc) {
      // What lies beside what is the sender's own has come with that.
      if (arc.to == no_vertex) return;
      if (!share_line<Value>(arc.to, arc.from)) prefetch(&f.cell(arc.to));
      if (!share_line<RowNode>(arc.to, arc.from)) prefetch(arguments_.nodes + arc.to);
    });
  }

  /// For a trace: what the frontier has, and when an iteration begins with it.
  void note(std::uint32_t iterations_before) {
    if (arguments_.records == nullptr) return;
    LoopRecord& record = arguments_.records[iterations_before];
    add_warps(record.entries, reached_);
    add_warps(record.arcs, arcs_ - followed_);
    reached_ = 0;
    if (team_.rank() == 0) record.nanoseconds = nanoseconds();
  }

  /// Leaves the frontier, and what the host counts, behind.
  template <class Offset>
  void leave(std::uint32_t iterations) {
    note(iterations);
    add_warps(arguments_.state->expanded, followed_);
    if (team_.rank() == 0) arguments_.state->done = iterations;
    team_.template leave<Offset>();
  }

 private:
  /// What of a row is asked for together: its own node, and the next one where any lane's row goes on.
  struct BeginOfRow {
    RowNode own;
    RowNode next;
    bool some_go_on;
  };

  static constexpr RowNode empty{{no_vertex, no_vertex, no_vertex, no_vertex}};
  /// What no first word of a node is.
  static constexpr std::uint32_t never = RowNode::link;

  template <class T>
  [[nodiscard]] static bool share_line(VertexId a, VertexId b) {
    constexpr unsigned line_bytes = 128;
    return (a ^ b) < line_bytes / sizeof(T);
  }

  [[nodiscard]] RowNode node(bool exists, std::uint32_t i) const {
    RowNode node = empty;
    if (exists) load_constant(arguments_.nodes + i, node.words);
    return node;
  }
  [[nodiscard]] static bool goes_on(const RowNode& node) {
    return node.words[3] != no_vertex && (node.words[3] & RowNode::link) != 0;
  }
  [[nodiscard]] RowNode node_behind(const RowNode& before) const {
    return node(goes_on(before), before.words[3] & ~RowNode::link);
  }
  [[nodiscard]] BeginOfRow begin_of_row(bool exists, VertexId v) const {
    BeginOfRow row{node(exists, v), empty, false};
    row.some_go_on = __any_sync(all_lanes, goes_on(row.own));
    if (row.some_go_on) row.next = node_behind(row.own);
    return row;
  }

  /// Adds what the lanes have to a sum that is zero before the launch. All lanes of a warp call it together.
  static void add_warps(std::uint64_t& sum, std::uint32_t own) {
    const auto of_warp = combine_warp<Sum>(std::uint64_t{own});
    if (lane_id() == 0 && of_warp != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(&sum), static_cast<unsigned long long>(of_warp));
    }
  }

  template <class F>
  void follow(F& f, const SearchArc& arc) {
    using Value = ValueOf<F>;
    constexpr Value none = Any::identity<Value>();
    const VertexId v = arc.to;
    bool joins = v != no_vertex;
    const Value value = joins ? message_of(f, arc.from) : none;
    joins = joins && value != none;
    Value before = none;
    if (joins) compare_exchange(f.cell(v), before, value);
    const BeginOfRow row = begin_of_row(joins, v);
    // The exchange is not waited for before all of the row is asked for: compilers would do so at once.
    joins = joins && before == none && row.next.words[0] != never;
    if constexpr (SettlesOnArrival<F>) joins = joins && arrive(f, v, value);
    push(joins, v, arc.from, row);
  }

  /// Pushes v's arcs, but for those back to `sender`. All lanes of a warp call it together.
  void push(bool joins, VertexId v, VertexId sender, const BeginOfRow& row) {
    bool leads_on = false;
    if (joins) ++reached_;
    if (!row.some_go_on) {
      VertexId to[4];
      add(row.own, to);
      return push_arcs(joins, v, sender, to, leads_on, true);
    }
    VertexId to[8];
    add(row.own, to);
    add(row.next, to + 4);
    RowNode last = row.next;
    bool is_end = !__any_sync(all_lanes, goes_on(last));
    push_arcs(joins, v, sender, to, leads_on, is_end);
    while (!is_end) {
      last = node_behind(last);
      is_end = !__any_sync(all_lanes, goes_on(last));
      VertexId more[4];
      add(last, more);
      push_arcs(joins, v, sender, more, leads_on, is_end);
    }
  }

  static void add(const RowNode& node, VertexId* to) {
    for (unsigned j = 0; j < 3; ++j) to[j] = node.words[j];
    to[3] = goes_on(node) ? no_vertex : node.words[3];
  }

  /// At the end of its row, a vertex that leads on to nobody is an entry, too.
  template <unsigned n>
  void push_arcs(bool joins, VertexId v, VertexId sender, const VertexId (&to)[n], bool& leads_on, bool is_end) {
    bool is_arc[n];
    SearchArc arcs[n];
    for (unsigned j = 0; j < n; ++j) {
      const bool exists = joins && to[j] != no_vertex;
      if (exists) ++arcs_;
      is_arc[j] = exists && to[j] != sender;
      leads_on = leads_on || is_arc[j];
      arcs[j] = {v, to[j]};
    }
    if (is_end && joins && !leads_on) {
      is_arc[0] = true;
      arcs[0].to = no_vertex;
    }
    team_.push(is_arc, arcs);
  }

  ArcTeam& team_;
  const LoopArguments& arguments_;
  // Of the thread:
  std::uint32_t reached_ = 0;   ///< vertices since the last note()
  std::uint32_t arcs_ = 0;      ///< of all vertices that it has reached, those back included
  std::uint32_t followed_ = 0;  ///< of these, those of frontiers that were expanded
};

/// Iterations of a search, until its frontier is empty or no longer one for a cluster.
template <class Body, class Offset>
struct SearchLoop {
  using Arguments = LoopArguments;
  using Function = Body;
  static constexpr unsigned threads = ArcTeam::block_threads;
  static constexpr unsigned least_blocks = 1;

  static void run(const Arguments& arguments, const Body& body) {
    __shared__ ArcTeam::Storage storage;
    ArcTeam team(storage, arguments);
    ArcSearch search(team, arguments);
    search.fill();
    std::uint32_t done = 0;
    // The host counts arcs that leave; with vertices that have none there may be more entries.
    while (team.size() != 0 && (team.size() <= arguments.most_arcs || done == 0) && done != arguments.most_iterations) {
      search.note(done);
      search.expand(body.visit(arguments.first + done));
      ++done;
    }
    search.template leave<Offset>(done);
  }
};

}  // namespace mg::sparse

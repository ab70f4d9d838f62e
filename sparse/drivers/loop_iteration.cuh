// The operators that the body of a loop is made of, for a team that stays on the device.
//
// An iteration is a few dependent reads of memory and a barrier. What a vertex will need when it is expanded is asked
// for when it is pushed: an entry carries the bounds of its row, and its first arcs are on their way to the cache.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/apply.cuh"
#include "engine/receive.hpp"
#include "sparse/drivers/combine_several.cuh"
#include "sparse/drivers/loop_lists.cuh"
#include "sparse/drivers/loop_pile.cuh"
#include "sparse/drivers/loop_team.cuh"

namespace mg::sparse {

/// Who expands frontiers by pieces of schedules: balanced_loop.cuh, laid_out_loop.cuh, pulled_loop.cuh.
struct ByPieces {
  static constexpr bool is_by_entries = false;
  static constexpr bool completes_sums = false;  ///< what receivers are given is all that reaches them
  /// Blocks that a multiprocessor has room for: what waits for memory wants threads, of which there are more the fewer
  /// registers each has.
  template <unsigned threads>
  static constexpr unsigned least_blocks = threads < 768 ? 768 / threads : 1;
};

/// Shares out frontiers by their entries, as many threads as there are to each.
struct EntryByEntry {
  static constexpr bool is_by_entries = true;
  static constexpr bool completes_sums = false;
  template <unsigned threads>
  static constexpr unsigned least_blocks = 1;
};

/// One iteration as a body sees it (engine/iteration.hpp), for a team on the device.
template <class Team, class Offset, bool has_buckets, class Balance = EntryByEntry>
class LoopIteration {
 public:
  using Entry = LoopEntry<Offset>;

  LoopIteration(Team& team, const LoopArguments& arguments) : team_(team), arguments_(arguments), pile_(arguments) {}

  [[nodiscard]] std::uint64_t number() const { return arguments_.first + done_; }
  [[nodiscard]] static constexpr bool deterministic() { return false; }

  /// Expands the frontier; what joins is added to the next one.
  template <class F>
  void edge_map(F f) {
    if constexpr (HasStamp<F>) f.stamp.now = static_cast<std::int32_t>(number());
    if constexpr (has_buckets) {
      InTurn<F> in_turn{f, pile_.bucket(), arguments_.inverse_delta};
      expand(in_turn, false);
    } else {
      expand(f, false);
    }
  }
  /// The same against the arcs.
  template <class F>
  void edge_map_back(F f) {
    if constexpr (HasStamp<F>) f.stamp.now = static_cast<std::int32_t>(number());
    expand(f, true);
  }

  /// Calls f for the arcs of the frontier's vertices.
  template <class F>
  void edge_apply(F f) {
    apply(f, false);
  }
  /// The same against the arcs.
  template <class F>
  void edge_apply_back(F f) {
    apply(f, true);
  }

  /// Calls f for the frontier's vertices.
  template <class F>
  void vertex_map(F f) {
    if (pops_) return;
    if (open_ || has_expanded_ || has_kept_quiet_) wait();
    map_list(team_.rank(), team_.threads(), team_.size(), first_vertex(), f);
    touch();
  }

  /// Calls f for the vertices of the next frontier, which is complete then.
  template <class F>
  void map_next(F f) {
    if (pops_) return;
    complete();
    if (has_kept_quiet_) wait();
    map_list(team_.rank(), team_.threads(), team_.size(), first_vertex(), f);
    touch();
  }

  /// Combines for each vertex of the next frontier, which is complete then, the messages of those before it.
  template <class F>
  void gather_next(F f) {
    if (pops_) return;
    complete();
    if (has_kept_quiet_) wait();
    gather_list<Offset>(team_.rank(), team_.threads(), team_.size(), team_.shift(), arguments_.rows[1], first_vertex(),
                        f);
    touch();
  }

  /// One element of state, once all that was asked before is done. The next frontier is complete then.
  template <class T>
  [[nodiscard]] T load(const T* cell) {
    if (!pops_) complete();
    if (has_kept_quiet_) wait();
    return relaxed_load(*cell);
  }
  template <class T>
  void store(T* cell, T value) {
    if (pops_) return;
    wait();  // until everybody has read what was there
    if (team_.rank() == 0) relaxed_store(*cell, value);
    touch();
  }

  /// The agent's part. Lists the vertices that the loop begins with.
  void fill() {
    for (std::uint64_t first = team_.rank() & ~(warp_size - 1); first < arguments_.size; first += team_.threads()) {
      const std::uint64_t i = first + lane_id();
      const bool exists = i < arguments_.size;
      VertexId v = exists ? static_cast<VertexId>(i) : 0;
      if (exists && arguments_.begins_with != nullptr) v = arguments_.begins_with[i];
      push<NoFunction>(exists, exists ? row_of(v) : no_arcs);
    }
    flip();
  }

  template <class Body>
  void run(const Body& body, std::uint32_t done) {
    done_ = done;
    is_complete_ = false;
    has_forgotten_ = false;
    body(*this);
    complete();
    if (open_) wait();
    cleared_ = false;
  }

  /// Makes the first later bucket that holds anything the frontier; false when none does.
  template <class Body>
  bool pop(const Body& body) {
    pops_ = true;
    while (team_.size() == 0 && !pile_.is_empty()) body(*this);
    pops_ = false;
    return team_.size() != 0;
  }

  /// Leaves the frontier and the buckets for the host to find.
  void leave() {
    leave_queue<Offset, has_buckets>(team_, arguments_, first_vertex());
    save();
  }

  /// Leaves what else a loop goes on with.
  void save() const {
    if (has_buckets && threadIdx.x == 0) add_expanded(team_.taken_arcs());
    if (team_.rank() != 0) return;
    if constexpr (!Balance::is_by_entries) {
      for (auto& sizes : arguments_.state->classes) {
        for (std::uint32_t& size : sizes) relaxed_store(size, 0U);
      }
    }
    pile_.save();
  }

  /// The balancer's part: arcs that it has shared out. All lanes of a warp call it together.
  template <class F, class Targets, unsigned n>
  void follow_arcs(F& f, const Messages<F, Offset>& messages, const Targets& targets, const VertexId (&u)[n],
                   const Offset (&e)[n], bool (&joins)[n]) {
    VertexId v[n];
    ValueOf<F> value[n];
    for (unsigned j = 0; j < n; ++j) v[j] = joins[j] ? targets(e[j]) : 0;
    for (unsigned j = 0; j < n; ++j) {
      value[j] = joins[j] ? messages(f, {u[j], v[j]}, e[j]) : F::Combine::template identity<ValueOf<F>>();
    }
    deliver(f, v, value, joins);
  }
  /// Values for receivers, of one arc or combined of several.
  template <class F, unsigned n>
  void deliver(F& f, const VertexId (&v)[n], const ValueOf<F> (&value)[n], bool (&joins)[n]) {
    Entry next[n];
    combine_several<Team::guesses>(f, v, value, joins, [] {});
    rows_of(v, joins, next);
    receive_all(f, v, value, joins);
    push_all<F>(joins, next);
  }
  /// Adds v to the next frontier, which it may have joined by another expansion. All lanes of a warp call it together.
  template <class F>
  void join(VertexId v, bool joins) {
    bool is_first[] = {joins};
    if constexpr (!takes_any<typename F::Combine> && !IsStamped<F>) list_once({v}, is_first);
    push<NoFunction>(is_first[0], is_first[0] ? row_of(v) : no_arcs);
  }
  [[nodiscard]] std::uint64_t frontier_size() const { return team_.size(); }
  /// All of the team see what was written before.
  void meet() { wait(); }
  /// Which of two sets of counters the next sorted list has.
  [[nodiscard]] unsigned next_sorting() { return ++sortings_ % 2; }
  /// Those of the frontier in a map, from note_members() and the barrier after it on. An iteration has one frontier.
  void note_members() {
    const auto vertex_at = first_vertex();
    for (std::uint64_t i = team_.rank(); i < team_.size(); i += team_.threads()) {
      if (const VertexId v = vertex_at(i); v != no_vertex) relaxed_store(arguments_.members[v], stamp());
    }
  }
  [[nodiscard]] VertexMap members() const { return {arguments_.members, MapForm::counter, stamp()}; }
  [[nodiscard]] bool is_member(VertexId v) const { return relaxed_load(arguments_.members[v]) == stamp(); }

  /// The vertex of an entry that is the first of its row; no_vertex for others.
  [[nodiscard]] auto first_vertex() const {
    return [this](std::uint64_t i) {
      const Entry entry = team_.entry(i);
      return is_first(entry) ? entry.vertex : no_vertex;
    };
  }

 private:
  void wait() {
    team_.wait();
    open_ = false;
    cleared_ = false;
    has_expanded_ = false;
    has_kept_quiet_ = false;
    is_quiet_ = true;
  }
  /// State was written.
  void touch() {
    open_ = true;
    is_quiet_ = false;
  }

  /// While blocks wait for each other, what the next iteration will ask of memory is asked for: along the first arcs of
  /// what was pushed, the receivers' cells and rows. All wait for the slowest threads, which are those that memory
  /// keeps waiting; but where there are thousands of arcs, each request is another one in the multiprocessor's way.
  void flip() {
    team_.flip(
        [this](const Entry& entry, unsigned k) {
          if (cells_ == nullptr || k >= entry.end - entry.begin) return;
          const VertexId v = __ldg(arguments_.rows[0].neighbors + entry.begin + k);
          if (v == entry.sender) return;
          prefetch(cells_ + std::uint64_t{v} * cell_bytes_);
          if (stamps_ != nullptr) {
            prefetch(stamps_ + v);  // the row is asked for while a stamp is exchanged
          } else {
            prefetch(static_cast<const Offset*>(arguments_.rows[0].offsets) + v);
          }
        },
        is_quiet_);
    has_expanded_ = false;
    has_kept_quiet_ = has_kept_quiet_ && is_quiet_;
    is_quiet_ = true;
  }

  void complete() {
    if (is_complete_) {
      if (open_) wait();
      return;
    }
    flip();
    is_complete_ = true;
    open_ = false;
  }

  [[nodiscard]] bool is_first(const Entry& entry) const {
    return !arguments_.has_pieces ||
           entry.begin == __ldg(static_cast<const Offset*>(arguments_.rows[0].offsets) + entry.vertex);
  }

  /// Of the iteration, in marks and maps.
  [[nodiscard]] std::uint32_t stamp() const { return arguments_.epoch + 1 + done_; }

  static constexpr Entry no_arcs{no_vertex, no_vertex, 0, 0};

  /// All arcs of a vertex.
  [[nodiscard]] Entry row_of(VertexId v) const {
    return {v, no_vertex, __ldg(static_cast<const Offset*>(arguments_.rows[0].offsets) + v),
            __ldg(static_cast<const Offset*>(arguments_.rows[0].ends) + v)};
  }

  /// Calls visit(entry, lanes) for the entries of a share, each by so many lanes. All lanes of a warp call it together,
  /// with no_arcs where there are none left.
  template <class Visit>
  void for_entries(const Share& share, const Visit& visit) const {
    for (unsigned first = share.begin + ((team_.rank(share) & ~(warp_size - 1)) >> share.shift); first < share.end;
         first += team_.threads(share) >> share.shift) {
      const unsigned i = first + (lane_id() >> share.shift);
      visit(i < share.end ? team_.entry(share, i) : no_arcs, 1U << share.shift);
    }
  }

  /// Adds up what each thread has followed.
  void count_followed(std::uint64_t arcs) const {
    arcs = combine_warp<Sum>(arcs);
    if (lane_id() == 0 && arcs != 0) add_expanded(arcs);
  }
  void add_expanded(std::uint64_t arcs) const {
    atomicAdd(reinterpret_cast<unsigned long long*>(&arguments_.state->expanded),
              static_cast<unsigned long long>(arcs));
  }

  /// As many threads share an entry as there are: no warp has to stay together, and what f waits for, it waits for arc
  /// by arc.
  template <class F>
  void apply(F& f, bool reversed) {
    if (pops_) return;
    if (open_ || has_expanded_ || has_kept_quiet_) wait();
    const Share share = team_.share();
    const unsigned threads = team_.threads(share);
    unsigned shift = share.shift;
    while ((arcs_per_entry >> shift) > 1 && (share.end - share.begin) << (shift + 1) <= threads) ++shift;
    const unsigned lanes = 1U << shift;
    std::uint64_t applied = 0;
    for (unsigned i = share.begin + (team_.rank(share) >> shift); i < share.end; i += threads >> shift) {
      const Entry entry = row_of(team_.entry(share, i), reversed);
      for (Offset e = entry.begin + (team_.rank(share) & (lanes - 1)); e < entry.end; e += lanes) {
        apply_arc(arguments_.rows[reversed ? 1 : 0], f, entry.vertex, e);
        ++applied;
      }
    }
    count_followed(applied);
    touch();
  }

  template <class F>
  void expand(F& f, bool reversed) {
    if (pops_) return split_pile(f);
    constexpr bool is_quiet = Team::may_be_quiet && KeepsQuiet<F> && !has_buckets;
    if (open_ || (has_kept_quiet_ && !is_quiet)) wait();
    has_kept_quiet_ = is_quiet;
    if (!is_quiet) is_quiet_ = false;
    if constexpr (Balance::is_by_entries) {
      expand_entries(f, reversed);
    } else {
      expand_balanced(f, reversed);
    }
    if constexpr (is_settled_later<F> && !Balance::completes_sums) settle(f);
    has_expanded_ = true;
  }

  template <class F>
  void expand_entries(F& f, bool reversed) {
    const Messages<F, Offset> messages(arguments_.rows[reversed ? 1 : 0]);
    // A vertex is listed as often as it improves then, which is rare where frontiers are small.
    respawns_ = has_buckets && F::Combine::idempotent && arguments_.respawns > 0 && team_.arcs() <= team_.threads();
    if (Team::guesses && !reversed) {
      cells_ = reinterpret_cast<const char*>(&f.cell(0));
      stamps_ = nullptr;
      if constexpr (IsStamped<F>) stamps_ = f.stamp.of;
      cell_bytes_ = static_cast<unsigned>(reinterpret_cast<const char*>(&f.cell(1)) - cells_);
    }
    std::uint64_t followed_back = 0;  // those along the arcs are counted as the frontier's
    Share share = team_.share();
    do {
      for_entries(share, [&](Entry entry, unsigned lanes) {
        if (entry.vertex != no_vertex) entry = row_of(entry, reversed);
        if (reversed && (lane_id() & (lanes - 1)) == 0) followed_back += entry.end - entry.begin;
        if constexpr (HasSends<F>) {
          if (entry.vertex != no_vertex && !f.sends(entry.vertex)) entry.end = entry.begin;
        }
        follow(f, messages, entry, lanes);
      });
    } while (respawn<F>(share));
    if (reversed) count_followed(followed_back);
  }

  /// By the balancer.
  template <class F>
  void expand_balanced(F& f, bool reversed) {
    if (has_expanded_) wait();  // somebody may still be at what the last expansion has listed
    if constexpr (Team::flags) forget_frontier();
    Balance::template expand<Offset>(*this, arguments_, reversed, f);
    if (reversed) count_followed(arcs_of_own_share(Rows<Offset>(arguments_.rows[1])));
  }

  /// Those of the frontier may join the next one. Once an iteration: afterwards some have.
  void forget_frontier() {
    if (has_forgotten_) return;
    const auto forget = [this](VertexId v) { team_.forget(v); };
    map_list(team_.rank(), team_.threads(), team_.size(), first_vertex(), forget);
    has_forgotten_ = true;
    wait();
  }

  /// The arcs along `rows` of the frontier's vertices, a share a thread.
  [[nodiscard]] std::uint64_t arcs_of_own_share(const Rows<Offset>& rows) const {
    const auto vertex_at = first_vertex();
    std::uint64_t arcs = 0;
    for (std::uint64_t i = team_.rank(); i < team_.size(); i += team_.threads()) {
      if (const VertexId v = vertex_at(i); v != no_vertex) arcs += rows.end(v) - rows.begin(v);
    }
    return arcs;
  }

  /// Of a sum that does not say when a receiver is reached, entries wait until it is complete.
  template <class F>
  static constexpr bool is_settled_later = !F::Combine::idempotent && !IsStamped<F>;

  /// Near work is done at once (IrGL's Respawn, OOPSLA'16): what a block has pushed into the bucket in turn it expands
  /// itself, some rounds long, before all meet. Where the order is free, as it is within a bucket, a round then costs
  /// the block its own barrier instead of the team's. False when there is no further round.
  template <class F>
  bool respawn(Share& share) {
    if constexpr (has_buckets && F::Combine::idempotent) {
      if (respawns_) share = team_.take_own(arguments_.respawns);
      return respawns_ && share.begin != share.end;
    }
    return false;
  }

  /// The arcs to follow: those of the entry, or where they lead the other way, all of its vertex at the first entry.
  [[nodiscard]] Entry row_of(Entry entry, bool reversed) const {
    if (!reversed) return entry;
    if (entry.vertex == no_vertex || !is_first(entry)) return no_arcs;
    const Rows<Offset> rows(arguments_.rows[1]);
    return {entry.vertex, no_vertex, rows.begin(entry.vertex), rows.end(entry.vertex)};
  }

  /// The lanes of an entry's threads take its arcs in turns, a batch at a time where any has several left. All lanes of
  /// a warp stay together.
  template <class F>
  void follow(F& f, const Messages<F, Offset>& messages, const Entry& entry, unsigned lanes) {
    Offset at = entry.begin + (lane_id() & (lanes - 1));
    Offset left = at < entry.end ? entry.end - at : 0;
    while (__any_sync(all_lanes, left > 0)) {
      const bool several = __any_sync(all_lanes, left > lanes);
      if (several) {
        follow_some<arcs_per_batch<has_buckets>>(f, messages, entry, at, left, lanes);
      } else {
        follow_some<1>(f, messages, entry, at, left, lanes);
      }
      const Offset step = several ? arcs_per_batch<has_buckets> * lanes : lanes;
      at += step;
      left = left > step ? left - step : 0;
    }
  }

  /// What a batch asks of memory is asked together, so that a thread waits for each kind once.
  template <unsigned n, class F>
  void follow_some(F& f, const Messages<F, Offset>& messages, const Entry& entry, Offset at, Offset left,
                   unsigned lanes) {
    const VertexId u = entry.vertex;
    VertexId v[n];
    ValueOf<F> value[n];
    bool joins[n];
    Entry next[n];
    for (unsigned j = 0; j < n; ++j) {
      joins[j] = j * lanes < left;
      v[j] = joins[j] ? __ldg(messages.neighbors + at + j * lanes) : 0;
    }
    if constexpr (TakesNothingBack<F>) {
      for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && v[j] != entry.sender;
    }
    for (unsigned j = 0; j < n; ++j) {
      value[j] = joins[j] ? messages(f, {u, v[j]}, at + j * lanes) : F::Combine::template identity<ValueOf<F>>();
    }
    combine_several<Team::guesses>(f, v, value, joins, [&] {
      if constexpr (Team::guesses) rows_of(v, joins, next);
    });
    if constexpr (!Team::guesses) rows_of(v, joins, next);
    if constexpr (TakesNothingBack<F>) {
      // Those that the loop has begun with were not reached by it, and may hold nothing.
      const VertexId sender = number() == 1 ? no_vertex : u;
      for (unsigned j = 0; j < n; ++j) next[j].sender = sender;
    }
    receive_all(f, v, value, joins);
    push_all<F>(joins, next);
  }

  /// Lets receivers update what follows from their cells; those that join the next frontier, or wait to be settled, are
  /// left. Those of later buckets go to the pile.
  template <class F, unsigned n>
  void receive_all(F& f, const VertexId (&v)[n], const ValueOf<F> (&value)[n], bool (&joins)[n]) {
    if constexpr (SettlesOnArrival<F>) {
      for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && arrive(f, v[j], value[j]);
    }
    if constexpr (has_buckets) {
      for (unsigned j = 0; j < n; ++j) {
        const bool waits = joins[j] && pile_.is_later(f, value[j]);
        if (__any_sync(all_lanes, waits)) pile_.push(waits, v[j]);
        joins[j] = joins[j] && !waits;
      }
    }
    // With Any, a cell changes once, and one stamps a vertex. Where blocks respawn, whoever improves a vertex lists it:
    // one that has it already may have read the value before.
    if (!takes_any<typename F::Combine> && !IsStamped<F> && !respawns_) list_once(v, joins);
  }

  /// Those that the next frontier does not list yet are left, where its team does not see to that.
  template <unsigned n>
  void list_once(const VertexId (&v)[n], bool (&joins)[n]) {
    if constexpr (Team::marks) {
    } else if constexpr (Team::flags) {
      for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && team_.admits(v[j]);
    } else {
      std::uint32_t before[n];
      for (unsigned j = 0; j < n; ++j) before[j] = joins[j] ? atomicExch(arguments_.marks + v[j], stamp()) : stamp();
      for (unsigned j = 0; j < n; ++j) joins[j] = before[j] != stamp();
    }
  }

  template <class F, unsigned n>
  void push_all(const bool (&joins)[n], const Entry (&next)[n]) {
    if constexpr (!is_settled_later<F> && Balance::is_by_entries) {
      bool is_long = false;
      for (unsigned j = 0; j < n; ++j) is_long = is_long || (joins[j] && next[j].end - next[j].begin > arcs_per_entry);
      if (__any_sync(all_lanes, is_long)) [[unlikely]] {
        for (unsigned j = 0; j < n; ++j) push<F>(joins[j], next[j]);
        return;
      }
      for (unsigned j = 0; j < n; ++j) ask_for_row<F>(joins[j], next[j]);
    }
    team_.push(joins, next);  // whole: entries wait to be settled
  }

  /// What receivers will be pushed as.
  template <unsigned n>
  void rows_of(const VertexId (&v)[n], const bool (&joins)[n], Entry (&next)[n]) const {
    for (unsigned j = 0; j < n; ++j) next[j] = joins[j] ? row_of(v[j]) : no_arcs;
  }

  /// The first of the arcs that an entry's threads will read are on their way to the cache.
  template <class F>
  void ask_for_row(bool joins, const Entry& entry) const {
    if (!joins || entry.begin == entry.end) return;
    prefetch(arguments_.rows[0].neighbors + entry.begin);
    if constexpr (is_weighted<F>) prefetch(static_cast<const WeightOf<F>*>(arguments_.rows[0].weights) + entry.begin);
  }

  /// Pushes a row, in pieces where it is long.
  template <class F>
  void push(bool joins, Entry entry) {
    const Offset end = entry.end;
    for (;;) {
      const bool goes_on = Balance::is_by_entries && joins && end - entry.begin > arcs_per_entry;
      entry.end = goes_on ? entry.begin + arcs_per_entry : end;
      team_.push({joins}, {entry});
      ask_for_row<F>(joins, entry);
      if (!__any_sync(all_lanes, goes_on)) return;
      joins = goes_on;
      entry.begin = entry.end;
    }
  }

  /// After the last term of a sum has arrived: who takes it, and joins.
  template <class F>
  void settle(F& f) {
    flip();
    is_quiet_ = false;
    for (std::uint64_t first = team_.rank() & ~(warp_size - 1); first < team_.size(); first += team_.threads()) {
      const std::uint64_t i = first + lane_id();
      bool joins = i < team_.size();
      const Entry entry = joins ? team_.entry(i) : no_arcs;
      joins = joins && entry.vertex != no_vertex;
      if constexpr (Team::flags) {
        if (joins) team_.forget(entry.vertex);
      }
      joins = joins && mg::settle(f, entry.vertex);
      push<F>(joins, entry);
    }
  }

  /// Makes the next bucket of the pile the frontier.
  template <class F>
  void split_pile(const F& f) {
    if constexpr (has_buckets) {
      if (cleared_) wait();
      is_quiet_ = false;
      pile_.split(team_, f, [this](bool joins, VertexId v) { push<F>(joins, joins ? row_of(v) : no_arcs); });
      flip();
      cleared_ = true;  // as of the next barrier
      pile_.turn(team_.rank() == 0);
    }
  }

  Team& team_;
  const LoopArguments& arguments_;
  std::uint32_t done_ = 0;  ///< iterations of this launch
  LoopPile pile_;
  bool respawns_ = false;        ///< there are such rounds in this iteration
  unsigned sortings_ = 0;        ///< of this launch, by a balancer
  const char* cells_ = nullptr;  ///< of the receivers that were sent to last
  unsigned cell_bytes_ = 0;
  const std::int32_t* stamps_ = nullptr;
  bool pops_ = false;
  bool open_ = false;           ///< something was written since the last barrier
  bool has_expanded_ = false;   ///< so has an edge_map, which the next one need not wait for
  bool has_forgotten_ = false;  ///< flags of the frontier's vertices were taken back
  bool is_complete_ = false;    ///< the frontier that the team has is the next one
  bool cleared_ = false;        ///< a pile was emptied since the last iteration
  // Of what was written, a barrier of quiet steps tells others only what was pushed.
  bool is_quiet_ = true;         ///< only such steps have written since the last barrier
  bool has_kept_quiet_ = false;  ///< some have since the last barrier after which all see everything
};

}  // namespace mg::sparse

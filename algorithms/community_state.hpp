// A partition of vertices into communities, and what these weigh, as functions on any machine see it.
//
// All sums are of whole numbers (Strengths), so that nothing depends on the order in which vertices come and go.
#pragma once

#include <cstdint>

#include "algorithms/file_places.hpp"
#include "algorithms/weight_units.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/mixed_bits.hpp"
#include "engine/shared.hpp"

namespace mg::moving {

/// Communities are called by numbers below n.
struct Partition {
  FilePlaces names;          ///< of vertices: what ties and turns go by
  const std::uint64_t* out;  ///< Strengths
  const std::uint64_t* in;
  const double* loops;  ///< null where there are none
  std::uint32_t* community;
  std::uint64_t* out_total;  ///< of communities
  std::uint64_t* in_total;   ///< the same array where the graph is undirected
  std::uint32_t* members;
  double arcs_each;  ///< as which an arc counts that is looked at: 2 where the other one is not
  double unit;
  double expected;  ///< resolution / weight of all arcs

  [[nodiscard]] double loops_of(VertexId v) const { return loops == nullptr ? 0 : loops[v]; }
  [[nodiscard]] double gone_with(VertexId v, std::uint32_t c) const {  ///< the expected weight between v and c
    return expected * unit * unit *
           (static_cast<double>(out[v]) * static_cast<double>(in_total[c]) +
            static_cast<double>(in[v]) * static_cast<double>(out_total[c]));
  }
  [[nodiscard]] double gone_with_itself(VertexId v) const {
    return 2 * expected * unit * unit * static_cast<double>(out[v]) * static_cast<double>(in[v]);
  }
  void enter(VertexId v, std::uint32_t c) const {
    Shared<std::uint64_t>(out_total)[c].add(out[v]);
    if (in_total != out_total) Shared<std::uint64_t>(in_total)[c].add(in[v]);
    Shared<std::uint32_t>(members)[c].add(1);
    community[v] = c;
  }
  void leave(VertexId v) const {
    const std::uint32_t c = community[v];
    Shared<std::uint64_t>(out_total)[c].add(0 - out[v]);
    if (in_total != out_total) Shared<std::uint64_t>(in_total)[c].add(0 - in[v]);
    Shared<std::uint32_t>(members)[c].add(0U - 1U);
  }
};

/// Puts every vertex into a community of its own, called by its name.
struct Separate {
  FilePlaces names;
  std::uint32_t* community;
  void operator()(VertexId v) const { community[v] = names(v); }
};

/// What vertices weigh by their arcs, in whole numbers of a unit: their strengths. The base of functions that add them
/// up.
struct VertexWeights {
  ArcLookup out_arcs;
  ArcLookup in_arcs;
  bool directed;
  double per_unit;  ///< units in a weight of 1, a power of 2
  std::uint64_t* out;
  std::uint64_t* in;
  double* loops;  ///< null where there are none

  [[nodiscard]] std::uint64_t units(double weight) const { return rounded(weight * per_unit); }
};
/// Those of vertices whose arcs weigh 1 each.
struct CountArcs : VertexWeights {
  void operator()(VertexId v) const {
    const double loop_count = loops == nullptr ? 0 : static_cast<double>(out_arcs.count(v, v));
    if (loops != nullptr) loops[v] = 2 * loop_count;
    out[v] = units(static_cast<double>(out_arcs.degree(v)) + (directed ? 0 : loop_count));
    if (directed) in[v] = units(static_cast<double>(in_arcs.degree(v)));
  }
};
/// What the arcs from vertices to themselves weigh, to which AddWeight adds.
struct WeighLoops : VertexWeights {
  void operator()(VertexId v) const {
    double weight = 0;
    if (loops != nullptr) {
      EdgeId arc = out_arcs.find(v, v);
      for (EdgeId left = out_arcs.count(v, v); left > 0; --left) weight += out_arcs.weight(arc++);
      loops[v] = 2 * weight;
    }
    out[v] = directed ? 0 : units(weight);
    if (directed) in[v] = 0;
  }
};
/// Adds what an arc weighs to its vertex; whole numbers, so that any order will do.
template <class W>
struct AddWeight {
  using Weight = W;
  Shared<std::uint64_t> sums;
  double per_unit;
  void operator()(VertexId v, VertexId, W weight) const {
    sums[v].add(rounded(static_cast<double>(weight) * per_unit));
  }
};
/// Makes all communities empty.
struct Clear {
  Partition p;
  void operator()(VertexId c) const {
    p.out_total[c] = p.in_total[c] = 0;
    p.members[c] = 0;
  }
};
struct Enter {
  Partition p;
  void operator()(VertexId v) const { p.enter(v, p.community[v]); }
};

/// Where vertices are by what they were put together to: each of these steps, if there is one, leads to the next.
struct Follow {
  const std::uint32_t* part;
  const std::uint32_t* whole_of;      ///< of parts
  const std::uint32_t* community_of;  ///< of these
  std::uint32_t* community;
  void operator()(VertexId v) const {
    std::uint32_t c = part[v];
    if (whole_of != nullptr) c = whole_of[c];
    if (community_of != nullptr) c = community_of[c];
    community[v] = c;
  }
};

struct Forget {
  std::uint64_t* sums;
  void operator()(VertexId v) const { sums[v] = 0; }
};
/// Adds what an arc within a community weighs to its vertex, in units.
struct AddWithin {
  using Weight = float;
  const std::uint32_t* community;
  Shared<std::uint64_t> sums;
  double per_unit;
  void operator()(VertexId u, VertexId v, float weight) const {
    if (community[u] == community[v]) sums[u].add(rounded(static_cast<double>(weight) * per_unit));
  }
};
/// What a vertex and the community of that number add to the modularity of all, times the weight of all arcs.
struct Share {
  Partition p;
  std::uint64_t* within;  ///< what arcs within communities weigh, in units; null: only self loops are

  double operator()(VertexId v) const {
    const double inside = within == nullptr
                              ? p.arcs_each / 2 * p.loops_of(v)
                              : static_cast<double>(within[v]) * p.unit + (p.arcs_each - 1) / 2 * p.loops_of(v);
    return inside -
           p.expected * p.unit * p.unit * static_cast<double>(p.out_total[v]) * static_cast<double>(p.in_total[v]);
  }
};

/// A number by which vertices are drawn, for each round another one, and no two alike.
[[nodiscard]] inline std::uint32_t drawn(std::uint32_t name, std::uint32_t round) {
  return mixed(name ^ round * 0x9e3779b9U);
}

/// A community and what a vertex gains there, ordered by the gain, of several the one with the smallest number. Gains
/// are compared in single precision, rounded down, so that none is promised that is not there. 0 is no offer.
struct Offer {
  std::uint64_t bits;

  Offer(std::uint64_t offer) : bits(offer) {}
  Offer(double gain, std::uint32_t community) : bits(std::uint64_t{below(gain)} << 32 | (~community & 0xffffffff)) {}

  [[nodiscard]] std::uint32_t community() const { return ~static_cast<std::uint32_t>(bits); }
  [[nodiscard]] double gain() const { return float_of(static_cast<std::uint32_t>(bits >> 32)); }

 private:
  static constexpr std::uint32_t sign = 0x80000000U;
  [[nodiscard]] static double float_of(std::uint32_t ordered) {
    return __builtin_bit_cast(float, (ordered & sign) != 0 ? ordered ^ sign : ~ordered);
  }
  /// A number that is ordered as the largest float not above `gain` is.
  [[nodiscard]] static std::uint32_t below(double gain) {
    const auto bits = __builtin_bit_cast(std::uint32_t, static_cast<float>(gain));
    const std::uint32_t ordered = (bits & sign) != 0 ? ~bits : bits ^ sign;
    return float_of(ordered) > gain ? ordered - 1 : ordered;
  }
};

}  // namespace mg::moving

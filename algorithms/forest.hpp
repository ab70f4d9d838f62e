// A partition of the vertices as a forest: a label is the vertex above, and who is labelled with itself is a root. Any
// number of threads join and shorten trees at a time.
#pragma once

#include "engine/shared.hpp"

namespace mg::forest {

/// The root above v, or what was it a while ago; labels on the way are pointed two steps up (path halving: Jaiganesh
/// and Burtscher, "A High-Performance Connected Components Implementation for GPUs", HPDC'18).
inline VertexId find_root(Shared<VertexId> labels, VertexId v, VertexId label) {
  VertexId below = v;
  while (label != below) {
    const VertexId above = labels[label];
    if (above == label) return label;
    labels[below] = above;
    below = label;
    label = above;
  }
  return label;
}
inline VertexId find_root(Shared<VertexId> labels, VertexId v) { return find_root(labels, v, labels[v]); }

/// Joins the trees that a and b are in: the root with the larger number is hooked below the other, and returned;
/// no_vertex where they are one tree already. labels[v] <= v always, so there are no cycles; a failed exchange says
/// what is above, so that an old root is of no consequence.
inline VertexId join(Shared<VertexId> labels, VertexId a, VertexId b) {
  while (a != b) {
    const VertexId high = a < b ? b : a;
    const VertexId low = a < b ? a : b;
    VertexId above = high;
    if (labels[high].replace(above, low)) return high;
    a = find_root(labels, high, above);
    b = low;
  }
  return no_vertex;
}

/// Joins the trees of an edge's ends.
struct Hook {
  Shared<VertexId> labels;
  void operator()(VertexId u, VertexId v) const {
    const VertexId label_u = labels[u];
    const VertexId label_v = labels[v];
    if (label_u == label_v) return;  // most edges, and the root, which all would ask for, is left alone
    join(labels, find_root(labels, u, label_u), find_root(labels, v, label_v));
  }
};

/// Points v straight at its root; on a long way there, those below v are told every few jumps how far it has come.
struct Compress {
  static constexpr std::uint32_t shared_jumps = 4;
  Shared<VertexId> labels;
  void operator()(VertexId v) const {
    const VertexId first = labels[v];
    VertexId label = first;
    std::uint32_t jumps = 0;
    for (VertexId above; (above = labels[label]) != label;) {
      label = above;
      if (++jumps % shared_jumps == 0) labels[v] = label;
    }
    if (label != first) labels[v] = label;
  }
};

}  // namespace mg::forest

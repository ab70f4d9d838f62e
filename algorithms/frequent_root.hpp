// The root above most vertices of a sample: with luck, that of the largest tree.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/forest.hpp"
#include "engine/algorithm.hpp"

namespace mg::forest {

struct RootAbove {
  Shared<VertexId> labels;
  VertexId operator()(VertexId v) const { return find_root(labels, v); }
};

/// What `root` says of a list of vertices.
template <class Root>
struct Sample {
  Root root;
  const VertexId* vertices;
  VertexId* sampled;
  void operator()(VertexId i) const { sampled[i] = root(vertices[i]); }
};

}  // namespace mg::forest

#ifndef MG_DEVICE_CODE

namespace mg {

class FrequentRoot {
 public:
  explicit FrequentRoot(VertexId num_vertices)
      : vertices_(std::span<const VertexId>(sample_positions(num_vertices))), sampled_(vertices_.size()) {}

  /// Any answer is right for whoever asks; a frequent one saves work. The forest must not be empty.
  template <class L, class Root>
  [[nodiscard]] VertexId of(L& loop, const Root& root) {
    loop.index_map(forest::Sample<Root>{root, vertices_.on(loop), sampled_.on(loop)}, sampled_.size());
    const Array<VertexId> sampled = sampled_.host();
    return most_frequent({sampled.begin(), sampled.end()});
  }

 private:
  Table<VertexId> vertices_;
  Table<VertexId> sampled_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

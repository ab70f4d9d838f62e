// The root above most vertices of a sample: with luck, that of the largest tree.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/forest.hpp"
#include "engine/algorithm.hpp"

namespace mg::forest {

/// The roots above a list of vertices.
struct Sample {
  Shared<VertexId> labels;
  const VertexId* vertices;
  VertexId* sampled;
  void operator()(VertexId i) const { sampled[i] = find_root(labels, vertices[i]); }
};

}  // namespace mg::forest

#ifndef MG_DEVICE_CODE

namespace mg {

class FrequentRoot {
 public:
  explicit FrequentRoot(VertexId num_vertices)
      : vertices_(std::span<const VertexId>(sample_positions(num_vertices))), sampled_(vertices_.size()) {}

  /// Any answer is right for whoever asks; a frequent one saves work. The forest must not be empty.
  template <class L>
  [[nodiscard]] VertexId of(L& loop, VertexId* labels) {
    loop.index_map(forest::Sample{labels, vertices_.on(loop), sampled_.on(loop)}, sampled_.size());
    const Array<VertexId> sampled = sampled_.host();
    return most_frequent({sampled.begin(), sampled.end()});
  }

 private:
  State<VertexId> vertices_;
  State<VertexId> sampled_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

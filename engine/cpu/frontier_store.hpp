// Storage of a CPU's frontiers, which steps reuse, and the forms that frontiers have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/bitmap.hpp"
#include "engine/frontier.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// Of frontiers of one graph, which steps on `threads` threads make.
class FrontierStore {
 public:
  FrontierStore(VertexId num_vertices, int num_threads)
      : threads(num_threads), num_vertices_(num_vertices), local_(static_cast<std::size_t>(num_threads)) {}

  const int threads;  ///< of steps, and of what is done here

  /// Gives back the storage of a frontier that is no longer needed.
  void recycle(Frontier&& frontier);
  /// An empty queue, from recycled storage where there is some.
  [[nodiscard]] std::vector<VertexId> take_queue();
  /// A bitmap of n zero bits, from recycled storage where there is some.
  [[nodiscard]] Bitmap take_bitmap();
  /// The same set in another representation, each vertex once. O(size + n / 64).
  [[nodiscard]] Frontier to_queue(const Frontier& frontier);
  [[nodiscard]] Frontier to_bitmap(const Frontier& frontier);
  /// One queue a thread for emission; each is empty between steps.
  [[nodiscard]] std::vector<VertexId>& local_queue(int thread) {
    return local_[static_cast<std::size_t>(thread)].queue;
  }
  /// Concatenates the threads' queues, in thread order, and empties them.
  [[nodiscard]] std::vector<VertexId> gather_local_queues();
  /// A bitmap of zero bits that a step uses and leaves zero.
  [[nodiscard]] Bitmap& marks();

 private:
  struct alignas(64) Local {
    std::vector<VertexId> queue;
  };

  VertexId num_vertices_;
  std::vector<Local> local_;
  std::vector<std::vector<VertexId>> spare_queues_;
  std::vector<Bitmap> spare_bitmaps_;
  Bitmap marks_;
};

/// Arcs of `adjacency` that leave the frontier. O(size) for queues, O(n) for bitmaps.
[[nodiscard]] EdgeId count_arcs(const Adjacency& adjacency, const Frontier& frontier, int threads);

}  // namespace mg

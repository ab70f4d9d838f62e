// Where vertices are in the file that they come from, for functions on any machine: what is drawn by that is drawn
// again however vertices are numbered.
#pragma once

#include "engine/graph/types.hpp"

namespace mg {

struct FilePlaces {
  const VertexId* to_file = nullptr;  ///< null where vertices are numbered as in the file
  [[nodiscard]] VertexId operator()(VertexId v) const { return to_file == nullptr ? v : to_file[v]; }
};

}  // namespace mg

#ifndef MG_DEVICE_CODE

#include "engine/graph/graph.hpp"
#include "engine/state.hpp"

namespace mg {

/// Hands out a graph's FilePlaces. Nothing is copied where vertices are numbered as in the file, nor on a CPU.
class FileOrder {
 public:
  explicit FileOrder(const Graph& graph) : to_file_(graph.order.to_file), on_device_(to_file_) {}

  template <class L>
  [[nodiscard]] FilePlaces on(L& loop) {
    if (to_file_.empty()) return {};
    return {loop.device() == nullptr ? to_file_.data() : on_device_.on(loop)};
  }

 private:
  Array<VertexId> to_file_;
  State<VertexId> on_device_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

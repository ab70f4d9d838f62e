// Layouts beside compressed rows, built on a GPU when a step first asks for one, and kept.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "engine/device_arguments.hpp"
#include "engine/edge_step.hpp"
#include "engine/schedule.hpp"
#include "engine/state.hpp"

namespace mg {

class DeviceContext;

/// Bytes of GPU memory that a layout takes beside compressed rows, for arcs followed one way.
struct LayoutBytes {
  std::uint64_t kept = 0;
  std::uint64_t building = 0;  ///< the same with what is needed until it is built, such as keys that order arcs
};
[[nodiscard]] LayoutBytes layout_bytes(Layout layout, std::uint64_t num_vertices, EdgeId num_arcs, bool weighted);

class DeviceLayouts {
 public:
  explicit DeviceLayouts(DeviceContext& gpu) : gpu_(gpu) {}

  [[nodiscard]] const gpu::DeviceArcs& coo(Side side);
  /// Ordered by the blocks of `block` vertices that arcs lead to.
  [[nodiscard]] const gpu::DeviceArcs& blocked(Side side, VertexId block);
  /// As many columns as a row has arcs on average.
  [[nodiscard]] const gpu::DeviceColumns& ell(Side side);
  /// Vertices belong to segments from an in-degree of `heavy_degree` on.
  [[nodiscard]] const gpu::DeviceSegments& segments(Side side, std::uint32_t heavy_degree);

  // What a pull can do without, of the rows of `side`, in device memory; null, for good, once there was no memory for
  // it. Built by the first call, in O(vertices + arcs).
  /// An entry a vertex: its neighbor of the highest degree, or no_vertex where the row is empty.
  [[nodiscard]] const VertexId* hubs(Side side);
  /// The vertices whose rows are not empty.
  [[nodiscard]] gpu::VertexList rows_with_arcs(Side side);
  /// The arcs of compressed rows, whose offsets hold for them too, the lightest of each row first. The graph must have
  /// weights. Takes 8 bytes an arc, and 40 until it is sorted.
  [[nodiscard]] const gpu::WeightedArc* lightest_first(Side side);
  /// Rows as nodes of 16 bytes, one a vertex and further_nodes() of its arcs; null also where these are too many to
  /// have numbers of 31 bits. Takes 12 bytes a vertex more until it is built.
  [[nodiscard]] const gpu::RowNode* linked_rows(Side side);
  /// Whether hubs() and rows_with_arcs() are there, or there is memory for them and for two lists of receivers.
  [[nodiscard]] bool has_lists(Side side) const;
  /// Whether lightest_first() is there, or there is memory to build it and rows_with_arcs().
  [[nodiscard]] bool has_lightest_first(Side side) const;

  /// Calls `make`, which makes one of these layouts or another, and counts how long that takes.
  void build(const std::function<void()>& make);
  /// Milliseconds spent there so far, but for those spent on getting kernels.
  [[nodiscard]] double build_ms() const { return build_ms_; }

 private:
  /// Adjacency, layout and its parameter.
  using Key = std::tuple<const void*, Layout, std::uint32_t>;

  template <class Made, class Make>
  Made find_or_try(std::map<Key, Made>& made, const Key& key, Make make);
  template <class Made, class Make>
  const Made& find_or_make(std::map<Key, Made>& made, const Key& key, Make make);
  [[nodiscard]] Key key(Side side, Layout layout, std::uint32_t parameter = 0) const;
  /// Memory for `count` elements that lives as long as the layouts do.
  template <class T>
  [[nodiscard]] T* keep(std::uint64_t count, const char* what);
  [[nodiscard]] gpu::LayoutArguments arguments(Side side) const;
  [[nodiscard]] gpu::DeviceArcs make_coo(Side side);
  [[nodiscard]] gpu::DeviceArcs make_blocked(Side side, VertexId block);
  [[nodiscard]] gpu::DeviceColumns make_ell(Side side);
  [[nodiscard]] gpu::DeviceSegments make_segments(Side side, std::uint32_t heavy_degree);
  [[nodiscard]] const gpu::WeightedArc* make_lightest_first(Side side);
  [[nodiscard]] gpu::VertexList make_rows_with_arcs(Side side);
  [[nodiscard]] const VertexId* make_hubs(Side side);
  [[nodiscard]] const gpu::RowNode* make_linked_rows(Side side);

  DeviceContext& gpu_;
  std::vector<DeviceBlock> blocks_;
  std::map<Key, gpu::DeviceArcs> arcs_;
  std::map<Key, gpu::DeviceColumns> columns_;
  std::map<Key, gpu::DeviceSegments> segments_;
  std::map<Key, const gpu::WeightedArc*> lightest_first_;
  std::map<Key, gpu::VertexList> rows_with_arcs_;
  std::map<Key, const VertexId*> hubs_;
  std::map<Key, const gpu::RowNode*> linked_rows_;
  double build_ms_ = 0;
};

}  // namespace mg

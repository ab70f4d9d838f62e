// What is made of compressed rows on a GPU, layouts of pushes among it: built when a step first asks for it, and kept.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/cpu/cpu_step.hpp"
#include "engine/gpu/device_arguments.hpp"
#include "engine/state.hpp"

namespace mg {

class DeviceContext;

class DeviceLayouts {
 public:
  explicit DeviceLayouts(DeviceContext& gpu) : gpu_(gpu) {}

  // What layouts of pushes are built by (sparse/layouts/push_layout.hpp):
  /// What `make` makes of the rows of `side` under that name and parameter, when it is first asked for.
  template <class T>
  [[nodiscard]] const T& kept(Side side, std::string_view name, std::uint32_t parameter,
                              const std::function<T()>& make) {
    return *std::any_cast<T>(&find_or_make(side, name, parameter, [&] { return std::any(make()); }));
  }
  /// Memory for `count` elements that lives as long as the layouts do.
  template <class T>
  [[nodiscard]] T* keep(std::uint64_t count, std::string_view what) {
    return static_cast<T*>(keep_bytes(count * sizeof(T), what));
  }
  /// Of kernels that turn the rows of `side` into something else.
  [[nodiscard]] gpu::LayoutArguments arguments(Side side) const;

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
  using Key = const void*;  ///< an adjacency
  /// An adjacency, what is made of it, and a parameter of that.
  using NamedKey = std::tuple<const void*, std::string, std::uint32_t>;

  [[nodiscard]] const std::any& find_or_make(Side side, std::string_view name, std::uint32_t parameter,
                                             const std::function<std::any()>& make);
  template <class Made, class Make>
  Made find_or_try(std::map<Key, Made>& made, const Key& key, Make make);
  [[nodiscard]] Key key(Side side) const;
  [[nodiscard]] void* keep_bytes(std::uint64_t bytes, std::string_view what);
  [[nodiscard]] const gpu::WeightedArc* make_lightest_first(Side side);
  [[nodiscard]] gpu::VertexList make_rows_with_arcs(Side side);
  [[nodiscard]] const VertexId* make_hubs(Side side);
  [[nodiscard]] const gpu::RowNode* make_linked_rows(Side side);

  DeviceContext& gpu_;
  std::vector<DeviceBlock> blocks_;
  std::map<NamedKey, std::any> named_;
  std::map<Key, const gpu::WeightedArc*> lightest_first_;
  std::map<Key, gpu::VertexList> rows_with_arcs_;
  std::map<Key, const VertexId*> hubs_;
  std::map<Key, const gpu::RowNode*> linked_rows_;
  double build_ms_ = 0;
};

}  // namespace mg

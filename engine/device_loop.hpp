// The operators on a GPU, an operator at a time: the `launched` driver. Members as Loop's (engine/loop.hpp), whose
// comments hold here too.
#pragma once

#include "engine/context.hpp"
#include "engine/device_context.hpp"
#include "engine/device_step.hpp"
#include "engine/loop.hpp"

namespace mg {

class DeviceLoop {
 public:
  using Frontier = DeviceFrontier;
  using Buckets = DeviceBuckets;

  explicit DeviceLoop(RunContext& context) : context_(context), gpu_(*context.gpu()) {}

  [[nodiscard]] const std::shared_ptr<Device>& device() const { return gpu_.shared_device(); }
  void holds_state(const StateCopies::Owner& owner, void* data, std::size_t bytes) {
    context_.states.add(owner, data, bytes);
  }
  [[nodiscard]] VertexId num_vertices() const { return gpu_.num_vertices(); }
  [[nodiscard]] int threads() const { return context_.threads; }
  [[nodiscard]] bool deterministic() const { return context_.deterministic; }
  [[nodiscard]] const Schedule& schedule() const { return context_.schedule.first; }
  [[nodiscard]] bool has_buckets() const { return context_.engine().has_buckets(); }
  [[nodiscard]] bool next_iteration() { return context_.next_iteration(); }
  [[nodiscard]] bool stopped_early() const { return context_.stopped_early; }

  template <class T>
  [[nodiscard]] T load(const T* cell) {
    T value;
    gpu_.device().download(&value, cell, sizeof(T));
    return value;
  }
  template <class T>
  void store(T* cell, T value) {
    gpu_.device().upload(cell, &value, sizeof(T));
  }

  [[nodiscard]] Frontier single(VertexId v, Side side = Side::out) {
    Frontier frontier = gpu_.single(v, context_.degree(v, side));
    frontier.arcs_side = static_cast<std::uint8_t>(side);
    return frontier;
  }
  [[nodiscard]] Frontier all() { return Frontier::all(num_vertices()); }

  template <class F>
  [[nodiscard]] Frontier edge_map(F f, const Frontier& from, Side side = Side::out) {
    static_assert(!Reduces<F>, "this edge function's update returns a number: use edge_reduce");
    Frontier to;
    DeviceStep step = step_of(f, Pattern::expand, from, to, side);
    context_.execute(step, "edge_map");
    return to;
  }

  template <class F>
  void edge_map(F f, const Frontier& from, Buckets& buckets, Side side = Side::out) {
    static_assert(HasPriority<F>, "buckets need an edge function with `priority(mg::VertexId) const`, a number");
    DeviceStep step = step_of(f, Pattern::expand, from, buckets.near, side);
    step.buckets = &buckets;
    context_.execute(step, "edge_map");
  }

  template <class F>
  [[nodiscard]] double edge_reduce(F f, Side side = Side::out) {
    static_assert(Reduces<F>,
                  "edge_reduce needs an edge function with `double update(mg::VertexId v, Value combined)`");
    const Frontier from = all();
    Frontier to;
    DeviceStep step = step_of(f, Pattern::reduce, from, to, side);
    context_.execute(step, "edge_reduce");
    return step.reduced;
  }

  template <class F>
  void gather(F f, const Frontier& receivers, Side side) {
    Frontier to;
    DeviceStep step = step_of(f, Pattern::gather, receivers, to, side);
    context_.execute(step, "gather");
  }

  template <class F>
  void edge_apply(F f, Side side = Side::out, EdgeRanks ranks = {}) {
    gpu_.edge_apply(device_function(f), side, ranks.first, ranks.last);
  }

  [[nodiscard]] std::uint64_t count_triangles() {
    std::uint64_t followed = 0;
    const std::uint64_t triangles = gpu_.count_triangles(context_.graph, context_.threads, followed);
    context_.arcs_expanded += followed;
    return triangles;
  }

  template <class F>
  void vertex_map(F f) {
    gpu_.vertex_map(device_function(f), num_vertices());
  }
  template <class F>
  void vertex_map(F f, const Frontier& frontier) {
    gpu_.vertex_map(device_function(f), frontier);
  }
  template <class F>
  void index_map(F f, std::uint64_t count) {
    gpu_.vertex_map(device_function(f), count);
  }

  template <class F>
  [[nodiscard]] double vertex_reduce(F f) {
    return gpu_.vertex_reduce(device_function(f), nullptr, num_vertices());
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) {
    return gpu_.vertex_reduce(device_function(f), vertices.data(), vertices.size());
  }

  template <class F>
  [[nodiscard]] Frontier filter(F keep) {
    return gpu_.filter(device_function(keep));
  }

  [[nodiscard]] Frontier unite(Frontier&& a, Frontier&& b) { return gpu_.unite(std::move(a), std::move(b)); }

  [[nodiscard]] Buckets buckets(double delta) { return gpu_.buckets(delta); }
  void start(Buckets& buckets, VertexId v, Side side) { buckets.near = single(v, side); }
  [[nodiscard]] bool pop(Buckets& buckets, Frontier& frontier) {
    replace(frontier, std::move(buckets.near));
    buckets.near = {};
    return !frontier.empty() || gpu_.pop(buckets, frontier);
  }

  [[nodiscard]] Frontier keep(Frontier&& frontier) { return std::move(frontier); }
  [[nodiscard]] Frontier to_queue(Frontier&& frontier) {
    if (frontier.kind() == Frontier::Kind::queue) return std::move(frontier);
    Frontier queue = gpu_.to_queue(frontier, Side::out);
    gpu_.recycle(std::move(frontier));
    return queue;
  }
  void recycle(Frontier&& frontier) { gpu_.recycle(std::move(frontier)); }
  void replace(Frontier& frontier, Frontier&& next) {
    std::swap(frontier, next);
    gpu_.recycle(std::move(next));
  }

 private:
  template <class F>
  DeviceStep step_of(F& f, Pattern pattern, const Frontier& from, Frontier& to, Side side) {
    static_assert(check_edge_function<F>());
    if constexpr (EdgeFunction<F>) {
      return {.pattern = pattern,
              .side = side,
              .from = &from,
              .to = to,
              .traits = device_traits_of<F>,
              .function = device_function(f)};
    }
  }

  RunContext& context_;
  DeviceContext& gpu_;
};

}  // namespace mg

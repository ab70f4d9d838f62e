// A plug-in whose algorithms fail in the ways that tools must survive.
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "engine/algorithm.hpp"
#include "engine/plugin.hpp"
#include "engine/registry.hpp"

namespace {

/// What the misbehaving have in common; they differ in their names and in how they run.
class Misbehaving {
 public:
  explicit Misbehaving(const mg::Graph& graph) : values_(mg::Array<std::uint32_t>::filled(graph.num_vertices(), 0)) {}
  [[nodiscard]] mg::Results results() const { return {{"nothing", values_}}; }

 private:
  mg::Array<std::uint32_t> values_;
};

struct Wrong : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "wrong", .summary = "its results never pass"}; }
  Wrong(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph) {}
  template <class L>
  void run(L&) {}
  [[nodiscard]] mg::Verdict validate() const { return {.problem = "vertex 'x' has no business here"}; }
};

struct Unproven : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "unproven", .summary = "has no verifier"}; }
  Unproven(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph) {}
  template <class L>
  void run(L&) {}
};

struct Hungry : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "hungry", .summary = "asks for too much memory"}; }
  Hungry(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph) {}
  template <class L>
  void run(L&) {
    throw std::bad_alloc();
  }
};

struct Broken : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "broken", .summary = "throws"}; }
  Broken(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph) {}
  template <class L>
  void run(L&) {
    throw std::logic_error("two and two are five");
  }
};

/// Has a row less than vertices.
struct Fewer : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "fewer", .summary = "its result is too short"}; }
  Fewer(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph) {}
  template <class L>
  void run(L&) {}
  [[nodiscard]] mg::Results results() const { return {{"value", mg::Array<std::uint32_t>::filled(1, 0)}}; }
};

struct Twice : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "twice", .summary = "its results have one name"}; }
  Twice(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph), values_(all_of(graph)) {}
  template <class L>
  void run(L&) {}
  [[nodiscard]] mg::Results results() const { return {{"value", values_}, {"value", values_}}; }

 private:
  static mg::Array<std::uint32_t> all_of(const mg::Graph& graph) {
    return mg::Array<std::uint32_t>::filled(graph.num_vertices(), 0);
  }
  mg::Array<std::uint32_t> values_;
};

/// Throws where nobody can catch it.
struct Escaping : Misbehaving {
  static mg::AlgorithmInfo info() { return {.name = "escaping", .summary = "throws from a parallel loop"}; }
  Escaping(const mg::Graph& graph, const mg::Parameters&) : Misbehaving(graph) {}
  template <class L>
  void run(L& loop) {
    loop.vertex_map([](mg::VertexId) { throw std::logic_error("out of the loop"); });
  }
};

}  // namespace

extern "C" int mg_plugin_interface() { return mg::plugin_interface; }

extern "C" void mg_plugin_register() {
  mg::register_algorithm<Wrong>();
  mg::register_algorithm<Unproven>();
  mg::register_algorithm<Hungry>();
  mg::register_algorithm<Broken>();
  mg::register_algorithm<Fewer>();
  mg::register_algorithm<Twice>();
  mg::register_algorithm<Escaping>();
}

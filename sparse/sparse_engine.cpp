// The sparse engine on a CPU: per step, push or pull.
#include "sparse/sparse_engine.hpp"

#include <memory>

#include "engine/context.hpp"
#include "engine/registry.hpp"

namespace mg {

namespace {

/// Functions that need every message (no early exit) gain from a pull once the frontier's arcs are this share of all
/// (Ligra, PPoPP'13, section 4).
constexpr EdgeId dense_share = 20;

class SparseEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "sparse"; }

  void prepare(RunContext& context) override {
    unexplored_arcs_ = context.graph.num_arcs();
    pulling_ = false;
    last_size_ = 0;
  }

  void step(EdgeStep& step, RunContext& context) override {
    switch (step.pattern) {
      case Pattern::reduce: return step.run("pull_reduce", context);
      case Pattern::gather: return run_on_queue("gather", step, context);
      case Pattern::expand: break;
    }
    step.dedup = context.schedule.dedup == Dedup::bitmap ||
                 (context.schedule.dedup == Dedup::automatic && !step.traits.stops_early && step.buckets == nullptr);
    step.balance_edges = context.schedule.balance == Balance::edge;
    step.count_arcs = step.buckets == nullptr;
    if (decides_to_pull(step, context)) return run_on_bitmap("pull", step, context);
    run_on_queue("push", step, context);
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t) const override {
    return 2 * 4 * num_vertices + 3 * num_vertices / 8;  // two queues, three bitmaps
  }

 private:
  bool decides_to_pull(EdgeStep& step, RunContext& context) {
    if (step.buckets != nullptr) {
      step.reason = "buckets are filled by pushing";
      return false;
    }
    if (!step.has("push")) {
      step.reason = "the function has no cell to push into";
      return true;
    }
    switch (context.schedule.direction) {
      case Direction::push: step.reason = "the schedule says push"; return false;
      case Direction::pull: step.reason = "the schedule says pull"; return true;
      case Direction::optimized: break;
    }
    return step.traits.stops_early ? beamer(step, context) : dense_enough(step, context);
  }

  /// Direction-optimizing search (Beamer et al., SC'12, section 4): pull while the frontier is wide, because most rows
  /// then end at their first entry.
  bool beamer(EdgeStep& step, RunContext& context) {
    const std::uint64_t size = step.from->size();
    if (pulling_) {
      const bool grows = size >= last_size_;
      pulling_ = grows || static_cast<double>(size) > context.graph.num_vertices() / context.schedule.beta;
      step.reason = pulling_ ? "the frontier is still wide" : "the frontier has become narrow";
    } else if (step.from->arcs != Frontier::unknown_arcs) {
      pulling_ = static_cast<double>(step.from->arcs) > static_cast<double>(unexplored_arcs_) / context.schedule.alpha;
      unexplored_arcs_ -= std::min(unexplored_arcs_, step.from->arcs);
      step.reason = pulling_ ? "its arcs are many of the unexplored" : "its arcs are few of the unexplored";
    } else {
      step.reason = "the frontier is narrow";
    }
    last_size_ = size;
    return pulling_;
  }

  static bool dense_enough(EdgeStep& step, RunContext& context) {
    const EdgeId arcs = step.from->arcs != Frontier::unknown_arcs
                            ? step.from->arcs
                            : count_arcs(step.sources(), *step.from, context.threads);
    const bool dense = arcs + step.from->size() > context.graph.num_arcs() / dense_share;
    step.reason = dense ? "its arcs are a large share of all" : "its arcs are a small share of all";
    return dense;
  }

  static void run_on_queue(std::string_view kernel, EdgeStep& step, RunContext& context) {
    if (step.from->kind() == Frontier::Kind::queue) return step.run(kernel, context);
    Frontier queue = context.to_queue(*step.from);
    run_converted(kernel, std::move(queue), step, context);
  }

  static void run_on_bitmap(std::string_view kernel, EdgeStep& step, RunContext& context) {
    if (step.from->kind() != Frontier::Kind::queue) return step.run(kernel, context);
    Frontier bitmap = context.to_bitmap(*step.from);
    run_converted(kernel, std::move(bitmap), step, context);
  }

  static void run_converted(std::string_view kernel, Frontier&& converted, EdgeStep& step, RunContext& context) {
    const Frontier* original = step.from;
    step.from = &converted;
    step.run(kernel, context);
    step.from = original;
    context.recycle(std::move(converted));
  }

  EdgeId unexplored_arcs_ = 0;
  bool pulling_ = false;
  std::uint64_t last_size_ = 0;
};

}  // namespace

void register_sparse_engine() {
  register_engine({.name = "sparse",
                   .summary = "push from queues and pull with bitmaps over csr and csc, chosen per step",
                   .make = [] { return std::make_unique<SparseEngine>(); }});
}

}  // namespace mg

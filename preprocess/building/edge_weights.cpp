#include "preprocess/building/edge_weights.hpp"

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "preprocess/generate/counter_rng.hpp"
#include "preprocess/option_text.hpp"

namespace mg {
namespace {

/// Draws computed weights; made once for many edges.
class WeightFunction {
 public:
  WeightFunction(const WeightPolicy& policy, bool directed)
      : rng_(policy.seed, stream),
        directed_(directed),
        low_(policy.kind == WeightPolicy::Kind::unit ? 1 : policy.low),
        values_(policy.kind == WeightPolicy::Kind::unit ? 1 : std::uint64_t{policy.high} - policy.low + 1) {}

  std::uint32_t operator()(VertexId source, VertexId target) const {
    if (values_ == 1) return low_;
    if (!directed_ && source > target) std::swap(source, target);
    return low_ + static_cast<std::uint32_t>(rng_.below(std::uint64_t{source} << 32 | target, values_));
  }

 private:
  static constexpr std::uint64_t stream = 0x77656967;

  CounterRng rng_;
  bool directed_;
  std::uint32_t low_;
  std::uint64_t values_;
};

/// Weights parallel to the arcs of `rows`; `transposed` when rows are targets.
Array<std::uint32_t> weights_of_rows(const Adjacency& rows, const WeightFunction& weight, bool transposed,
                                     int threads) {
  constexpr std::size_t rows_a_chunk = 1024;
  auto weights = Array<std::uint32_t>::uninitialized(rows.num_edges());
  parallel_chunks(rows.num_rows(), rows_a_chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    for (auto row = static_cast<VertexId>(begin); row < end; ++row) {
      for (EdgeId e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
        weights[e] = transposed ? weight(rows.neighbors[e], row) : weight(row, rows.neighbors[e]);
      }
    }
  });
  return weights;
}

}  // namespace

WeightPolicy WeightPolicy::parse(std::string_view text) {
  if (text == "auto" || text == "file") return {};
  if (text == "none") return {.kind = Kind::none};
  if (text == "unit") return {.kind = Kind::unit};
  constexpr std::string_view from = "from:";
  if (text.starts_with(from) && text.size() > from.size()) {
    return {.attribute = std::string(text.substr(from.size()))};
  }
  const auto parts = split_at(':', text);
  if (parts.size() == 4 && parts[0] == "random") {
    const auto low = whole_number<std::uint32_t>(parts[1]);
    const auto high = whole_number<std::uint32_t>(parts[2]);
    const auto seed = whole_number<std::uint64_t>(parts[3]);
    if (low && high && seed && *low <= *high) return {Kind::random, *low, *high, *seed};
  }
  fail(ExitCode::wrong_use,
       "cannot take weights from '{}': say auto, from:ATTRIBUTE, none, unit, or random:LOW:HIGH:SEED with whole "
       "numbers, "
       "0 <= LOW <= HIGH <= 4294967295 and SEED < 2^64 (for example random:1:255:42)",
       text);
}

std::string WeightPolicy::text() const {
  switch (kind) {
    case Kind::automatic: return attribute.empty() ? "auto" : "from:" + attribute;
    case Kind::none: return "none";
    case Kind::unit: return "unit";
    case Kind::random: return fmt::format("random:{}:{}:{}", low, high, seed);
  }
  return "?";
}

std::uint32_t computed_weight(const WeightPolicy& policy, bool directed, VertexId source, VertexId target) {
  return WeightFunction(policy, directed)(source, target);
}

void apply_weights(EdgeList& list, const WeightPolicy& policy, bool directed, int threads) {
  if (policy.kind == WeightPolicy::Kind::automatic) return;
  list.weights = {};
  if (!policy.computed()) return;
  const WeightFunction weight(policy, directed);
  auto weights = Array<std::uint32_t>::uninitialized(list.edges.size());
  parallel_for(weights.size(), threads,
               [&](std::size_t i) { weights[i] = weight(list.edges[i].source, list.edges[i].target); });
  list.weights = weights;
}

void compute_weights(Graph& graph, const WeightPolicy& policy, int threads) {
  const WeightFunction weight(policy, graph.directed);
  graph.out.weights = weights_of_rows(graph.out, weight, false, threads);
  if (graph.directed) {
    graph.in.weights = weights_of_rows(graph.in, weight, true, threads);
  } else {
    graph.in.weights = graph.out.weights;
  }
}

}  // namespace mg

// What a breadth-first search finds: levels, and parents where they are wanted.
#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/reached.hpp"
#include "algorithms/verify/bfs.hpp"
#include "engine/algorithm.hpp"

namespace mg {

[[nodiscard]] inline ParameterSpec predecessors_parameter() {
  return {.name = "predecessors",
          .type = ParameterSpec::Type::flag,
          .fallback = "true",
          .help = "finds parents beside levels"};
}

/// Of the last of several searches. Levels that one before has left stand where this one has not been, beside no
/// parent; without parents, a search gives everybody a level, or First's identity.
class SearchTree {
 public:
  SearchTree(VertexId num_vertices, const Parameters& parameters)
      : levels_(State<std::int32_t>::of_ones(num_vertices)) {
    if (parameters.flag("predecessors")) parents_.emplace(num_vertices);
  }

  [[nodiscard]] bool has_parents() const { return parents_.has_value(); }
  /// For one more search.
  template <class L>
  [[nodiscard]] Stamp levels_on(L& loop) {
    ++searches_;
    return {levels_.on(loop)};
  }
  template <class L>
  [[nodiscard]] VertexId* parents_on(L& loop) {
    return parents_->on(loop);
  }

  [[nodiscard]] Array<std::int32_t> levels() const {
    return parents_ ? reached_stamps(levels_, *parents_) : reached_stamps(levels_, levels_);
  }
  [[nodiscard]] Results results() const {
    const auto levels = [this] { return this->levels(); };
    if (!parents_) return {{"level", levels}};
    return {{"level", searches_ == 1 ? ResultValues(levels_, levels) : ResultValues(levels)},
            {"parent", *parents_, ResultColumn::Meaning::vertex}};
  }
  [[nodiscard]] Verdict validate(const Graph& graph, VertexId source) const {
    return parents_ ? verify_bfs(graph, source, levels().span(), parents_->host().span())
                    : verify_levels(graph, source, levels().span());
  }

 private:
  State<std::int32_t> levels_;
  std::optional<State<VertexId>> parents_;
  std::uint64_t searches_ = 0;
};

}  // namespace mg

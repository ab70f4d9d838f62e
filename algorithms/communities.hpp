// What algorithms that find communities by moving vertices share: parameters, results and their proof, and the steps
// from a graph to that of its communities.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/local_moving.hpp"
#include "algorithms/part_numbers.hpp"

#ifndef MG_DEVICE_CODE

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algorithms/verify/communities.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

/// The base of an algorithm whose result is communities that vertices move between.
class Communities {
 public:
  [[nodiscard]] static std::vector<ParameterSpec> parameters() {
    using Type = ParameterSpec::Type;
    return {
        {.name = "resolution", .fallback = "1", .help = "what random edges count for: more makes communities smaller"},
        {.name = "tolerance",
         .fallback = "1e-7",
         .help = "the gain of modularity that a level, and at last a vertex's move, is worth"},
        {.name = "levels",
         .type = Type::integer,
         .fallback = "32",
         .help = "how often communities are put together at most",
         .lowest = 1},
        {.name = "seed", .type = Type::integer, .fallback = "1", .help = "of the order in which vertices move"}};
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"community", [this] { return named(); }, ResultColumn::Meaning::vertex},
            {"first_level", [this] { return first_level(); }, ResultColumn::Meaning::vertex}};
  }
  [[nodiscard]] Summary summary() const {
    Summary summary = component_summary(vertices_.communities());
    summary.front().first = "communities";
    summary.emplace_back("modularity", modularity_of_result());
    summary.emplace_back("levels", levels_);
    return summary;
  }

 protected:
  Communities(const Graph& graph, const Parameters& parameters, std::string_view algorithm)
      : graph_(graph),
        resolution_(parameters.number("resolution")),
        tolerance_(parameters.number("tolerance")),
        level_limit_(parameters.integer("levels")),
        seed_(parameters.integer("seed")),
        vertices_(graph, scale_of_weights(checked(graph, algorithm), default_threads()), resolution_, tolerance_,
                  seed_) {}

  [[nodiscard]] Verdict verify(bool are_connected) const {
    const Array<VertexId> first = first_level();
    return verify_communities(graph_, named().span(),
                              {.resolution = resolution_,
                               .tolerance = tolerance_,
                               .modularity = modularity_of_result(),
                               .are_connected = are_connected,
                               .first_level = first.span()});
  }
  /// A gain of modularity that two machines see alike, which add up in different orders.
  static constexpr double beyond_rounding = 1e-13;

  /// The vertices of a graph that was put together of the first one's.
  [[nodiscard]] LocalMoving moving_on(const Graph& level) const {
    return {level, vertices_.scale(), resolution_, tolerance_, seed_};
  }
  /// Notes what parts have become a part of, now that `joined`, which is used up, says what these are put together to.
  template <class L>
  static void put_together(L& loop, State<std::uint32_t>& whole_of, State<std::uint32_t>& joined) {
    if (whole_of.empty()) {
      whole_of = std::exchange(joined, {});
    } else {
      std::uint32_t* const wholes = whole_of.on(loop);
      loop.index_map(moving::Follow{wholes, joined.on(loop), nullptr, wholes}, whole_of.size());
    }
  }
  /// Puts vertices into the communities of their parts of the first level.
  template <class L>
  void start_by_first_level(L& loop, State<std::uint32_t>& whole_of, const std::uint32_t* community_of = nullptr) {
    const std::uint32_t* const wholes = whole_of.empty() ? nullptr : whole_of.on(loop);
    loop.vertex_map(moving::Follow{first_.on(loop), wholes, community_of, vertices_.communities_on(loop)});
  }

  Graph graph_;
  double resolution_;
  double tolerance_;
  std::uint64_t level_limit_;
  std::uint64_t seed_;
  LocalMoving vertices_;
  std::uint64_t levels_ = 0;
  State<std::uint32_t> first_;  ///< parts that the first level has put together

 private:
  static const Graph& checked(const Graph& graph, std::string_view algorithm) {
    if (graph.weight_type() != WeightType::none) require_weights(graph, algorithm);
    return graph;
  }
  [[nodiscard]] double modularity_of_result() const {
    return modularity(graph_, vertices_.communities().span(), resolution_, default_threads());
  }
  [[nodiscard]] Array<VertexId> named() const { return smallest_in_file_order(graph_, vertices_.communities()); }
  /// What of a part of the first level is in one community at last, called by its first vertex. O(n).
  [[nodiscard]] Array<VertexId> first_level() const {
    const Array<std::uint32_t> community = vertices_.communities();
    const Array<std::uint32_t> first = first_.host();
    std::unordered_map<std::uint64_t, VertexId> first_of;
    auto names = Array<VertexId>::uninitialized(community.size());
    for (VertexId place = 0; place < names.size(); ++place) {
      const VertexId v = graph_.from_file(place);
      names[v] = first_of.emplace(std::uint64_t{first[v]} << 32 | community[v], v).first->second;
    }
    return names;
  }
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

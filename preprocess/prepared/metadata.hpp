// The part of a prepared graph that is not an array: what the graph is and where it came from, as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

/// Where a prepared graph came from, in the words of whoever made it.
struct Provenance {
  std::vector<std::string> inputs;     ///< file names, or a generator's description
  std::string format;                  ///< "mtx", "el", ..., "generated"
  std::vector<std::string> decisions;  ///< what reading and cleaning decided, one sentence each
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

namespace prepared {

/// Properties of the weights that algorithms ask for, known without reading them all.
struct WeightFacts {
  bool negative = false;    ///< some weight is below zero
  bool not_finite = false;  ///< some weight is infinite or not a number
  friend bool operator==(const WeightFacts&, const WeightFacts&) = default;
};

struct Metadata {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = true;
  Cleaning cleaning;
  WeightType weight_type = WeightType::none;
  WeightFacts weight_facts;
  std::string order = "original";
  VertexNames::Kind names = VertexNames::Kind::counted;
  std::uint64_t first_name = 0;  ///< of counted names
  std::uint64_t triangles = 0;   ///< PlanePlaces::triangles; a member only where there are any
  std::string tool;              ///< name and version of the program that wrote the file
  Provenance provenance;

  /// The metadata of `graph`, weight facts included (one pass over real weights).
  static Metadata of(const Graph& graph, const Provenance& provenance, int threads);
  [[nodiscard]] nlohmann::json to_json() const;
  /// Reads what `to_json` says. Members it does not know are passed over. Throws Error(bad_input) for anything that is
  /// not such an object, with the member's name.
  static Metadata parse(std::string_view text);
};

/// One pass over the weights; none for integers.
[[nodiscard]] WeightFacts facts_of(const Weights& weights, int threads);

}  // namespace prepared
}  // namespace mg

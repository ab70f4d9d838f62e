// What an algorithm says of itself: for listings, estimates, and what is checked before it runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/types.hpp"
#include "engine/parameters.hpp"
#include "engine/result.hpp"

namespace mg {

/// Whether an algorithm starts somewhere.
enum class SourceUse : std::uint8_t {
  none,      ///< no source
  one,       ///< one source a run; several sources are several runs
  set,       ///< all sources given belong to one run, which searches from each; none given means every vertex
  together,  ///< the same of a run that takes no longer than one from a single source that reaches as many
};

enum class WeightUse : std::uint8_t {
  ignored,
  required,     ///< checked before it runs: none negative, none NaN
  optional,     ///< used where the graph has any, or a parameter asks for them: the algorithm checks them
                ///< (require_weights)
  of_any_sign,  ///< entries of a matrix, used where the graph has any: the algorithm checks them
};

/// What people see of an algorithm in --list, and what the runtime checks before it runs.
struct AlgorithmInfo {
  std::string name;     ///< as -a takes it
  std::string summary;  ///< one line
  SourceUse source = SourceUse::none;
  WeightUse weights = WeightUse::ignored;
  std::vector<ParameterSpec> parameters = {};
  std::uint64_t state_bytes_per_vertex = 0;  ///< for --estimate
  std::string family = {};                   ///< under which listings show it: "paths", "ranks", "communities", ...
  std::string cost = {};                     ///< work, in n vertices and m arcs, and of what it depends
  std::string literature = {};               ///< where it is described: authors, title, place and year
  Rows rows = Rows::vertices;                ///< those of the results
  std::string row = {};                      ///< of Rows::table, what a row is, in a word: "step"
  double state_bytes_per_arc = 0;            ///< for --estimate, beside those a vertex; of bits, a part of a byte
  double weighted_bytes_per_arc = 0;         ///< and beside these, where the flag `weighted` is true
};

/// The state of an algorithm on a graph of such a size.
[[nodiscard]] inline std::uint64_t state_bytes(const AlgorithmInfo& info, std::uint64_t vertices, EdgeId arcs) {
  return info.state_bytes_per_vertex * vertices +
         static_cast<std::uint64_t>((info.state_bytes_per_arc + info.weighted_bytes_per_arc) *
                                    static_cast<double>(arcs));
}

/// Whether the algorithm reads weights where its flag `weighted` is true, and not otherwise.
[[nodiscard]] inline bool has_weighted_flag(const AlgorithmInfo& info) {
  const auto is_flag = [](const ParameterSpec& spec) {
    return spec.name == "weighted" && spec.type == ParameterSpec::Type::flag;
  };
  return std::any_of(info.parameters.begin(), info.parameters.end(), is_flag);
}

/// What a row of the results is, in a word.
[[nodiscard]] inline std::string_view row_word(const AlgorithmInfo& info) {
  switch (info.rows) {
    case Rows::vertices: return "vertex";
    case Rows::edges:
    case Rows::arcs: return "edge";
    case Rows::pairs: return "pair";
    case Rows::table: break;
  }
  return info.row.empty() ? "row" : std::string_view(info.row);
}

/// Throws Error(wrong_use) for columns that make no table: of one name, of different lengths, of vertices where these
/// are not one each, or of edges and pairs that do not begin with two columns of vertices.
void check_table(const AlgorithmInfo& info, VertexId num_vertices, std::span<const ResultColumn> columns);

}  // namespace mg

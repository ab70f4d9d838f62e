// What users set of an algorithm with -p NAME=VALUE.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// A parameter that the user may set with -p NAME=VALUE.
struct ParameterSpec {
  enum class Type : std::uint8_t {
    number,
    integer,
    flag,
    choice,
    vertex_weights,  ///< a number for each of some vertices; the default is none, or one of the choices
    vertex,          ///< the name of a vertex, or max-degree
    vertex_pairs,    ///< two vertices each; the default is none
  };

  std::string name;
  Type type = Type::number;
  std::string fallback = {};  ///< the default, as text
  std::string help = {};      ///< one line
  double lowest = 0;          ///< numbers, integers and those of vertices: the allowed range, both ends included
  double highest = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};  ///< of vertex_weights, words that may stand in place of numbers
  /// Of vertex_weights, what vertices have that are not named. Where it is NaN, arrays may hold NaN, too.
  double unnamed = 0;
};

/// Weights of vertices by the name of the parameter that they are for, one a vertex in the order of the file.
using VertexWeights = std::map<std::string, Array<double>, std::less<>>;

/// Internal vertices, two a pair.
struct VertexPairs {
  Array<VertexId> firsts;
  Array<VertexId> seconds;
};

/// Values for an algorithm's parameters, checked against their specifications.
class Parameters {
 public:
  Parameters() = default;
  /// Takes the defaults of `specs` and the overrides in `given`. Weights of vertices are a text, NAME:WEIGHT,... or
  /// lines `NAME WEIGHT`, or come in `weights`; pairs of vertices are a text (engine/pair_text.hpp). Throws
  /// Error(wrong_use) that lists what is allowed for an unknown name, a value of the wrong type or out of range.
  Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given,
             const VertexWeights& weights = {});

  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] std::uint64_t integer(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;
  /// Weights of vertices as shares of their sum, one an internal vertex; empty where none were given. Throws
  /// Error(wrong_use) for a vertex that the graph does not have, one that is named twice, a number of weights that is
  /// not the number of vertices, weights of an array that are not finite or not what the specification allows, and
  /// weights without a positive sum.
  [[nodiscard]] Array<double> vertex_shares(std::string_view name, const Graph& graph) const;
  /// The same as they were given; empty where there is a word in their place. Vertices that are not named have what the
  /// specification says. Throws Error(wrong_use) for the same vertices and numbers of weights.
  [[nodiscard]] Array<double> vertex_numbers(std::string_view name, const Graph& graph) const;
  /// The internal vertex that a parameter names, surely where a NUL stood in front of it; no_vertex of a graph without
  /// any. Throws Error(wrong_use) for a name that the graph does not have.
  [[nodiscard]] VertexId vertex(std::string_view name, const Graph& graph) const;
  /// The pairs in the order in which they were given; nothing where none were. Throws Error(wrong_use) for a name that
  /// the graph does not have.
  [[nodiscard]] std::optional<VertexPairs> vertex_pairs(std::string_view name, const Graph& graph) const;
  /// Whether somebody gave a value, rather than left the default.
  [[nodiscard]] bool is_given(std::string_view name) const { return given_.contains(name); }
  /// All of them, by name: what reports print.
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const { return values_; }

 private:
  std::map<std::string, std::string, std::less<>> values_;
  std::set<std::string, std::less<>> given_;
  std::set<std::string, std::less<>> sure_names_;  ///< those whose text is a vertex's name, whatever it reads like
  using NamedWeights = std::vector<std::pair<std::string, double>>;
  struct NamedPairs {
    std::string text;
    std::size_t count = 0;
  };
  std::map<std::string, NamedPairs, std::less<>> named_pairs_;
  struct GivenWeights {
    ParameterSpec spec;
    std::variant<NamedWeights, Array<double>> weights;
  };
  std::map<std::string, GivenWeights, std::less<>> weights_;
};

}  // namespace mg

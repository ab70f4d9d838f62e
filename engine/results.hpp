// Results as people read them: values as text, vertices by the file's own names, the largest first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/algorithm.hpp"
#include "engine/graph.hpp"

namespace mg {

/// Appends the value of `vertex` (internal) in `column`: numbers in the shortest form that reads back as the same
/// value, `inf` for an infinite distance, a vertex by its name, `-1` for no vertex.
void append_value(const Graph& graph, const ResultColumn& column, VertexId vertex, std::string& out);

/// Whether `vertex` (internal) has a value in `column`: none is an infinite one, NaN, a negative integer, which says
/// "not reached", and no vertex.
[[nodiscard]] bool has_value(const ResultColumn& column, VertexId vertex);

/// A line of a ranking.
struct Ranked {
  std::string name;
  std::string value;
};

/// The `count` vertices with the largest values, those not reached left out (infinite, NaN, a negative integer). For a
/// column of vertices, the `count` vertices that are named most often and how often that is (the largest components,
/// say). Ties in file order. O(n log count).
[[nodiscard]] std::vector<Ranked> top(const Graph& graph, const ResultColumn& column, std::size_t count);

}  // namespace mg

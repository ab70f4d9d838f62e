// Which format an input is in: from its content first, from its name second.
#pragma once

#include <string>
#include <string_view>

#include "preprocess/input/input.hpp"

namespace mg {

struct Recognition {
  std::string_view format;  ///< one of known_formats()
  std::string reason;       ///< "the banner %%MatrixMarket", "the suffix .el", ...
};

/// Decides on the format of one input. `table`: people say that it is a table of edges, so that el or csv is what does
/// not announce itself as another format. Throws Error(bad_input) for what is no graph, and for content that could be
/// two formats with a name that does not tell which.
[[nodiscard]] Recognition recognize_format(const Input& input, bool table = false);

/// True for a binary Galois graph, which shares its suffix .gr with DIMACS' text format.
[[nodiscard]] bool looks_like_galois(std::string_view head);

/// Whether a path ends in a suffix that files of some format of a graph have.
[[nodiscard]] bool has_graph_suffix(std::string_view path);

}  // namespace mg

// From the sections of a prepared file to a graph: the steps that opening and verifying share.
#pragma once

#include <string>

#include "engine/graph/graph.hpp"
#include "preprocess/prepared/image.hpp"
#include "preprocess/prepared/metadata.hpp"

namespace mg::prepared {

/// Throws Error(bad_input) when the section is missing, damaged or does not say what it must.
[[nodiscard]] Metadata read_metadata(const Image& image);

/// The graph whose arrays are the sections of the image; all of them have the size that the metadata asks for. A
/// direction that the file does not store is left empty. Throws Error(bad_input).
[[nodiscard]] Graph view_graph(const Image& image, const Metadata& metadata);

/// Builds the direction that is missing, after check_bounds of the other.
void complete_directions(Graph& graph, const std::string& name, int threads);

}  // namespace mg::prepared

// Formats that are not read, and whose lines could pass for those of an edge list: GDF, LGL, tuples.
#pragma once

#include <vector>

#include "preprocess/table_sample.hpp"

namespace mg {

/// Throws Error(bad_input), with the way to an edge list, when the first lines of `source` are of such a format.
void refuse_lookalikes(const std::vector<SampleLine>& lines, const TextSource& source);

}  // namespace mg

// Formats that are not read, and whose lines could pass for those of an edge list: GDF, LGL, TGF, tuples, matrices.
#pragma once

#include <vector>

#include "preprocess/readers/table_options.hpp"
#include "preprocess/readers/table_sample.hpp"

namespace mg {

/// Throws Error(bad_input), with the way to an edge list, when the first lines of `source` are of such a format. What
/// could be a table all the same is not refused where options say how to read one.
void refuse_lookalikes(const std::vector<SampleLine>& lines, const TextSource& source, bool csv,
                       const TableOptions& options);

}  // namespace mg

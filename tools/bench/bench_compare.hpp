// Two results of mg_bench side by side.
#pragma once

#include <string>

namespace mg::tools {

/// Reads both files and says in Markdown, for every row that both have, how their times relate and whether the
/// difference exceeds their spread; then what only one of them has. Throws Error(bad_input) for a file that is no
/// result of mg_bench.
[[nodiscard]] std::string compare_results(const std::string& before, const std::string& after);

}  // namespace mg::tools

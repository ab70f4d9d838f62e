// Which version of the sources a program was built from.
#pragma once

#include <string_view>

namespace mg::tools {

/// What `git describe` said of the sources when the program was built, or MG_COMMIT where that was given to CMake;
/// "unknown" where neither is there.
[[nodiscard]] std::string_view build_commit();

}  // namespace mg::tools

// Texts that may hold any bytes, as vertex names do, where only text can be shown.
#pragma once

#include <string>
#include <string_view>

namespace mg::tools {

/// Whether `text` is UTF-8 throughout.
[[nodiscard]] bool is_utf8(std::string_view text);

/// `text` with every byte that is no UTF-8 spelled as \xHH, for JSON and the like: nothing is lost, and it is seen.
[[nodiscard]] std::string as_utf8(std::string_view text);

/// The same for a terminal: control characters, which would be obeyed there, are spelled too, except line ends and
/// tabs.
[[nodiscard]] std::string as_shown(std::string_view text);

}  // namespace mg::tools

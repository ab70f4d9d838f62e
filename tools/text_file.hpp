// Files of text that people write by hand, read whole.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace mg::tools {

/// The text of a file, a pipe too; nothing where it cannot be read. Of one that is longer than `longest` bytes,
/// somewhat more than these, so that size() says so.
[[nodiscard]] std::optional<std::string> text_of_file(const std::string& path, std::size_t longest);

}  // namespace mg::tools

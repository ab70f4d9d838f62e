// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace mg::tools {

/// 1234567 -> "1,234,567".
[[nodiscard]] std::string with_commas(std::uint64_t count);
/// 1536 -> "1.5 KiB".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);
/// 0.0123 -> "0.0123 ms", 1234.5 -> "1.23 s": three significant digits.
[[nodiscard]] std::string milliseconds_text(double ms);
/// `amount` in `ms`, a second: 5e6 in 2 ms -> "2.5 G".
[[nodiscard]] std::string rate_text(double amount, double ms);

}  // namespace mg::tools

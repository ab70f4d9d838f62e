#include "tools/units.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace mg::tools {

namespace {

template <std::size_t n>
std::string scaled(double value, double step, const std::array<std::string_view, n>& units) {
  std::size_t unit = 0;
  while (value >= step && unit + 1 < units.size()) {
    value /= step;
    ++unit;
  }
  return fmt::format("{:.3g} {}", value, units[unit]);
}

}  // namespace

std::string with_commas(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string milliseconds_text(double ms) {
  return ms < 1000 ? fmt::format("{:.3g} ms", ms) : fmt::format("{:.3g} s", ms / 1000);
}

std::string rate_text(double amount, double ms) {
  constexpr std::array<std::string_view, 5> units{"", "k", "M", "G", "T"};
  return ms > 0 ? scaled(amount / (ms / 1000), 1000, units) : "-";
}

}  // namespace mg::tools

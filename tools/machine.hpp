// What the operating system says about the machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mg::tools {

/// The first line of a small file, if it can be read.
[[nodiscard]] std::optional<std::string> first_line(const std::filesystem::path& path);

/// A quantity of /proc/meminfo, such as MemAvailable, in bytes.
[[nodiscard]] std::optional<std::uint64_t> memory_fact(std::string_view name);

}  // namespace mg::tools

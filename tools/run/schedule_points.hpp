// The schedules of a GPU, counted and drawn: --list-space and --sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace mg::tools {

/// How many points there are, in all and with each value of each key: for an algorithm with its default parameters, or
/// for a loop of steps from a frontier. Throws Error(wrong_use) for an algorithm that there is not.
[[nodiscard]] std::string space_text(const std::optional<std::string>& algorithm);
[[nodiscard]] std::string space_json(const std::optional<std::string>& algorithm);

/// Some of them, one a line, as --schedule takes them.
[[nodiscard]] std::string sample_text(const std::optional<std::string>& algorithm, std::size_t count,
                                      std::uint64_t seed);
/// The same as an array of texts.
[[nodiscard]] std::string sample_json(const std::optional<std::string>& algorithm, std::size_t count,
                                      std::uint64_t seed);

}  // namespace mg::tools

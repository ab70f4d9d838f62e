// The headers that kernels are compiled from, carried in the library, so that a machine needs no copy of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/device.hpp"

namespace mg {

/// A header by the name that sources include it by.
struct CarriedHeader {
  std::string_view name;
  std::string_view text;
};

/// All of them, ordered by name: the project's own, and the part of the standard library that device code may use.
[[nodiscard]] std::span<const CarriedHeader> carried_headers();

/// The header called `name`, or null.
[[nodiscard]] const CarriedHeader* find_carried_header(std::string_view name);

/// The lines by which a kernel's source includes what it is asked for by: the algorithm's header, and the agent's.
[[nodiscard]] std::string inclusions_of(const KernelRequest& request);

/// What `text` includes, directly and through others, ordered by name: carried headers, and empty ones for other
/// headers of the standard library, whose contents device code cannot use. `own` stands for a header that is not
/// carried, or takes the place of one. Conditions are not looked at: it may list more than is used.
[[nodiscard]] std::vector<CarriedHeader> included_headers(std::string_view text, const CarriedHeader& own);

}  // namespace mg

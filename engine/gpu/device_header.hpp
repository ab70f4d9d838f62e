// Headers that kernels of plug-ins are compiled from.
#pragma once

#include <string>

namespace mg {

/// Has kernels of this process find a header by this name, beside those that the library carries: `agent_header` of a
/// KernelRequest may name it, and other headers include it. Safe from several threads. Throws Error(wrong_use) where
/// the name is taken by another text. `multigraph_add_engine(... DEVICE_HEADERS)` calls it.
void carry_header(const std::string& name, const std::string& text);

}  // namespace mg

// Makes what ships with the runtime known to its registries.
#pragma once

namespace mg {

/// Registers the built-in engines and algorithms; further calls do nothing. Tools and tests call it first.
void register_built_in();

}  // namespace mg

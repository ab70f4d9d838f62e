// Algorithms and engines loaded from shared objects at run time.
#pragma once

#include <string>

namespace mg {

/// Changes whenever a plug-in built against older headers could misbehave.
inline constexpr int plugin_interface = 24;

/// Loads a shared object and lets it register what it brings. It must export, with C linkage,
///   int mg_plugin_interface();   // returns mg::plugin_interface of the headers it was built with
///   void mg_plugin_register();   // calls mg::register_algorithm, register_engine, ...
/// Throws Error(wrong_use), in one sentence, when the file cannot be loaded, was cut short, lacks one of the two, was
/// built for another interface, or registers nothing. The object stays loaded until the process ends.
void load_plugin(const std::string& path);

}  // namespace mg

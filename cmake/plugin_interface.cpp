// Part of every plug-in: says which headers it was built with.
#include "engine/plugin.hpp"

extern "C" int mg_plugin_interface() { return mg::plugin_interface; }

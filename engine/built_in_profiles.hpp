// The files of tuning/, which the library carries.
#pragma once

#include <string_view>

namespace mg {

extern const std::string_view epyc_core_json;
extern const std::string_view h100_json;
extern const std::string_view h200_json;

}  // namespace mg

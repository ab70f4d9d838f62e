# Headers of others, parsed once for all files of a target: of tests, and of all with sanitizers, whose code takes long
# to compile. Other builds parse them file by file, and so show that each file includes what it uses.
if(NOT MG_SANITIZE)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# mg_precompile(TARGET [HEADER...]): the headers that most files use, and HEADERs.
function(mg_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstdint> <cstring> <functional> <limits>
    <map> <memory> <mutex> <numeric> <optional> <span> <sstream> <string> <string_view> <utility> <variant> <vector>
    <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp> ${ARGN})
endfunction()

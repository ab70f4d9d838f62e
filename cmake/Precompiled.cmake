# Headers of others, parsed once for all files of a target: a sixth of what a build takes. Without, it shows that each
# file includes what it uses.
option(MG_PRECOMPILE "Parse the headers of others once for all files of a target" ON)
if(NOT MG_PRECOMPILE)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# mg_precompile(TARGET [HEADER...]): the headers that most files use, and HEADERs.
function(mg_precompile target)
  set(headers
    <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstdint> <cstring> <functional> <limits>
    <map> <memory> <mutex> <numeric> <optional> <span> <sstream> <string> <string_view> <utility> <variant> <vector>
    <fmt/format.h>)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Others instantiate anew in each file what these ask for, which takes longer than parsing them where they are used.
    list(APPEND headers <fmt/ranges.h> <nlohmann/json.hpp>)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers} ${ARGN})
endfunction()

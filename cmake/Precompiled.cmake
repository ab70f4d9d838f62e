# Headers of the standard library and of packages, parsed once for all files of a target, which saves a sixth of the time
# that these take. Without, files of the library and the tools are shown to compile by what they include, as clang-tidy
# sees them always (tests/lint.sh); tests have precompiled headers whatever is said.
option(MG_PRECOMPILE "Parse the headers of packages once for all files of a target" ON)
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
    # GCC would instantiate in every file again what these two ask for, which takes longer than parsing them where they
    # are used.
    list(APPEND headers <fmt/ranges.h> <nlohmann/json.hpp>)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers} ${ARGN})
endfunction()

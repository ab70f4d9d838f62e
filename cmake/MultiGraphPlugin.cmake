# Functions that build plug-ins: shared objects that `mg_run --plugin FILE.so` loads. They come with
# find_package(MultiGraph).

set(MG_PLUGIN_SOURCES "${CMAKE_CURRENT_LIST_DIR}")

# multigraph_add_algorithm(NAME HEADER file.hpp STRUCT type [SOURCES file.cpp...] [DEVICE_HEADERS file.hpp...])
#
# Builds NAME.so from a header that defines the algorithm `type` (engine/algorithm.hpp says what one is). The source
# that compiles it for the engines and registers it is generated, as it is for the built-in algorithms. Sources are what
# of it is compiled for the host alone, such as a verifier, and device headers those of one's own that the header includes
# and that kernels for GPUs need, too.
function(multigraph_add_algorithm name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "HEADER;STRUCT" "SOURCES;DEVICE_HEADERS")
  if(NOT ARG_HEADER OR NOT ARG_STRUCT OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: multigraph_add_algorithm(NAME HEADER file.hpp STRUCT type [SOURCES file.cpp...] "
                        "[DEVICE_HEADERS file.hpp...])")
  endif()
  get_filename_component(HEADER "${ARG_HEADER}" ABSOLUTE)
  if(NOT EXISTS "${HEADER}")
    message(FATAL_ERROR "multigraph_add_algorithm(${name}): there is no header ${HEADER}")
  endif()
  set(HEADER_PATH "${HEADER}")
  set(STRUCT "${ARG_STRUCT}")
  set(FUNCTION mg_plugin_register)
  set(registration "${CMAKE_CURRENT_BINARY_DIR}/${name}_registration.cpp")
  configure_file("${MG_PLUGIN_SOURCES}/register_algorithm.cpp.in" "${registration}" @ONLY)
  set_source_files_properties("${registration}" PROPERTIES OBJECT_DEPENDS "${HEADER}")
  multigraph_add_engine(${name} SOURCES "${registration}" "${HEADER}" ${ARG_SOURCES} DEVICE_HEADERS ${ARG_DEVICE_HEADERS})
endfunction()

# multigraph_add_engine(NAME SOURCES file.cpp... [DEVICE_HEADERS file.cuh...])
#
# Builds NAME.so from sources that define `extern "C" void mg_plugin_register()` (engine/plugin.hpp). Device headers are
# what its kernels for GPUs are compiled from, when a run asks for them: the plug-in carries their text, under their names.
function(multigraph_add_engine name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEVICE_HEADERS")
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: multigraph_add_engine(NAME SOURCES file.cpp... [DEVICE_HEADERS file.cuh...])")
  endif()
  foreach(header IN LISTS ARG_DEVICE_HEADERS)
    get_filename_component(HEADER_PATH "${header}" ABSOLUTE)
    get_filename_component(NAME "${header}" NAME)
    string(MAKE_C_IDENTIFIER "${NAME}" SYMBOL)
    set(carried "${CMAKE_CURRENT_BINARY_DIR}/${name}_${SYMBOL}.cpp")
    configure_file("${MG_PLUGIN_SOURCES}/carry_header.cpp.in" "${carried}" @ONLY)
    set_source_files_properties("${carried}" PROPERTIES OBJECT_DEPENDS "${HEADER_PATH}")
    list(APPEND ARG_SOURCES "${carried}")
  endforeach()
  add_library(${name} MODULE ${ARG_SOURCES} "${MG_PLUGIN_SOURCES}/plugin_interface.cpp")
  target_link_libraries(${name} PRIVATE MultiGraph::multigraph)
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_EXTENSIONS OFF)
  # Unoptimised kernels are of no use, so a build without a build type is optimised too.
  target_compile_options(${name} PRIVATE $<$<STREQUAL:$<CONFIG>,>:-O3>)
  # Each plug-in has kernels of its own, also where functions of two of them bear the same name.
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
endfunction()

# multigraph_add_balancer(NAME HEADER file.cuh PIECE name [SOURCES file.cpp...] [DEVICE_HEADERS file.cuh...])
# multigraph_add_layout(NAME HEADER file.cuh PIECE name [SOURCES file.cpp...] [DEVICE_HEADERS file.cuh...])
#
# Builds NAME.so from a device header that defines what runs on GPUs: a balancer's agent, or what builds and follows a
# layout. For the host, where MG_DEVICE_CODE is not defined, it declares what describes the piece: an mg::Balancer or an
# mg::Layout called `name` (engine/pieces.hpp). Sources are the host's part of it, where that is not in the header, and
# device headers what the header includes of one's own.
function(multigraph_add_balancer name)
  mg_add_piece(balancer ${name} ${ARGN})
endfunction()
function(multigraph_add_layout name)
  mg_add_piece(layout ${name} ${ARGN})
endfunction()

function(mg_add_piece KIND name)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "HEADER;PIECE" "SOURCES;DEVICE_HEADERS")
  if(NOT ARG_HEADER OR NOT ARG_PIECE OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: multigraph_add_${KIND}(NAME HEADER file.cuh PIECE name [SOURCES file.cpp...] "
                        "[DEVICE_HEADERS file.cuh...])")
  endif()
  get_filename_component(HEADER_PATH "${ARG_HEADER}" ABSOLUTE)
  if(NOT EXISTS "${HEADER_PATH}")
    message(FATAL_ERROR "multigraph_add_${KIND}(${name}): there is no header ${HEADER_PATH}")
  endif()
  set(PIECE "${ARG_PIECE}")
  set(registration "${CMAKE_CURRENT_BINARY_DIR}/${name}_registration.cpp")
  configure_file("${MG_PLUGIN_SOURCES}/register_piece.cpp.in" "${registration}" @ONLY)
  set_source_files_properties("${registration}" PROPERTIES OBJECT_DEPENDS "${HEADER_PATH}")
  multigraph_add_engine(${name} SOURCES "${registration}" ${ARG_SOURCES}
                        DEVICE_HEADERS "${HEADER_PATH}" ${ARG_DEVICE_HEADERS})
endfunction()

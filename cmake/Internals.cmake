# multigraph_internals: the library for tests of what is inside. It is made of multigraph's objects and exports everything of
# the namespace mg. It has the same name, so that a process whose program is linked with it gives it to plug-ins and
# backends, which are linked with the other one: the loader takes what it has loaded by that name, and a process never has
# both.
add_library(multigraph_internals SHARED $<TARGET_OBJECTS:multigraph> $<TARGET_OBJECTS:mg_specialise>
  $<TARGET_OBJECTS:mg_profiles>)
set(internals_folder ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/internals)
set_target_properties(multigraph_internals PROPERTIES
  OUTPUT_NAME multigraph
  LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}
  LIBRARY_OUTPUT_DIRECTORY ${internals_folder})
target_compile_features(multigraph_internals PUBLIC cxx_std_20)
target_include_directories(multigraph_internals INTERFACE
  $<TARGET_PROPERTY:multigraph,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(multigraph_internals
  PUBLIC $<TARGET_PROPERTY:multigraph,INTERFACE_LINK_LIBRARIES>
  PRIVATE $<TARGET_PROPERTY:multigraph,LINK_LIBRARIES>)
mg_export(multigraph_internals ${PROJECT_SOURCE_DIR}/tests/internals.map)

# Backends and kernels are looked for beside the library.
file(MAKE_DIRECTORY ${internals_folder})
foreach(beside IN ITEMS libmg_cuda.so multigraph)
  file(CREATE_LINK ../${beside} ${internals_folder}/${beside} SYMBOLIC)
endforeach()

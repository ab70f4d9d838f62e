# `cmake --install`, besides the tools (tools/CMakeLists.txt): the library, its headers, and the package that
# find_package(MultiGraph) finds.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/MultiGraph)

install(TARGETS multigraph EXPORT MultiGraphTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
        NAMELINK_COMPONENT development)
foreach(folder IN ITEMS engine preprocess dense sparse hybrid algorithms)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/multigraph
          COMPONENT development FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
endforeach()
# What there is of the standard library on a GPU: headers without an ending.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/cuda/std
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/multigraph/engine/cuda COMPONENT development)

# For C: a header of its own, and what pkg-config tells compilers.
install(FILES c/multigraph.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
file(RELATIVE_PATH MG_PREFIX_OF_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # wherever it is installed
configure_file(cmake/multigraph.pc.in ${PROJECT_BINARY_DIR}/multigraph.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/multigraph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

configure_package_config_file(cmake/MultiGraphConfig.cmake.in ${PROJECT_BINARY_DIR}/MultiGraphConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/MultiGraphConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT MultiGraphTargets NAMESPACE MultiGraph:: DESTINATION ${package_dir} COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/MultiGraphConfig.cmake ${PROJECT_BINARY_DIR}/MultiGraphConfigVersion.cmake
              cmake/MultiGraphPlugin.cmake cmake/register_algorithm.cpp.in cmake/register_piece.cpp.in
              cmake/carry_header.cpp.in
              cmake/plugin_interface.cpp
        DESTINATION ${package_dir} COMPONENT development)
# The shells find completions by the names of the commands (bash, fish), or by what stands in the file (zsh).
set(MG_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks for completions")
foreach(tool IN ITEMS mg_run mg_prep mg_bench)
  install(FILES packaging/completion/multigraph.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME ${tool} COMPONENT tools)
  install(FILES packaging/completion/multigraph.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
          RENAME ${tool}.fish COMPONENT tools)
endforeach()
install(FILES packaging/completion/_multigraph DESTINATION ${MG_ZSH_COMPLETIONS} COMPONENT tools)
install(FILES LICENSE README.md CONTRIBUTING.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

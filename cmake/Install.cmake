# `cmake --install`, besides the tools (tools/CMakeLists.txt): the library, its headers, and the package that
# find_package(MultiGraph) finds.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/MultiGraph)

install(TARGETS multigraph EXPORT MultiGraphTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(folder IN ITEMS engine preprocess dense sparse hybrid algorithms)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/multigraph
          FILES_MATCHING PATTERN "*.hpp")
endforeach()

configure_package_config_file(cmake/MultiGraphConfig.cmake.in ${PROJECT_BINARY_DIR}/MultiGraphConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/MultiGraphConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT MultiGraphTargets NAMESPACE MultiGraph:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/MultiGraphConfig.cmake ${PROJECT_BINARY_DIR}/MultiGraphConfigVersion.cmake
              cmake/MultiGraphPlugin.cmake cmake/register_algorithm.cpp.in cmake/plugin_interface.cpp
        DESTINATION ${package_dir})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

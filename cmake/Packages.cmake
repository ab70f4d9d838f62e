# Debian packages and the archive of the source, by CPack: `tools/build_packages.sh` builds and checks them. The library,
# what it takes to build against it, the tools, and the backend for GPUs are packages of their own.
set(MG_MAINTAINER "MultiGraph maintainers <maintainers@multigraph.invalid>" CACHE STRING
    "Who packages are from: NAME <ADDRESS>")
set(MG_PACKAGE_RELEASE 1 CACHE STRING "The packages' revision of this version")

set(CPACK_PACKAGE_NAME multigraph)
set(CPACK_PACKAGE_VENDOR "MultiGraph")
set(CPACK_PACKAGE_CONTACT "${MG_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own, the first line of its description
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development tools)
if(MG_CUDA_FOUND)
  list(APPEND CPACK_COMPONENTS_ALL cuda)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)

# The target package_source packs the tree as it stands; tools/build_packages.sh packs what is committed.
set(CPACK_SOURCE_GENERATOR TXZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME multigraph-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "/\\\\.git/" "/\\\\.git$" "/build/" "\\\\.mg$")

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${MG_PACKAGE_RELEASE})
set(CPACK_DEBIAN_PACKAGE_SOURCE multigraph)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# What the programs are linked with is found by dpkg-shlibdeps; of the driver's library, which no package has to bring,
# only the toolkit's stub is there.
set(stubs ${PROJECT_BINARY_DIR}/stubs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${stubs})
# What is built with the library fits that very version.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY =)
set(this_version "(= ${PROJECT_VERSION}-${MG_PACKAGE_RELEASE})")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libmultigraph${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS multigraph-cuda)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libarchive13 | libarchive13t64")  # loaded where an archive is read
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "runtime for graph analytics (shared library)
MultiGraph runs graph algorithms such as breadth-first search, shortest
paths, PageRank, betweenness and triangle counting on CPUs and on GPUs.

This package contains the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libmultigraph-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${this_version}, libfmt-dev, nlohmann-json3-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, g++")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "runtime for graph analytics (development files)
MultiGraph runs graph algorithms such as breadth-first search, shortest
paths, PageRank, betweenness and triangle counting on CPUs and on GPUs.

This package contains what it takes to build programs with the library and
plug-ins for it: headers and a CMake package.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME multigraph-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${this_version}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS multigraph-cuda)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "runtime for graph analytics (programs)
MultiGraph runs graph algorithms such as breadth-first search, shortest
paths, PageRank, betweenness and triangle counting on CPUs and on GPUs.

This package contains the programs: mg_prep reads, cleans and generates
graphs, mg_run answers questions about them and proves the answers right,
and mg_bench times algorithms and compares the times.")

# cudart, which is linked into it, is NVIDIA's.
set(CPACK_DEBIAN_CUDA_PACKAGE_NAME multigraph-cuda)
set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION non-free/science)
set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${this_version}")
set(CPACK_DEBIAN_CUDA_PACKAGE_RECOMMENDS libcuda1)
set(CPACK_DEBIAN_CUDA_PACKAGE_SUGGESTS cuda-nvrtc)
set(CPACK_COMPONENT_CUDA_DESCRIPTION "runtime for graph analytics (backend for NVIDIA GPUs)
MultiGraph runs graph algorithms such as breadth-first search, shortest
paths, PageRank, betweenness and triangle counting on CPUs and on GPUs.

This package contains the backend for NVIDIA GPUs and kernels for them. It
needs the driver, and nothing of the CUDA toolkit: only kernels for unusual
runs and for plug-ins are compiled with NVRTC, where that is installed.")

# documents(COMPONENT PACKAGE): the files that every Debian package has. Times in archives are left out, so that the same
# source makes the same files.
find_program(MG_GZIP gzip)
mark_as_advanced(MG_GZIP)
function(documents component package)
  set(folder ${PROJECT_BINARY_DIR}/debian/${package})
  set(target ${CMAKE_INSTALL_DATADIR}/doc/${package})
  file(MAKE_DIRECTORY ${folder})
  configure_file(packaging/debian/changelog.in ${folder}/changelog.Debian @ONLY)
  configure_file(CHANGELOG.md ${folder}/changelog COPYONLY)
  foreach(text IN ITEMS changelog.Debian changelog)
    execute_process(COMMAND ${MG_GZIP} -9nf ${folder}/${text} COMMAND_ERROR_IS_FATAL ANY)
    install(FILES ${folder}/${text}.gz DESTINATION ${target} COMPONENT ${component} EXCLUDE_FROM_ALL)
  endforeach()
  install(FILES packaging/debian/copyright DESTINATION ${target} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES packaging/debian/${package}.lintian-overrides RENAME ${package}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

if(MG_GZIP)
  # The date of the newest release: the same source makes the same packages, whenever that is.
  file(STRINGS CHANGELOG.md releases REGEX "^## \\[[0-9]")
  list(GET releases 0 newest)
  string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+$" released "${newest}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -R -u -d "${released}" OUTPUT_VARIABLE MG_PACKAGE_DATE OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  documents(runtime libmultigraph${PROJECT_VERSION_MAJOR})
  documents(development libmultigraph-dev)
  documents(tools multigraph-tools)
  install(FILES README.md docs/guide.md docs/file-format.md docs/plugins.md
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/multigraph-tools COMPONENT tools EXCLUDE_FROM_ALL)
  if(MG_CUDA_FOUND)
    documents(cuda multigraph-cuda)
    file(MAKE_DIRECTORY ${stubs})
    get_target_property(driver_stub CUDA::cuda_driver IMPORTED_LOCATION)
    file(CREATE_LINK "${driver_stub}" ${stubs}/libcuda.so.1 SYMBOLIC)
  endif()
endif()

include(CPack)

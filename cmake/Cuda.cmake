# Finds the CUDA toolkit. MG_CUDA_FOUND says whether the backend for NVIDIA GPUs is built; the programs are the same
# with and without it.
set(MG_CUDA AUTO CACHE STRING "Build the backend for NVIDIA GPUs: AUTO (where a CUDA toolkit is found), ON or OFF")
set_property(CACHE MG_CUDA PROPERTY STRINGS AUTO ON OFF)
set(MG_KERNEL_ARCHITECTURES "80;90;100" CACHE STRING "GPU architectures to compile for in advance")
set(MG_CUDA_FOUND FALSE)
set(oldest_cuda 12.4)

if(MG_CUDA)  # AUTO is true
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
    list(APPEND CMAKE_PROGRAM_PATH /usr/local/cuda/bin)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_ARCHITECTURES OFF)  # chosen below, when the compiler is known
    enable_language(CUDA)
    find_package(CUDAToolkit ${oldest_cuda} QUIET)
    if(CUDAToolkit_FOUND AND TARGET CUDA::cudart_static AND TARGET CUDA::cuda_driver
       AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL ${oldest_cuda})
      set(MG_CUDA_FOUND TRUE)
    endif()
  endif()
  if(MG_CUDA_FOUND)
    message(STATUS "CUDA ${CMAKE_CUDA_COMPILER_VERSION}: the backend for NVIDIA GPUs is built")
  elseif(MG_CUDA STREQUAL "AUTO")
    message(STATUS "No CUDA toolkit ${oldest_cuda} or newer: the backend for NVIDIA GPUs is left out")
  else()
    message(FATAL_ERROR "MG_CUDA is ON, but no CUDA toolkit ${oldest_cuda} or newer was found: put nvcc on the PATH")
  endif()
endif()

if(MG_CUDA_FOUND)
  # Machine code for what the compiler knows of them, and for GPUs to come something their driver can compile.
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code OUTPUT_VARIABLE known_code)
  set(MG_CUDA_ARCHITECTURES "")
  foreach(architecture IN LISTS MG_KERNEL_ARCHITECTURES)
    if(known_code MATCHES "sm_${architecture}\n")
      list(APPEND MG_CUDA_ARCHITECTURES ${architecture}-real)
      set(newest ${architecture})
    endif()
  endforeach()
  if(NOT newest)
    message(FATAL_ERROR "CUDA ${CMAKE_CUDA_COMPILER_VERSION} knows none of MG_KERNEL_ARCHITECTURES: "
                        "${MG_KERNEL_ARCHITECTURES}")
  endif()
  list(APPEND MG_CUDA_ARCHITECTURES ${newest}-virtual)
endif()

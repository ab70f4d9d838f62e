#include "tools/bench/cusparse.hpp"

#include <cstdlib>

#include "engine/cuda/toolkit_library.hpp"
#include "engine/error.hpp"

namespace mg::tools {

CuSparse::CuSparse(const std::string& file) {
  std::string problem;
  void* library = open_toolkit_library("cusparse", file, problem);
  if (library != nullptr && !find_functions(library)) {
    problem = file_of(library) + " is older than CUDA 12.4, or no cuSPARSE at all";
  }
  if (!problem.empty()) {
    fail(ExitCode::no_resources,
         "there is no cuSPARSE to measure against: {}\n  Install that of the CUDA toolkit (libcusparse.so), or name it "
         "in MG_CUSPARSE",
         problem);
  }
  version_ = fmt::format("cuSPARSE {}.{}.{}", property(MAJOR_VERSION), property(MINOR_VERSION), property(PATCH_LEVEL));
}

const CuSparse& CuSparse::shared() {
  static const CuSparse library([] {
    const char* named = std::getenv("MG_CUSPARSE");
    return std::string(named == nullptr ? "" : named);
  }());
  return library;
}

void CuSparse::check(cusparseStatus_t status, std::string_view action) const {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  const bool is_short = status == CUSPARSE_STATUS_ALLOC_FAILED || status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  fail(is_short ? ExitCode::no_resources : ExitCode::internal, "{} failed while {}: {}", version_, action,
       error_text(status));
}

bool CuSparse::find_functions(void* library) {
  return find_function(library, "cusparseGetProperty", get_property) &&
         find_function(library, "cusparseGetErrorString", error_text) &&
         find_function(library, "cusparseCreate", create) && find_function(library, "cusparseDestroy", destroy) &&
         find_function(library, "cusparseSetStream", set_stream) &&
         find_function(library, "cusparseCreateCsr", create_csr) &&
         find_function(library, "cusparseDestroySpMat", destroy_matrix) &&
         find_function(library, "cusparseCreateDnVec", create_vector) &&
         find_function(library, "cusparseDestroyDnVec", destroy_vector) &&
         find_function(library, "cusparseSpMV_bufferSize", spmv_buffer_size) &&
         find_function(library, "cusparseSpMV_preprocess", spmv_preprocess) &&
         find_function(library, "cusparseSpMV", spmv);
}

int CuSparse::property(libraryPropertyType which) const {
  int value = 0;
  check(get_property(which, &value), "asking for its version");
  return value;
}

}  // namespace mg::tools

// cuSPARSE, loaded where there is one. Nothing here calls CUDA's runtime.
#pragma once

#include <cusparse.h>

#include <string>
#include <string_view>

namespace mg::tools {

/// The library, and the part of its interface that is used.
class CuSparse {
 public:
  /// Loads `file`, or, where that is empty, the newest that the usual places have. Throws Error(no_resources) that says
  /// how to get one.
  explicit CuSparse(const std::string& file);
  /// The one that MG_CUSPARSE names, or that of the usual places; loaded once, unless there is none.
  static const CuSparse& shared();

  /// "cuSPARSE 12.6.3"
  [[nodiscard]] const std::string& version() const { return version_; }
  /// Throws Error unless `status` is success: what was being done, and what the library says.
  void check(cusparseStatus_t status, std::string_view action) const;

  decltype(&cusparseGetProperty) get_property = nullptr;
  decltype(&cusparseGetErrorString) error_text = nullptr;
  decltype(&cusparseCreate) create = nullptr;
  decltype(&cusparseDestroy) destroy = nullptr;
  decltype(&cusparseSetStream) set_stream = nullptr;
  decltype(&cusparseCreateCsr) create_csr = nullptr;
  decltype(&cusparseDestroySpMat) destroy_matrix = nullptr;
  decltype(&cusparseCreateDnVec) create_vector = nullptr;
  decltype(&cusparseDestroyDnVec) destroy_vector = nullptr;
  decltype(&cusparseSpMV_bufferSize) spmv_buffer_size = nullptr;
  decltype(&cusparseSpMV_preprocess) spmv_preprocess = nullptr;
  decltype(&cusparseSpMV) spmv = nullptr;

 private:
  [[nodiscard]] bool find_functions(void* library);
  [[nodiscard]] int property(libraryPropertyType which) const;

  std::string version_;
};

}  // namespace mg::tools

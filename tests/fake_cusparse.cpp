// A stand-in for cuSPARSE whose device memory is the host's: as strict as the real one where a driver can go wrong.
#include <cusparse.h>

#include <cstdlib>
#include <string_view>

struct cusparseContext {
  cudaStream_t stream = nullptr;
};

struct cusparseSpMatDescr {
  std::int64_t rows, columns, arcs;
  const void* offsets;
  const void* neighbors;
  const float* values;
  cusparseIndexType_t type;
  const void* analysed_into = nullptr;
  cusparseSpMVAlg_t analysed_for = CUSPARSE_SPMV_ALG_DEFAULT;
};

struct cusparseDnVecDescr {
  std::int64_t size;
  float* values;
};

namespace {

constexpr std::size_t scratch_bytes = 64;

int live_objects = 0;

/// Whether the environment asks for this function to fail.
bool fails(std::string_view function) {
  const char* named = std::getenv("MG_FAKE_CUSPARSE_FAILS");
  return named != nullptr && function == named;
}

template <class T>
cusparseStatus_t made(T** object, T value) {
  *object = new T(value);
  ++live_objects;
  return CUSPARSE_STATUS_SUCCESS;
}

template <class T>
cusparseStatus_t destroyed(T* object) {
  delete object;
  --live_objects;
  return CUSPARSE_STATUS_SUCCESS;
}

std::int64_t index_at(const void* indices, std::int64_t i, cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_32I ? static_cast<const std::int32_t*>(indices)[i]
                                    : static_cast<const std::int64_t*>(indices)[i];
}

float row_sum(const cusparseSpMatDescr& matrix, std::int64_t row, const cusparseDnVecDescr& x) {
  float sum = 0;
  const std::int64_t end = index_at(matrix.offsets, row + 1, matrix.type);
  for (std::int64_t i = index_at(matrix.offsets, row, matrix.type); i < end; ++i) {
    sum += matrix.values[i] * x.values[index_at(matrix.neighbors, i, matrix.type)];
  }
  return sum;
}

bool fit(const cusparseSpMatDescr& matrix, const cusparseDnVecDescr& x, const cusparseDnVecDescr& y) {
  return x.size == matrix.columns && y.size == matrix.rows;
}

}  // namespace

extern "C" {

int fake_cusparse_live_objects() { return live_objects; }

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  *value = 7 + static_cast<int>(type);
  return CUSPARSE_STATUS_SUCCESS;
}

const char* cusparseGetErrorString(cusparseStatus_t status) {
  return status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES ? "insufficient resources" : "not as it should be";
}

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  if (fails("cusparseCreate")) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return made(handle, cusparseContext{});
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) { return destroyed(handle); }

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, std::int64_t rows, std::int64_t columns,
                                   std::int64_t arcs, void* offsets, void* neighbors, void* values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t column_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  if (offset_type != column_type) return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (base != CUSPARSE_INDEX_BASE_ZERO || type != CUDA_R_32F) return CUSPARSE_STATUS_INVALID_VALUE;
  return made(matrix, cusparseSpMatDescr{rows, columns, arcs, offsets, neighbors, static_cast<const float*>(values),
                                         offset_type});
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) { return destroyed(matrix); }

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, std::int64_t size, void* values, cudaDataType type) {
  if (type != CUDA_R_32F) return CUSPARSE_STATUS_INVALID_VALUE;
  return made(vector, cusparseDnVecDescr{size, static_cast<float*>(values)});
}

cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) { return destroyed(vector); }

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x, const void*,
                                         cusparseDnVecDescr_t y, cudaDataType, cusparseSpMVAlg_t, size_t* bytes) {
  *bytes = scratch_bytes;
  return fit(*matrix, *x, *y) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t algorithm,
                                         void* scratch) {
  if (fails("cusparseSpMV_preprocess")) return CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  auto* analysed = const_cast<cusparseSpMatDescr*>(matrix);  // as the real one does
  analysed->analysed_into = scratch;
  analysed->analysed_for = algorithm;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation, const void* alpha,
                              cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t algorithm, void* scratch) {
  const bool analysed = matrix->analysed_into == scratch && matrix->analysed_for == algorithm && scratch != nullptr;
  const bool plain = operation == CUSPARSE_OPERATION_NON_TRANSPOSE && *static_cast<const float*>(alpha) == 1 &&
                     *static_cast<const float*>(beta) == 0 && type == CUDA_R_32F;
  if (!analysed || !plain || handle->stream == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  for (std::int64_t row = 0; row < matrix->rows; ++row) y->values[row] = row_sum(*matrix, row, *x);
  return CUSPARSE_STATUS_SUCCESS;
}
}

#include "tools/bench/cusparse_spmv.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "engine/state.hpp"

namespace mg::tools {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Objects of the library, with the functions that take them back.
using Handle = std::unique_ptr<cusparseContext, decltype(&cusparseDestroy)>;
using MatrixDescriptor = std::unique_ptr<cusparseSpMatDescr, decltype(&cusparseDestroySpMat)>;
using VectorDescriptor = std::unique_ptr<cusparseDnVecDescr, decltype(&cusparseDestroyDnVec)>;

/// The values as `To` in the device's memory, converted piece by piece.
template <class To, class From>
DeviceBlock converted(const std::shared_ptr<Device>& device, std::span<const From> values, std::string_view what) {
  constexpr std::size_t piece = std::size_t{1} << 22;
  DeviceBlock block(device, values.size() * sizeof(To), what);
  std::vector<To> buffer(std::min(piece, values.size()));
  for (std::size_t begin = 0; begin < values.size(); begin += piece) {
    const auto from = values.subspan(begin, std::min(piece, values.size() - begin));
    std::ranges::transform(from, buffer.begin(), [](From value) { return static_cast<To>(value); });
    device->upload(block.as<To>() + begin, buffer.data(), from.size() * sizeof(To));
  }
  return block;
}

/// `count` ones in the device's memory: what is there is doubled until there are enough.
DeviceBlock ones(const std::shared_ptr<Device>& device, std::size_t count) {
  DeviceBlock block(device, count * sizeof(float), "the matrix's values");
  const std::vector<float> first(std::min<std::size_t>(count, 4096), 1.0F);
  device->upload(block.data(), first.data(), first.size() * sizeof(float));
  for (std::size_t done = first.size(); done < count;) {
    const std::size_t more = std::min(done, count - done);
    device->copy(block.as<float>() + done, block.data(), more * sizeof(float));
    done += more;
  }
  return block;
}

/// The matrix and both vectors in the device's memory.
struct Operands {
  Operands(const std::shared_ptr<Device>& device, const SpmvRequest& request, int bits)
      : index_type(bits == 32 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I),
        num_rows(request.rows->num_rows()),
        num_arcs(static_cast<std::int64_t>(request.rows->num_edges())),
        num_columns(static_cast<std::int64_t>(request.x.size())),
        offsets(indices(device, request.rows->offsets.span(), bits, "the matrix's offsets")),
        columns(indices(device, request.rows->neighbors.span(), bits, "the matrix's columns")),
        values(ones(device, request.rows->num_edges())),
        x(converted<float>(device, request.x, "vector x")),
        y(device, std::size_t{request.rows->num_rows()} * sizeof(float), "vector y") {}

  template <class From>
  static DeviceBlock indices(const std::shared_ptr<Device>& device, std::span<const From> values, int bits,
                             std::string_view what) {
    return bits == 32 ? converted<std::int32_t>(device, values, what) : converted<std::int64_t>(device, values, what);
  }

  cusparseIndexType_t index_type;
  std::int64_t num_rows;
  std::int64_t num_arcs;
  std::int64_t num_columns;
  DeviceBlock offsets;
  DeviceBlock columns;
  DeviceBlock values;
  DeviceBlock x;
  DeviceBlock y;
};

/// y = A x by one of the library's algorithms. What its analysis finds stays with the matrix's descriptor, so that each
/// algorithm has a descriptor of its own.
class Product {
 public:
  Product(const CuSparse& library, cusparseHandle_t handle, const std::shared_ptr<Device>& device,
          const Operands& operands, cusparseSpMVAlg_t algorithm)
      : library_(library),
        handle_(handle),
        algorithm_(algorithm),
        matrix_(matrix_of(library, operands)),
        x_(vector_of(library, operands.num_columns, operands.x)),
        y_(vector_of(library, operands.num_rows, operands.y)) {
    std::size_t bytes = 0;
    call(library.spmv_buffer_size, &bytes, "asking for its scratch space");
    scratch_ = DeviceBlock(device, bytes, "cuSPARSE's scratch space");
    device->synchronize();  // the library works on another stream
    call(library.spmv_preprocess, scratch_.data(), "analysing the matrix");
  }

  void multiply() const { call(library_.spmv, scratch_.data(), "multiplying"); }

 private:
  static MatrixDescriptor matrix_of(const CuSparse& library, const Operands& of) {
    cusparseSpMatDescr_t matrix = nullptr;
    library.check(
        library.create_csr(&matrix, of.num_rows, of.num_columns, of.num_arcs, of.offsets.data(), of.columns.data(),
                           of.values.data(), of.index_type, of.index_type, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
        "describing the matrix");
    return {matrix, library.destroy_matrix};
  }
  static VectorDescriptor vector_of(const CuSparse& library, std::int64_t size, const DeviceBlock& block) {
    cusparseDnVecDescr_t vector = nullptr;
    library.check(library.create_vector(&vector, size, block.data(), CUDA_R_32F), "describing a vector");
    return {vector, library.destroy_vector};
  }

  /// The three functions of a product differ in their last argument alone.
  template <class Function, class Last>
  void call(Function function, Last last, std::string_view action) const {
    constexpr float one = 1;
    constexpr float zero = 0;
    library_.check(function(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_.get(), x_.get(), &zero, y_.get(),
                            CUDA_R_32F, algorithm_, last),
                   action);
  }

  const CuSparse& library_;
  cusparseHandle_t handle_;
  cusparseSpMVAlg_t algorithm_;
  MatrixDescriptor matrix_;
  VectorDescriptor x_;
  VectorDescriptor y_;
  DeviceBlock scratch_;
};

struct NamedAlgorithm {
  const char* name;
  cusparseSpMVAlg_t value;
};

/// Those for compressed sparse rows.
constexpr std::array algorithms{NamedAlgorithm{"CUSPARSE_SPMV_CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2},
                                NamedAlgorithm{"CUSPARSE_SPMV_CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1}};

Handle make_handle(const CuSparse& library, cudaStream_t stream) {
  cusparseHandle_t handle = nullptr;
  library.check(library.create(&handle), "starting");
  Handle owned(handle, library.destroy);
  library.check(library.set_stream(handle, stream), "taking a stream");
  return owned;
}

}  // namespace

int index_bits_for(const SpmvRequest& request) {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  const bool narrow = request.rows->num_edges() <= most && request.rows->num_rows() <= most && request.x.size() <= most;
  return narrow ? 32 : 64;
}

SpmvReport time_spmv(const CuSparse& library, const std::shared_ptr<Device>& device, const TimedStream& stream,
                     const SpmvRequest& request, int index_bits) {
  SpmvReport report{.library = library.version(), .device = device->info().name, .index_bits = index_bits};
  const auto copying = Clock::now();
  const Operands operands(device, request, index_bits);
  device->synchronize();
  report.copy_ms = ms_since(copying);
  const Handle handle = make_handle(library, stream.stream());
  for (const NamedAlgorithm& algorithm : algorithms) {
    SpmvTimes& times = report.algorithms.emplace_back();
    times.algorithm = algorithm.name;
    device->fill(operands.y.data(), 0xFF, operands.y.size_bytes());  // NaN: an entry that nobody writes is wrong
    device->synchronize();
    const auto preparing = Clock::now();
    const Product product(library, handle.get(), device, operands, algorithm.value);
    stream.wait();
    times.prepare_ms = ms_since(preparing);
    for (int i = 0; i < request.warmup; ++i) product.multiply();
    for (int i = 0; i < request.runs; ++i) times.ms.push_back(stream.ms([&] { product.multiply(); }));
    times.y.resize(request.rows->num_rows());
    device->download(times.y.data(), operands.y.data(), operands.y.size_bytes());
  }
  return report;
}

}  // namespace mg::tools

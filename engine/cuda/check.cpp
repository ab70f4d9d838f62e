#include "engine/cuda/check.hpp"

#include "engine/error.hpp"

namespace mg::cuda {

namespace {

[[noreturn]] void report(std::string_view action, std::string_view name, std::string_view text,
                         std::string_view last_kernel) {
  const std::string kernel = last_kernel.empty() ? "" : fmt::format("; the kernel launched last was {}", last_kernel);
  fail(ExitCode::internal,
       "the GPU failed while {}: {} ({}){}\n  CUDA_LAUNCH_BLOCKING=1 in the environment finds the kernel, "
       "compute-sanitizer the access",
       action, text, name, kernel);
}

}  // namespace

void check(cudaError_t result, std::string_view action, std::string_view last_kernel) {
  if (result == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // so that the next call does not report it again
  report(action, cudaGetErrorName(result), cudaGetErrorString(result), last_kernel);
}

void check(CUresult result, std::string_view action, std::string_view last_kernel) {
  if (result == CUDA_SUCCESS) return;
  const char* name = nullptr;
  const char* text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  report(action, name == nullptr ? "unknown error" : name, text == nullptr ? "no description" : text, last_kernel);
}

}  // namespace mg::cuda

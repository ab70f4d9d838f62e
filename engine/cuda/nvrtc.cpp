#include "engine/cuda/nvrtc.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "engine/cuda/toolkit_library.hpp"
#include "engine/error.hpp"

namespace mg {

/// The part of the library's interface that is used, as its manual gives it; a result of 0 is success.
struct Nvrtc::Functions {
  using Program = struct OpaqueProgram*;
  int (*version)(int* major, int* minor) = nullptr;
  int (*num_architectures)(int* count) = nullptr;
  int (*architectures)(int* list) = nullptr;
  int (*create)(Program* program, const char* source, const char* name, int num_headers, const char* const* headers,
                const char* const* names) = nullptr;
  int (*destroy)(Program* program) = nullptr;
  int (*compile)(Program program, int num_options, const char* const* options) = nullptr;
  int (*log_size)(Program program, std::size_t* size) = nullptr;
  int (*log)(Program program, char* text) = nullptr;
  int (*cubin_size)(Program program, std::size_t* size) = nullptr;
  int (*cubin)(Program program, char* code) = nullptr;
  int (*ptx_size)(Program program, std::size_t* size) = nullptr;
  int (*ptx)(Program program, char* code) = nullptr;
  const char* (*error)(int result) = nullptr;
};

namespace {

namespace fs = std::filesystem;

/// Reads a text that is asked for by its size first.
template <class Program>
std::string text_of(Program program, int (*size_of)(Program, std::size_t*), int (*get)(Program, char*)) {
  std::size_t size = 0;
  if (size_of(program, &size) != 0) return {};
  std::string text(size, '\0');
  if (size == 0 || get(program, text.data()) != 0) return {};
  return text;
}

}  // namespace

std::unique_ptr<Nvrtc> Nvrtc::load(const std::string& library, std::string& problem) {
  void* handle = open_toolkit_library("nvrtc", library, problem);
  if (handle == nullptr) return nullptr;
  auto functions = std::make_shared<Functions>();
  const bool complete = find_function(handle, "nvrtcVersion", functions->version) &&
                        find_function(handle, "nvrtcGetNumSupportedArchs", functions->num_architectures) &&
                        find_function(handle, "nvrtcGetSupportedArchs", functions->architectures) &&
                        find_function(handle, "nvrtcCreateProgram", functions->create) &&
                        find_function(handle, "nvrtcDestroyProgram", functions->destroy) &&
                        find_function(handle, "nvrtcCompileProgram", functions->compile) &&
                        find_function(handle, "nvrtcGetProgramLogSize", functions->log_size) &&
                        find_function(handle, "nvrtcGetProgramLog", functions->log) &&
                        find_function(handle, "nvrtcGetCUBINSize", functions->cubin_size) &&
                        find_function(handle, "nvrtcGetCUBIN", functions->cubin) &&
                        find_function(handle, "nvrtcGetPTXSize", functions->ptx_size) &&
                        find_function(handle, "nvrtcGetPTX", functions->ptx) &&
                        find_function(handle, "nvrtcGetErrorString", functions->error);
  int major = 0;
  int minor = 0;
  int count = 0;
  if (!complete || functions->version(&major, &minor) != 0 || functions->num_architectures(&count) != 0) {
    problem = file_of(handle) + " is older than CUDA 11.2, or no NVRTC at all";
    return nullptr;
  }
  std::unique_ptr<Nvrtc> loaded(new Nvrtc);
  loaded->architectures_.resize(static_cast<std::size_t>(count));
  functions->architectures(loaded->architectures_.data());
  std::ranges::sort(loaded->architectures_);
  Dl_info where{};
  if (::dladdr(reinterpret_cast<const void*>(functions->version), &where) != 0 && where.dli_fname != nullptr) {
    std::error_code error;
    const fs::path real = fs::canonical(where.dli_fname, error);
    loaded->path_ = error ? where.dli_fname : real.string();
  }
  std::error_code error;
  const auto size = fs::file_size(loaded->path_, error);
  loaded->major_ = major;
  loaded->version_ = fmt::format("NVRTC {}.{}", major, minor);
  loaded->identity_ = fmt::format("{} of {} bytes", loaded->version_, error ? 0 : size);
  loaded->functions_ = std::move(functions);
  return loaded;
}

Nvrtc::Output Nvrtc::compile(const std::string& source, std::span<const CarriedHeader> headers,
                             const std::vector<std::string>& options, bool to_ptx) const {
  std::vector<std::string> strings;  // with the terminating zeros that views lack
  strings.reserve(2 * headers.size());
  std::vector<const char*> names;
  std::vector<const char*> texts;
  for (const CarriedHeader& header : headers) {
    names.push_back(strings.emplace_back(header.name).c_str());
    texts.push_back(strings.emplace_back(header.text).c_str());
  }
  std::vector<const char*> option_texts;
  option_texts.reserve(options.size() + 1);
  for (const std::string& option : options) option_texts.push_back(option.c_str());
  // A kernel from the compiler's own cache comes without the report that was asked for.
  if (major_ >= 13) option_texts.push_back("--no-cache");

  Output output;
  Functions::Program program = nullptr;
  const int created = functions_->create(&program, source.c_str(), "kernel.cu", static_cast<int>(headers.size()),
                                         texts.data(), names.data());
  if (created != 0) {
    output.log = functions_->error(created);
    return output;
  }
  const int result = functions_->compile(program, static_cast<int>(option_texts.size()), option_texts.data());
  output.log = text_of(program, functions_->log_size, functions_->log);
  while (!output.log.empty() && output.log.back() == '\0') output.log.pop_back();
  if (result != 0) {
    if (output.log.empty()) output.log = functions_->error(result);
  } else {
    output.code = to_ptx ? text_of(program, functions_->ptx_size, functions_->ptx)
                         : text_of(program, functions_->cubin_size, functions_->cubin);
    output.compiled = !output.code.empty();
  }
  functions_->destroy(&program);
  return output;
}

}  // namespace mg

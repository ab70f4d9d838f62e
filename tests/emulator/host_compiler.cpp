#include "tests/emulator/host_compiler.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "engine/cuda/headers.hpp"
#include "engine/cuda/kernel_file.hpp"
#include "engine/error.hpp"
#include "tests/command.hpp"

namespace mg::emulator {

namespace {

namespace fs = std::filesystem;

/// The translation unit of a kernel: one function that every thread calls.
std::string unit_of(const KernelRequest& request) {
  return fmt::format(R"({}namespace {{
using MgAgent = {};
thread_local char mg_anchor_in_shared_memory;
}}
extern "C" {{
__attribute__((visibility("default"))) extern const unsigned mg_threads = MgAgent::threads;
__attribute__((visibility("default"))) const void* mg_anchor() {{ return &mg_anchor_in_shared_memory; }}
__attribute__((visibility("default"))) void mg_kernel(const void* arguments, const void* function) {{
  MgAgent::run(*static_cast<const MgAgent::Arguments*>(arguments), *static_cast<const MgAgent::Function*>(function));
}}
}}
)",
                     inclusions_of(request), request.agent);
}

std::string own_header(const std::string& name) {
  std::ifstream file(fs::path(MG_SOURCE_DIR) / "tests/emulator" / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The headers that go into it, as the library carries them.
std::vector<CarriedHeader> headers_of(const KernelRequest& request, const std::string& unit) {
  return included_headers(unit, {request.algorithm.name, request.algorithm.text});
}

/// What the kernel depends on, as the name of its file.
std::string key_of(const KernelRequest& request, const std::string& unit) {
  static const std::string own_headers =
      own_header("prelude.hpp") + own_header("simt.hpp") + own_header("engine/gpu/instructions.hpp");
  std::vector<std::string_view> texts = {unit, own_headers, MG_HOST_COMPILER, MG_HOST_COMPILER_VERSION,
                                         MG_HOST_COMPILER_OPTIONS};
  for (const CarriedHeader& header : headers_of(request, unit)) texts.insert(texts.end(), {header.name, header.text});
  return hash_texts(texts).text();
}

void write(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// From the line of the first error on, with files by their names in that folder.
std::string first_error(const std::string& told, const std::string& folder) {
  const std::size_t error = told.find("error:");
  if (error == std::string::npos) return told.substr(0, 1000);
  const std::size_t line = told.rfind('\n', error);
  std::string message = told.substr(line == std::string::npos ? 0 : line + 1, 1000);
  for (std::size_t at; (at = message.find(folder)) != std::string::npos;) message.erase(at, folder.size());
  return message;
}

/// Compiles in a folder of its own, and then gives the kernel its name: who reads meanwhile finds nothing, or all.
void compile(const KernelRequest& request, const std::string& unit, const fs::path& kernel) {
  const fs::path folder = kernel.string() + fmt::format(".{}-{:08x}", ::getpid(), std::random_device{}());
  write(folder / "kernel.cpp", unit);
  for (const CarriedHeader& header : headers_of(request, unit)) {
    const bool is_standard = header.name.find_first_of("./") == std::string_view::npos;  // the compiler has its own
    if (!is_standard) write(folder / header.name, header.text);
  }
  const fs::path emulator = fs::path(MG_SOURCE_DIR) / "tests/emulator";
  std::vector<std::string> command = {MG_HOST_COMPILER};
  for (std::string& word : words_of(MG_HOST_COMPILER_OPTIONS)) command.push_back(std::move(word));
  for (const fs::path& place : {emulator, folder}) command.push_back("-I" + place.string());
  const fs::path made = folder / "kernel.so";
  command.insert(command.end(),
                 {"-include", MG_PRELUDE, (folder / "kernel.cpp").string(), "-o", made.string(), MG_EMULATOR});
  const CommandResult result = run_command(command);
  if (result.status == 0) fs::rename(made, kernel);
  fs::remove_all(folder);
  if (result.status != 0) {
    fail(ExitCode::internal, "the kernel {} does not compile for an emulated GPU: {}", request.agent,
         first_error(result.err, folder.string() + '/'));
  }
}

template <class Symbol>
Symbol* find(void* library, const char* name) {
  return reinterpret_cast<Symbol*>(::dlsym(library, name));
}

}  // namespace

HostKernel HostCompiler::load(const KernelRequest& request, KernelOrigin& origin) const {
  const std::string unit = unit_of(request);
  const fs::path file = fs::path(MG_EMULATED_KERNELS) / (key_of(request, unit) + ".so");
  origin = fs::exists(file) ? KernelOrigin::cached : KernelOrigin::compiled;
  if (origin == KernelOrigin::compiled) compile(request, unit, file);
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(ExitCode::internal, "{} cannot be loaded: {}", request.agent, ::dlerror());
  return {.agent = request.agent,
          .threads = *find<const unsigned>(library, "mg_threads"),
          .run = find<void(const void*, const void*)>(library, "mg_kernel"),
          .anchor = find<const void*()>(library, "mg_anchor")};
}

HostCompiler::Found HostCompiler::get(const KernelRequest& request) {
  const std::string name = fmt::format("{}\n{}\n{}\n{}", request.agent, request.agent_header, request.algorithm.name,
                                       request.algorithm.text);
  const std::scoped_lock lock(mutex_);
  KernelOrigin origin = KernelOrigin::cached;
  auto known = kernels_.find(name);
  if (known == kernels_.end()) known = kernels_.emplace(name, load(request, origin)).first;
  return {known->second, origin};
}

}  // namespace mg::emulator

#include "engine/gpu/device.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "engine/cuda/backend.hpp"
#include "engine/error.hpp"
#include "engine/gpu/compiling_device.hpp"

namespace mg {

namespace {

namespace fs = std::filesystem;

constexpr const char* backend_name = "libmg_cuda.so";

/// The backend's library, loaded on first use and never unloaded, or why there is none.
struct Backend {
  CudaListFunction* list = nullptr;
  CudaOpenFunction* open = nullptr;
  CudaCloseFunction* close = nullptr;
  std::string problem;
};

/// The file of this library; empty where the loader does not know.
fs::path own_library() {
  Dl_info self{};
  if (::dladdr(reinterpret_cast<const void*>(&list_devices), &self) == 0 || self.dli_fname == nullptr) return {};
  std::error_code error;
  const fs::path library = fs::canonical(self.dli_fname, error);
  return error ? fs::path(self.dli_fname) : library;
}

/// The file that MG_BACKEND names; empty where it is not set.
std::string named_backend() {
  const char* named = std::getenv("MG_BACKEND");
  return named == nullptr ? "" : named;
}

/// What to do about a backend that does not fit.
std::string advice() {
  return named_backend().empty() ? "; install MultiGraph again" : "; MG_BACKEND names it: unset it, or name another";
}

/// The file that MG_BACKEND names, else the backend beside this library, else wherever the loader finds it.
std::string backend_file() {
  if (std::string named = named_backend(); !named.empty()) return named;
  std::error_code error;
  const fs::path beside = own_library().parent_path() / backend_name;
  return fs::exists(beside, error) ? beside.string() : backend_name;
}

/// The loader's message about a file, in words for people who do not know the backend's parts: what was looked for, and
/// where.
std::string explain(const std::string& file, const std::string& message) {
  if (message.find("libcuda.so.1") != std::string::npos) {
    return fmt::format("no NVIDIA driver: {} needs its libcuda.so.1, and the loader says: {}", file, message);
  }
  if (file == backend_name && message.starts_with(file + ": cannot open")) {
    return fmt::format(
        "no GPU backend: {} is not beside {}, and the loader does not find it: MultiGraph was built without CUDA, or "
        "its target mg_cuda was not built",
        backend_name, own_library().string());
  }
  return fmt::format("the backend for GPUs cannot be loaded: {}{}", message, advice());
}

Backend load_backend() {
  Backend backend;
  const std::string file = backend_file();
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* message = ::dlerror();
    backend.problem = explain(file, message == nullptr ? "unknown error" : message);
    return backend;
  }
  auto* interface = reinterpret_cast<CudaInterfaceFunction*>(::dlsym(library, cuda_interface_symbol));
  if (interface == nullptr) {
    backend.problem = file + " is no backend for GPUs" + advice();
    return backend;
  }
  if (interface() != cuda_backend_interface) {
    backend.problem = file + " belongs to another version of MultiGraph" + advice();
    return backend;
  }
  backend.list = reinterpret_cast<CudaListFunction*>(::dlsym(library, cuda_list_symbol));
  backend.open = reinterpret_cast<CudaOpenFunction*>(::dlsym(library, cuda_open_symbol));
  backend.close = reinterpret_cast<CudaCloseFunction*>(::dlsym(library, cuda_close_symbol));
  if (backend.list == nullptr || backend.open == nullptr || backend.close == nullptr) {
    backend.list = nullptr;
    backend.problem = file + " lacks a function" + advice();
  }
  return backend;
}

const Backend& backend() {
  static const Backend loaded = load_backend();
  return loaded;
}

/// As far as close_devices() has not ended that.
std::atomic<bool> devices_were_opened = false;

/// What is there in place of the backend's GPUs; null as a rule.
std::shared_ptr<CompilingDevice> stand_in;

std::string available(const std::vector<DeviceInfo>& devices) {
  std::string text;
  for (const DeviceInfo& device : devices) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", device.index, device.name);
  }
  return text;
}

/// Throws unless there is a GPU of that index.
void require_device(int index) {
  const DeviceList list = list_devices();
  if (list.devices.empty()) fail(ExitCode::no_resources, "no GPU: {}", list.problem);
  if (std::ranges::find(list.devices, index, &DeviceInfo::index) == list.devices.end()) {
    fail(ExitCode::no_resources, "there is no GPU {}: this machine has {}", index, available(list.devices));
  }
}

}  // namespace

bool has_gpu_driver() {
  std::error_code error;
  return fs::exists("/dev/nvidiactl", error);
}

DeviceList list_devices() {
  DeviceList list;
  if (stand_in != nullptr) {
    list.devices.push_back(stand_in->info());
  } else if (backend().list == nullptr) {
    list.problem = backend().problem;
  } else {
    backend().list(&list);
  }
  list.has_driver = has_gpu_driver();
  return list;
}

int device_index(std::string_view name) {
  constexpr std::string_view prefix = "cuda:";
  if (name == "cuda") return 0;
  int index = -1;
  if (name.starts_with(prefix)) {
    const char* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, index);
    if (error != std::errc{} || stop != end) index = -1;
  }
  if (index < 0) fail(ExitCode::wrong_use, "there is no device '{}'; allowed: auto, cpu, cuda, cuda:N", name);
  return index;
}

std::shared_ptr<Device> open_device(int index) {
  require_device(index);
  if (stand_in != nullptr) return stand_in;
  std::shared_ptr<Device> device;
  backend().open(index, &device);
  devices_were_opened = true;
  return device;
}

std::future<void> open_ahead(int index) {
  return std::async(std::launch::async, [index] {
    try {
      static_cast<void>(open_device(index));
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): found again by whoever needs the GPU
    }
  });
}

std::shared_ptr<CompilingDevice> stand_in_for_gpus(int architecture) {
  stand_in = std::make_shared<CompilingDevice>(architecture);
  return stand_in;
}

void close_devices() {
  if (devices_were_opened.exchange(false)) backend().close();
}

}  // namespace mg

#include "tools/run/doctor.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "engine/gpu/device.hpp"
#include "engine/plugin.hpp"
#include "engine/profile.hpp"
#include "preprocess/option_text.hpp"
#include "tools/machine.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

namespace fs = std::filesystem;

std::string memory_text() {
  const auto total = memory_fact("MemTotal");
  const auto available = memory_fact("MemAvailable");
  std::string text = total && available ? fmt::format("{} of {} available", bytes_text(*available), bytes_text(*total))
                                        : "unknown: /proc/meminfo cannot be read";
  const auto limit = first_line("/sys/fs/cgroup/memory.max");
  if (const auto bytes = limit ? whole_number<std::uint64_t>(*limit) : std::nullopt) {
    text += fmt::format("; this process's group may use {}", bytes_text(*bytes));
  }
  return text;
}

std::string huge_pages_text() {
  const auto setting = first_line("/sys/kernel/mm/transparent_hugepage/enabled");
  if (!setting) return "unknown: this kernel does not say";
  if (setting->find("[never]") == std::string::npos) return *setting;
  return *setting + ": large graphs run slower; `echo madvise` into that file of /sys as root";
}

std::string processor_text() {
  const std::string model = processor_name().empty() ? "processor" : processor_name();
  std::string text = fmt::format("{}, {} hardware threads, {} of them for this process", model,
                                 std::thread::hardware_concurrency(), omp_get_num_procs());
  if (usable_processors() < omp_get_num_procs()) {
    text += fmt::format("; by the limits of its control group it may keep {} busy", usable_processors());
  }
  return text;
}

std::string openmp_text() {
  const char* variable = std::getenv("OMP_NUM_THREADS");
  return fmt::format("{}, {} threads unless --threads says otherwise{}", _OPENMP, default_threads(),
                     variable == nullptr ? "" : fmt::format(" (OMP_NUM_THREADS={})", variable));
}

bool can_open_library(const char* name) {
  void* library = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library != nullptr) ::dlclose(library);
  return library != nullptr;
}

std::string cuda_driver_text() {
  if (const auto version = first_line("/proc/driver/nvidia/version")) return *version;
  return can_open_library("libcuda.so.1")
             ? "its library is there, a device is not: no /proc/driver/nvidia/version"
             : "none: no /proc/driver/nvidia/version, and the loader finds no libcuda.so.1";
}

std::string cuda_toolkit_text() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((folder + "/nvcc").c_str(), X_OK) == 0) return folder + "/nvcc";
  }
  const fs::path usual = "/usr/local/cuda/bin/nvcc";
  return ::access(usual.c_str(), X_OK) == 0 ? usual.string() : "none: no nvcc on the PATH, and no " + usual.string();
}

/// Where compiled kernels are kept, and how many there are.
std::string kernel_cache_text() {
  const fs::path folder = shared_specialiser().options().cache;
  if (folder.empty()) return "none: neither MG_CACHE_DIR nor HOME is set, so kernels are compiled for every run";
  std::size_t kernels = 0;
  std::uint64_t bytes = 0;
  for (const Specialiser::Listed& kernel : shared_specialiser().list()) {
    if (kernel.origin != KernelOrigin::cached) continue;
    ++kernels;
    bytes += kernel.entry.bytes;
  }
  std::error_code error;
  fs::path existing = folder;
  while (!fs::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
  const bool writable = ::access(existing.c_str(), W_OK) == 0;
  return fmt::format("{}, {} kernels, {}{}", folder.string(), kernels, bytes_text(bytes),
                     writable ? "" : "; it cannot be written, so kernels are compiled for every run");
}

std::string built_in_kernels_text() {
  std::size_t kernels = 0;
  for (const Specialiser::Listed& kernel : shared_specialiser().list()) {
    if (kernel.origin == KernelOrigin::prebuilt) ++kernels;
  }
  return fmt::format("{} in {}", kernels, shared_specialiser().options().prebuilt.string());
}

/// A line a GPU, or why there is none.
std::vector<std::string> gpu_texts() {
  const DeviceList gpus = list_devices();
  if (gpus.devices.empty()) return {"none: " + gpus.problem};
  std::vector<std::string> texts;
  for (const DeviceInfo& device : gpus.devices) {
    std::string free;
    try {
      free = fmt::format("{} of {} free", bytes_text(open_device(device.index)->free_bytes()),
                         bytes_text(device.memory_bytes));
    } catch (const Error& error) {
      free = error.what();
    }
    texts.push_back(fmt::format("cuda:{} {}, compute capability {}.{}, driver for CUDA {}, {}", device.index,
                                device.name, device.architecture / 10, device.architecture % 10, device.driver, free));
  }
  return texts;
}

/// Of the processor and of each GPU, what its steps are first reckoned by.
std::vector<std::string> profile_texts() {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& machine, std::string_view gpu) {
    const std::shared_ptr<const Profile> profile = profile_for(gpu);
    texts.push_back(
        fmt::format("{}: {}, {}, of {}{}", machine, profile->machine, profile->origin, profile->date(),
                    profile->is_own ? "" : "; there is none of this one, which is measured when a run asks"));
  };
  add("a core", "");
  for (const DeviceInfo& device : list_devices().devices) add(fmt::format("cuda:{}", device.index), device.name);
  return texts;
}

}  // namespace

std::string doctor_text() {
  std::string text;
  const auto line = [&](std::string_view label, const std::string& finding) {
    text += fmt::format("{:<18} {}\n", label, finding);
  };
  line("version", fmt::format("{}, plug-in interface {}", MG_VERSION, plugin_interface));
  line("compiler", __VERSION__);
  line("processor", processor_text());
  line("OpenMP", openmp_text());
  line("memory", memory_text());
  line("huge pages", huge_pages_text());
  line("CUDA driver", cuda_driver_text());
  line("CUDA toolkit", cuda_toolkit_text());
  for (const std::string& gpu : gpu_texts()) line("GPU", gpu);
  for (const std::string& profile : profile_texts()) line("profile", profile);
  line("kernel compiler", shared_specialiser().compiler_text());
  line("built-in kernels", built_in_kernels_text());
  line("kernel cache", kernel_cache_text());
  return text;
}

}  // namespace mg::tools

#include "engine/cuda/toolkit_library.hpp"

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace mg {

namespace {

namespace fs = std::filesystem;

/// Where to look, best first.
std::vector<std::string> usual_places(const std::string& name) {
  const std::string file = "lib" + name + ".so";
  std::vector<std::string> places = {file + ".13", file + ".12", file};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* home = std::getenv(variable);
    if (home != nullptr && *home != '\0') places.push_back((fs::path(home) / "lib64" / file).string());
  }
  places.push_back((fs::path("/usr/local/cuda/lib64") / file).string());
  return places;
}

}  // namespace

void* open_toolkit_library(const std::string& name, const std::string& file, std::string& problem) {
  const std::vector<std::string> places = file.empty() ? usual_places(name) : std::vector<std::string>{file};
  for (const std::string& place : places) {
    void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      problem.clear();
      return library;
    }
    const char* message = ::dlerror();
    if (message == nullptr) continue;
    // A library that is there and lacks one of its own says more than all those that are not there.
    const bool is_absent = std::string(message).starts_with(place + ": cannot open shared object file");
    if (problem.empty() || !is_absent) problem = message;
  }
  return nullptr;
}

}  // namespace mg

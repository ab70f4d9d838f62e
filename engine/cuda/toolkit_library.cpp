#include "engine/cuda/toolkit_library.hpp"

#include <fmt/ranges.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace mg {

namespace {

namespace fs = std::filesystem;

/// Where to look, best first: names, which are the loader's to find, and files.
struct Places {
  std::vector<std::string> names;
  std::vector<std::string> files;
};

Places usual_places(const std::string& name) {
  const std::string file = "lib" + name + ".so";
  Places places{.names = {file + ".13", file + ".12", file}, .files = {}};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* home = std::getenv(variable);
    if (home != nullptr && *home != '\0') places.files.push_back((fs::path(home) / "lib64" / file).string());
  }
  places.files.push_back((fs::path("/usr/local/cuda/lib64") / file).string());
  return places;
}

Places place_of(const std::string& file) {
  Places places;
  (file.find('/') == std::string::npos ? places.names : places.files).push_back(file);
  return places;
}

std::string absence_of(const Places& places) {
  std::vector<std::string> texts;
  if (!places.names.empty()) texts.push_back(fmt::format("the loader does not find {}", fmt::join(places.names, ", ")));
  for (const std::string& file : places.files) texts.push_back("there is no " + file);
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Opens a library. What is not there leaves `problem` as it was: a library that is there and lacks one of its own says
/// more than all those that are not.
void* open(const std::string& place, std::string& problem) {
  void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  const char* message = ::dlerror();
  const std::string text = message == nullptr ? place + ": unknown error" : message;
  if (!text.starts_with(place + ": cannot open shared object file")) problem = text;
  return nullptr;
}

}  // namespace

void* open_toolkit_library(const std::string& name, const std::string& file, std::string& problem) {
  const Places places = file.empty() ? usual_places(name) : place_of(file);
  problem.clear();
  for (const auto& some : {places.names, places.files}) {
    for (const std::string& place : some) {
      if (void* library = open(place, problem)) {
        problem.clear();
        return library;
      }
    }
  }
  if (problem.empty()) problem = absence_of(places);
  return nullptr;
}

std::string file_of(void* library) {
  link_map* map = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return "the library";
  return map->l_name;
}

}  // namespace mg

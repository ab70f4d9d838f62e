#include "tools/machine.hpp"

#include <fstream>
#include <sstream>

namespace mg::tools {

std::optional<std::string> first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? std::optional(line) : std::nullopt;
}

std::optional<std::uint64_t> memory_fact(std::string_view name) {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string label;
    std::uint64_t kib = 0;
    if (words >> label >> kib && label.size() == name.size() + 1 && label.starts_with(name)) return kib * 1024;
  }
  return std::nullopt;
}

}  // namespace mg::tools

#include "tools/text_file.hpp"

#include <fstream>

namespace mg::tools {

std::optional<std::string> text_of_file(const std::string& path, std::size_t longest) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  while (file && text.size() <= longest) {
    const std::size_t before = text.size();
    text.resize(before + piece);
    file.read(text.data() + before, piece);
    text.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) return std::nullopt;
  return text;
}

}  // namespace mg::tools

// Names in files that do not say how they are encoded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mg {

/// Takes what is not UTF-8 for ISO 8859-1 (latin-1), in which any bytes are text, and counts.
class TextEncoding {
 public:
  /// Makes `text` UTF-8.
  void decode(std::string& text);
  /// Appends a sentence when anything was not UTF-8.
  void describe(std::vector<std::string>& decisions) const;

 private:
  std::uint64_t num_latin1_ = 0;
};

/// Appends the character of Unicode `code` in UTF-8; false for what is none.
bool append_utf8(std::string& text, std::uint32_t code);

}  // namespace mg

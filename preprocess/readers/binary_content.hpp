// Binary inputs read as typed arrays from any place, never trusting a size that the content has not backed up.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/error.hpp"
#include "engine/graph/array.hpp"
#include "engine/progress.hpp"
#include "preprocess/input/input.hpp"

namespace mg {

/// The whole content of `input`. An uncompressed file is read where and when it is asked for, by all threads; anything
/// else (compressed, standard input) is decompressed into memory first, since only its end tells its size.
class BinaryContent {
 public:
  BinaryContent(Input& input, Progress& progress);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::string& name() const { return input_.name(); }

  /// The number at byte `offset`. Throws Error(bad_input) when the content ends before or within it.
  template <class T>
  [[nodiscard]] T number(std::uint64_t offset, std::string_view what) const {
    T value{};
    read(offset, sizeof value, reinterpret_cast<char*>(&value), what);
    return value;
  }

  /// `count` elements from byte `offset`. Allocates only what the content can fill; throws Error(bad_input) when it
  /// ends early. `what` names them in the error: "neighbours".
  template <class T>
  [[nodiscard]] Array<T> array(std::uint64_t offset, std::uint64_t count, std::string_view what) const {
    if (offset > size_ || count > (size_ - offset) / sizeof(T)) ends_early(offset, what);
    auto result = Array<T>::uninitialized(count);
    read(offset, result.size_bytes(), reinterpret_cast<char*>(result.data()), what);
    return result;
  }

 private:
  void read(std::uint64_t offset, std::uint64_t bytes, char* out, std::string_view what) const;
  [[noreturn]] void ends_early(std::uint64_t offset, std::string_view what) const;

  Input& input_;
  Progress& progress_;
  std::uint64_t size_ = 0;
  Array<char> memory_;  // empty for an uncompressed file
};

}  // namespace mg

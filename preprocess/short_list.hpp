// What a message lists: as much as a person reads of it.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace mg {

/// "a, b, c and 5 more"
class ShortList {
 public:
  explicit ShortList(std::size_t most_shown = 16) : most_shown_(most_shown) {}

  /// `item()` returns its text; it is not called for what is not shown.
  template <class Item>
  void add(Item&& item) {
    if (++size_ > most_shown_) return;
    if (size_ > 1) text_ += ", ";
    text_ += item();
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::string text() const {
    return size_ <= most_shown_ ? text_ : fmt::format("{} and {} more", text_, size_ - most_shown_);
  }

 private:
  std::size_t most_shown_;
  std::string text_;
  std::size_t size_ = 0;
};

}  // namespace mg

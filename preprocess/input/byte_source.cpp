#include "preprocess/input/byte_source.hpp"

#include <algorithm>

namespace mg {

std::string_view LookAhead::look_ahead(std::size_t count) {
  const std::size_t before = ahead_.size();
  if (before < count) {
    ahead_.resize(count);
    ahead_.resize(before + source_->read(ahead_.data() + before, count - before));
  }
  return {ahead_.data(), ahead_.size()};
}

std::size_t LookAhead::read(char* out, std::size_t count) {
  const std::size_t known = std::min(count, ahead_.size() - taken_);
  std::copy_n(ahead_.data() + taken_, known, out);
  taken_ += known;
  return known + (known < count ? source_->read(out + known, count - known) : 0);
}

}  // namespace mg

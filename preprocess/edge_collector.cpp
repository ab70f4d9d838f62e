#include "preprocess/edge_collector.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/parallel.hpp"
#include "preprocess/number_parsing.hpp"

namespace mg {

namespace {

constexpr std::uint64_t largest_u32 = std::numeric_limits<std::uint32_t>::max();

[[nodiscard]] bool ends_word(char c) { return is_blank(c) || c == '\n' || c == ',' || c == ';'; }

[[nodiscard]] bool fits_float(std::uint32_t value) {
  return static_cast<std::uint64_t>(static_cast<float>(value)) == value;
}

[[noreturn]] void refuse_weight(std::string_view word, std::string_view why) {
  fail_at(word.data(), "expected a weight, found {}{}", quoted(word), why);
}

/// The float nearest to a decimal number; numbers closer to zero than any float become zero.
[[nodiscard]] float nearest_float(std::string_view word) {
  const char* const end = word.data() + word.size();
  float value = 0;
  const auto parsed = std::from_chars(word.data(), end, value);
  if (parsed.ec == std::errc::invalid_argument || parsed.ptr != end) refuse_weight(word, ", which is no number");
  if (parsed.ec == std::errc::result_out_of_range) {
    long double wide = 0;
    const auto wide_parsed = std::from_chars(word.data(), end, wide);
    const bool tiny = wide_parsed.ec == std::errc() ? std::fabs(wide) < 1 : word.find('-', 1) != std::string_view::npos;
    if (!tiny) refuse_weight(word, ", which is beyond the range of 32-bit floats");
    value = static_cast<float>(wide);
  }
  if (!std::isfinite(value)) refuse_weight(word, "; weights must be finite numbers");
  return value;
}

}  // namespace

void WeightBlock::reset(std::size_t max_weights) {
  if (bits_.size() < max_weights) bits_.resize(max_weights);
  size_ = 0;
  real_ = false;
  first_real_ = first_large_integer_ = nullptr;
}

void WeightBlock::parse(const char*& p) {
  const char* const begin = p;
  std::uint64_t value;
  if (parse_unsigned(p, value) && value <= largest_u32 && ends_word(*p)) {
    add_integer(static_cast<std::uint32_t>(value), begin);
  } else {
    p = begin;
    parse_slowly(p);
  }
}

void WeightBlock::add_integer(std::uint32_t value, const char* at) {
  assert(size_ < bits_.size());
  if (first_large_integer_ == nullptr && !rounding_ && !fits_float(value)) first_large_integer_ = at;
  bits_[size_++] = real_ ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : value;
}

void WeightBlock::add_real(float value, const char* at) {
  assert(size_ < bits_.size());
  if (!real_) {
    for (std::size_t i = 0; i < size_; ++i) bits_[i] = std::bit_cast<std::uint32_t>(static_cast<float>(bits_[i]));
    real_ = true;
    first_real_ = at;
  }
  bits_[size_++] = std::bit_cast<std::uint32_t>(value);
}

void WeightBlock::parse_slowly(const char*& p) {
  const char* const begin = p;
  p = word_end(p);
  if (p == begin) fail_at(begin, "expected a weight, found {}", quoted_word(begin));
  std::string_view word(begin, static_cast<std::size_t>(p - begin));
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const float value = nearest_float(word);
  std::string_view digits = word.substr(word[0] == '-' ? 1 : 0);
  if (std::all_of(digits.begin(), digits.end(), is_digit)) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    std::uint32_t exact = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exact);
    if (word[0] != '-' && parsed.ec == std::errc()) return add_integer(exact, begin);
    if (!rounding_ && fmt::format("{:.0f}", std::fabs(value)) != digits) {
      fail_at(begin,
              "weight {} fits neither 32 unsigned bits nor, without rounding, a 32-bit float; "
              "write it as a decimal ({}.0) to accept rounding",
              quoted(word), word);
    }
  }
  add_real(value, begin);
}

void EdgeBlock::reset(std::size_t max_edges, bool weighted) {
  if (edges_.size() < max_edges) edges_ = Array<Edge>::uninitialized(max_edges);
  size_ = 0;
  weights_.reset(weighted ? max_edges : 0);
}

void EdgeCollector::place(EdgeBlock& block, std::string_view text, std::uint64_t first_line) {
  block.position_ = edges_.claim(block.size());
  if (!weighted_ || block.size() == 0) return;
  const WeightBlock& weights = block.weights_;
  assert(weights.size() == block.size());
  weights_.claim(weights.size());
  if (stretches_.empty() || stretches_.back().real != weights.real_)
    stretches_.push_back({block.position_, weights.real_});
  const auto remember = [&](const char* at, std::optional<Remembered>& where) {
    if (at == nullptr || where) return;
    where = {position_of(at, text, first_line), std::string(at, word_end(at))};
  };
  remember(weights.first_real_, first_real_);
  remember(weights.first_large_integer_, first_large_integer_);
}

void EdgeCollector::store(const EdgeBlock& block) {
  std::copy_n(block.edges_.data(), block.size(), edges_.data() + block.position_);
  if (weighted_) std::copy_n(block.weights_.bits_.data(), block.size(), weights_.data() + block.position_);
}

Weights EdgeCollector::take_weights(const TextSource& source) {
  if (!weighted_) return std::monostate{};
  if (!first_real_) return weights_.take();
  if (first_large_integer_) {
    source.fail_at_position(
        first_large_integer_->position,
        fmt::format(
            "weight {} cannot be kept exactly: weight {} in line {} makes all weights 32-bit floats, which round "
            "it; write it as a decimal ({}.0) to accept that",
            quoted(first_large_integer_->word), quoted(first_real_->word), first_real_->position.line,
            first_large_integer_->word));
  }
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    if (stretches_[i].real) continue;
    const std::size_t end = i + 1 < stretches_.size() ? stretches_[i + 1].begin : weights_.size();
    std::uint32_t* const integers = weights_.data() + stretches_[i].begin;
    parallel_for(end - stretches_[i].begin, omp_get_max_threads(),
                 [&](std::size_t k) { integers[k] = std::bit_cast<std::uint32_t>(static_cast<float>(integers[k])); });
  }
  return weights_.take<float>();
}

std::string describe(const Weights& weights) {
  switch (type_of(weights)) {
    case WeightType::none: return "weights: none";
    case WeightType::u32: return "weights: non-negative integers, kept exactly (u32)";
    case WeightType::f32: return "weights: decimal numbers (f32)";
  }
  return {};
}

}  // namespace mg

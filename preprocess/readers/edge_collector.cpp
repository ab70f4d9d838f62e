#include "preprocess/readers/edge_collector.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "preprocess/readers/number_parsing.hpp"

namespace mg {

namespace {

constexpr std::uint64_t largest_u32 = std::numeric_limits<std::uint32_t>::max();

[[nodiscard]] bool ends_word(char c) { return is_blank(c) || c == '\n' || c == ',' || c == ';'; }

}  // namespace

void WeightBlock::reset(std::size_t max_weights) {
  if (bits_.size() < max_weights) bits_.resize(max_weights);
  size_ = 0;
  real_ = false;
  rounded_ = 0;
  first_real_ = first_large_integer_ = {};
}

void WeightBlock::parse(const char*& p) {
  const char* const begin = p;
  std::uint64_t value;
  if (parse_unsigned(p, value) && value <= largest_u32 && ends_word(*p)) {
    add_integer(static_cast<std::uint32_t>(value), {begin, static_cast<std::size_t>(p - begin)});
    return;
  }
  p = word_end(begin);
  if (p == begin) fail_at(begin, "expected a weight, found {}", quoted_word(begin));
  parse_word({begin, static_cast<std::size_t>(p - begin)});
}

void WeightBlock::add_real(float value, std::string_view word) {
  assert(size_ < bits_.size());
  if (!real_) {
    for (std::size_t i = 0; i < size_; ++i) {
      rounded_ += fits_float(bits_[i]) ? 0 : 1;
      bits_[i] = std::bit_cast<std::uint32_t>(static_cast<float>(bits_[i]));
    }
    real_ = true;
    first_real_ = word;
  }
  bits_[size_++] = std::bit_cast<std::uint32_t>(value);
}

void WeightBlock::parse_word(const std::string_view word) {
  const WeightText weight = parse_weight(word, rounding_);
  if (weight.integer) return add_integer(*weight.integer, word);
  rounded_ += weight.exact ? 0 : 1;
  add_real(weight.real, word);
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
  rounded_ += weights.rounded_;
  const auto remember = [&](std::string_view word, std::optional<Remembered>& where) {
    if (word.empty() || where) return;
    where = {file_, position_of(word.data(), text, first_line), std::string(word)};
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
    const std::string& file = first_large_integer_->file.empty() ? source.name() : first_large_integer_->file;
    const std::string other = first_real_->file == first_large_integer_->file ? "" : " of " + first_real_->file;
    fail(ExitCode::bad_input,
         "{}:{}:{}: weight {} cannot be kept exactly: weight {} in line {}{} makes all weights 32-bit floats, which "
         "round it; write it as a decimal ({}.0) to accept that",
         file, first_large_integer_->position.line, first_large_integer_->position.column,
         quoted(first_large_integer_->word), quoted(first_real_->word), first_real_->position.line, other,
         first_large_integer_->word);
  }
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    if (stretches_[i].real) continue;
    const std::size_t end = i + 1 < stretches_.size() ? stretches_[i + 1].begin : weights_.size();
    std::uint32_t* const integers = weights_.data() + stretches_[i].begin;
    const std::size_t count = end - stretches_[i].begin;
    rounded_ += parallel_sum<std::size_t>(count, default_threads(), [integers](std::size_t k) {
      const bool fits = fits_float(integers[k]);
      integers[k] = std::bit_cast<std::uint32_t>(static_cast<float>(integers[k]));
      return fits ? 0 : 1;
    });
  }
  return weights_.take<float>();
}

std::string describe(const Weights& weights, std::size_t rounded) {
  switch (type_of(weights)) {
    case WeightType::none: return "weights: none";
    case WeightType::u32: return "weights: non-negative integers, kept exactly (u32)";
    case WeightType::f32:
      return rounded == 0 ? "weights: decimal numbers (f32)"
                          : fmt::format("weights: decimal numbers (f32), {} of them rounded to 32 bits", rounded);
  }
  return {};
}

}  // namespace mg

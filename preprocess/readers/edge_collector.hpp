// Edges and weights of a text file on their way from parallel parsing into arrays: 8 bytes an edge, 4 bytes a weight.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/edge_list.hpp"
#include "preprocess/readers/growing_array.hpp"
#include "preprocess/readers/text_chunks.hpp"
#include "preprocess/readers/weight_text.hpp"

namespace mg {

/// The weights of one block of text, 32 bits each: exact unsigned integers, or floats from the first weight on that is
/// none. Weights written as integers are never changed: those that a float would round are remembered, to be refused
/// if the file as a whole needs floats.
class WeightBlock {
 public:
  /// Forgets everything and makes room for `max_weights`.
  void reset(std::size_t max_weights);
  /// For files that declare their numbers to be real: rounds integers too where an f32 cannot hold them.
  void accept_rounding(bool accept) { rounding_ = accept; }
  /// Reads the weight at `p` and moves `p` behind it. TextError for what is no number, NaN, infinite, or an integer
  /// that fits neither u32 nor, exactly, f32.
  void parse(const char*& p);
  /// Reads the weight that `word`, a part of the text, is as a whole.
  void parse_word(std::string_view word);
  /// Adds what parse_word() would find in `word`.
  void add_integer(std::uint32_t value, std::string_view word) {
    assert(size_ < bits_.size());
    if (first_large_integer_.empty() && !rounding_ && !fits_float(value)) first_large_integer_ = word;
    if (real_ && rounding_ && !fits_float(value)) ++rounded_;
    bits_[size_++] = real_ ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : value;
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  friend class EdgeCollector;
  void add_real(float value, std::string_view word);

  std::vector<std::uint32_t> bits_;  // capacity; the first size_ are in use
  std::size_t size_ = 0;
  bool rounding_ = false;
  bool real_ = false;
  std::size_t rounded_ = 0;               // weights that an f32 holds less exactly than an f64 would
  std::string_view first_real_;           // the first weight that is no u32
  std::string_view first_large_integer_;  // the first integer that an f32 cannot hold
};

/// The edges of one block of text.
class EdgeBlock {
 public:
  /// Forgets everything and makes room for `max_edges`, each with a weight if `weighted`.
  void reset(std::size_t max_edges, bool weighted);
  /// Adds an edge; room for it must have been made. Its weight, if any, goes to weights().
  void add(VertexId source, VertexId target) {
    assert(size_ < edges_.size());
    edges_[size_++] = {source, target};
  }
  [[nodiscard]] WeightBlock& weights() { return weights_; }
  [[nodiscard]] std::span<Edge> edges() { return {edges_.data(), size_}; }
  [[nodiscard]] std::span<const Edge> edges() const { return {edges_.data(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  friend class EdgeCollector;
  Array<Edge> edges_;  // capacity; the first size_ are in use
  std::size_t size_ = 0;
  WeightBlock weights_;
  std::size_t position_ = 0;  // where place() put it
};

/// Gathers blocks in file order (place) and copies them into the final arrays (store, from any thread). Memory: the
/// final arrays and nothing else.
class EdgeCollector {
 public:
  explicit EdgeCollector(bool weighted) : weighted_(weighted) {}

  /// Claims the block's room behind those placed before. One at a time, in file order: in parse_text()'s place.
  void place(EdgeBlock& block, std::string_view text, std::uint64_t first_line);
  /// Copies the edges and weights of a placed block.
  void store(const EdgeBlock& block);

  [[nodiscard]] std::size_t size() const { return edges_.size(); }
  /// The edges so far, e.g. to renumber them in place.
  [[nodiscard]] std::span<Edge> edges() { return {edges_.data(), edges_.size()}; }
  [[nodiscard]] std::span<const Edge> edges() const { return edges_.span(); }
  /// Where a placed block's first edge is.
  [[nodiscard]] static std::size_t position(const EdgeBlock& block) { return block.position_; }

  [[nodiscard]] Array<Edge> take_edges() { return edges_.take(); }
  /// The weights in the type that holds them all: u32 when every one is an integer in 0 .. 2^32 - 1, else f32. Throws
  /// Error(bad_input) naming the line of an integer that f32 would change.
  [[nodiscard]] Weights take_weights(const TextSource& source);
  /// How many of the weights taken are not what an f64 would have kept.
  [[nodiscard]] std::size_t rounded() const { return rounded_; }
  /// For a collector of several files: the name of the one whose blocks come next.
  void begin_file(const std::string& name) { file_ = name; }

 private:
  struct Stretch {
    std::size_t begin;
    bool real;
  };
  struct Remembered {
    std::string file;
    TextPosition position;
    std::string word;
  };

  bool weighted_;
  GrowingArray<Edge> edges_;
  GrowingArray<std::uint32_t> weights_;
  std::vector<Stretch> stretches_;
  std::size_t rounded_ = 0;
  std::string file_;  // where there are several
  std::optional<Remembered> first_real_, first_large_integer_;
};

/// Reads the rest of `source` where a block's edges depend on nothing but the block: `parse(text, EdgeBlock&)`, which
/// begins with block.reset(), adds the edges of a text. Returns the number of lines.
template <class Parse>
std::uint64_t collect_edges(TextSource& source, Progress& progress, EdgeCollector& collector, Parse&& parse) {
  struct Result {
    EdgeBlock block;
    std::string_view text;
  };
  return parse_text<Result>(
      source, progress,
      [&](std::string_view text, Result& result) {
        result.text = text;
        parse(text, result.block);
      },
      [&](Result& result, std::uint64_t first_line) { collector.place(result.block, result.text, first_line); },
      [&](const Result& result) { collector.store(result.block); });
}

/// "u32", "f32" or "none", and how many were rounded, for EdgeList::decisions.
[[nodiscard]] std::string describe(const Weights& weights, std::size_t rounded = 0);

}  // namespace mg

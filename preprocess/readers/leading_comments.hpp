// What the comments in front of a table declare: SNAP's direction, KONECT's kind of network, titles of columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mg {

/// KONECT's first line, "% asym posweighted": the kind of network and of weights.
struct KonectHeader {
  enum class Kind : std::uint8_t { none, symmetric, asymmetric, bipartite };
  Kind kind = Kind::none;
  std::string weights;  ///< "unweighted", "positive", ..., or empty
  std::uint64_t line = 0;
};

class LeadingComments {
 public:
  /// Looks at a comment, its mark included.
  void add(std::string_view comment, std::uint64_t line);

  [[nodiscard]] const KonectHeader& konect() const { return konect_; }
  /// The line of SNAP's comment "Undirected graph" or of a matrix's banner that says "symmetric", or 0.
  [[nodiscard]] std::uint64_t undirected_line() const { return undirected_line_; }
  /// The line of SNAP's comment "Directed graph", or 0.
  [[nodiscard]] std::uint64_t directed_line() const { return directed_line_; }
  /// The last comment without its mark: it may hold titles.
  [[nodiscard]] const std::string& last() const { return last_; }
  [[nodiscard]] std::uint64_t last_line() const { return last_line_; }

 private:
  KonectHeader konect_;
  std::uint64_t undirected_line_ = 0;
  std::uint64_t directed_line_ = 0;
  std::string last_;
  std::uint64_t last_line_ = 0;
};

}  // namespace mg

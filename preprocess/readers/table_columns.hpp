// Which columns of a table hold the ends of its edges: as people say, or as the titles do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mg {

/// The fields of a line of a table, without quotes.
using Fields = std::vector<std::string_view>;

/// Columns of a table, counted from 0.
struct TableColumns {
  std::size_t count = 2;
  std::size_t source = 0;
  std::size_t target = 1;
  std::optional<std::size_t> weight = {};
  std::optional<std::size_t> direction = {};  ///< Gephi's Type: "Directed" or "Undirected" in every line

  /// Source and target stand first, in this order, and what follows them is a weight or nothing.
  [[nodiscard]] bool plain() const {
    return source == 0 && target == 1 && count <= 3 && weight.has_value() == (count == 3) && !direction;
  }
  friend bool operator==(const TableColumns&, const TableColumns&) = default;
};

/// The value of --columns: for each role a title, or a number from 1.
struct ColumnChoice {
  std::string source;
  std::string target;
  std::optional<std::string> weight;

  /// Throws Error(wrong_use).
  static ColumnChoice parse(std::string_view text);
  /// True when a role is given by a title.
  [[nodiscard]] bool by_title() const;
};

/// The number of a column, from 0, that the text gives as a number from 1.
[[nodiscard]] std::optional<std::size_t> column_number(std::string_view text);

/// What titles say. Only titles that tools write are known (source, target, src, dst, from, to, u, v, :START_ID, ...);
/// words such as fromNodeId or SOURCE_SUBREDDIT that consist of these are understood too.
class TitledColumns {
 public:
  explicit TitledColumns(const Fields& titles);

  /// The column of an edge's source, or target, where exactly one title says so.
  [[nodiscard]] std::optional<std::size_t> source() const { return source_; }
  [[nodiscard]] std::optional<std::size_t> target() const { return target_; }
  /// Columns that may be weights, the likeliest first. The first alone is sure to be one where `sure_weight()`.
  [[nodiscard]] const std::vector<std::size_t>& weights() const { return weights_; }
  [[nodiscard]] bool sure_weight() const { return sure_weight_; }
  /// True for a title that names something other than an end or a weight of an edge: id, label, time, ...
  [[nodiscard]] bool is_other(std::size_t column) const { return other_[column]; }
  /// True for the title of numbers that name something: edge_id, row.
  [[nodiscard]] bool is_number(std::size_t column) const { return numbers_[column]; }
  /// True when titles could mean several columns, or either of two directions (head, tail).
  [[nodiscard]] bool ambiguous() const { return ambiguous_; }

 private:
  std::optional<std::size_t> source_, target_;
  std::vector<std::size_t> weights_;
  std::vector<bool> other_;
  std::vector<bool> numbers_;
  bool sure_weight_ = false;
  bool ambiguous_ = false;
};

/// What Neo4j's title of an end says its vertices are named in, ":START_ID(Person)"; empty where it does not say.
[[nodiscard]] std::string_view neo4j_space(std::string_view title);

/// The column called `title`: exactly, or else in other capitals, where only one is.
[[nodiscard]] std::optional<std::size_t> column_titled(const Fields& titles, std::string_view title);

}  // namespace mg

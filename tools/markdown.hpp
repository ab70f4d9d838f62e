// Tables that are read in a terminal as well as rendered.
#pragma once

#include <string>
#include <vector>

namespace mg::tools {

class MarkdownTable {
 public:
  enum class Align : unsigned char { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit MarkdownTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// One cell a column.
  void add(std::vector<std::string> cells);
  /// Padded, with a line end behind every row.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Numbers for tables: four significant digits, no exponent above one.
[[nodiscard]] std::string number_text(double value);
/// 0.034 -> "3.4%".
[[nodiscard]] std::string percent_text(double part);

}  // namespace mg::tools

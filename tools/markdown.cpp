#include "tools/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// A cell that stays one cell.
std::string escaped(const std::string& text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c == '\n' || c == '\r' ? ' ' : c;
  }
  return cell;
}

}  // namespace

void MarkdownTable::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = escaped(cell);
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string MarkdownTable::text() const {
  constexpr std::size_t narrowest = 3;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(std::max(narrowest, columns_[i].title.size()));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], row[i].size());
  }
  const auto padded = [&](const std::string& cell, std::size_t i) {
    return columns_[i].align == Align::right ? fmt::format(" {:>{}} |", cell, widths[i])
                                             : fmt::format(" {:<{}} |", cell, widths[i]);
  };
  std::string text = "|";
  for (std::size_t i = 0; i < columns_.size(); ++i) text += padded(columns_[i].title, i);
  text += "\n|";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool right = columns_[i].align == Align::right;
    text += fmt::format(" {}{} |", std::string(widths[i] - (right ? 1 : 0), '-'), right ? ":" : "");
  }
  for (const auto& row : rows_) {
    text += "\n|";
    for (std::size_t i = 0; i < columns_.size(); ++i) text += padded(row[i], i);
  }
  return text + '\n';
}

std::string number_text(double value) {
  constexpr double most = 1e15;
  return std::abs(value) < 1000 || std::abs(value) > most
             ? fmt::format("{:.4g}", value)
             : with_commas(static_cast<std::uint64_t>(std::llround(value)));
}

std::string percent_text(double part) { return fmt::format("{:.1f}%", part * 100); }

}  // namespace mg::tools

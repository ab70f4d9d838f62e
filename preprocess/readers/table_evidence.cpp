#include "preprocess/readers/table_evidence.hpp"

#include <algorithm>

#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/short_list.hpp"

namespace mg {

bool TableEvidence::holds_numbers(std::size_t column) const {
  return std::ranges::all_of(data_rows(), [&](const Fields& row) {
    return column < row.size() && (row[column].empty() || is_number(row[column]));
  });
}

bool TableEvidence::holds_a_number(std::size_t column) const {
  return std::ranges::any_of(data_rows(),
                             [&](const Fields& row) { return column < row.size() && is_number(row[column]); });
}

bool is_punctuation(std::string_view field) {
  return !field.empty() && std::none_of(field.begin(), field.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80 ||
           c == '_' || c == '*';
  });
}

std::string numbered_titles(const Fields& titles) {
  ShortList list;
  for (std::size_t column = 0; column < titles.size(); ++column) {
    list.add([&] { return fmt::format("{} {}", column + 1, quoted(titles[column])); });
  }
  return list.text();
}

}  // namespace mg

// The attributes that networkx writes behind an edge: a dictionary of Python, {'weight': 3.5, 'name': 'a, b'}.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mg {

/// The attributes of one edge; views into its line.
class Attributes {
 public:
  struct Item {
    std::string_view key;    ///< without quotes
    std::string_view value;  ///< as it stands, quotes included
  };

  Attributes() = default;
  /// Reads a text from '{' to '}'. Nothing when it is no dictionary.
  static std::optional<Attributes> parse(std::string_view text);

  [[nodiscard]] std::optional<std::string_view> find_key(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> keys() const;

 private:
  std::vector<Item> items_;
};

/// True for a line that ends in attributes behind something else.
[[nodiscard]] bool ends_in_attributes(std::string_view line);
/// What stands before and in the attributes of a line that ends in them.
[[nodiscard]] std::string_view without_attributes(std::string_view line);
[[nodiscard]] Attributes attributes_of(std::string_view line);

}  // namespace mg

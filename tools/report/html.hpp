// Text, tables and data as parts of an HTML page.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mg::tools {

/// `text` as it may stand between tags and within quoted attributes. What is not UTF-8 is replaced.
[[nodiscard]] std::string html_text(std::string_view text);

/// `value` as it may stand within a script element: no text in it ends the element or opens a comment.
[[nodiscard]] std::string html_json(const nlohmann::ordered_json& value);

struct HtmlTable {
  struct Column {
    std::string title;
    bool is_number = false;  ///< aligned to the right
  };
  std::string caption = {};
  std::vector<Column> columns = {};
  std::vector<std::vector<std::string>> rows = {};  ///< texts, not yet escaped
};

/// The table in a box of its own that scrolls where the page is narrower.
[[nodiscard]] std::string html_table(const HtmlTable& table);

/// A list of names and what they are, both texts.
[[nodiscard]] std::string html_facts(std::string_view style,
                                     const std::vector<std::pair<std::string, std::string>>& facts);

/// `page` with each {{name}} in it replaced by the part of that name. Parts are inserted as they are: what looks like a
/// name in them stays.
[[nodiscard]] std::string fill_page(std::string_view page,
                                    const std::map<std::string, std::string, std::less<>>& parts);

}  // namespace mg::tools

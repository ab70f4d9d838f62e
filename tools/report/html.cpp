#include "tools/report/html.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace mg::tools {

namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// The same with a replacement character for what is not UTF-8.
std::string valid_utf8(std::string_view text) { return Json::parse(dump(Json(text))).get<std::string>(); }

std::string_view number_class(const HtmlTable::Column& column) { return column.is_number ? " class=\"number\"" : ""; }

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      case '\'': html += "&#39;"; break;
      default: html += c;
    }
  }
  return html;
}

std::string html_json(const Json& value) {
  std::string script;
  // These stand in texts alone, where JSON has another way to write them.
  for (const char c : dump(value)) {
    if (c == '<' || c == '>' || c == '&') {
      script += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      script += c;
    }
  }
  return script;
}

std::string html_table(const HtmlTable& table) {
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{0}\">\n<table><caption>{0}</caption>\n<thead><tr>",
      html_text(table.caption));
  for (const auto& column : table.columns) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", number_class(column), html_text(column.title));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      html += fmt::format("<td{}>{}</td>", number_class(table.columns[i]), html_text(row[i]));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n</div>";
}

std::string html_facts(std::string_view style, const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string html = fmt::format("<dl class=\"{}\">\n", style);
  for (const auto& [name, fact] : facts) {
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_text(name), html_text(fact));
  }
  return html + "</dl>";
}

std::string fill_page(std::string_view page, const std::map<std::string, std::string, std::less<>>& parts) {
  std::string filled;
  for (std::size_t open = page.find("{{"); open != std::string_view::npos; open = page.find("{{")) {
    const std::size_t close = page.find("}}", open);
    filled += page.substr(0, open);
    filled += parts.at(std::string(page.substr(open + 2, close - open - 2)));
    page.remove_prefix(close + 2);
  }
  return filled.append(page);
}

}  // namespace mg::tools

// What people say about a table of edges (the formats el and csv). What they leave open is found out from the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mg {

/// What the names of vertices are. `automatic`: numbers as long as all are. `numbers`: all are whole numbers, however
/// they are written (1.0, +1, 01). `strings`: they are what is written. `labels`: of a document with nodes, their
/// labels in place of their ids.
enum class NameKind : std::uint8_t { automatic, numbers, strings, labels };

struct TableOptions {
  std::string columns;         ///< SOURCE,TARGET[,WEIGHT], or source=S,target=T[,weight=W]: titles, or numbers from 1
  std::optional<bool> header;  ///< whether the first line holds titles
  std::optional<char> delimiter;  ///< what separates columns; ' ' for any number of blanks
  NameKind names = NameKind::automatic;

  /// True when something is said that only a table understands.
  [[nodiscard]] bool given() const {
    const bool names_of_table = names == NameKind::numbers || names == NameKind::strings;
    return !columns.empty() || header || delimiter || names_of_table;
  }
};

/// The separator that `text` names: one character, or comma, semicolon, tab, space, pipe. Throws Error(wrong_use).
[[nodiscard]] char parse_delimiter(std::string_view text);

}  // namespace mg

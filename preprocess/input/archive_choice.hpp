// Which member of an archive is the graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/input/archive.hpp"

namespace mg {

/// The name of a member for a message: whoever made the archive wrote it, so control characters are spelled.
[[nodiscard]] std::string shown_name(std::string_view name);

/// How the graph is told from what archives hold beside it: by the name that people give, else by the names of the
/// members. Read-me files, licences, web pages and the like are passed over. A file that is named like the archive or
/// like its folder, as SuiteSparse and Network Repository name matrices, or as KONECT names edges (out.*), is preferred
/// to others.
class MemberChoice {
 public:
  /// `archive`: the path, `name`: how errors call it, `wanted`: the member that people name, empty for none.
  MemberChoice(std::string_view archive, std::string name, std::string wanted);

  /// Whether it is the one as long as no other is as good, so that reading may begin before all of them are known.
  [[nodiscard]] bool is_certain(const Member& member) const;
  /// The one of all `members`. Of the two files of a Graphalytics graph, the vertices. Throws Error(bad_input) where
  /// none or several could be meant, with their names.
  [[nodiscard]] std::size_t choose(const std::vector<Member>& members) const;
  /// What was decided, for a person.
  [[nodiscard]] std::string decision(const std::vector<Member>& members, std::size_t chosen) const;

 private:
  /// How much a member's name speaks for it.
  enum class Rank : std::uint8_t { no_graph, possible, named_alike, graph_named_alike };

  [[nodiscard]] Rank rank(const Member& member) const;
  [[nodiscard]] std::vector<std::size_t> best(const std::vector<Member>& members) const;
  [[nodiscard]] std::size_t choose_wanted(const std::vector<Member>& members) const;
  [[noreturn]] void refuse(const std::vector<Member>& members, const std::vector<std::size_t>& several) const;

  std::string stem_;  // of the archive
  std::string name_;
  std::string wanted_;
};

}  // namespace mg

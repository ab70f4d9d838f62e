#include "preprocess/readers/leading_comments.hpp"

#include <algorithm>
#include <array>

#include "preprocess/readers/table_sample.hpp"

namespace mg {

namespace {

constexpr std::array<std::string_view, 10> konect_weights = {
    "unweighted", "positive",      "posweighted", "signed",           "multisigned",
    "weighted",   "multiweighted", "dynamic",     "multiposweighted", "multiposdynamic"};

[[nodiscard]] KonectHeader::Kind konect_kind(std::string_view word) {
  using Kind = KonectHeader::Kind;
  return word == "sym"    ? Kind::symmetric
         : word == "asym" ? Kind::asymmetric
         : word == "bip"  ? Kind::bipartite
                          : Kind::none;
}

}  // namespace

void LeadingComments::add(std::string_view comment, std::uint64_t line) {
  constexpr std::size_t longest = 10'000;  // no titles are
  const bool percent = comment.starts_with('%');
  const bool symmetric = comment.starts_with("%%MatrixMarket ") && comment.ends_with(" symmetric");
  const bool undirected = symmetric || comment.starts_with("# Undirected graph");
  if (undirected && undirected_line_ == 0) undirected_line_ = line;
  if (comment.starts_with("# Directed graph") && directed_line_ == 0) directed_line_ = line;
  const std::string_view text = trimmed(comment.substr(std::min(comment.find_first_not_of("#%/"), comment.size())));
  if (percent && konect_.kind == KonectHeader::Kind::none) {
    const Fields words = split_fields(text, ' ', false);
    const bool known = words.size() == 1 ||
                       (words.size() == 2 &&
                        std::find(konect_weights.begin(), konect_weights.end(), words[1]) != konect_weights.end());
    if (known && konect_kind(words[0]) != KonectHeader::Kind::none) {
      konect_ = {konect_kind(words[0]), std::string(words.size() == 2 ? words[1] : ""), line};
      return;
    }
  }
  if (text.empty() || text.size() > longest) return;
  last_ = text;
  last_line_ = line;
}

}  // namespace mg

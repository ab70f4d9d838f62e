#include "preprocess/input/archive_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/error.hpp"
#include "preprocess/input/decompress.hpp"
#include "preprocess/readers/recognize.hpp"
#include "preprocess/readers/text_chunks.hpp"
#include "preprocess/short_list.hpp"

namespace mg {

namespace {

constexpr std::size_t most_names = 20;
constexpr std::size_t longest_name = 200;  // that is shown whole

std::string_view base_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// The folder that a member is in, without those around it.
std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : base_of(path.substr(0, slash));
}

std::string_view without_extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

/// "bfs" of "data/bfs.tar.gz" and of "bfs.zip".
std::string stem_of(std::string_view archive) {
  std::string_view stem = without_extension(without_compression_suffix(base_of(archive)));
  if (stem.ends_with(".tar")) stem = without_extension(stem);
  return std::string(stem);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return c < 0x80 ? std::tolower(c) : c; });
  return lower;
}

/// What lies beside graphs, told by its name.
bool is_no_graph(std::string_view path) {
  constexpr std::array<std::string_view, 8> beginnings = {"readme", "license", "licence", "copying",
                                                          "meta.",  "ent.",    ".",       "thumbs.db"};
  constexpr std::array<std::string_view, 10> ends = {".html", ".htm", ".pdf", ".md",  ".properties",
                                                     ".png",  ".jpg", ".bib", ".cff", ".sha1"};
  const std::string base = lower_case(without_compression_suffix(base_of(path)));
  return path.starts_with("__MACOSX/") ||
         std::ranges::any_of(beginnings, [&](std::string_view start) { return base.starts_with(start); }) ||
         std::ranges::any_of(ends, [&](std::string_view end) { return base.ends_with(end); });
}

/// How the two files of one graph end, of which the second is read with the first: those of Graphalytics, and of
/// Triangle.
struct Halves {
  std::string_view first, second;
};
constexpr std::array<Halves, 2> known_halves = {{{".v", ".e"}, {".ele", ".node"}}};

/// One of two files of a graph.
bool is_half(std::string_view name) {
  const std::string_view plain = without_compression_suffix(name);
  return std::ranges::any_of(
      known_halves, [&](const Halves& ends) { return plain.ends_with(ends.first) || plain.ends_with(ends.second); });
}

/// Whether `second` is read with `first`: PREFIX.e with PREFIX.v.
bool are_halves(std::string_view first, std::string_view second) {
  first = without_compression_suffix(first);
  second = without_compression_suffix(second);
  return std::ranges::any_of(known_halves, [&](const Halves& ends) {
    return first.ends_with(ends.first) && second.ends_with(ends.second) &&
           first.substr(0, first.size() - ends.first.size()) == second.substr(0, second.size() - ends.second.size());
  });
}

/// "a, b and 5 more"
std::string list_text(const std::vector<std::string_view>& names) {
  ShortList list(most_names);
  for (const std::string_view name : names) list.add([&] { return shown_name(name.substr(0, longest_name)); });
  return list.text();
}

}  // namespace

std::string shown_name(std::string_view name) {
  const bool control = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F; });
  return control ? quoted(name) : std::string(name);
}

MemberChoice::MemberChoice(std::string_view archive, std::string name, std::string wanted)
    : stem_(archive == "-" ? "" : stem_of(archive)), name_(std::move(name)), wanted_(std::move(wanted)) {
  while (wanted_.starts_with("./")) wanted_.erase(0, 2);
}

MemberChoice::Rank MemberChoice::rank(const Member& member) const {
  if (member.type != Member::Type::file || is_no_graph(member.name)) return Rank::no_graph;
  const std::string_view base = without_compression_suffix(base_of(member.name));
  if (base.starts_with("out.")) return Rank::graph_named_alike;
  const std::string_view stem = without_extension(base);
  const auto is_alike = [&](std::string_view other) { return !other.empty() && (stem == other || base == other); };
  if (!is_alike(stem_) && !is_alike(folder_of(member.name))) return Rank::possible;
  return is_half(base) || has_graph_suffix(base) ? Rank::graph_named_alike : Rank::named_alike;
}

bool MemberChoice::is_certain(const Member& member) const {
  if (!wanted_.empty()) return member.name == wanted_ && member.type == Member::Type::file;
  return rank(member) == Rank::graph_named_alike && !is_half(member.name);
}

std::vector<std::size_t> MemberChoice::best(const std::vector<Member>& members) const {
  std::vector<std::size_t> found;
  Rank highest = Rank::possible;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Rank its = rank(members[i]);
    if (its > highest) found.clear();
    highest = std::max(highest, its);
    if (its == highest) found.push_back(i);
  }
  return found;
}

std::size_t MemberChoice::choose_wanted(const std::vector<Member>& members) const {
  std::vector<std::size_t> same_name;
  std::vector<std::size_t> same_base;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].name == wanted_) same_name.push_back(i);
    if (members[i].type == Member::Type::file && base_of(members[i].name) == wanted_) same_base.push_back(i);
  }
  const std::vector<std::size_t>& found = same_name.empty() ? same_base : same_name;
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const Member& member : members) {
      if (member.type == Member::Type::file) names.push_back(member.name);
    }
    fail(ExitCode::bad_input, "{}: there is no {} in it; {}", name_, quoted(wanted_),
         names.empty() ? "it holds no file" : "it holds " + list_text(names));
  }
  if (found.size() > 1) refuse(members, found);
  return found.front();
}

std::size_t MemberChoice::choose(const std::vector<Member>& members) const {
  if (!wanted_.empty()) return choose_wanted(members);
  const std::vector<std::size_t> found = best(members);
  if (found.size() == 1) return found.front();
  if (found.size() == 2) {
    const auto [first, second] = std::pair(found[0], found[1]);
    if (are_halves(members[first].name, members[second].name)) return first;
    if (are_halves(members[second].name, members[first].name)) return second;
  }
  refuse(members, found);
}

void MemberChoice::refuse(const std::vector<Member>& members, const std::vector<std::size_t>& several) const {
  std::vector<std::string_view> names;
  if (several.empty()) {
    for (const Member& member : members) {
      if (member.type == Member::Type::file) names.push_back(member.name);
    }
    if (names.empty()) fail(ExitCode::bad_input, "{}: the archive holds no file", name_);
    fail(ExitCode::bad_input, "{}: no file in it looks like a graph; if one is, say --member NAME, one of {}", name_,
         list_text(names));
  }
  for (const std::size_t i : several) names.push_back(members[i].name);
  if (std::ranges::all_of(names, [&](std::string_view name) { return name == names.front(); })) {
    fail(ExitCode::bad_input, "{}: {} files in it are called {}: unpack it and name the one that is meant", name_,
         names.size(), quoted(names.front()));
  }
  fail(ExitCode::bad_input, "{}: {} files in it could be the graph: say --member NAME, one of {}", name_, names.size(),
       list_text(names));
}

std::string MemberChoice::decision(const std::vector<Member>& members, std::size_t chosen) const {
  const Member& member = members[chosen];
  std::vector<std::string_view> others;
  for (const Member& other : members) {
    const bool is_read = &other == &member || are_halves(member.name, other.name);
    if (!is_read && other.type != Member::Type::folder) others.push_back(other.name);
  }
  const std::string_view why = !wanted_.empty()                ? "as asked for"
                               : others.empty()                ? "the only file there is"
                               : rank(member) > Rank::possible ? "by its name"
                                                               : "the only one that may be a graph";
  return fmt::format("member: {} of {}, {}{}", shown_name(member.name), name_, why,
                     others.empty() ? "" : "; passed over: " + list_text(others));
}

}  // namespace mg

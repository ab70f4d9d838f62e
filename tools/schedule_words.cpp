#include "tools/schedule_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace mg::tools {

namespace {

std::string direction_words(const Schedule& schedule) {
  switch (schedule.direction) {
    case Direction::push: return "Every step pushes, from the frontier along the arcs out of it.";
    case Direction::pull: return "Every step pulls, into every vertex that wants values.";
    case Direction::optimized: break;
  }
  return fmt::format(
      "A step pulls once the frontier's arcs are more than 1/{:g} of the unexplored ones, and pushes again once the "
      "frontier holds fewer than 1/{:g} of the vertices.",
      schedule.alpha, schedule.beta);
}

std::string_view balance_words(Balance balance) {
  switch (balance) {
    case Balance::automatic: return "";
    case Balance::vertex: return "A thread takes a vertex.";
    case Balance::edge: return "A thread takes an arc.";
    case Balance::warp: return "A warp shares the arcs of 32 vertices.";
    case Balance::block: return "A block shares the arcs of as many vertices as it has threads.";
    case Balance::twc: return "A thread, a warp or a block takes a vertex, by its degree.";
    case Balance::etwc: return "A vertex's arcs are split into parts for a thread, a warp and a block.";
    case Balance::stages: return "A vertex's arcs are split into parts for four threads, a warp and a block.";
    case Balance::strict: return "Every block follows the same number of arcs.";
  }
  return "";
}

std::string_view layout_words(Layout layout) {
  switch (layout) {
    case Layout::automatic: return "";
    case Layout::csr: return "Arcs are stored as compressed rows.";
    case Layout::coo: return "Arcs are stored one by one.";
    case Layout::ell: return "The first arcs of every row are stored column by column, the rest as compressed rows.";
    case Layout::blocked: return "Arcs are stored one by one, in the order of their receivers' blocks.";
    case Layout::segments: return "Arcs into vertices of high in-degree are stored apart, in segments.";
  }
  return "";
}

std::string delta_words(double delta) {
  return delta > 0 ? fmt::format("Priority buckets are {:g} wide.", delta) : std::string();
}

std::string words(const Schedule& schedule) {
  std::vector<std::string> sentences{direction_words(schedule), std::string(balance_words(schedule.balance)),
                                     std::string(layout_words(schedule.layout)), delta_words(schedule.delta)};
  std::erase(sentences, "");
  return fmt::format("{}", fmt::join(sentences, " "));
}

/// The `key=value` of a schedule's text.
std::vector<std::string> items(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) list.push_back(item);
  return list;
}

}  // namespace

std::string schedule_words(const HybridSchedule& schedule) {
  if (!schedule.exception) return words(schedule.first);
  const auto& [second, below, percent] = *schedule.exception;
  return fmt::format("{} Where the frontier holds {} than {:g} % of the vertices, this holds instead: {}",
                     words(schedule.first), below ? "less" : "more", percent, words(second));
}

std::string schedule_summary(const HybridSchedule& schedule) {
  if (schedule.exception) return to_text(schedule);
  const std::vector<std::string> defaults = items(to_text(HybridSchedule{}));
  std::vector<std::string> given = items(to_text(schedule));
  std::erase_if(given, [&](const std::string& item) { return std::ranges::find(defaults, item) != defaults.end(); });
  return given.empty() ? "the defaults" : fmt::format("{}", fmt::join(given, ", "));
}

}  // namespace mg::tools

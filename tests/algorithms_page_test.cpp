// docs/algorithms.md is what the registry says of the built-in algorithms. Where it is not, MG_WRITE_PAGES=1 has this
// test write it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/registry.hpp"
#include "tools/markdown.hpp"

namespace mg {
namespace {

const std::string path = std::string(MG_SOURCE_DIR) + "/docs/algorithms.md";

std::string values_of(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::flag: return "true, false";
    case ParameterSpec::Type::choice: return fmt::format("{}", fmt::join(spec.choices, ", "));
    case ParameterSpec::Type::vertex_weights: {
      std::string text;
      for (const std::string& word : spec.choices) text += word + ", ";
      return text + "NAME:WEIGHT,... or @FILE";
    }
    case ParameterSpec::Type::vertex: return "NAME, max-degree";
    case ParameterSpec::Type::vertex_pairs: return "NAME:NAME,... or @FILE";
    case ParameterSpec::Type::number:
    case ParameterSpec::Type::integer: break;
  }
  const std::string kind = spec.type == ParameterSpec::Type::integer ? "whole, " : "";
  return std::isinf(spec.highest) ? fmt::format("{}from {}", kind, spec.lowest)
                                  : fmt::format("{}{} to {}", kind, spec.lowest, spec.highest);
}

std::string start_of(const AlgorithmInfo& info) {
  switch (info.source) {
    case SourceUse::none: break;
    case SourceUse::one: return " Starts at `--source`, of several at one after the other.";
    case SourceUse::set:
    case SourceUse::together: return " Takes the `--source` vertices together, or all.";
  }
  return "";
}

std::string weights_of(const AlgorithmInfo& info) {
  if (has_weighted_flag(info)) return " Takes the graph's weights with `weighted=true`.";
  switch (info.weights) {
    case WeightUse::ignored: break;
    case WeightUse::optional: return " Takes the graph's weights, none negative; without any, every edge weighs 1.";
    case WeightUse::required: return " Needs weights, none negative.";
    case WeightUse::of_any_sign: return " Takes the graph's weights, of any sign; without any, every edge weighs 1.";
  }
  return "";
}

std::string section_of(const AlgorithmInfo& info) {
  std::string text = fmt::format("\n### `{}`\n\n", info.name);
  std::string summary = info.summary;
  summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
  text += fmt::format("{}.{}{}\n", summary, start_of(info), weights_of(info));
  if (!info.parameters.empty()) {
    tools::MarkdownTable table({{"parameter"}, {"values"}, {"default"}, {""}});
    for (const ParameterSpec& spec : info.parameters) {
      table.add({fmt::format("`{}`", spec.name), values_of(spec), spec.fallback, spec.help});
    }
    text += '\n' + table.text();
  }
  if (info.rows != Rows::vertices) text += fmt::format("\nResults: a table of {}s.\n", row_word(info));
  text += fmt::format(
      "\nWork: {}. Memory: {} bytes a vertex{}{} beside the graph.\n", info.cost, info.state_bytes_per_vertex,
      info.state_bytes_per_arc == 0 ? "" : fmt::format(" and {} an arc", info.state_bytes_per_arc),
      info.weighted_bytes_per_arc == 0 ? ""
                                       : fmt::format(", with weights {} an arc more,", info.weighted_bytes_per_arc));
  if (!info.literature.empty()) text += fmt::format("Source: {}.\n", info.literature);
  return text;
}

std::string page() {
  std::string text =
      "# Algorithms\n\nWhat `mg_run -a NAME` computes, by family, and what it takes for n vertices and m arcs; each is "
      "a\n"
      "function of the Python module, too. This page is made of what the algorithms say of themselves\n"
      "(tests/algorithms_page_test.cpp); `mg_run --list` shows the same, and plug-ins.\n";
  std::vector<std::string> families;
  const std::vector<AlgorithmEntry> entries = registered_algorithms();
  for (const AlgorithmEntry& entry : entries) {
    if (std::ranges::find(families, entry.info.family) == families.end()) families.push_back(entry.info.family);
  }
  for (const std::string& family : families) {
    text += fmt::format("\n## {}{}\n", static_cast<char>(std::toupper(static_cast<unsigned char>(family.at(0)))),
                        family.substr(1));
    for (const AlgorithmEntry& entry : entries) {
      if (entry.info.family == family) text += section_of(entry.info);
    }
  }
  return text;
}

TEST(AlgorithmsPage, IsUpToDate) {
  register_built_in();
  for (const AlgorithmEntry& entry : registered_algorithms()) {
    EXPECT_FALSE(entry.info.family.empty()) << entry.info.name << " names no family";
    EXPECT_FALSE(entry.info.cost.empty()) << entry.info.name << " does not say what it costs";
  }
  const std::string expected = page();
  if (std::getenv("MG_WRITE_PAGES") != nullptr) std::ofstream(path, std::ios::binary) << expected;
  std::ifstream file(path, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(found, expected) << "MG_WRITE_PAGES=1 has this test write " << path;
}

}  // namespace
}  // namespace mg

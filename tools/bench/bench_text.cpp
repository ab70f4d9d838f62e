// The results of a suite as tables.
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/bench/bench_baseline.hpp"
#include "tools/bench/bench_results.hpp"
#include "tools/markdown.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

using enum MarkdownTable::Align;

std::string schedule_text(const BenchRow& row) { return row.key.schedule.empty() ? "default" : row.key.schedule; }

/// The engine that ran, with its policy where it has one.
std::string engine_text(const BenchRow& row) {
  return row.policy_used == "none" ? row.engine_used : row.engine_used + " " + row.policy_used;
}

/// What ran it, where the suite left that open.
std::string device_text(const BenchRow& row) { return row.key.device == "auto" ? row.device_used : row.key.device; }

std::string validated_text(const BenchRow& row) {
  if (!row.validated) return "";
  return *row.validated ? "yes" : "NO";
}

std::vector<const BenchRow*> timed_rows(const BenchResults& results) {
  std::vector<const BenchRow*> rows;
  for (const BenchRow& row : results.rows) {
    if (!row.failed) rows.push_back(&row);
  }
  return rows;
}

std::string times_table(const std::vector<const BenchRow*>& rows) {
  const bool floors = std::ranges::any_of(rows, [](const BenchRow* row) { return row->floor_ms.has_value(); });
  std::vector<MarkdownTable::Column> columns{{"graph"},         {"vertices", right}, {"arcs", right}, {"algorithm"},
                                             {"schedule"},      {"engine"},          {"device"},      {"ms", right},
                                             {"spread", right}, {"min", right},      {"max", right},  {"runs", right},
                                             {"iter.", right},  {"G arcs/s", right}};
  if (floors) columns.insert(columns.end(), {{"floor ms", right}, {"ms/floor", right}});
  columns.push_back({"validated"});
  MarkdownTable table(columns);
  for (const BenchRow* row : rows) {
    std::vector<std::string> cells{row->key.graph,
                                   with_commas(row->vertices),
                                   with_commas(row->arcs),
                                   row->key.algorithm,
                                   schedule_text(*row),
                                   engine_text(*row),
                                   device_text(*row),
                                   number_text(row->ms.median),
                                   row->runs.size() > 1 ? percent_text(row->ms.relative()) : "",
                                   number_text(row->ms.lowest),
                                   number_text(row->ms.highest),
                                   std::to_string(row->runs.size()),
                                   std::to_string(row->iterations()),
                                   row->rate() > 0 ? number_text(row->rate()) : ""};
    if (floors && row->floor_ms) {
      cells.push_back(number_text(*row->floor_ms));
      cells.push_back(fmt::format("{:.3g}", *row->floor_ms > 0 ? row->ms.median / *row->floor_ms : 0));
    } else if (floors) {
      cells.insert(cells.end(), {"", ""});
    }
    cells.push_back(validated_text(*row));
    table.add(std::move(cells));
  }
  return table.text();
}

/// Times that nobody needs exactly.
std::string milliseconds(double ms) { return fmt::format("{:.2f}", ms); }

/// What is no part of the times above.
std::string beside_table(const std::vector<const BenchRow*>& rows) {
  MarkdownTable table({{"graph"},
                       {"algorithm"},
                       {"schedule"},
                       {"engine"},
                       {"device"},
                       {"prepare", right},
                       {"copy", right},
                       {"compile", right},
                       {"validate", right}});
  for (const BenchRow* row : rows) {
    table.add({row->key.graph, row->key.algorithm, schedule_text(*row), engine_text(*row), device_text(*row),
               milliseconds(row->prepare_ms), milliseconds(row->copy_ms), milliseconds(row->compile_ms),
               row->validated ? milliseconds(row->validate_ms) : ""});
  }
  return table.text();
}

/// PageRank beside baselines; nothing where one of both is missing.
std::string ratios_text(const BenchResults& results) {
  const auto ratios = baseline_ratios(results);
  if (ratios.empty()) return {};
  MarkdownTable table({{"graph"},
                       {"algorithm"},
                       {"schedule"},
                       {"engine"},
                       {"device"},
                       {"ms/iter.", right},
                       {"library"},
                       {"its algorithm"},
                       {"ms", right},
                       {"ratio", right}});
  for (const BaselineRatio& of : ratios) {
    const BenchRow& row = *of.pagerank;
    table.add({row.key.graph, row.key.algorithm, schedule_text(row), engine_text(row), device_text(row),
               number_text(of.iteration_ms()), of.baseline->library, of.baseline->schedule_used,
               number_text(of.baseline->ms.median), fmt::format("{:.2f}", of.ratio())});
  }
  return "\nAn iteration of PageRank against a product of the graph's matrix and a vector; above 1, PageRank is "
         "faster:\n\n" +
         table.text();
}

/// A line a row that `holds`, under a heading; nothing where there is none.
template <class Holds>
std::string problems(const BenchResults& results, std::string_view heading, Holds&& holds) {
  std::string text;
  for (const BenchRow& row : results.rows) {
    if (holds(row)) text += fmt::format("- `{}`: {}\n", row.key.name(), row.problem);
  }
  return text.empty() ? text : fmt::format("\n{}:\n\n{}", heading, text);
}

std::string machine_text(const BenchMachine& machine) {
  std::string text = fmt::format("{}, commit {}. {}, {} threads, load {:.2f}.", machine.date, machine.commit,
                                 machine.cpu, machine.threads, machine.load);
  for (const DeviceInfo& gpu : machine.gpus) {
    text += fmt::format(" cuda:{}: {}, {} MHz, driver for CUDA {}.", gpu.index, gpu.name,
                        with_commas(static_cast<std::uint64_t>(gpu.clock_khz / 1000)), gpu.driver);
  }
  return text;
}

}  // namespace

std::string results_markdown(const BenchResults& results) {
  std::string text = fmt::format("# {}\n\n", results.suite);
  if (!results.about.empty()) text += results.about + "\n\n";
  text += machine_text(results.machine) + '\n';
  const auto rows = timed_rows(results);
  if (!rows.empty()) {
    text += "\nMedians; spread is the interquartile range as a part of the median.\n\n" + times_table(rows);
    text += "\nBeside them, in ms:\n\n" + beside_table(rows);
  }
  text += ratios_text(results);
  text += problems(results, "WRONG RESULTS", [](const BenchRow& row) { return row.validated == false; });
  text += problems(results, "Not timed", [](const BenchRow& row) { return row.failed.has_value(); });
  return text;
}

}  // namespace mg::tools

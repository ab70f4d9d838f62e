#include "tools/bench/bench_compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "tools/bench/bench_suite.hpp"
#include "tools/markdown.hpp"
#include "tools/strict_json.hpp"

namespace mg::tools {

namespace {

using enum MarkdownTable::Align;
using Value = StrictJson::Value;

/// Fewer runs than these have no spread to speak of.
constexpr std::size_t fewest_runs = 3;

/// What is compared of a row.
struct Row {
  BenchKey key;
  std::string setting;  ///< what must be equal for times to be comparable: graph, parameters, sources
  bool timed = false;
  std::string problem;
  double median = 0;
  double quartile_range = 0;
  std::size_t runs = 0;
};

struct Results {
  std::string title;
  std::vector<Row> rows;
};

Row read_row(const Value& value) {
  Row row;
  row.key = {.graph = value.at("graph").text(),
             .algorithm = value.at("algorithm").text(),
             .schedule = value.at("schedule").text(),
             .engine = value.at("engine").text(),
             .device = value.at("device").text(),
             .policy = value.has("policy") ? value.at("policy").text() : "auto"};
  row.timed = value.at("status").text() == "timed";
  if (!row.timed) {
    row.problem = value.at("problem").text();
    return row;
  }
  const Value validated = value.at("validated");
  if (!validated.is_null() && !validated.flag()) {  // how fast a wrong answer comes is nobody's concern
    row.timed = false;
    row.problem = fmt::format("wrong results: {}", value.at("problem").text());
    return row;
  }
  constexpr auto any = std::numeric_limits<std::uint64_t>::max();
  row.setting =
      fmt::format("{} vertices, {} arcs, sources {}, parameters {}", value.at("vertices").integer(0, any),
                  value.at("arcs").integer(0, any), value.at("sources").json(), value.at("parameters").json());
  row.median = value.at("median_ms").number();
  row.quartile_range = value.at("quartile_range_ms").number();
  row.runs = value.at("runs").elements().size();
  return row;
}

std::string title_of(const Value& root) {
  const Value machine = root.at("machine");
  std::string title = fmt::format("{}, {}, commit {}; {}", root.at("suite").text(), root.at("date").text(),
                                  root.at("commit").text(), machine.at("cpu").text());
  for (const Value& gpu : machine.at("gpus").elements()) title += fmt::format(", {}", gpu.at("model").text());
  return root.at("complete").flag() ? title : title + "; unfinished";
}

Results read_results(const std::string& path) {
  const StrictJson file(path, ExitCode::bad_input);
  const Value root = file.root();
  if (!root.has("format") || root.at("format").text() != "mg_bench 1") {
    root.refuse("these are no results of mg_bench (`mg_bench SUITE.json -o FILE` writes some)");
  }
  Results results{.title = title_of(root), .rows = {}};
  for (const Value& row : root.at("rows").elements()) results.rows.push_back(read_row(row));
  return results;
}

const Row* find_row(const Results& results, const BenchKey& key) {
  for (const Row& row : results.rows) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

std::string finding(const Row& before, const Row& after) {
  if (before.runs < fewest_runs || after.runs < fewest_runs) return "too few runs";
  const double noise = std::max(before.quartile_range, after.quartile_range);
  if (std::abs(after.median - before.median) <= noise) return "within the spread";
  return after.median < before.median ? "faster" : "slower";
}

/// Builds the text row by row.
class Comparison {
 public:
  void add_pair(const Row& before, const Row& after) {
    if (before.setting != after.setting) {
      others_ += fmt::format("- `{}` is not the same in both: {} in A; {} in B\n", before.key.name(), before.setting,
                             after.setting);
      return;
    }
    const bool has_ratio = before.median > 0 && after.median > 0;
    const double ratio = has_ratio ? after.median / before.median : 1;
    table_.add({before.key.graph, before.key.algorithm, before.key.schedule.empty() ? "default" : before.key.schedule,
                before.key.engine_name(), before.key.device, number_text(before.median), spread_text(before),
                number_text(after.median), spread_text(after), has_ratio ? fmt::format("{:.3f}", ratio) : "",
                finding(before, after)});
    if (!has_ratio) return;
    log_sum_ += std::log(ratio);
    ++ratios_;
  }

  /// A row that is not timed in both; `why` may be empty.
  void add_other(const Row& row, std::string_view where, const std::string& why) {
    others_ += fmt::format("- `{}` {}{}{}\n", row.key.name(), where, why.empty() ? "" : ": ", why);
  }

  [[nodiscard]] std::string text(const Results& before, const Results& after) const {
    std::string text = fmt::format("# A: {}\n# B: {}\n\n", before.title, after.title);
    if (ratios_ > 0) {
      text += table_.text();
      text += fmt::format("\nGeometric mean of B/A over {} {}: {:.3f}. Below 1, B is faster.\n", ratios_,
                          ratios_ == 1 ? "row" : "rows", std::exp(log_sum_ / static_cast<double>(ratios_)));
      text += "A difference is called one where it exceeds the interquartile ranges of both.\n";
    } else {
      text += "No row was timed in both.\n";
    }
    return others_.empty() ? text : text + "\nNot compared:\n\n" + others_;
  }

 private:
  static std::string spread_text(const Row& row) {
    return row.runs > 1 && row.median > 0 ? percent_text(row.quartile_range / row.median) : "";
  }

  MarkdownTable table_{{{"graph"},
                        {"algorithm"},
                        {"schedule"},
                        {"engine"},
                        {"device"},
                        {"A ms", right},
                        {"spread", right},
                        {"B ms", right},
                        {"spread", right},
                        {"B/A", right},
                        {"finding"}}};
  std::string others_;
  double log_sum_ = 0;
  std::size_t ratios_ = 0;
};

}  // namespace

std::string compare_results(const std::string& before_path, const std::string& after_path) {
  const Results before = read_results(before_path);
  const Results after = read_results(after_path);
  Comparison comparison;
  for (const Row& row : before.rows) {
    const Row* other = find_row(after, row.key);
    if (other == nullptr) {
      comparison.add_other(row, "in A only", row.problem);
    } else if (row.timed && other->timed) {
      comparison.add_pair(row, *other);
    } else if (row.timed || other->timed) {
      comparison.add_other(row, row.timed ? "timed in A only" : "timed in B only", row.problem + other->problem);
    } else {
      comparison.add_other(row, "timed in neither", other->problem);
    }
  }
  for (const Row& row : after.rows) {
    if (find_row(before, row.key) == nullptr) comparison.add_other(row, "in B only", row.problem);
  }
  return comparison.text(before, after);
}

}  // namespace mg::tools

#include "tools/report/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/report/html.hpp"
#include "tools/report/report_page.hpp"
#include "tools/run/schedule_words.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// Some 10 MB of a page; browsers draw that many without a pause.
constexpr std::size_t most_steps_drawn = 200'000;

std::string section(std::string_view title, const std::string& content) {
  return content.empty() ? "" : fmt::format("<section>\n<h2>{}</h2>\n{}\n</section>", title, content);
}

std::string top_title(const AlgorithmInfo& algorithm) {
  return algorithm.rows == Rows::vertices ? "Top vertices" : fmt::format("Top {}s", row_word(algorithm));
}

/// Where the script draws, or why there is nothing to draw.
std::string chart(const RunReport& report) {
  const std::size_t steps = report.trace.steps().size();
  if (steps == 0) {
    return fmt::format("<p>{}</p>", html_text(no_steps_text(report)));
  }
  std::string html =
      "<div id=\"chart\"></div>\n"
      "<noscript><p>The charts need JavaScript, which is off. The tables have the numbers.</p></noscript>";
  if (steps > most_steps_drawn) {
    html +=
        fmt::format("\n<p>Of {} steps, the first {} are drawn.</p>", with_commas(steps), with_commas(most_steps_drawn));
  }
  return html;
}

std::string schedule(const HybridSchedule& schedule, const KeyUse& read) {
  if (read.empty()) return "<p>This run reads none of its keys.</p>";
  std::string keys;
  for (const char c : html_text(to_text(schedule, read))) keys += c == ',' ? ",<wbr>" : std::string(1, c);
  const std::string words = schedule_words(schedule, read);
  return fmt::format("{}<p>The keys that this run reads: <code>{}</code></p>",
                     words.empty() ? "" : fmt::format("<p>{}</p>\n", html_text(words)), keys);
}

}  // namespace

std::string report_page(const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  return fill_page(report_page_html,
                   {{"title", html_text(fmt::format("{} on {}", report.algorithm.name, outcome.graph_name))},
                    {"facts", report_facts(outcome)},
                    {"top", section(top_title(report.algorithm), report_top(outcome))},
                    {"chart", section("Iteration by iteration", chart(report))},
                    {"candidates", section("What each engine would have cost", report_candidates(report.trace))},
                    {"groups", section("Steps by what was chosen and why", report_groups(report.trace))},
                    {"steps", section("Every step", report_steps(outcome))},
                    {"times", section("Where the time went", report_times(outcome))},
                    {"schedule", section("Schedule", schedule(outcome.request.options.schedule, report.schedule_keys))},
                    {"kernels", section("Kernels", report_kernels(report))},
                    {"version", MG_VERSION},
                    {"data", html_json(report_data(outcome, most_steps_drawn))},
                    {"script", fmt::format("{}\n{}\n{}", report_columns_js, report_panels_js, report_page_js)}});
}

}  // namespace mg::tools

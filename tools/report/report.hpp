// mg_run --report: what a run did and what it cost, as one HTML page that needs nothing but a browser.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/run/run_output.hpp"

namespace mg::tools {

/// The page. The run should have been traced.
[[nodiscard]] std::string report_page(const RunOutcome& outcome);

/// What the page's charts are drawn from: the object of --json, and the trace as columns, in which texts are indices
/// into one list of names. Steps beyond the first `most_steps` are counted and left out.
[[nodiscard]] nlohmann::ordered_json report_data(const RunOutcome& outcome, std::size_t most_steps);

/// The index of the run of the middle time: for an even number, the upper of the two.
[[nodiscard]] std::size_t middle_run(const RunReport& report);

/// The page's parts in HTML, which say all numbers without a script.
[[nodiscard]] std::string report_facts(const RunOutcome& outcome);
/// The rows of --top; empty where they were not asked for.
[[nodiscard]] std::string report_top(const RunOutcome& outcome);
[[nodiscard]] std::string report_times(const RunOutcome& outcome);
[[nodiscard]] std::string report_candidates(const Trace& trace);
[[nodiscard]] std::string report_groups(const Trace& trace);
[[nodiscard]] std::string report_steps(const RunOutcome& outcome);
[[nodiscard]] std::string report_kernels(const RunReport& report);

}  // namespace mg::tools

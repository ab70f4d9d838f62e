// Results that are tables against the oracle's, for tests/answers.hpp.
#pragma once

#include <span>
#include <string>

#include "engine/session.hpp"
#include "tests/oracle/graph.hpp"

namespace mg {

/// What is wrong with the last run of an algorithm whose results are a table, of which these are the columns; empty
/// when everything is right, all rows in their order.
[[nodiscard]] std::string table_problem_of(const Graph& graph, const oracle::Graph& right, const RunReport& report,
                                           std::span<const ResultColumn> columns);

}  // namespace mg

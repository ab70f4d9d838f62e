// expect: an algorithm needs `std::vector<mg::ResultColumn> results() const`
#include "parts.hpp"

struct Case : WithInfo, WithRun {
  Case(const mg::Graph&, const mg::Parameters&) {}
};

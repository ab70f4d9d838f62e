// expect: an algorithm needs `mg::Results results() const`: its results, each a name and a state
#include "parts.hpp"

struct Case : WithInfo, WithRun {
  Case(const mg::Graph&, const mg::Parameters&) {}
};

// expect: an algorithm needs `static mg::AlgorithmInfo info()`: its name, summary, needs and parameters
#include "parts.hpp"

struct Case : WithRun, WithResults {
  Case(const mg::Graph&, const mg::Parameters&) {}
};

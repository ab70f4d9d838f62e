// expect: an algorithm needs a constructor from (const mg::Graph&, const mg::Parameters&)
#include "parts.hpp"

struct Case : WithInfo, WithRun, WithResults {};

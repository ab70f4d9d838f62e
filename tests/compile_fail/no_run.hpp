// expect: an algorithm needs `template <class L> void run(L& loop)`
#include "parts.hpp"

struct Case : WithInfo, WithResults {
  Case(const mg::Graph&, const mg::Parameters&) {}
};

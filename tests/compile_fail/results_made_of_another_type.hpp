// expect: a function that makes a result returns a mg::Array of std::int32_t, std::uint32_t, std::uint64_t, float or
// double
#include "parts.hpp"

struct Case : WithInfo, WithRun {
  Case(const mg::Graph&, const mg::Parameters&) {}
  [[nodiscard]] mg::Results results() const {
    return {{"count", [] { return mg::Array<std::int64_t>(); }}};
  }
};

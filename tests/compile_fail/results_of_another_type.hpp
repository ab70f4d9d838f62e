// expect: a result is a mg::State of std::int32_t, std::uint32_t, std::uint64_t, float or double
#include "parts.hpp"

struct Case : WithInfo, WithRun {
  Case(const mg::Graph&, const mg::Parameters&) {}
  [[nodiscard]] mg::Results results() const { return {{"count", counts_}}; }

 private:
  mg::State<std::int64_t> counts_;
};

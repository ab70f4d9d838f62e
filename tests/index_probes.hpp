// An algorithm of the operators over indices, with results that a test knows. Compiled for CPUs and for GPUs, as any
// algorithm is.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/mixed_bits.hpp"
#include "engine/shared.hpp"

namespace mg::probe {

/// Which indices are kept: one in so many, in no order; 0: none.
[[nodiscard]] inline bool is_kept(std::uint32_t i, std::uint32_t one_in) {
  return one_in != 0 && mixed(i) % one_in == 0;
}

/// Terms whose sums soon take more than 32 bits.
[[nodiscard]] inline std::uint32_t term_of(std::uint32_t i) { return mixed(i + 1); }

/// Counts how often it is asked, which only a probe may do.
struct KeepSome {
  std::uint32_t one_in;
  Shared<std::uint32_t> asked;
  bool operator()(VertexId i) const {
    asked[i].add(1);
    return is_kept(i, one_in);
  }
};

struct BeginTerms {
  std::uint32_t* asked;
  std::uint32_t* terms;
  void operator()(VertexId i) const {
    asked[i] = 0;
    terms[i] = term_of(i);
  }
};

#ifndef MG_DEVICE_CODE

class IndexOperators {
 public:
  static AlgorithmInfo info() {
    return {.name = "index-operators",
            .summary = "lists indices and adds terms up",
            .parameters = {{.name = "count",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "0",
                            .help = "how many indices there are"},
                           {.name = "one-in",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "2",
                            .help = "one of so many is kept (0: none)"}},
            .state_bytes_per_vertex = 0,
            .rows = Rows::table,
            .row = "index"};
  }

  IndexOperators(const Graph&, const Parameters& parameters)
      : count_(parameters.integer("count")), one_in_(static_cast<std::uint32_t>(parameters.integer("one-in"))) {}

  template <class L>
  void run(L& loop) {
    asked_.make_room(count_ + 1);
    terms_.make_room(count_);
    sums_.make_room(count_ + 1);
    std::uint32_t* const terms = terms_.on(loop);
    loop.index_map(BeginTerms{asked_.on(loop), terms}, count_);
    // The list gets more room once there are more.
    few_ = loop.index_filter(KeepSome{one_in_, {asked_.on(loop)}}, count_ / 2, kept_);
    kept_many_ = loop.index_filter(KeepSome{one_in_, {asked_.on(loop)}}, count_, kept_);
    total_ = loop.running_sums(terms, sums_.on(loop), count_);
  }

  [[nodiscard]] Results results() const {
    return {{"asked", [this] { return asked_.host().first(count_); }},
            {"sum", [this] { return sums_.host().first(count_); }},
            {"kept", [this] { return kept(); }}};
  }
  [[nodiscard]] Summary summary() const { return {{"few", few_}, {"kept", kept_many_}, {"total", total_}}; }

 private:
  /// As long as the other columns, with `count` behind those that are kept.
  [[nodiscard]] Array<std::uint32_t> kept() const {
    auto all = Array<std::uint32_t>::filled(count_, static_cast<std::uint32_t>(count_));
    const Array<std::uint32_t> listed = kept_.host();
    for (std::uint64_t i = 0; i < kept_many_; ++i) all[i] = listed[i];
    return all;
  }

  std::uint64_t count_;
  std::uint32_t one_in_;
  Table<std::uint32_t> asked_;
  Table<std::uint32_t> terms_;
  Table<std::uint64_t> sums_;
  Table<std::uint32_t> kept_;
  std::uint64_t few_ = 0;
  std::uint64_t kept_many_ = 0;
  std::uint64_t total_ = 0;
};

#endif  // MG_DEVICE_CODE

}  // namespace mg::probe

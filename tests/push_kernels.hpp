// The kernels that a schedule means for functions of the algorithms, as tests ask a compiler for them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "algorithms/bc.hpp"
#include "algorithms/bfs.hpp"
#include "algorithms/cc_label.hpp"
#include "algorithms/pagerank.hpp"
#include "algorithms/pagerank_delta.hpp"
#include "algorithms/sssp.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "sparse/push_plan.hpp"

namespace mg {

/// A function that steps push, as far as the choice of a kernel sees it.
struct Pushed {
  std::string header;
  std::string type;
  EdgeTraits traits;
  bool ordered;
  bool reduces;
};

template <class F>
Pushed pushed(const std::string& header) {
  return {.header = header,
          .type = std::string(type_name<F>()),
          .traits = traits_of<F>,
          .ordered = HasPriority<F>,
          .reduces = Reduces<F>};
}

inline std::vector<Pushed> all_pushed() {
  return {pushed<bfs::Visit>("algorithms/bfs.hpp"),
          pushed<cc_label::Spread>("algorithms/cc_label.hpp"),
          pushed<pagerank_delta::Spread>("algorithms/pagerank_delta.hpp"),
          pushed<ranks::Gather<ranks::Anywhere>>("algorithms/pagerank.hpp"),
          pushed<bc::CountPaths>("algorithms/bc.hpp"),
          pushed<sssp::Relax<std::uint32_t, std::uint32_t>>("algorithms/sssp.hpp"),
          pushed<sssp::Relax<std::uint32_t, std::uint64_t>>("algorithms/sssp.hpp"),
          pushed<sssp::Relax<float, double>>("algorithms/sssp.hpp")};
}

/// A part of a push by f; into buckets where it is `ordered`.
inline KernelRequest push_kernel(const Pushed& f, bool ordered, const sparse::PushPlan& plan,
                                 const sparse::PushPart& part, const std::string& offset) {
  const std::string_view target = !f.traits.idempotent ? "candidates" : ordered ? "buckets" : "queue";
  const std::string pushed_by = fmt::format("{}<{}, {}{}>", part.agent, f.type, offset, plan.arguments(part, target));
  const std::string into_cells =
      fmt::format("mg::sparse::PushIntoCells<{}, {}, {}, {}>", f.type, offset, part.cta, part.agent);
  return {.agent = f.reduces ? into_cells : pushed_by, .agent_header = part.header, .algorithm = {.name = f.header}};
}

}  // namespace mg

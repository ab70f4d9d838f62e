#include "sparse/push_plan.hpp"

#include <fmt/format.h>

#include <array>

#include "engine/error.hpp"
#include "sparse/resolve.hpp"

namespace mg::sparse {

namespace {

struct Balancer {
  Balance balance;
  std::string_view agent;
  std::string_view header;
};

constexpr std::array<Balancer, 8> balancers{{{Balance::vertex, "PushVertex", "sparse/balance_vertex.cuh"},
                                             {Balance::edge, "PushEdge", "sparse/balance_edge.cuh"},
                                             {Balance::warp, "PushWarp", "sparse/balance_warp.cuh"},
                                             {Balance::block, "PushBlock", "sparse/balance_block.cuh"},
                                             {Balance::twc, "PushTwc", "sparse/balance_twc.cuh"},
                                             {Balance::etwc, "PushEtwc", "sparse/balance_etwc.cuh"},
                                             {Balance::stages, "PushStages", "sparse/balance_stages.cuh"},
                                             {Balance::strict, "PushStrict", "sparse/balance_strict.cuh"}}};

/// Arcs a block follows where arcs are numbered; PushStrict::tile and PushEdge::tile.
constexpr std::uint64_t arcs_per_block = 1024;
/// Threads of a block that fills a segment, and vertices of a sub-segment of the frontier: as in PACT'17.
constexpr std::uint32_t segment_threads = 1024;
/// Threads that share a row's shortest part; PushStages.
constexpr std::uint64_t lanes_of_stages = 4;

const Balancer& balancer_of(Balance balance) {
  for (const Balancer& b : balancers) {
    if (b.balance == balance) return b;
  }
  fail(ExitCode::internal, "there is no balancer '{}' on a GPU", to_string(balance));
}

std::optional<gpu::MapForm> map_of(FrontierForm form) {
  switch (form) {
    case FrontierForm::bitmap: return gpu::MapForm::bitmap;
    case FrontierForm::bytemap: return gpu::MapForm::bytemap;
    case FrontierForm::counter: return gpu::MapForm::counter;
    case FrontierForm::automatic:
    case FrontierForm::queue: break;
  }
  return {};
}

/// The marks that are listed by a second kernel.
gpu::MapForm marks_of(Dedup dedup) {
  switch (dedup) {
    case Dedup::counter: return gpu::MapForm::counter;
    case Dedup::bytemap: return gpu::MapForm::bytemap;
    case Dedup::automatic:
    case Dedup::bitmap:
    case Dedup::none: break;
  }
  return gpu::MapForm::bitmap;
}

std::string_view listing_of(Dedup dedup, bool repeats) {
  switch (dedup) {
    case Dedup::counter: return "once_by_mark";
    case Dedup::bitmap: return "once_by_bit";
    case Dedup::bytemap: return "once_by_byte";
    case Dedup::automatic:
    case Dedup::none: break;
  }
  return repeats ? "repeats" : "once_by_nature";
}

/// The Emit that is the default of every agent is left out.
std::string_view emit_of(const PushPlan& plan) {
  if (plan.map == gpu::MapForm::bitmap) return "bitmap";
  if (plan.map == gpu::MapForm::bytemap) return "bytemap";
  if (plan.map == gpu::MapForm::counter) return "counter";
  return plan.aggregate == Aggregate::thread ? "queue_by_thread"
         : plan.aggregate == Aggregate::warp ? "queue_by_warp"
                                             : "";
}

PushFacts facts_of(const DeviceTraits& traits, bool is_wide) {
  return {.on_gpu = true, .lists_once = traits.edge.stops_early, .sums = traits.sums, .is_wide = is_wide};
}

}  // namespace

PushPlan::PushPlan(const PushKeys& schedule, const DeviceTraits& traits, bool is_wide)
    : PushPlan(resolve(schedule.alone(), facts_of(traits, is_wide)), facts_of(traits, is_wide)) {}

PushPlan::PushPlan(const Schedule& resolved, const PushFacts& facts)
    : layout(resolved.layout),
      block(resolved.block),
      heavy(resolved.heavy),
      balance(resolved.balance),
      dedup(resolved.dedup),
      aggregate(resolved.aggregate),
      cta(resolved.cta),
      map(map_of(resolved.frontier)),
      lists_map(resolved.creation == Creation::unfused),
      reads_maps(map.has_value()),
      form(resolved.frontier == FrontierForm::automatic ? FrontierForm::queue : resolved.frontier),
      repeats(lists_repeatedly(resolved, facts)) {
  if (lists_map) map = marks_of(dedup);
  if (map) dedup = Dedup::none;
  if (repeats && numbers_arcs()) {
    fail(
        ExitCode::wrong_use,
        "schedule: dedup=none with balance={}: this algorithm's queues list a vertex repeatedly then, and this balance "
        "numbers every arc of a queue once; allowed: balance=auto, vertex, warp, block, twc, etwc, stages, or "
        "dedup=auto, "
        "counter, bitmap, bytemap",
        to_string(balance));
  }
}

PushPart PushPlan::rows() const {
  const Balancer& balancer = balancer_of(balance);
  return {.agent = balancer.agent, .header = balancer.header, .cta = cta};
}

std::optional<PushPart> PushPlan::apart() const {
  switch (layout) {
    case Layout::coo:
    case Layout::blocked: return PushPart{.agent = "PushArcs", .header = "sparse/push_arcs.cuh", .cta = cta};
    case Layout::ell: return PushPart{.agent = "PushColumns", .header = "sparse/push_columns.cuh", .cta = cta};
    case Layout::segments:
      return PushPart{.agent = "PushSegments", .header = "sparse/push_segments.cuh", .cta = segment_threads};
    case Layout::automatic:
    case Layout::csr: break;
  }
  return {};
}

std::vector<PushPart> PushPlan::parts() const {
  std::vector<PushPart> all;
  if (const auto part = apart()) all.push_back(*part);
  if (!lists_arcs()) all.push_back(rows());
  return all;
}

std::string PushPlan::name() const {
  if (lists_arcs()) return fmt::format("push {}", to_string(layout));
  if (layout != Layout::csr) return fmt::format("push {} {}", to_string(layout), to_string(balance));
  return fmt::format("push {}", to_string(balance));
}

std::string PushPlan::full_name() const {
  const std::string_view emit = emit_of(*this);
  return fmt::format("{} ({} threads, {}, {})", name(), cta, listing_of(dedup, repeats),
                     emit.empty() ? "queue_by_block" : emit);
}

std::string PushPlan::arguments(const PushPart& part, std::string_view target) const {
  const std::string_view emit = emit_of(*this);
  return fmt::format(", mg::sparse::Target::{}, mg::gpu::Listing::{}, {}{}{}", target, listing_of(dedup, repeats),
                     part.cta, emit.empty() ? "" : ", mg::gpu::Emit::", emit);
}

std::uint64_t PushPlan::blocks(std::uint64_t entries, EdgeId arcs) const {
  if (numbers_arcs()) return (arcs + arcs_per_block - 1) / arcs_per_block;
  const std::uint64_t rows = balance == Balance::stages ? cta / lanes_of_stages : cta;
  return (entries + rows - 1) / rows;
}

}  // namespace mg::sparse

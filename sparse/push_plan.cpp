#include "sparse/push_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "engine/error.hpp"
#include "sparse/layouts/push_layout.hpp"
#include "sparse/resolve.hpp"

namespace mg::sparse {

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

namespace {

/// The marks that are listed by a second kernel.
gpu::MapForm marks_of(Dedup dedup) {
  switch (dedup) {
    case Dedup::counter: return gpu::MapForm::counter;
    case Dedup::bytemap: return gpu::MapForm::bytemap;
    case Dedup::automatic:
    case Dedup::bitmap:
    case Dedup::none:
    case Dedup::cull: break;
  }
  return gpu::MapForm::bitmap;
}

std::string_view listing_of(Dedup dedup, bool repeats) {
  switch (dedup) {
    case Dedup::counter: return "once_by_mark";
    case Dedup::bitmap: return "once_by_bit";
    case Dedup::bytemap: return "once_by_byte";
    case Dedup::cull: return "culled";
    case Dedup::automatic:
    case Dedup::none: break;
  }
  return repeats ? "repeats" : "once_by_nature";
}

/// The Emit that is the default of every agent is left out.
std::string_view emit_of(const PushPlan& plan) {
  if (plan.map) return to_string(*plan.map);
  return plan.aggregate == Aggregate::thread ? "queue_by_thread"
         : plan.aggregate == Aggregate::warp ? "queue_by_warp"
                                             : "";
}

/// Those that go through a queue's rows without numbers of their arcs.
std::string names_of_row_balancers() {
  std::vector<std::string_view> names;
  for (const Balancer* balancer : registered_balancers()) {
    if (balancer->needs == Needs::rows) names.push_back(balancer->name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

PushFacts facts_of(const EdgeTraits& traits, bool is_wide) {
  return {.on_gpu = true, .lists_once = traits.stops_early, .sums = !traits.idempotent, .is_wide = is_wide};
}

}  // namespace

PushPlan::PushPlan(const PushKeys& schedule, const EdgeTraits& traits, bool is_wide)
    : PushPlan(resolve(schedule.alone(), facts_of(traits, is_wide)), facts_of(traits, is_wide)) {}

PushPlan::PushPlan(const Schedule& resolved, const PushFacts& facts)
    : layout(&find_layout(resolved.layout)),
      block(resolved.block),
      heavy(resolved.heavy),
      balancer(&find_balancer(resolved.balance)),
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
        "schedule: {} with balance={}: this algorithm's queues list a vertex repeatedly then, and this balance numbers "
        "every arc of a queue once; allowed: balance=auto, {}, or dedup=auto, counter, bitmap, bytemap",
        to_text(resolved, ScheduleKey::dedup), balancer->name, names_of_row_balancers());
  }
}

bool PushPlan::numbers_arcs() const { return balancer->needs == Needs::ranks && !lists_arcs(); }
bool PushPlan::lists_arcs() const { return layout->push->lists_arcs(); }

std::vector<PushPart> PushPlan::rest() const {
  const std::optional<TargetsOfRows> targets = layout->push->targets();
  if (targets && layout->push->lists_arcs()) {
    fail(ExitCode::wrong_use, "the layout '{}' ({}) lists arcs, and tells where those of rows lead: it may do one",
         layout->name, layout->origin);
  }
  const auto part = [this](const RowAgent& rows) {
    return PushPart{.agent = rows.agent, .header = rows.header, .cta = cta, .blocks = rows.blocks};
  };
  if (lists_arcs() && !balancer->list.agent.empty()) return {part(balancer->list)};
  std::vector<PushPart> parts;
  for (const RowClass& rows : balancer->classes) parts.push_back(part(rows.rows));
  if (parts.empty()) parts.push_back(part(balancer->rows));
  for (PushPart& along : parts) {
    if (lists_arcs()) {
      along.agent = fmt::format("mg::sparse::OfRuns<{}>::Along", along.agent);
    } else if (targets) {
      along.agent = fmt::format("mg::sparse::Decoding<{}, {}>::Along", along.agent, targets->type);
      along.header += ' ' + targets->header;
    }
  }
  return parts;
}

std::vector<PushPart> PushPlan::parts() const {
  std::vector<PushPart> all = layout->push->rest(*this);
  if (auto part = layout->push->apart(*this)) all.insert(all.begin(), std::move(*part));
  return all;
}

std::string PushPlan::name() const {
  if (layout->name == rows_layout) return fmt::format("push {}", balancer->name);
  const bool is_list = lists_arcs() && !balancer->list.agent.empty() && !layout->push->apart(*this);
  if (is_list) return fmt::format("push {}", layout->name);
  return fmt::format("push {} {}", layout->name, balancer->name);
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

}  // namespace mg::sparse

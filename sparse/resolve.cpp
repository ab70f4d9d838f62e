#include "sparse/resolve.hpp"

namespace mg::sparse {

namespace {

bool is_map(FrontierForm form) { return form != FrontierForm::automatic && form != FrontierForm::queue; }

/// Whether the receivers of a wide push are marked and listed afterwards, where the schedule leaves it open. Values
/// that improve again and again ask of each receiver whether it is listed yet; a mark is written without asking, and a
/// queue listed from marks is sorted.
bool lists_wide_push(const Schedule& schedule, const PushFacts& facts) {
  const bool is_open = schedule.creation == Creation::automatic && schedule.frontier == FrontierForm::automatic &&
                       schedule.dedup == Dedup::automatic && schedule.aggregate == Aggregate::automatic &&
                       schedule.layout == rows_layout;
  return facts.on_gpu && facts.is_wide && is_open && !facts.lists_once && !facts.sums;
}

Dedup usual_dedup(const Schedule& schedule, const PushFacts& facts) {
  if (schedule.creation == Creation::unfused) return Dedup::bitmap;
  if (facts.lists_once) return Dedup::none;
  return facts.on_gpu ? Dedup::counter : Dedup::bitmap;
}

std::string usual_balance(const Schedule& schedule, const PushFacts& facts) {
  if (!facts.on_gpu) return "vertex";
  const std::string& of_layout = find_layout(schedule.layout).usual_balance;
  if (!of_layout.empty()) return of_layout;
  return lists_repeatedly(schedule, facts) ? "etwc" : "strict";
}

}  // namespace

bool lists_repeatedly(const Schedule& schedule, const PushFacts& facts) {
  const bool marks = schedule.creation == Creation::unfused || is_map(schedule.frontier);
  return !marks && (schedule.dedup == Dedup::cull || (schedule.dedup == Dedup::none && !facts.lists_once));
}

Schedule resolve(Schedule schedule, const PushFacts& facts) {
  if (schedule.layout == automatic_piece) schedule.layout = rows_layout;
  if (lists_wide_push(schedule, facts)) {
    schedule.creation = Creation::unfused;
    schedule.dedup = Dedup::counter;
  }
  if (schedule.creation == Creation::automatic) schedule.creation = Creation::fused;
  const bool may_cull = facts.on_gpu && facts.lists_once;
  if (schedule.dedup == Dedup::automatic || (schedule.dedup == Dedup::cull && !may_cull))
    schedule.dedup = usual_dedup(schedule, facts);
  // What is settled twice would be counted twice.
  if (facts.sums && lists_repeatedly(schedule, facts)) schedule.dedup = facts.on_gpu ? Dedup::counter : Dedup::bitmap;
  if (schedule.balance == automatic_piece) schedule.balance = usual_balance(schedule, facts);
  if (schedule.aggregate == Aggregate::automatic) schedule.aggregate = Aggregate::block;
  return schedule;
}

}  // namespace mg::sparse

// What the sparse engine's steps read of a schedule, known before any of them is executed.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "engine/program_steps.hpp"
#include "engine/schedule/run_schedule.hpp"
#include "sparse/push_plan.hpp"

namespace mg::sparse {

/// Of a push on a CPU. Where arcs are stored and how a queue is made has one value there, which may be named.
using HostPushKeys =
    KeysOf<ScheduleKey::balance, ScheduleKey::layout, ScheduleKey::frontier, ScheduleKey::creation, ScheduleKey::dedup>;
/// The same into buckets, which may hold a vertex repeatedly.
using HostBucketKeys = KeysOf<ScheduleKey::balance, ScheduleKey::layout>;
/// Of a loop that stays on the device and pushes.
using LoopKeys = PushKeys;
/// The same of one that pulls.
using PulledLoopKeys = KeysOf<ScheduleKey::layout, ScheduleKey::frontier>;

/// Where and how a program's steps are executed.
struct Circumstances {
  bool on_gpu = false;
  bool deterministic = false;
  bool orders_sums = false;         ///< so that sums are never pushed
  bool loops_stay = false;          ///< iterations may go on by themselves on the GPU
  bool decides_directions = false;  ///< by the thresholds, instead of whoever chose the engine
  VertexId num_vertices = 0;
};

/// The keys that steps of a program read, with values that the steps go by.
[[nodiscard]] KeyUse keys_read(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where);
/// Whether some step is a search that turns to pulling and back by the thresholds.
[[nodiscard]] bool turns_by_thresholds(const ProgramSteps& steps, const Schedule& schedule, const Circumstances& where);
/// What the steps do, for whoever asks why a key is not read: "every step pulls".
[[nodiscard]] std::string doing(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where);

}  // namespace mg::sparse

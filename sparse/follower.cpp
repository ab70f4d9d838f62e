// How a layout's arcs are followed, whoever asks.
#include <fmt/format.h>

#include <exception>
#include <new>

#include "engine/error.hpp"
#include "sparse/layouts/layouts.hpp"
#include "sparse/layouts/push_layout.hpp"
#include "sparse/layouts/row_views.hpp"

namespace mg::sparse {

void Follower::follow_rows(const gpu::DeviceRows& rows, const void* targets) {
  PushArguments arguments = arguments_;
  arguments.rows = rows;
  arguments.targets = targets;
  follow_rows(plan_.layout->push->rest(plan_), arguments);
}

void Follower::follow_list(const ArcList& list, std::string_view name, std::uint32_t parameter) {
  const std::vector<PushPart> parts = plan_.layout->push->rest(plan_);
  PushArguments arguments = arguments_;
  arguments.queue = nullptr;
  arguments.rows = list.arcs.rows;
  arguments.sources = list.arcs.sources;
  arguments.num_arcs = list.num_arcs;
  if (!plan_.balancer->list.agent.empty()) {
    const PushPart& part = parts.front();
    return launch(part, part.blocks(arguments.size, list.num_arcs, part.cta), arguments);
  }
  const Runs& runs =
      gpu_.layouts().kept<Runs>(side_, fmt::format("runs of {}", name), parameter, [&] { return runs_of(gpu_, list); });
  arguments.rows = runs.rows;
  arguments.sources = runs.sources;
  arguments.starts = runs.rows.offsets;
  arguments.size = runs.rows.num_rows;
  follow_runs(parts, arguments);
}

void follow_layout(Follower& follower) {
  const Layout& layout = *follower.plan().layout;
  try {
    layout.push->follow(follower);
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    fail(ExitCode::wrong_use, "the layout '{}' ({}) failed: {}", layout.name, layout.origin, error.what());
  }
}

std::uint32_t combined_in_shared_memory(Follower& follower) {
  const std::string_view layout = follower.plan().layout->name;
  const std::uint32_t asked = follower.plan().block;
  const std::size_t value_bytes = follower.value_bytes();
  if (value_bytes != 4 && value_bytes != 8) {
    fail(ExitCode::wrong_use,
         "schedule: layout={}: values of {} bytes cannot be combined in shared memory, values of 4 and 8 can; allowed: "
         "layout=auto, csr, ell",
         layout, value_bytes);
  }
  const std::uint64_t most =
      (follower.gpu().device().info().shared_bytes_per_block - follower.static_bytes()) / value_bytes;
  if (asked > most) {
    fail(ExitCode::wrong_use,
         "schedule: block={} with layout={}: the values of so many vertices do not fit into shared memory; allowed: at "
         "most {} for values of {} bytes",
         asked, layout, most, value_bytes);
  }
  return static_cast<std::uint32_t>(asked != 0 ? asked : most);
}

}  // namespace mg::sparse

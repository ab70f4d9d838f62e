#include "sparse/layouts/row_views.hpp"

#include <fmt/format.h>

#include <limits>

#include "sparse/layouts/row_views.cuh"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "sparse/layouts/row_views.cuh";

/// Counts and their prefix sums, until what is made of them is built.
class Sums {
 public:
  Sums(DeviceContext& gpu, std::uint64_t size)
      : gpu_(gpu),
        size_(size),
        counts_(gpu.shared_device(), size * sizeof(std::uint32_t), "counts of a layout"),
        sums_(gpu.shared_device(), (size + 1) * sizeof(std::uint64_t), "counts of a layout") {}

  /// Has `agent` count; returns the sum of all.
  std::uint64_t count(const std::string& agent, ViewArguments& arguments) {
    arguments.size = size_;
    arguments.counts = counts_.as<std::uint32_t>();
    arguments.sums = sums_.as<std::uint64_t>();
    gpu_.launch(agent, header, blocks_for(size_), &arguments);
    gpu_.device().exclusive_scan(arguments.counts, sums_.as<std::uint64_t>(), size_);
    std::uint64_t sum = 0;
    gpu_.device().download(&sum, arguments.sums + size_, sizeof(sum));
    return sum;
  }

 private:
  DeviceContext& gpu_;
  std::uint64_t size_;
  DeviceBlock counts_;
  DeviceBlock sums_;
};

}  // namespace

Runs runs_of(DeviceContext& gpu, const ArcList& list) {
  ViewArguments arguments{};
  arguments.sources = list.arcs.sources;
  Sums sums(gpu, list.num_arcs);
  const std::uint64_t num_runs = sums.count("mg::sparse::FlagRuns", arguments);
  constexpr std::uint64_t most_runs = std::numeric_limits<std::int32_t>::max();  // as a launch may have blocks
  if (num_runs > most_runs) {
    fail(ExitCode::no_resources,
         "a layout of {} runs of arcs is beyond what a balancer of rows numbers: ask for balance=edge", num_runs);
  }
  arguments.run_sources = gpu.layouts().keep<VertexId>(num_runs, "sources of runs");
  arguments.starts = gpu.layouts().keep<std::byte>((num_runs + 1) * gpu.offset_bytes(), "offsets of runs");
  gpu.launch(fmt::format("mg::sparse::ListRuns<{}>", gpu.offset_type()), header, blocks_for(list.num_arcs + 1),
             &arguments);
  Runs runs{.sources = arguments.run_sources, .rows = list.arcs.rows};
  runs.rows.offsets = arguments.starts;
  runs.rows.ends = static_cast<const std::byte*>(arguments.starts) + gpu.offset_bytes();
  runs.rows.num_rows = static_cast<VertexId>(num_runs);
  return runs;
}

Ranks ranks_of(DeviceContext& gpu, const gpu::DeviceRows& rows) {
  const VertexId n = gpu.num_vertices();
  ViewArguments arguments{};
  arguments.rows = rows;
  Sums sums(gpu, n);
  const EdgeId num_arcs = sums.count(fmt::format("mg::sparse::LengthsOf<{}>", gpu.offset_type()), arguments);
  arguments.starts = gpu.layouts().keep<std::byte>((std::size_t{n} + 1) * gpu.offset_bytes(), "numbers of rows' arcs");
  gpu.launch(fmt::format("mg::sparse::StartsOf<{}>", gpu.offset_type()), header, blocks_for(std::uint64_t{n} + 1),
             &arguments);
  return {.starts = arguments.starts, .num_arcs = num_arcs};
}

ArcList list_of(DeviceContext& gpu, const gpu::DeviceRows& rows) {
  const VertexId n = gpu.num_vertices();
  ViewArguments arguments{};
  arguments.rows = rows;
  Sums sums(gpu, n);
  const EdgeId num_arcs = sums.count(fmt::format("mg::sparse::LengthsOf<{}>", gpu.offset_type()), arguments);
  arguments.list_sources = gpu.layouts().keep<VertexId>(num_arcs, "sources of a list");
  arguments.list_targets = gpu.layouts().keep<VertexId>(num_arcs, "arcs of a list");
  if (rows.weights != nullptr) {
    arguments.list_weights = gpu.layouts().keep<std::uint32_t>(num_arcs, "weights of a list");
  }
  gpu.launch(fmt::format("mg::sparse::CopyRows<{}>", gpu.offset_type()), header, blocks_for(n, warps_per_block),
             &arguments);
  ArcList list{.arcs = {.sources = arguments.list_sources, .rows = rows}, .num_arcs = num_arcs};
  list.arcs.rows.neighbors = arguments.list_targets;
  list.arcs.rows.weights = arguments.list_weights;
  return list;
}

std::vector<gpu::VertexList> sort_rows(DeviceContext& gpu, const PushArguments& push,
                                       std::span<const RowClass> classes) {
  SortArguments arguments{};
  arguments.push = push;
  arguments.num_classes = static_cast<unsigned>(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) arguments.least[i] = classes[i].least;
  arguments.lists =
      static_cast<VertexId*>(gpu.scratch("rows by their lengths", classes.size() * push.size * sizeof(VertexId)));
  std::uint64_t sizes[most_classes]{};
  arguments.sizes = static_cast<std::uint64_t*>(gpu.scratch("numbers of rows by their lengths", sizeof(sizes)));
  gpu.device().fill(arguments.sizes, 0, sizeof(sizes));
  gpu.launch(fmt::format("mg::sparse::SortRows<{}>", gpu.offset_type()), header, blocks_for(push.size), &arguments);
  gpu.device().download(sizes, arguments.sizes, sizeof(sizes));
  std::vector<gpu::VertexList> lists;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    lists.push_back({.vertices = arguments.lists + i * push.size, .size = sizes[i]});
  }
  return lists;
}

}  // namespace mg::sparse

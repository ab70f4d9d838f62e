#include "sparse/row_views.hpp"

#include <fmt/format.h>

#include "sparse/row_views.cuh"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "sparse/row_views.cuh";

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
  if (num_runs >= no_vertex) {
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

}  // namespace mg::sparse

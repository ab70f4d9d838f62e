// The host's part of the layout: how it is built, what it takes, and which rows a push follows.
#include "delta.cuh"

#include "engine/error.hpp"
#include "sparse/layouts/push_layout.hpp"

namespace example {

namespace {

constexpr std::uint64_t most_bytes = sizeof(mg::VertexId);  // of a difference

std::uint64_t num_chunks(mg::EdgeId num_arcs) { return mg::blocks_for(num_arcs, chunk_arcs); }
/// Sectors that the chunks take without the differences, which stand behind them.
std::uint64_t chunk_sectors(mg::EdgeId num_arcs) {
  return mg::blocks_for(num_chunks(num_arcs) * sizeof(Chunk), sector_bytes);
}

const Chunk* make_chunks(mg::DeviceContext& gpu, mg::Side side) {
  const mg::EdgeId num_arcs = gpu.num_arcs();
  constexpr mg::EdgeId most_arcs = mg::EdgeId{7} << 30;  // as Chunk::place can number sectors of
  if (num_arcs > most_arcs) {
    mg::fail(mg::ExitCode::no_resources,
             "layout=delta stores up to {} arcs, and the graph has {}: ask for another layout", most_arcs, num_arcs);
  }
  const std::uint64_t size = num_chunks(num_arcs);
  const mg::DeviceBlock sectors(gpu.shared_device(), size * sizeof(std::uint32_t), "sizes of chunks");
  const mg::DeviceBlock before(gpu.shared_device(), (size + 1) * sizeof(std::uint64_t), "sizes of chunks");
  BuildArguments arguments{.neighbors = gpu.rows(side).neighbors,
                           .num_arcs = num_arcs,
                           .sectors = sectors.as<std::uint32_t>(),
                           .before = before.as<std::uint64_t>(),
                           .first = chunk_sectors(num_arcs),
                           .chunks = nullptr};
  gpu.launch("example::CountSectors", "delta.cuh", mg::blocks_for(num_arcs), &arguments);
  gpu.device().exclusive_scan(arguments.sectors, before.as<std::uint64_t>(), size);
  std::uint64_t of_differences = 0;
  gpu.device().download(&of_differences, arguments.before + size, sizeof(of_differences));
  const std::uint64_t bytes = (arguments.first + of_differences) * sector_bytes;
  arguments.chunks = reinterpret_cast<Chunk*>(gpu.layouts().keep<std::byte>(bytes, "chunks of arcs"));
  gpu.launch("example::StoreChunks", "delta.cuh", mg::blocks_for(num_arcs), &arguments);
  return arguments.chunks;
}

class DeltaRows final : public mg::sparse::PushLayout {
 public:
  [[nodiscard]] std::optional<mg::sparse::TargetsOfRows> targets() const override {
    return mg::sparse::TargetsOfRows{.type = "example::Deltas", .header = "delta.cuh"};
  }
  /// The graph's rows, with their weights: but for where arcs lead, they are as they were.
  void follow(mg::sparse::Follower& follower) const override {
    mg::DeviceContext& gpu = follower.gpu();
    const mg::Side side = follower.side();
    const auto* const chunks =
        gpu.layouts().kept<const Chunk*>(side, "delta", 0, [&] { return make_chunks(gpu, side); });
    follower.follow_rows(follower.arguments().rows, chunks);
  }
};

/// At most: where all differences are as long as targets.
mg::LayoutBytes bytes(std::uint64_t, mg::EdgeId num_arcs, bool) {
  const std::uint64_t sectors = chunk_sectors(num_arcs) + num_chunks(num_arcs) * most_bytes;
  const std::uint64_t counting = num_chunks(num_arcs) * (sizeof(std::uint32_t) + sizeof(std::uint64_t));
  return {.kept = sectors * sector_bytes, .building = sectors * sector_bytes + counting};
}

}  // namespace

const mg::Layout delta{.name = "delta",
                       .sentence = "targets are stored in 1, 2 or 4 bytes, as differences from the least of 32",
                       .bytes = &bytes,
                       .push = std::make_shared<DeltaRows>()};

}  // namespace example

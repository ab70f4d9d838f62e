// Tiles on a GPU: what it builds has the bytes of what the host builds, and comes back as it went.
#include "dense/device_tiles.hpp"

#include <gtest/gtest.h>

#include <random>

#include "preprocess/building/tiles_builder.hpp"
#include "tests/host_device.hpp"
#include "tests/specimen.hpp"
#include "tests/tiles_testing.hpp"

namespace mg {
namespace {

class DeviceTiles : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList gpus = list_devices();
    if (gpus.devices.empty()) GTEST_SKIP() << gpus.problem;
    device_ = open_device(gpus.devices.front().index);
  }

  void expect_the_hosts(const Graph& graph) {
    DeviceContext gpu(device_, graph, 2);
    for (const TileShape& shape : tiny_shapes()) {
      for (const Side side : {Side::in, Side::out}) {
        const Tiles tiles = build_tiles(side == Side::in ? graph.in : graph.out, graph.num_vertices(), shape, 2);
        // Enough to sort all arcs at a time, some of them, and no more than a panel's.
        constexpr VertexId few = 4096;
        const std::uint64_t least = graph.num_vertices() < few ? 0 : 14 * graph.num_arcs();
        for (const std::uint64_t room : {gpu.room(), 14 * graph.num_arcs(), least}) {
          expect_same(dense::download_tiles(*device_, dense::build_tiles(gpu, side, shape, room)), tiles);
        }
        expect_same(dense::download_tiles(*device_, dense::upload_tiles(device_, tiles, true)), tiles);
      }
    }
  }

  std::shared_ptr<Device> device_;
};

TEST_F(DeviceTiles, AreTheHostsOnTheZoo) {
  for (const ZooGraph& animal : zoo()) {
    SCOPED_TRACE(animal.name);
    expect_the_hosts(specimen_of(with_weights(animal)).graph());
    expect_the_hosts(specimen_of(animal, DuplicatePolicy::keep).graph("random:2"));
    expect_the_hosts(specimen_of(with_weights(animal), DuplicatePolicy::keep).graph());
  }
}

TEST_F(DeviceTiles, AreTheHostsOnLargeGraphs) {
  for (Specimen& specimen : large_specimens()) {
    SCOPED_TRACE(specimen.name());
    expect_the_hosts(specimen.graph());
    expect_the_hosts(specimen.graph("random:3"));
  }
}

/// Weight by weight, in the layout's order.
std::vector<std::uint32_t> unpacked(const std::vector<dense::TenBits>& packed) {
  std::vector<std::uint32_t> weights(packed.size() * tiles::step_arcs);
  for (std::size_t step = 0; step < packed.size(); ++step) {
    for (std::uint32_t i = 0; i < tiles::step_arcs; ++i) {
      const std::uint32_t slot = tiles::slot_of(i);
      const std::uint32_t arc = i % tiles::lane_arcs;
      const std::uint32_t high = packed[step].high[i / tiles::lane_arcs] >> (arc % 4 * 8 + arc / 4 * 2) & 3;
      weights[step * tiles::step_arcs + slot] = high << 8 | packed[step].low[slot];
    }
  }
  return weights;
}

TEST_F(DeviceTiles, WeightsOfUpToTenBitsArePacked) {
  constexpr VertexId n = 500;
  for (const std::uint32_t largest : {255U, 256U, 1023U, 1024U, 65'535U, 65'536U}) {
    std::mt19937_64 random(largest);
    ZooGraph zoo{.name = "drawn", .n = n, .directed = true, .edges = {}, .weights = {}};
    std::vector<std::uint32_t> weights;
    for (std::uint32_t e = 0; e < 5000; ++e) {
      zoo.edges.emplace_back(random() % n, random() % (e % 2 == 0 ? n : 3));
      weights.push_back(e == 0 ? largest : static_cast<std::uint32_t>(random() % (largest + 1)));
    }
    zoo.weights = weights;
    Specimen specimen = specimen_of(zoo);
    const Graph& graph = specimen.graph();
    DeviceContext gpu(device_, graph, 2);
    for (const TileShape& shape : tiny_shapes()) {
      const Tiles tiles = build_tiles(graph.in, n, shape, 2);
      const dense::DeviceTiles ready(gpu, dense::upload_tiles(device_, tiles, true));
      const dense::TileBlocks& blocks = ready.blocks();
      EXPECT_EQ(blocks.ten_bits, largest > 255 && largest <= dense::TenBits::most) << largest;
      if (!blocks.ten_bits) continue;
      std::vector<dense::TenBits> packed(blocks.weights.size_bytes() / sizeof(dense::TenBits));
      device_->download(packed.data(), blocks.weights.data(), blocks.weights.size_bytes());
      const auto& stored = std::get<Array<std::uint16_t>>(tiles.weights);
      EXPECT_EQ(unpacked(packed), std::vector<std::uint32_t>(stored.begin(), stored.end())) << largest;
    }
  }
}

/// Has no room for what begins so.
class FullDevice : public HostDevice {
 public:
  explicit FullDevice(std::string_view lacking) : lacking_(lacking) {}
  [[nodiscard]] void* allocate(std::size_t bytes, std::string_view what) override {
    if (what == lacking_) throw Error(ExitCode::no_resources, "full");
    return HostDevice::allocate(bytes, what);
  }

 private:
  std::string_view lacking_;
};

TEST(TileBlocks, KeepTheirWeightsWhereThereIsNoRoomToPackThem) {
  ZooGraph zoo{.name = "light", .n = 3, .directed = true, .edges = {{0, 1}, {1, 2}}, .weights = {}};
  zoo.weights = std::vector<std::uint32_t>{300, 7};
  Specimen specimen = specimen_of(zoo);
  const Graph& graph = specimen.graph();
  const Tiles tiles = build_tiles(graph.in, graph.num_vertices(), {.panel_columns = 32}, 1);
  for (const char* lacking : {"tiles: weights of ten bits", "weights of more bits", ""}) {
    const auto device = std::make_shared<FullDevice>(lacking);
    DeviceContext gpu(device, graph, 1);
    const dense::DeviceTiles ready(gpu, dense::upload_tiles(device, tiles, true));
    EXPECT_EQ(ready.blocks().ten_bits, *lacking == '\0') << lacking;
    if (!ready.blocks().ten_bits) expect_same(dense::download_tiles(*device, ready.blocks()), tiles);
  }
}

TEST(TileBlocks, ComeBackAsTheyWent) {
  const auto device = std::make_shared<HostDevice>();
  for (const ZooGraph& animal : zoo()) {
    SCOPED_TRACE(animal.name);
    Specimen specimen = specimen_of(with_weights(animal));
    const Graph& graph = specimen.graph();
    for (const TileShape& shape : tiny_shapes()) {
      const Tiles tiles = build_tiles(graph.in, graph.num_vertices(), shape, 1);
      expect_same(dense::download_tiles(*device, dense::upload_tiles(device, tiles, true)), tiles);
    }
  }
}

}  // namespace
}  // namespace mg

// Tiles on a GPU: what it builds has the bytes of what the host builds, and comes back as it went.
#include "dense/device_tiles.hpp"

#include <gtest/gtest.h>

#include "preprocess/tiles_builder.hpp"
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
        expect_same(dense::download_tiles(*device_, dense::build_tiles(gpu, side, shape)), tiles);
        expect_same(dense::download_tiles(*device_, dense::upload_tiles(device_, tiles)), tiles);
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

TEST(TileBlocks, ComeBackAsTheyWent) {
  const auto device = std::make_shared<HostDevice>();
  for (const ZooGraph& animal : zoo()) {
    SCOPED_TRACE(animal.name);
    Specimen specimen = specimen_of(with_weights(animal));
    const Graph& graph = specimen.graph();
    for (const TileShape& shape : tiny_shapes()) {
      const Tiles tiles = build_tiles(graph.in, graph.num_vertices(), shape, 1);
      expect_same(dense::download_tiles(*device, dense::upload_tiles(device, tiles)), tiles);
    }
  }
}

}  // namespace
}  // namespace mg

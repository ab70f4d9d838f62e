#include "engine/gpu/degree_order.hpp"

namespace mg {

DegreeOrder order_by_degree(DeviceContext& gpu, Side side) {
  constexpr std::string_view header = "engine/gpu/degree_order.cuh";
  const std::size_t n = gpu.num_vertices();
  const auto words = [&](std::string_view what) {
    return DeviceBlock(gpu.shared_device(), n * sizeof(std::uint32_t), what);
  };
  DegreeOrder order{.degrees = words("degrees"),
                    .vertices = words("vertices by degree"),
                    .ranks = words("ranks by degree"),
                    .sorted_degrees = words("degrees")};
  const DeviceBlock unsorted = words("vertices");
  gpu::DegreeOrderArguments arguments{.rows = gpu.rows(side),
                                      .degrees = order.degrees.as<std::uint32_t>(),
                                      .vertices = unsorted.as<VertexId>(),
                                      .ranks = order.ranks.as<VertexId>()};
  gpu.launch(fmt::format("mg::gpu::DegreesOf<{}>", gpu.offset_type()), header, blocks_for(n), &arguments);
  gpu.device().sort_descending(arguments.degrees, order.sorted_degrees.as<std::uint32_t>(), arguments.vertices,
                               order.vertices.as<VertexId>(), n);
  arguments.vertices = order.vertices.as<VertexId>();
  gpu.launch("mg::gpu::RanksOf", header, blocks_for(n), &arguments);
  return order;
}

}  // namespace mg

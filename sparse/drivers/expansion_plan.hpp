// Balancers, layouts and pulls of loops that stay on the device: what the kernels of such loops are made of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/gpu/device_context.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "sparse/drivers/loop_arguments.hpp"
#include "sparse/push_plan.hpp"

namespace mg::sparse {

/// Who expands a loop's frontiers, along which arcs, as device code has it (sparse/drivers/balanced_loop.cuh,
/// laid_out_loop.cuh and pulled_loop.cuh), and what these frontiers are (mapped_team.cuh).
struct ExpansionPlan {
  std::string name = {};      ///< of traces: "push twc"
  std::string type = {};      ///< "mg::sparse::Balanced<256, false, mg::sparse::RowsFrom<0, 256, mg::sparse::PushTwc>>"
  std::string team = {};      ///< of the whole device: "mg::sparse::Queues<256>::Team"
  std::string header = {};    ///< those that define it
  std::string frontier = {};  ///< as a schedule asks for it: ", frontier=bitmap"; or empty
  std::size_t shared_bytes = 0;                     ///< that a block needs
  std::array<std::vector<LoopPart>, 2> parts = {};  ///< of a layout or a pull: of the loop's side and the opposite one
  std::size_t classes = 0;                          ///< of rows into which entries are sorted
  bool numbers = false;                             ///< the arcs of the frontier's vertices
  std::uint64_t most_rows = 0;                      ///< entries, where these are not the vertices
  bool asks_for_members = false;                    ///< whether a vertex is in the frontier
  std::size_t map_bytes = 0;                        ///< of a map of the vertices; 0: there is none
};
/// That of a loop with such pieces. Builds what its layout needs. Throws Error(wrong_use) where the shares of blocks
/// are not alike, and what the layout throws.
[[nodiscard]] ExpansionPlan plan_expansion(DeviceContext& gpu, const DeviceIterations& loop);
/// What a schedule asks for by it, for whoever does otherwise: "driver=fused with push twc".
[[nodiscard]] std::string asked_of(Driver driver, const ExpansionPlan& expansion);
/// How a trace calls the kernel of a team of the whole device.
[[nodiscard]] std::string name_of_all_blocks(const std::optional<ExpansionPlan>& expansion);
/// Threads of a block of such a team.
[[nodiscard]] std::uint32_t team_threads(const DeviceIterations& loop);

/// Rows, or arcs where these are numbered, that a block of an agent takes: what BlocksOfRows says of any number, said
/// of one block. Throws Error(wrong_use) that names the balancer or layout where the shares are not alike.
[[nodiscard]] std::uint64_t share_of_block(BlocksOfRows* blocks, bool of_arcs, std::uint32_t cta, std::string_view who);
/// The template arguments of the agents of a balancer, one a class of rows: ", mg::sparse::RowsFrom<...>, ...".
[[nodiscard]] std::string classes_of(const Balancer& balancer, const std::vector<PushPart>& parts, std::uint32_t cta);

}  // namespace mg::sparse

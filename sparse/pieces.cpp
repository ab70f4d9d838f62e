// The balancers and layouts that there are, a line each. A balancer is a template of agents in a file of its own, a
// layout a class (sparse/layouts/push_layout.hpp) with the kernels that build and follow it.
#include "engine/pieces.hpp"

#include "sparse/layouts/layouts.hpp"

namespace mg::sparse {

namespace {

/// Arcs a block follows where arcs are numbered: `tile` of PushStrict, PushEdge and PushArcs.
std::uint64_t blocks_of_arcs(std::uint64_t, EdgeId arcs, std::uint32_t) {
  constexpr EdgeId tile = 1024;
  return (arcs + tile - 1) / tile;
}

/// A block a row.
std::uint64_t blocks_of_rows(std::uint64_t rows, EdgeId, std::uint32_t) { return rows; }

/// So many threads a row.
template <std::uint32_t lanes>
std::uint64_t blocks_of_groups(std::uint64_t rows, EdgeId, std::uint32_t cta) {
  return blocks_for(rows, cta / lanes);
}

const RowAgent warp_a_row{
    .agent = "mg::sparse::PushWarpEach", .header = "sparse/balance/warp_each.cuh", .blocks = &blocks_of_groups<32>};
const RowAgent block_a_row{
    .agent = "mg::sparse::PushBlockEach", .header = "sparse/balance/block_each.cuh", .blocks = &blocks_of_rows};

void register_balancers() {
  register_balancer({.name = "vertex",
                     .sentence = "a thread takes a vertex",
                     .rows = {.agent = "mg::sparse::PushVertex", .header = "sparse/balance/vertex.cuh"},
                     .on_cpus = true});
  register_balancer(
      {.name = "edge",
       .sentence = "a thread takes an arc",
       .rows = {.agent = "mg::sparse::PushEdge", .header = "sparse/balance/edge.cuh", .blocks = &blocks_of_arcs},
       .needs = Needs::ranks,
       .list = {.agent = "mg::sparse::PushArcs", .header = "sparse/push_arcs.cuh", .blocks = &blocks_of_arcs},
       .on_cpus = true});
  register_balancer({.name = "warp",
                     .sentence = "a warp shares the arcs of 32 vertices",
                     .rows = {.agent = "mg::sparse::PushWarp", .header = "sparse/balance/warp.cuh"}});
  register_balancer({.name = "block",
                     .sentence = "a block shares the arcs of as many vertices as it has threads",
                     .rows = {.agent = "mg::sparse::PushBlock", .header = "sparse/balance/block.cuh"}});
  register_balancer({.name = "twc",
                     .sentence = "a thread, a warp or a block takes a vertex, by its degree",
                     .rows = {.agent = "mg::sparse::PushTwc", .header = "sparse/balance/twc.cuh"}});
  register_balancer({.name = "etwc",
                     .sentence = "a vertex's arcs are split into parts for a thread, a warp and a block",
                     .rows = {.agent = "mg::sparse::PushEtwc", .header = "sparse/balance/etwc.cuh"}});
  register_balancer(
      {.name = "stages",
       .sentence = "a vertex's arcs are split into parts for four threads, a warp and a block",
       .rows = {
           .agent = "mg::sparse::PushStages", .header = "sparse/balance/stages.cuh", .blocks = &blocks_of_groups<4>}});
  register_balancer(
      {.name = "strict",
       .sentence = "every block follows the same number of arcs",
       .rows = {.agent = "mg::sparse::PushStrict", .header = "sparse/balance/strict.cuh", .blocks = &blocks_of_arcs},
       .needs = Needs::ranks});
  register_balancer({.name = "warp-each", .sentence = "a warp takes a vertex", .rows = warp_a_row});
  register_balancer({.name = "block-each", .sentence = "a block takes a vertex", .rows = block_a_row});
  register_balancer({.name = "tb",
                     .sentence = "a block takes a vertex of many arcs, a thread any other",
                     .rows = {.agent = "mg::sparse::PushTb", .header = "sparse/balance/tb.cuh"}});
  register_balancer({.name = "wp",
                     .sentence = "a warp takes a vertex of at least 32 arcs, a thread any other",
                     .rows = {.agent = "mg::sparse::PushWp", .header = "sparse/balance/wp.cuh"}});
  register_balancer({.name = "tb+fg",
                     .sentence = "a block takes a vertex of many arcs, and shares those of the others evenly",
                     .rows = {.agent = "mg::sparse::PushTbFg", .header = "sparse/balance/tb_fg.cuh"}});
  register_balancer(
      {.name = "wp+fg",
       .sentence = "a warp takes a vertex of at least 32 arcs, and a block shares those of the others evenly",
       .rows = {.agent = "mg::sparse::PushWpFg", .header = "sparse/balance/wp_fg.cuh"}});
  register_balancer({.name = "tb+wp+fg",
                     .sentence = "a block or a warp takes a vertex, by its degree, and a block shares the rest evenly",
                     .rows = {.agent = "mg::sparse::PushTbWpFg", .header = "sparse/balance/tb_wp_fg.cuh"}});
  register_balancer(
      {.name = "twc-sorted",
       .sentence = "vertices are sorted by degree across blocks, for a thread, a warp or a block each",
       .classes = {{.least = 0, .rows = {.agent = "mg::sparse::PushVertex", .header = "sparse/balance/vertex.cuh"}},
                   {.least = 32, .rows = warp_a_row},
                   {.least = 256, .rows = block_a_row}}});
}

void register_layouts() {
  register_layout(csr_layout());
  register_layout(coo_layout());
  register_layout(ell_layout());
  register_layout(blocked_layout());
  register_layout(segments_layout());
  register_layout(hyb_layout());
  register_layout(dia_layout());
  register_layout(gshards_layout());
}

/// As the library is loaded: schedules are read before anything else is registered.
[[maybe_unused]] const bool are_registered = [] {
  register_balancers();
  register_layouts();
  return true;
}();

}  // namespace

}  // namespace mg::sparse

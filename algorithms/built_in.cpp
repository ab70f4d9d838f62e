#include "algorithms/built_in.hpp"

#include <mutex>

#include "dense/dense_engine.hpp"
#include "hybrid/hybrid_engine.hpp"
#include "preprocess/tiles_builder.hpp"

extern "C" {
void mg_register_bfs();
void mg_register_sssp();
void mg_register_pagerank();
void mg_register_pagerank_delta();
void mg_register_ppr();
void mg_register_hits();
void mg_register_cc();
void mg_register_cc_label();
void mg_register_bc();
void mg_register_tc();
}

namespace mg {

void register_built_in() {
  static std::once_flag once;
  std::call_once(once, [] {
    register_dense_engine(&build_tiles);
    register_picking_engines();
    mg_register_bfs();
    mg_register_sssp();
    mg_register_pagerank();
    mg_register_pagerank_delta();
    mg_register_ppr();
    mg_register_hits();
    mg_register_cc();
    mg_register_cc_label();
    mg_register_bc();
    mg_register_tc();
  });
}

}  // namespace mg

#include "algorithms/built_in.hpp"

#include <mutex>

#include "dense/dense_engine.hpp"
#include "hybrid/hybrid_engine.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "preprocess/generate/generators.hpp"

extern "C" {
void mg_register_bfs();
void mg_register_sssp();
void mg_register_pagerank();
void mg_register_pagerank_delta();
void mg_register_ppr();
void mg_register_hits();
void mg_register_salsa();
void mg_register_cc();
void mg_register_cc_label();
void mg_register_bc();
void mg_register_edge_bc();
void mg_register_tc();
void mg_register_kcore();
void mg_register_scc();
void mg_register_mis();
void mg_register_katz();
void mg_register_eigenvector();
void mg_register_closeness();
void mg_register_harmonic();
void mg_register_diameter();
void mg_register_coloring();
void mg_register_lcc();
void mg_register_cdlp();
void mg_register_mst();
void mg_register_ktruss();
void mg_register_path();
void mg_register_random_walk();
void mg_register_jaccard();
void mg_register_spmv();
void mg_register_spgemm();
void mg_register_louvain();
void mg_register_leiden();
void mg_register_geo();
void mg_register_who_to_follow();
void mg_register_dmr();
}

namespace mg {

namespace {

Graph graph_to_measure_on(unsigned scale) {
  GeneratorSpec spec;
  spec.kind = GeneratorKind::kron;
  spec.scale = scale;
  BuildOptions options;
  options.weights = WeightPolicy::parse("random:1:255:1");
  BuildReport report;
  return build_graph(generate(spec), options, report, silent_progress());
}

}  // namespace

void register_built_in() {
  static std::once_flag once;
  std::call_once(once, [] {
    register_dense_engine(&build_tiles);
    register_picking_engines(&graph_to_measure_on);
    mg_register_bfs();
    mg_register_sssp();
    mg_register_pagerank();
    mg_register_pagerank_delta();
    mg_register_ppr();
    mg_register_hits();
    mg_register_salsa();
    mg_register_cc();
    mg_register_cc_label();
    mg_register_bc();
    mg_register_edge_bc();
    mg_register_tc();
    mg_register_kcore();
    mg_register_scc();
    mg_register_mis();
    mg_register_katz();
    mg_register_eigenvector();
    mg_register_closeness();
    mg_register_harmonic();
    mg_register_diameter();
    mg_register_coloring();
    mg_register_lcc();
    mg_register_cdlp();
    mg_register_mst();
    mg_register_ktruss();
    mg_register_path();
    mg_register_random_walk();
    mg_register_jaccard();
    mg_register_spmv();
    mg_register_spgemm();
    mg_register_louvain();
    mg_register_leiden();
    mg_register_geo();
    mg_register_who_to_follow();
    mg_register_dmr();
  });
}

}  // namespace mg

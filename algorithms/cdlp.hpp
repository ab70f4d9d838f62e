// Communities by label propagation: everybody takes the label that most of its neighbors have, all at once, a number of
// times (Raghavan, Albert and Kumara, "Near linear time algorithm to detect community structures in large-scale
// networks", Phys. Rev. E 2007; as LDBC Graphalytics defines it, VLDB 2016: of several labels that are had most often,
// the smallest). An arc makes neighbors of its ends, two arcs count twice.
#pragma once

#include <cstdint>

#include "algorithms/file_places.hpp"
#include "engine/algorithm.hpp"

namespace mg::cdlp {

struct Start {
  FilePlaces own;  ///< a label is the place of the vertex in the file whose label it was
  std::uint32_t* before;
  std::uint32_t* now;
  void operator()(VertexId v) const { before[v] = now[v] = own(v); }
};

struct Elect {
  const std::uint32_t* before;
  std::uint32_t* now;
  [[nodiscard]] std::uint32_t message(VertexId u) const { return before[u]; }
  void update(VertexId v, std::uint32_t label) { now[v] = label; }
};

struct Differs {
  const std::uint32_t* before;
  const std::uint32_t* now;
  double operator()(VertexId v) const { return before[v] != now[v] ? 1 : 0; }
};
struct Copy {
  const std::uint32_t* from;
  std::uint32_t* to;
  void operator()(VertexId v) const { to[v] = from[v]; }
};

}  // namespace mg::cdlp

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/verify/labels.hpp"

namespace mg {

class LabelPropagation {
 public:
  static AlgorithmInfo info() {
    return {.name = "cdlp",
            .summary = "communities: the label that most neighbors have, taken over a number of times",
            .parameters = {{.name = "rounds",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "10",
                            .help = "how often labels are taken over, if they change as often",
                            .lowest = 1}},
            .state_bytes_per_vertex = 3 * sizeof(std::uint32_t),
            .family = "communities",
            .cost = "O(m) a round; on GPUs in 16 bytes an arc of vertices with more than 2,048 and 4 bytes a vertex",
            .literature = "Raghavan, Albert and Kumara, Phys. Rev. E 2007; as LDBC Graphalytics, VLDB 2016"};
  }

  LabelPropagation(const Graph& graph, const Parameters& parameters)
      : graph_(graph), round_limit_(parameters.integer("rounds")) {}

  template <class L>
  void run(L& loop) {
    std::uint32_t* const labels = labels_.on(loop);
    cdlp::Elect elect{labels, others_.on(loop)};
    loop.vertex_map(cdlp::Start{order_.on(loop), labels, elect.now});
    bool changes = true;
    for (rounds_ = 0; changes && rounds_ < round_limit_ && loop.next_iteration(); ++rounds_) {
      loop.edge_mode(elect, graph_.directed);
      changes = loop.vertex_reduce(cdlp::Differs{elect.before, elect.now}) > 0;
      elect = {elect.now, const_cast<std::uint32_t*>(elect.before)};
    }
    if (elect.before != labels) loop.vertex_map(cdlp::Copy{elect.before, labels});
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"label", [this] { return named_vertices(); }, ResultColumn::Meaning::vertex}};
  }
  [[nodiscard]] Summary summary() const {
    std::vector<std::uint64_t> members(graph_.num_vertices());
    for (const std::uint32_t label : labels_.host()) ++members[label];
    const auto empty = static_cast<std::uint64_t>(std::count(members.begin(), members.end(), 0U));
    return {{"communities", members.size() - empty},
            {"largest", members.empty() ? 0 : *std::max_element(members.begin(), members.end())},
            {"rounds", rounds_}};
  }
  [[nodiscard]] Verdict validate() const { return verify_labels(graph_, rounds_, labels_.host().span()); }

 private:
  [[nodiscard]] Array<VertexId> named_vertices() const {
    const Array<std::uint32_t> labels = labels_.host();
    auto vertices = Array<VertexId>::uninitialized(labels.size());
    for (std::size_t v = 0; v < labels.size(); ++v) vertices[v] = graph_.from_file(labels[v]);
    return vertices;
  }

  Graph graph_;
  std::uint64_t round_limit_;
  FileOrder order_{graph_};
  State<std::uint32_t> labels_{graph_.num_vertices()};
  State<std::uint32_t> others_{graph_.num_vertices()};
  std::uint64_t rounds_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

// Who to follow: of a source's circle of trust, the vertices of the highest personalised PageRank, SALSA's walks go to
// those whom they follow and back, and those who are met most often are recommended, if the source does not follow them
// already (Gupta, Goel, Lin, Sharma, Wang and Zadeh, "WTF: the Who to Follow service at Twitter", WWW 2013; on GPUs
// Geil, Wang and Owens, "WTF, GPU!", COSN 2014). An arc leads from who follows to who is followed.
#pragma once

#include "algorithms/ppr.hpp"
#include "algorithms/salsa_walks.hpp"

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/circle_of_trust.hpp"
#include "algorithms/verify/recommendations.hpp"

namespace mg {

class WhoToFollow {
 public:
  static AlgorithmInfo info() {
    return {.name = "who-to-follow",
            .summary = "recommendations for a source: whom its circle of trust follows, by SALSA, and who is like it",
            .source = SourceUse::one,
            .parameters = {{.name = "circle",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "1000",
                            .help = "how many vertices, of the highest personalised PageRank, the source trusts",
                            .lowest = 1},
                           ranks::damping(),
                           {.name = "tolerance",
                            .fallback = "1e-6",
                            .help = "stop when ranks, and then scores, change by less than this in the L1 norm"},
                           iterations_parameter("the tolerance is met; of ranks and of scores")},
            .state_bytes_per_vertex = 4 * sizeof(float) + 3 * sizeof(double) + 3 * sizeof(EdgeId) + sizeof(VertexId),
            .family = "similarity",
            .cost = "O(n + m) an iteration of ranks, and O(arcs of the circle) one of scores",
            .literature = "Gupta, Goel, Lin, Sharma, Wang and Zadeh, WWW 2013; Geil, Wang and Owens, COSN 2014"};
  }

  WhoToFollow(const Graph& graph, const Parameters& parameters)
      : graph_(graph), parameters_(parameters), trust_(graph, parameters) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    trust_.run(loop, source);
    circle_ = circle_of_trust(graph_, trust_.ranks().span(), parameters_.integer("circle"));
    following_ = following_of(graph_, circle_);
    scores_.emplace(following_.graph, parameters_);
    loop.within(following_.graph, [&](auto& inner) { scores_->run(inner); });
  }

  [[nodiscard]] static ProgramSteps steps() { return PersonalisedPageRank::steps(); }

  [[nodiscard]] Results results() const {
    return {{"recommendation", [this] { return recommendations(); }},
            {"similarity", [this] { return of_all(scores_->hubs()); }},
            {"authority", [this] { return of_all(scores_->authorities()); }},
            {"rank", [this] { return trust_.ranks(); }}};
  }
  [[nodiscard]] Summary summary() const {
    const Array<double> scores = recommendations();
    const auto none = static_cast<std::uint64_t>(std::count(scores.begin(), scores.end(), 0.0));
    return {{"circle", circle_.size()},
            {"recommended", scores.size() - none},
            {"iterations", scores_->progress().iterations}};
  }
  [[nodiscard]] Verdict validate() const {
    if (Verdict verdict = trust_.validate(); !verdict.ok()) return verdict;
    const Array<double> recommended = recommendations();
    const Array<double> hubs = of_all(scores_->hubs());
    const Array<double> authorities = of_all(scores_->authorities());
    return verify_recommendations(graph_, {recommended.span(), hubs.span(), authorities.span(), trust_.ranks().span()},
                                  {.source = source_,
                                   .circle = parameters_.integer("circle"),
                                   .scores = {parameters_.number("tolerance"), parameters_.integer("iterations")}});
  }

 private:
  /// Scores of the circle and of those whom it follows, and 0 of all others.
  [[nodiscard]] Array<double> of_all(const Array<double>& scores) const {
    auto all = Array<double>::uninitialized(graph_.num_vertices());
    std::fill(all.begin(), all.end(), 0.0);
    for (std::size_t i = 0; i < scores.size(); ++i) all[following_.vertices[i]] = scores[i];
    return all;
  }
  /// The authority of those whom the source may begin to follow.
  [[nodiscard]] Array<double> recommendations() const {
    Array<double> scored = of_all(scores_->authorities());
    scored[source_] = 0;
    for (const VertexId v : graph_.out.row(source_)) scored[v] = 0;
    return scored;
  }

  Graph graph_;
  Parameters parameters_;
  PersonalisedPageRank trust_;
  std::vector<VertexId> circle_;
  Following following_;
  std::optional<SalsaWalks> scores_;  ///< of the circle and those whom it follows
  VertexId source_ = no_vertex;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

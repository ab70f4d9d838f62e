// SALSA (Lempel and Moran, "The stochastic approach for link-structure analysis (SALSA) and the TKC effect", Computer
// Networks 2000): where two walks stay that take arcs backward and forward in turn, each time any of a vertex's arcs
// alike. Each kind of score sums to 1; vertices without such arcs have 0.
#pragma once

#include "algorithms/salsa_limit.hpp"
#include "algorithms/salsa_walks.hpp"

#ifndef MG_DEVICE_CODE

#include <optional>

#include "algorithms/verify/salsa.hpp"

namespace mg {

class Salsa {
 public:
  static AlgorithmInfo info() {
    return {.name = "salsa",
            .summary = "hubs and authorities: where walks stay that take arcs backward and forward in turn",
            .parameters = {{.name = "method",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "auto",
                            .help = "where walks end up, from the components of hubs and authorities, or the walks "
                                    "themselves; auto: walks where a tolerance or iterations are given",
                            .choices = {"auto", "limit", "walks"}},
                           hubs_and_authorities_tolerance(),
                           iterations_parameter("the tolerance is met")},
            .state_bytes_per_vertex = 2 * sizeof(double) + sizeof(std::uint64_t) + 3 * sizeof(VertexId),
            .family = "centrality",
            .cost = "O(n + m); walks O(n + m) an iteration",
            .literature = "Lempel and Moran, Computer Networks 2000"};
  }

  Salsa(const Graph& graph, const Parameters& parameters) : graph_(graph) {
    const std::string& method = parameters.text("method");
    const bool is_about_walks = parameters.is_given("tolerance") || parameters.is_given("iterations");
    if (method == "limit" && is_about_walks) {
      fail(ExitCode::wrong_use, "salsa: method=limit takes no tolerance and no iterations: leave them out");
    }
    if (method == "walks" || is_about_walks) {
      walks_.emplace(graph, parameters);
    } else {
      limit_.emplace(graph);
    }
  }

  template <class L>
  void run(L& loop) {
    walks_ ? walks_->run(loop) : limit_->run(loop);
  }

  [[nodiscard]] ProgramSteps steps() const { return walks_ ? SalsaWalks::steps() : ProgramSteps{}; }

  [[nodiscard]] Results results() const { return walks_ ? walks_->results() : limit_->results(); }
  [[nodiscard]] Summary summary() const {
    return walks_ ? summary_of(walks_->progress()) : Summary{{"components", limit_->num_components()}};
  }
  [[nodiscard]] Verdict validate() const {
    const SalsaClaim claim = walks_ ? SalsaClaim{walks_->progress().tolerance, walks_->progress().exact_iterations}
                                    : SalsaClaim{.tolerance = 0};
    return verify_salsa(graph_, hubs().span(), authorities().span(), claim);
  }

 private:
  [[nodiscard]] Array<double> hubs() const { return walks_ ? walks_->hubs() : limit_->hubs(); }
  [[nodiscard]] Array<double> authorities() const { return walks_ ? walks_->authorities() : limit_->authorities(); }

  Graph graph_;
  std::optional<SalsaWalks> walks_;  ///< one of these
  std::optional<SalsaLimit> limit_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

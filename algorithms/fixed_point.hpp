// What iterations towards a fixed point share: how far they have come, and the steps of the power method.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/algorithm.hpp"

namespace mg {

/// How far an iteration has come, and when it is over.
struct Convergence {
  double tolerance;
  std::uint64_t exact_iterations = 0;  ///< 0: until values change by less than the tolerance
  std::uint64_t iterations = 0;
  double residual = 0;  ///< the last change

  /// Counts an iteration that changed values by `change`; true if it was the last.
  [[nodiscard]] bool ends_with(double change) {
    residual = change;
    ++iterations;
    return exact_iterations > 0 ? iterations == exact_iterations : change < tolerance;
  }
};

/// The same of an iteration whose changes go down by about the same factor each time, but for rounding.
struct Contraction : Convergence {
  double residual_before = 0;
  double least_change = std::numeric_limits<double>::infinity();
  std::uint64_t iteration_of_least = 0;

  [[nodiscard]] bool ends_with(double change) {
    residual_before = residual;
    const bool ends = Convergence::ends_with(change);
    if (change < least_change) {
      least_change = change;
      iteration_of_least = iterations;
    }
    return ends;
  }
  /// Whether the iteration to come is likely to have another one after it.
  [[nodiscard]] bool is_likely_to_go_on() const {
    if (exact_iterations > 0) return iterations + 1 < exact_iterations;
    return iterations < 2 || residual * residual > tolerance * residual_before;
  }
  /// Where none of so many changes has been the least so far, rounding is all that is left of them.
  [[nodiscard]] bool stalls() const {
    constexpr std::uint64_t patience = 10;
    return exact_iterations == 0 && iterations >= iteration_of_least + patience;
  }
};

/// Gives every vertex the same score to begin with.
struct StartAlike {
  double* scores;
  double score;
  void operator()(VertexId v) const { scores[v] = score; }
};

/// Makes scores of sums; yields how much a score has changed.
struct Settle {
  const double* sums;
  double* scores;
  double scale;
  double operator()(VertexId v) const {
    const double before = scores[v];
    scores[v] = sums[v] * scale;
    return std::fabs(scores[v] - before);
  }
};

}  // namespace mg

#ifndef MG_DEVICE_CODE

namespace mg {

[[nodiscard]] inline Summary summary_of(const Convergence& progress) {
  return {{"iterations", progress.iterations}, {"residual", progress.residual}};
}

/// The parameter of scores that are to settle on average.
[[nodiscard]] inline ParameterSpec average_tolerance_parameter() {
  return {.name = "tolerance",
          .fallback = "1e-6",
          .help = "stop when scores change by less than this on average",
          .lowest = 1e-15};
}
/// The parameter of scores of two kinds that are to settle in total.
[[nodiscard]] inline ParameterSpec hubs_and_authorities_tolerance() {
  return {.name = "tolerance",
          .fallback = "1e-6",
          .help = "stop when hub and authority scores change by less than this in the L1 norm"};
}
/// The parameter that asks for a number of iterations; 0 asks for none, for which `otherwise` says when they end.
[[nodiscard]] inline ParameterSpec iterations_parameter(const char* otherwise) {
  return {.name = "iterations",
          .type = ParameterSpec::Type::integer,
          .fallback = "0",
          .help = std::string("run exactly this many iterations; 0: until ") + otherwise};
}

}  // namespace mg

#endif  // MG_DEVICE_CODE

#include "engine/weight_facts.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "engine/parallel.hpp"

namespace mg {

namespace {

/// The position of the first weight that `is_it` takes, or the number of weights.
template <class IsIt>
EdgeId first_of(const Weights& weights, const IsIt& is_it) {
  return std::visit(
      [&]<class Some>(const Some& some) -> EdgeId {
        if constexpr (std::is_same_v<Some, std::monostate>) {
          return 0;
        } else {
          return parallel_find(some.size(), omp_get_max_threads(), [&](EdgeId e) { return is_it(some[e]); });
        }
      },
      weights);
}

double mean_of_some(const Weights& weights) {
  constexpr std::size_t samples = 4096;
  return std::visit(
      []<class Some>(const Some& some) -> double {
        if constexpr (std::is_same_v<Some, std::monostate>) {
          return 0;
        } else {
          if (some.empty()) return 0;
          const std::size_t stride = std::max<std::size_t>(1, some.size() / samples);
          double sum = 0;
          std::size_t count = 0;
          for (std::size_t i = 0; i < some.size(); i += stride, ++count) sum += static_cast<double>(some[i]);
          return sum / static_cast<double>(count);
        }
      },
      weights);
}

}  // namespace

EdgeId WeightFacts::first_unusable(const Weights& weights) {
  return first_unusable_([&]() -> EdgeId {
    // Unsigned ones are all usable.
    if (const auto* whole = std::get_if<Array<std::uint32_t>>(&weights)) return whole->size();
    return first_of(weights, [](auto weight) { return !(weight >= 0); });
  });
}

EdgeId WeightFacts::first_not_positive(const Weights& weights) {
  return first_not_positive_([&] { return first_of(weights, [](auto weight) { return !(weight > 0); }); });
}

double WeightFacts::sampled_mean(const Weights& weights) {
  return sampled_mean_([&] { return mean_of_some(weights); });
}

}  // namespace mg

#include "algorithms/table_product.hpp"

namespace mg {

std::vector<VertexId> batches_of(const Array<std::uint64_t>& begins, std::uint64_t slots) {
  std::vector<VertexId> batches{0};
  const auto rows = static_cast<VertexId>(begins.size() - 1);
  while (batches.back() < rows) {
    const VertexId first = batches.back();
    const auto* const beyond = std::upper_bound(begins.begin() + first + 1, begins.end(), begins[first] + slots);
    batches.push_back(std::max(first + 1, static_cast<VertexId>(beyond - begins.begin()) - 1));
  }
  return batches;
}

}  // namespace mg

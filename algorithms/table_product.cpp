#include "algorithms/table_product.hpp"

#include "engine/cpu/parallel.hpp"

namespace mg {
namespace {

/// A table has a third of its slots free, so that few are tried.
std::uint64_t slots_for(std::uint64_t terms, std::uint64_t columns) {
  const std::uint64_t most = std::min(terms, columns);
  return most == 0 ? 0 : most + most / 2 + 1;
}

std::uint64_t slots_of(const MatrixFactors& factors, const TablePlan& plan, VertexId row) {
  const auto& offsets = factors.left.offsets;
  return slots_for(plan.before[offsets[row + 1]] - plan.before[offsets[row]], factors.right.num_rows());
}

}  // namespace

TablePlan table_plan(const MatrixFactors& factors, std::uint64_t slots) {
  TablePlan plan;
  plan.before = Array<std::uint64_t>::uninitialized(factors.left.num_edges() + 1);
  std::uint64_t terms = 0;
  for (EdgeId e = 0; e < factors.left.num_edges(); ++e) {
    plan.before[e] = terms;
    terms += factors.right.degree(factors.left.neighbors[e]);
  }
  plan.before[factors.left.num_edges()] = terms;
  std::uint64_t in_batch = 0;
  plan.batches.push_back(0);
  for (VertexId row = 0; row < factors.left.num_rows(); ++row) {
    const std::uint64_t of_row = slots_of(factors, plan, row);
    if (in_batch > 0 && in_batch + of_row > slots) {
      plan.batches.push_back(row);
      in_batch = 0;
    }
    in_batch += of_row;
    plan.most_slots = std::max(plan.most_slots, in_batch);
  }
  if (factors.left.num_rows() > 0) plan.batches.push_back(factors.left.num_rows());
  return plan;
}

Array<std::uint64_t> table_begins(const MatrixFactors& factors, const TablePlan& plan, VertexId first, VertexId last) {
  auto begins = Array<std::uint64_t>::uninitialized(std::size_t{last - first} + 1);
  begins[0] = 0;
  for (VertexId row = first; row < last; ++row)
    begins[row - first + 1] = begins[row - first] + slots_of(factors, plan, row);
  return begins;
}

Array<std::uint64_t> offsets_of(const Array<std::uint32_t>& sizes, VertexId rows) {
  auto offsets = Array<std::uint64_t>::uninitialized(std::size_t{rows} + 1);
  offsets[0] = 0;
  for (VertexId row = 0; row < rows; ++row) offsets[row + 1] = offsets[row] + sizes[row];
  return offsets;
}

}  // namespace mg

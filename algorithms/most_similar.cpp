#include "algorithms/most_similar.hpp"

#include <algorithm>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "engine/group.hpp"

namespace mg {
namespace {

/// Counts what vertices share with a vertex, and keeps the most similar ones.
class RowOfSimilar {
 public:
  RowOfSimilar(const Graph& simple, jaccard::Measure measure, std::uint64_t top)
      : simple_(simple), measure_(measure), top_(top) {}

  void append(VertexId v, ProductPiece& piece) {
    const Adjacency& rows = simple_.out;
    shared_.begin(std::min<std::uint64_t>(MatrixFactors{rows, rows}.terms_of(v), rows.num_rows()));
    for (const VertexId u : rows.row(v)) {
      for (const VertexId w : rows.row(u)) {
        if (w != v) shared_.add(w, 1);
      }
    }
    const auto degree = [&](VertexId w) { return static_cast<double>(rows.degree(w)); };
    found_.clear();
    shared_.each([&](VertexId w, std::uint32_t shared) {
      found_.push_back({jaccard::similarity(measure_, shared, degree(v), degree(w)), simple_.to_file(w), w});
    });
    const std::uint64_t kept = std::min<std::uint64_t>(top_, found_.size());
    std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(kept), found_.end(),
                      [](const jaccard::Similar& a, const jaccard::Similar& b) { return a.precedes(b); });
    piece.sizes.push_back(kept);
    for (std::uint64_t i = 0; i < kept; ++i) {
      piece.columns.push_back(found_[i].vertex);
      piece.values.push_back(found_[i].coefficient);
    }
  }

 private:
  const Graph& simple_;
  jaccard::Measure measure_;
  std::uint64_t top_;
  KeyedSums<std::uint32_t> shared_;
  std::vector<jaccard::Similar> found_;
};

}  // namespace

ProductRows most_similar(const Graph& simple, jaccard::Measure measure, std::uint64_t top, int threads) {
  const VertexId rows = simple.num_vertices();
  std::vector<ProductPiece> pieces((rows + rows_a_piece - 1) / rows_a_piece);
  std::vector<RowOfSimilar> of_threads(static_cast<std::size_t>(threads), RowOfSimilar(simple, measure, top));
  parallel_chunks(rows, rows_a_piece, threads, [&](std::size_t begin, std::size_t end, int thread) {
    RowOfSimilar& row = of_threads[static_cast<std::size_t>(thread)];
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) row.append(v, pieces[v / rows_a_piece]);
  });
  return joined(pieces, rows, threads);
}

Array<std::uint64_t> kept_offsets(const Array<std::uint64_t>& begins, std::uint64_t top) {
  auto offsets = Array<std::uint64_t>::uninitialized(begins.size());
  offsets[0] = 0;
  for (std::size_t row = 0; row + 1 < begins.size(); ++row) {
    const std::uint64_t ends = begins[row + 1] - begins[row];
    offsets[row + 1] = offsets[row] + std::min(top, ends == 0 ? 0 : ends - 1);
  }
  return offsets;
}

}  // namespace mg

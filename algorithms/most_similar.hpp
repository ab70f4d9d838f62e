// The vertices that are most similar to each vertex, of those that share a neighbor with it. Paths of two arcs are
// counted for a row at a time on a CPU, and for a batch of rows in tables on a GPU (algorithms/product_tables.hpp),
// where a thread then goes through what a row found.
#pragma once

#include <cstdint>

#include "algorithms/keep_most.hpp"
#include "algorithms/product_tables.hpp"

#ifndef MG_DEVICE_CODE

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/simple_loop.hpp"
#include "algorithms/table_product.hpp"
#include "algorithms/verify/similarity.hpp"

namespace mg {

/// Of each vertex of a simple graph, in the order of its numbers, the `top` that are most similar, in theirs. O(n +
/// paths of two arcs). Throws Error(interrupted).
[[nodiscard]] ProductRows most_similar(const Graph& simple, jaccard::Measure measure, std::uint64_t top, int threads);

/// Where what each row keeps begins, and the last one's ends; `begins` bound the ends of its paths.
[[nodiscard]] Array<std::uint64_t> kept_offsets(const Array<std::uint64_t>& begins, std::uint64_t top);

/// Pairs by their first vertex in the order of the file, and then as similar as they are.
class MostSimilar {
 public:
  MostSimilar(const Graph& graph, jaccard::Measure measure, std::uint64_t top)
      : graph_(graph), measure_(measure), top_(top), simple_(graph) {
    check_table_size(most_entries(paths_.factors(), top), memory_of_machine(),
                     fmt::format("jaccard: top={} may give", top), "ask for fewer");
  }

  template <class L>
  void run(L& loop) {
    table_.reset();
    parts_.clear();
    if (!loop.next_iteration()) return;
    if constexpr (std::is_same_v<L, Loop>) {
      parts_.push_back(most_similar(simple_.graph(), measure_, top_, loop.threads()));
    } else {
      simple_.within(loop, [&](auto& inner) { keep_of_tables(inner); });
    }
  }

  [[nodiscard]] Array<VertexId> firsts() const { return table().rows; }
  [[nodiscard]] Array<VertexId> seconds() const { return table().columns; }
  [[nodiscard]] Array<double> coefficients() const { return table().values; }
  [[nodiscard]] std::uint64_t size() const { return table().rows.size(); }
  [[nodiscard]] double sum() const { return sum_of(table().values); }
  [[nodiscard]] Verdict validate() const {
    return verify_most_similar(graph_, measure_, top_, {table().rows.span(), table().columns.span()},
                               table().values.span());
  }

 private:
  template <class L>
  void keep_of_tables(L& loop) {
    const ArcLookup rows = unweighted_rows(loop);
    const std::vector<SumDigit> ones{{.unit = 1, .inverse = 1, .low_scale = 0}};
    paths_.for_batches(loop, rows, rows, ones,
                       [&](ProductRows&& paths) { parts_.push_back(kept_of(loop, rows, paths)); });
  }

  template <class L>
  [[nodiscard]] ProductRows kept_of(L& loop, const ArcLookup& rows, ProductRows& paths) {
    const Array<std::uint64_t> offsets = kept_offsets(paths.offsets.host(), top_);
    const std::uint64_t most = offsets[offsets.size() - 1];
    ProductRows kept{paths.first, Table<std::uint64_t>(offsets), Table<VertexId>(most), Table<double>(most)};
    loop.index_map(jaccard::KeepMost{paths.first, paths.offsets.on(loop), paths.columns.on(loop), paths.values.on(loop),
                                     rows, order_.on(loop), measure_, kept.offsets.on(loop), kept.columns.on(loop),
                                     kept.values.on(loop)},
                   offsets.size() - 1);
    return kept;
  }

  [[nodiscard]] const ProductTable& table() const {
    if (!table_) table_ = table_of(graph_, parts_, WithinRow::as_they_are);
    return *table_;
  }

  Graph graph_;
  jaccard::Measure measure_;
  std::uint64_t top_;
  SimpleLoop simple_;
  TableProduct paths_{{simple_.graph().out, simple_.graph().out}};  ///< of two arcs
  FileOrder order_{graph_};
  std::vector<ProductRows> parts_;
  mutable std::optional<ProductTable> table_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

#include "algorithms/sparse_product.hpp"

#include <unistd.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "algorithms/matrix_operand.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "engine/group.hpp"

namespace mg {
namespace {

/// The most arcs from a vertex to the same other one.
std::uint64_t most_parallel(const Adjacency& rows) {
  return parallel_max<std::uint64_t>(rows.num_rows(), default_threads(), [&](std::size_t v) {
    const auto row = rows.row(static_cast<VertexId>(v));
    std::uint64_t most = 0;
    for (auto at = row.begin(); at != row.end();) {
      const auto next = std::upper_bound(at, row.end(), *at);
      most = std::max(most, static_cast<std::uint64_t>(next - at));
      at = next;
    }
    return most;
  });
}

/// The sums of one digit, or of both.
struct OneDigit {
  std::uint64_t high;
  static OneDigit of(const std::vector<SumDigit>& digits, double term) { return {digits.front().cut(term)}; }
  void operator+=(const OneDigit& other) { high += other.high; }
  [[nodiscard]] double total(const std::vector<SumDigit>& digits) const {
    double value = 0;
    digits.front().enter(value, high);
    return value;
  }
};
struct TwoDigits {
  std::uint64_t high;
  std::uint64_t low;
  static TwoDigits of(const std::vector<SumDigit>& digits, double term) {
    return {digits.front().cut(term), digits.back().cut(term)};
  }
  void operator+=(const TwoDigits& other) {
    high += other.high;
    low += other.low;
  }
  [[nodiscard]] double total(const std::vector<SumDigit>& digits) const {
    double value = 0;
    digits.front().enter(value, high);
    digits.back().enter(value, low);
    return value;
  }
};

template <class W>
double weight_at(const W& weights, EdgeId arc) {
  if constexpr (std::is_same_v<W, std::monostate>) {
    return 1;
  } else {
    return static_cast<double>(weights[arc]);
  }
}

template <class Digits, class W>
class RowProducts {
 public:
  RowProducts(const MatrixFactors& factors, const W& left, const W& right, const std::vector<SumDigit>& digits)
      : factors_(factors), left_(left), right_(right), digits_(digits) {}

  void append(VertexId row, KeyedSums<Digits>& sums, ProductPiece& piece) const {
    const std::uint64_t terms = factors_.terms_of(row);
    sums.begin(std::min<std::uint64_t>(terms, factors_.right.num_rows()));
    for (EdgeId e = factors_.left.offsets[row]; e < factors_.left.offsets[row + 1]; ++e) {
      const VertexId u = factors_.left.neighbors[e];
      const double weight = weight_at(left_, e);
      for (EdgeId f = factors_.right.offsets[u]; f < factors_.right.offsets[u + 1]; ++f) {
        sums.add(factors_.right.neighbors[f], Digits::of(digits_, weight * weight_at(right_, f)));
      }
    }
    piece.sizes.push_back(sums.size());
    sums.each([&](VertexId column, const Digits& sum) {
      piece.columns.push_back(column);
      piece.values.push_back(sum.total(digits_));
    });
  }

 private:
  const MatrixFactors& factors_;
  const W& left_;
  const W& right_;
  const std::vector<SumDigit>& digits_;
};

template <class Digits>
std::vector<ProductPiece> pieces_of(const MatrixFactors& factors, const std::vector<SumDigit>& digits, int threads) {
  const std::size_t rows = factors.left.num_rows();
  std::vector<ProductPiece> pieces((rows + rows_a_piece - 1) / rows_a_piece);
  std::vector<KeyedSums<Digits>> of_threads(static_cast<std::size_t>(threads));
  std::visit(
      [&]<class W>(const W& left) {
        const RowProducts<Digits, W> products(factors, left, std::get<W>(factors.right.weights), digits);
        parallel_chunks(rows, rows_a_piece, threads, [&](std::size_t begin, std::size_t end, int thread) {
          for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
            products.append(v, of_threads[static_cast<std::size_t>(thread)], pieces[v / rows_a_piece]);
          }
        });
      },
      factors.left.weights);
  return pieces;
}

}  // namespace

std::uint64_t most_entries(const MatrixFactors& factors, std::uint64_t most) {
  const std::uint64_t columns = std::min<std::uint64_t>(factors.right.num_rows(), most);
  return parallel_sum<std::uint64_t>(factors.left.num_rows(), default_threads(), [&](std::size_t v) {
    return std::min(factors.terms_of(static_cast<VertexId>(v)), columns);
  });
}

void check_table_size(std::uint64_t entries, std::uint64_t memory, std::string_view whose, std::string_view advice) {
  if (entries <= memory / bytes_an_entry) return;
  constexpr double gib = 1 << 30;
  fail(ExitCode::no_resources, "{} {} entries, for which {:.1f} GiB are needed, and the machine has {:.1f} GiB: {}",
       whose, entries, static_cast<double>(entries) * bytes_an_entry / gib, static_cast<double>(memory) / gib, advice);
}

std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::vector<SumDigit> digits_of_entries(const Graph& graph, const MatrixFactors& factors) {
  const auto longest = parallel_max<EdgeId>(factors.left.num_rows(), default_threads(), [&](std::size_t v) {
    return factors.left.degree(static_cast<VertexId>(v));
  });
  const BitRange bits = bits_of_matrix(graph, "spgemm");
  return sum_digits(bits, bits, longest * most_parallel(factors.right)).value();  // floats' products fit doubles
}

ProductRows joined(std::vector<ProductPiece>& pieces, VertexId rows, int threads) {
  auto offsets = Array<std::uint64_t>::uninitialized(std::size_t{rows} + 1);
  std::vector<std::uint64_t> begins;
  std::uint64_t entries = 0;
  std::size_t row = 0;
  for (const ProductPiece& piece : pieces) {
    begins.push_back(entries);
    for (const std::uint64_t size : piece.sizes) {
      offsets[row++] = entries;
      entries += size;
    }
  }
  offsets[row] = entries;
  auto columns = Array<VertexId>::uninitialized(entries);
  auto values = Array<double>::uninitialized(entries);
  parallel_tasks(pieces.size(), threads, [&](std::size_t i) {
    std::ranges::copy(pieces[i].columns, columns.begin() + begins[i]);
    std::ranges::copy(pieces[i].values, values.begin() + begins[i]);
    pieces[i] = {};
  });
  return {0, Table<std::uint64_t>(std::move(offsets)), Table<VertexId>(std::move(columns)),
          Table<double>(std::move(values))};
}

ProductRows multiplied(const MatrixFactors& factors, const std::vector<SumDigit>& digits, int threads) {
  std::vector<ProductPiece> pieces = digits.size() == 1 ? pieces_of<OneDigit>(factors, digits, threads)
                                                        : pieces_of<TwoDigits>(factors, digits, threads);
  return joined(pieces, factors.left.num_rows(), threads);
}

ProductTable table_of(const Graph& graph, const std::vector<ProductRows>& parts, WithinRow order) {
  struct Row {
    const VertexId* columns;
    const double* values;
    std::uint64_t size;
  };
  std::vector<std::pair<Array<VertexId>, Array<double>>> entries;
  std::vector<Row> rows(graph.num_vertices());
  for (const ProductRows& part : parts) {
    entries.emplace_back(part.columns.host(), part.values.host());
    const Array<std::uint64_t> offsets = part.offsets.host();
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const std::uint64_t begin = offsets[i];
      rows[graph.to_file(static_cast<VertexId>(part.first + i))] = {
          entries.back().first.data() + begin, entries.back().second.data() + begin, offsets[i + 1] - begin};
    }
  }
  std::vector<std::uint64_t> begins(rows.size());
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    begins[i] = size;
    size += rows[i].size;
  }
  ProductTable table{Array<VertexId>::uninitialized(size), Array<VertexId>::uninitialized(size),
                     Array<double>::uninitialized(size)};
  parallel_chunks(rows.size(), rows_a_piece, default_threads(), [&](std::size_t first, std::size_t last, int) {
    std::vector<std::pair<VertexId, double>> row;
    for (std::size_t i = first; i < last; ++i) {
      row.clear();
      for (std::uint64_t e = 0; e < rows[i].size; ++e) {
        row.emplace_back(graph.to_file(rows[i].columns[e]), rows[i].values[e]);
      }
      if (order == WithinRow::by_column) std::sort(row.begin(), row.end());
      for (std::size_t e = 0; e < row.size(); ++e) {
        table.rows[begins[i] + e] = graph.from_file(static_cast<VertexId>(i));
        table.columns[begins[i] + e] = graph.from_file(row[e].first);
        table.values[begins[i] + e] = row[e].second;
      }
    }
  });
  return table;
}

}  // namespace mg

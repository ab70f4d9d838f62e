#include "algorithms/verify/product_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/random.hpp"

namespace mg {
namespace {

constexpr std::uint64_t seed = 61;

/// Whole numbers modulo the prime 2^61 - 1.
struct Residues {
  using Number = std::uint64_t;
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  static Number random(VertexId v) { return random_words(seed, v, 0).wide(0) % prime; }
  /// Of a double that holds a whole number below 2^61.
  static Number of(double whole) {
    const auto size = static_cast<std::uint64_t>(std::abs(whole));
    return whole < 0 && size > 0 ? prime - size : size;
  }
  static Number plus_product(Number sum, Number a, Number b) {
    return static_cast<Number>((static_cast<unsigned __int128>(a) * b + sum) % prime);
  }
};

/// Numbers of some precision; random ones are from 1 to 2.
struct Reals {
  using Number = long double;
  static Number random(VertexId v) { return 1 + random_share(random_words(seed, v, 0).wide(0)); }
  static Number of(double x) { return x; }
  static Number plus_product(Number sum, Number a, Number b) { return sum + a * b; }
};

double weight_at(const Weights& weights, EdgeId arc) {
  return std::visit(
      [&]<class W>(const W& of_arcs) -> double {
        if constexpr (std::is_same_v<W, std::monostate>) {
          return 1;
        } else {
          return of_arcs[arc];
        }
      },
      weights);
}

template <class Numbers, class Entry>
std::vector<typename Numbers::Number> times(const Adjacency& rows, const std::vector<typename Numbers::Number>& x,
                                            const Entry& entry) {
  std::vector<typename Numbers::Number> y(rows.num_rows());
  for_vertices(rows.num_rows(), [&](VertexId v) {
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      y[v] = Numbers::plus_product(y[v], Numbers::of(entry(weight_at(rows.weights, e))), x[rows.neighbors[e]]);
    }
  });
  return y;
}

class Check {
 public:
  Check(const Graph& graph, const MatrixFactors& factors, const ProductTable& table, double cut)
      : graph_(graph), factors_(factors), table_(table), cut_(cut) {}

  std::string problem() const {
    if (std::string problem = form(); !problem.empty()) return problem;
    if (std::string problem = some_columns(); !problem.empty()) return problem;
    const auto size = [](double x) { return std::abs(x); };
    const std::vector<long double> ones(graph_.num_vertices(), 1);
    const std::vector<long double> sizes = times<Reals>(factors_.left, times<Reals>(factors_.right, ones, size), size);
    if (has_whole_entries(sizes)) return products<Residues>(sizes);
    return products<Reals>(sizes);
  }

 private:
  [[nodiscard]] std::uint64_t place(std::uint64_t entry) const {
    return std::uint64_t{graph_.to_file(table_.rows[entry])} << 32 | graph_.to_file(table_.columns[entry]);
  }
  [[nodiscard]] std::string named(std::uint64_t entry) const {
    return fmt::format("the entry of '{}' and '{}'", graph_.name(table_.rows[entry]),
                       graph_.name(table_.columns[entry]));
  }
  std::string form() const {
    const std::size_t size = table_.values.size();
    if (table_.rows.size() != size || table_.columns.size() != size) return "the columns of the table differ in length";
    const auto is_wrong = [&](std::size_t e) {
      const bool of_vertices = table_.rows[e] < graph_.num_vertices() && table_.columns[e] < graph_.num_vertices();
      return !of_vertices || !std::isfinite(table_.values[e]);
    };
    const std::size_t wrong = parallel_find(size, default_threads(), is_wrong);
    if (wrong < size) return fmt::format("entry {} is {}, or not of vertices", wrong, table_.values[wrong]);
    const std::size_t late =
        parallel_find(size, default_threads(), [&](std::size_t e) { return e > 0 && place(e - 1) >= place(e); });
    return late == size ? "" : named(late) + " is not behind the one before it";
  }
  /// The entries of a row begin at the first and end before the second.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> row(VertexId v) const {
    const auto before = [&](VertexId entry, VertexId file_row) { return graph_.to_file(entry) < file_row; };
    const auto begin = std::lower_bound(table_.rows.begin(), table_.rows.end(), graph_.to_file(v), before);
    const auto end = std::lower_bound(begin, table_.rows.end(), graph_.to_file(v) + 1, before);
    return {begin - table_.rows.begin(), end - table_.rows.begin()};
  }

  /// Of rows that are drawn, and not too long to be multiplied again.
  std::string some_columns() const {
    constexpr VertexId drawn = 512;
    constexpr std::uint64_t most_terms = 1 << 20;
    const VertexId step = std::max<VertexId>(graph_.num_vertices() / drawn, 1);
    return first_problem(graph_.num_vertices(),
                         [&](VertexId v) -> std::string {
                           if (v % step != 0 || factors_.terms_of(v) > most_terms) return {};
                           std::vector<VertexId> expected;
                           for (const VertexId u : factors_.left.row(v)) {
                             for (const VertexId w : factors_.right.row(u)) expected.push_back(graph_.to_file(w));
                           }
                           std::sort(expected.begin(), expected.end());
                           expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
                           const auto [begin, end] = row(v);
                           std::vector<VertexId> found;
                           for (std::uint64_t e = begin; e < end; ++e)
                             found.push_back(graph_.to_file(table_.columns[e]));
                           if (found == expected) return {};
                           return fmt::format("the row of vertex {} has {} entries, expected {}, or others",
                                              graph_.name(v), found.size(), expected.size());
                         })
        .problem;
  }

  /// That doubles hold, and no sum of a row's absolute values is too large for.
  bool has_whole_entries(const std::vector<long double>& sizes) const {
    const auto is_not_whole = [&](std::size_t e) {
      const double weight = weight_at(factors_.left.weights, e);
      return weight != std::floor(weight) || std::abs(weight) > 0x1p53;
    };
    return parallel_find(factors_.left.num_edges(), default_threads(), is_not_whole) == factors_.left.num_edges() &&
           std::ranges::all_of(sizes, [](long double size) { return size <= 0x1p53L; });
  }

  template <class Numbers>
  std::string products(const std::vector<long double>& sizes) const {
    using Number = typename Numbers::Number;
    const auto same = [](double x) { return x; };
    std::vector<Number> r(graph_.num_vertices());
    for (VertexId v = 0; v < r.size(); ++v) r[v] = Numbers::random(v);
    const std::vector<Number> expected = times<Numbers>(factors_.left, times<Numbers>(factors_.right, r, same), same);
    return first_problem(graph_.num_vertices(),
                         [&](VertexId v) -> std::string {
                           const auto [begin, end] = row(v);
                           Number found = 0;
                           for (std::uint64_t e = begin; e < end; ++e) {
                             const double value = table_.values[e];
                             if (std::is_same_v<Numbers, Residues> &&
                                 !(std::abs(value) <= 0x1p53 && value == std::floor(value))) {
                               return fmt::format("{} is {}, and not a whole number that it may be", named(e), value);
                             }
                             found = Numbers::plus_product(found, Numbers::of(value), r[table_.columns[e]]);
                           }
                           if (is_near(found, expected[v], v, sizes[v], end - begin)) return {};
                           return fmt::format("the row of vertex {} times random numbers is {}, expected {}",
                                              graph_.name(v), found, expected[v]);
                         })
        .problem;
  }
  [[nodiscard]] static bool is_near(std::uint64_t found, std::uint64_t expected, VertexId, long double, std::uint64_t) {
    return found == expected;
  }
  /// Terms and entries are rounded to doubles once each or twice, and sums here to long doubles.
  [[nodiscard]] bool is_near(long double found, long double expected, VertexId v, long double size,
                             std::uint64_t entries) const {
    constexpr long double in_table = 4 * std::numeric_limits<double>::epsilon();
    constexpr long double here = std::numeric_limits<long double>::epsilon();
    const auto terms = static_cast<long double>(factors_.terms_of(v));
    const long double additions = terms + static_cast<long double>(entries);
    return std::abs(found - expected) <= 2 * (size * (in_table + additions * here) + terms * cut_);
  }

  const Graph& graph_;
  const MatrixFactors& factors_;
  const ProductTable& table_;
  double cut_;
};

}  // namespace

Verdict verify_product_table(const Graph& graph, const MatrixFactors& factors, const ProductTable& table, double cut) {
  return {Check(graph, factors, table, cut).problem()};
}

}  // namespace mg

#include "networkx_walk.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "preprocess/readers/growing_array.hpp"

namespace mg::python {
namespace {

/// Calls f(key, value) for each entry of a dict.
template <class F>
void for_each_entry(PyObject* dict, F&& f) {
  if (!PyDict_Check(dict)) leave_to_networkx("a graph whose adjacency is not made of dicts");
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t position = 0; PyDict_Next(dict, &position, &key, &value) != 0;) f(key, value);
}

/// Gathers weights of arcs: whole numbers as long as all are.
class WeightGatherer {
 public:
  WeightGatherer(nb::object attribute, const WeightRules& rules) : attribute_(std::move(attribute)), rules_(rules) {}

  void add(PyObject* data) {
    if (rules_.multigraph) return add_parallel(data);
    append(number_of(data));
  }

  [[nodiscard]] ExactWeights take() {
    if (!is_real_) return std::move(integers_);
    return std::move(reals_);
  }

 private:
  using Number = std::variant<std::int64_t, double>;

  [[nodiscard]] Number number_of(PyObject* data) const {
    if (!PyDict_Check(data)) leave_to_networkx("edges whose attributes are no dict");
    PyObject* value = PyDict_GetItemWithError(data, attribute_.ptr());
    if (value == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (value == nullptr) return std::int64_t{1};
    if (PyFloat_CheckExact(value)) return real_of(value);
    if (PyLong_CheckExact(value)) return integer_of(value);
    if (rules_.exact) leave_to_networkx("a weight that is neither int nor float");
    return number_like(value);
  }
  [[nodiscard]] static double real_of(PyObject* value) {
    const double number = PyFloat_AsDouble(value);
    if (!(number >= 0) || !std::isfinite(number)) leave_to_networkx("a weight that is negative, infinite or NaN");
    return number;
  }
  [[nodiscard]] std::int64_t integer_of(PyObject* value) const {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    const long long largest = rules_.exact ? 1LL << 30 : (1LL << 32) - 1;  // exact: sums along any path fit 63 bits
    if (overflow != 0 || number < 0 || number > largest) {
      leave_to_networkx(rules_.exact ? "a negative weight, or one beyond 2^30"
                                     : "a negative weight, or one beyond 2^32 - 1");
    }
    return number;
  }
  /// Numbers of other types, as numpy's, bools and fractions.
  [[nodiscard]] Number number_like(PyObject* value) const {
    const bool is_text = PyUnicode_Check(value) != 0;  // which float() would read
    const bool is_whole = PyIndex_Check(value) != 0;
    const nb::object number =
        is_text ? nb::object() : nb::steal(is_whole ? PyNumber_Index(value) : PyNumber_Float(value));
    if (!number.is_valid()) {
      clear_refusal();
      leave_to_networkx("a weight that is no real number");
    }
    if (is_whole) return integer_of(number.ptr());
    return real_of(number.ptr());
  }

  /// Of parallel edges, the sum, or the lightest: the first of them where several are.
  void add_parallel(PyObject* edges) {
    std::optional<Number> number;
    for_each_entry(edges, [&](PyObject*, PyObject* data) {
      const Number own = number_of(data);
      if (number && number->index() != own.index() && rules_.exact) {
        leave_to_networkx("parallel edges with weights of two types");
      }
      if (!number || (!rules_.adds_up && real(own) < real(*number))) {
        number = own;
      } else if (rules_.adds_up) {
        number = sum(*number, own);
      }
    });
    append(number.value_or(std::int64_t{1}));
  }

  [[nodiscard]] static double real(const Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
  }
  [[nodiscard]] static Number sum(const Number& a, const Number& b) {
    const bool whole = std::holds_alternative<std::int64_t>(a) && std::holds_alternative<std::int64_t>(b);
    if (whole) return std::get<std::int64_t>(a) + std::get<std::int64_t>(b);
    return real(a) + real(b);
  }

  void append(const Number& number) {
    const bool is_first = integers_.empty() && reals_.empty();
    const bool is_real = std::holds_alternative<double>(number);
    if (is_first) is_real_ = is_real;
    if (is_real != is_real_ && rules_.exact) {
      leave_to_networkx("weights that are whole numbers and floats in one graph");
    }
    if (is_real && !is_real_) {
      reals_.assign(integers_.begin(), integers_.end());
      is_real_ = true;
    }
    if (is_real_) {
      reals_.push_back(real(number));
    } else {
      integers_.push_back(std::get<std::int64_t>(number));
    }
  }

  nb::object attribute_;
  WeightRules rules_;
  bool is_real_ = false;
  std::vector<std::int64_t> integers_;
  std::vector<double> reals_;
};

}  // namespace

NetworkxRows walk(const NodeNumbers& numbers, const nb::dict& adjacency, const nb::object& attribute,
                  const WeightRules& rules) {
  const auto has_changed = [] { leave_to_networkx("a graph that changes while it is looked at"); };
  NetworkxRows rows;
  rows.offsets = Array<EdgeId>::uninitialized(numbers.size() + 1);
  rows.offsets[0] = 0;
  GrowingArray<VertexId> targets;
  WeightGatherer weights(attribute, rules);
  const bool weighted = !attribute.is_none();
  std::size_t row = 0;
  for_each_entry(adjacency.ptr(), [&](PyObject* own, PyObject* neighbors) {
    if (row >= numbers.size() || !numbers.is_at(own, row)) has_changed();
    for_each_entry(neighbors, [&](PyObject* node, PyObject* data) {
      const auto number = numbers.find(node);
      if (!number) leave_to_networkx("an adjacency that names what is no node");
      targets.push_back(*number);
      if (weighted) weights.add(data);
    });
    rows.offsets[++row] = targets.size();
  });
  if (row != numbers.size()) has_changed();
  rows.targets = targets.take();
  if (weighted) rows.weights = weights.take();
  return rows;
}

}  // namespace mg::python

// Results of a run: what an algorithm lists, once, and the columns that hosts and GPUs' users get of it.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/graph/array.hpp"
#include "engine/graph/types.hpp"
#include "engine/state.hpp"

namespace mg {

/// What a row of an algorithm's results is.
enum class Rows : std::uint8_t {
  vertices,  ///< an internal vertex
  edges,     ///< of a table: an edge of the graph, as it points; its first columns are the source and the target
  arcs,      ///< of a table: what leads from the first column to the second, in graphs without directions, too
  pairs,     ///< of a table: two vertices in no order; its first columns are these
  table,     ///< of a table of anything else
};

/// One column of the results, a row an internal vertex, or a row of a table, which is as long as the run has found.
struct ResultColumn {
  enum class Meaning : std::uint8_t {
    number,  ///< printed as it is; a floating infinity as `inf`
    vertex,  ///< an internal vertex, printed by its name; no_vertex as -1
    /// An unsigned number whose largest value means infinity, printed as `inf`.
    distance,
  };
  using Values =
      std::variant<Array<std::int32_t>, Array<std::uint32_t>, Array<std::uint64_t>, Array<float>, Array<double>>;

  std::string name;
  Meaning meaning = Meaning::number;
  Values values;
};

/// A column of the results as a run has left it on a GPU, with the rows of a ResultColumn and values as they are
/// stored. It is there as long as the program, until the program runs again.
struct DeviceColumn {
  using Values = std::variant<std::span<const std::int32_t>, std::span<const std::uint32_t>,
                              std::span<const std::uint64_t>, std::span<const float>, std::span<const double>>;

  std::string name;
  int device = 0;  ///< the index of the GPU
  Values values;
};

/// The types of numbers that results are.
template <class T>
concept ResultNumber = std::constructible_from<ResultColumn::Values, Array<T>>;

/// Where a result's values come from: a state, or what is made of states when somebody asks. It refers to these, and is
/// asked before they change.
class ResultValues {
 public:
  /// A state as it is. After a run on a GPU it is there without a copy, too.
  template <class T>
  ResultValues(const Elements<T>& state) {
    static_assert(ResultNumber<T>,
                  "a result is a mg::State of std::int32_t, std::uint32_t, std::uint64_t, float or "
                  "double, or a function that makes a mg::Array of these");
    if constexpr (ResultNumber<T>) *this = ResultValues(state, [&state] { return state.host(); });
  }
  /// What `make()` returns, an Array.
  template <std::invocable Make>
  ResultValues(Make make) {
    constexpr bool is_result = std::constructible_from<ResultColumn::Values, std::invoke_result_t<Make&>>;
    static_assert(is_result,
                  "a function that makes a result returns a mg::Array of std::int32_t, std::uint32_t, std::uint64_t, "
                  "float or double");
    if constexpr (is_result) on_host_ = std::move(make);
  }
  /// What `make()` returns on the host, where that is the same as the state that is left on a GPU.
  template <class T, std::invocable Make>
  ResultValues(const Elements<T>& left, Make make)
      : on_host_(std::move(make)), on_device_([&left] { return left_on_device(left); }) {}
  template <class T>
  ResultValues(Array<T> values) : on_host_([values = std::move(values)] { return values; }) {}

  [[nodiscard]] ResultColumn::Values on_host() const { return on_host_(); }
  /// Nothing where they are not on a GPU as they are; without a name.
  [[nodiscard]] std::optional<DeviceColumn> on_device() const { return on_device_ ? on_device_() : std::nullopt; }

 private:
  template <class T>
  static std::optional<DeviceColumn> left_on_device(const Elements<T>& state) {
    const DeviceBlock& block = state.device_block();
    if (block.empty()) return {};
    return DeviceColumn{.name = {},
                        .device = block.device()->info().index,
                        .values = std::span<const T>(block.as<const T>(), state.size())};
  }

  std::function<ResultColumn::Values()> on_host_;
  std::function<std::optional<DeviceColumn>()> on_device_;
};

/// A result of an algorithm, as it lists it: {"hub", hubs_}.
struct Result {
  std::string name;
  ResultValues values;
  ResultColumn::Meaning meaning = ResultColumn::Meaning::number;
};
using Results = std::vector<Result>;

/// The columns of `results` in host memory.
[[nodiscard]] inline std::vector<ResultColumn> columns_of(const Results& results) {
  std::vector<ResultColumn> columns;
  for (const Result& result : results) {
    columns.push_back({.name = result.name, .meaning = result.meaning, .values = result.values.on_host()});
  }
  return columns;
}

/// Of `results`, those that are on a GPU as they are.
[[nodiscard]] inline std::vector<DeviceColumn> device_columns_of(const Results& results) {
  std::vector<DeviceColumn> columns;
  for (const Result& result : results) {
    std::optional<DeviceColumn> column = result.values.on_device();
    if (!column) continue;
    column->name = result.name;
    columns.push_back(std::move(*column));
  }
  return columns;
}

}  // namespace mg

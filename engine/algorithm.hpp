// What an algorithm is to the runtime: a struct with a description, state, a loop, results and a verifier.
//
// An algorithm's header comes in two parts. First its functions of an edge and of a vertex, which are compiled for CPUs
// and GPUs; then, between `#ifndef MG_DEVICE_CODE` and `#endif`, the struct, which only the host sees.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/group.hpp"
#include "engine/search.hpp"
#include "engine/shared.hpp"

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"
#include "engine/loop.hpp"
#include "engine/program_steps.hpp"
#include "engine/result.hpp"
#include "engine/state.hpp"

namespace mg {

/// A parameter that the user may set with -p NAME=VALUE.
struct ParameterSpec {
  enum class Type : std::uint8_t {
    number,
    integer,
    flag,
    choice,
    vertex_weights,  ///< a number for each of some vertices; the default is none, or one of the choices
    vertex,          ///< the name of a vertex, or max-degree
    vertex_pairs,    ///< two vertices each; the default is none
  };

  std::string name;
  Type type = Type::number;
  std::string fallback = {};  ///< the default, as text
  std::string help = {};      ///< one line
  double lowest = 0;          ///< numbers, integers and those of vertices: the allowed range, both ends included
  double highest = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};  ///< of vertex_weights, words that may stand in place of numbers
  /// Of vertex_weights, what vertices have that are not named. Where it is NaN, arrays may hold NaN, too.
  double unnamed = 0;
};

/// Weights of vertices by the name of the parameter that they are for, one a vertex in the order of the file.
using VertexWeights = std::map<std::string, Array<double>, std::less<>>;

/// Internal vertices, two a pair.
struct VertexPairs {
  Array<VertexId> firsts;
  Array<VertexId> seconds;
};

/// Values for an algorithm's parameters, checked against their specifications.
class Parameters {
 public:
  Parameters() = default;
  /// Takes the defaults of `specs` and the overrides in `given`. Weights of vertices are a text, NAME:WEIGHT,... or
  /// lines `NAME WEIGHT`, or come in `weights`; pairs of vertices are a text (engine/pair_text.hpp). Throws
  /// Error(wrong_use) that lists what is allowed for an unknown name, a value of the wrong type or out of range.
  Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given,
             const VertexWeights& weights = {});

  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] std::uint64_t integer(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;
  /// Weights of vertices as shares of their sum, one an internal vertex; empty where none were given. Throws
  /// Error(wrong_use) for a vertex that the graph does not have, one that is named twice, a number of weights that is
  /// not the number of vertices, weights of an array that are not finite or not what the specification allows, and
  /// weights without a positive sum.
  [[nodiscard]] Array<double> vertex_shares(std::string_view name, const Graph& graph) const;
  /// The same as they were given; empty where there is a word in their place. Vertices that are not named have what the
  /// specification says. Throws Error(wrong_use) for the same vertices and numbers of weights.
  [[nodiscard]] Array<double> vertex_numbers(std::string_view name, const Graph& graph) const;
  /// The internal vertex that a parameter names, surely where a NUL stood in front of it; no_vertex of a graph without
  /// any. Throws Error(wrong_use) for a name that the graph does not have.
  [[nodiscard]] VertexId vertex(std::string_view name, const Graph& graph) const;
  /// The pairs in the order in which they were given; nothing where none were. Throws Error(wrong_use) for a name that
  /// the graph does not have.
  [[nodiscard]] std::optional<VertexPairs> vertex_pairs(std::string_view name, const Graph& graph) const;
  /// Whether somebody gave a value, rather than left the default.
  [[nodiscard]] bool is_given(std::string_view name) const { return given_.contains(name); }
  /// All of them, by name: what reports print.
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const { return values_; }

 private:
  std::map<std::string, std::string, std::less<>> values_;
  std::set<std::string, std::less<>> given_;
  std::set<std::string, std::less<>> sure_names_;  ///< those whose text is a vertex's name, whatever it reads like
  using NamedWeights = std::vector<std::pair<std::string, double>>;
  struct NamedPairs {
    std::string text;
    std::size_t count = 0;
  };
  std::map<std::string, NamedPairs, std::less<>> named_pairs_;
  struct GivenWeights {
    ParameterSpec spec;
    std::variant<NamedWeights, Array<double>> weights;
  };
  std::map<std::string, GivenWeights, std::less<>> weights_;
};

/// Whether an algorithm starts somewhere.
enum class SourceUse : std::uint8_t {
  none,      ///< no source
  one,       ///< one source a run; several sources are several runs
  set,       ///< all sources given belong to one run, which searches from each; none given means every vertex
  together,  ///< the same of a run that takes no longer than one from a single source that reaches as many
};

enum class WeightUse : std::uint8_t {
  ignored,
  required,     ///< checked before it runs: none negative, none NaN
  optional,     ///< used where the graph has any, or a parameter asks for them: the algorithm checks them
                ///< (require_weights)
  of_any_sign,  ///< entries of a matrix, used where the graph has any: the algorithm checks them
};

/// What people see of an algorithm in --list, and what the runtime checks before it runs.
struct AlgorithmInfo {
  std::string name;     ///< as -a takes it
  std::string summary;  ///< one line
  SourceUse source = SourceUse::none;
  WeightUse weights = WeightUse::ignored;
  std::vector<ParameterSpec> parameters = {};
  std::uint64_t state_bytes_per_vertex = 0;  ///< for --estimate
  std::string family = {};                   ///< under which listings show it: "paths", "ranks", "communities", ...
  std::string cost = {};                     ///< work, in n vertices and m arcs, and of what it depends
  std::string literature = {};               ///< where it is described: authors, title, place and year
  Rows rows = Rows::vertices;                ///< those of the results
  std::string row = {};                      ///< of Rows::table, what a row is, in a word: "step"
  double state_bytes_per_arc = 0;            ///< for --estimate, beside those a vertex; of bits, a part of a byte
  double weighted_bytes_per_arc = 0;         ///< and beside these, where the flag `weighted` is true
};

/// The state of an algorithm on a graph of such a size.
[[nodiscard]] inline std::uint64_t state_bytes(const AlgorithmInfo& info, std::uint64_t vertices, EdgeId arcs) {
  return info.state_bytes_per_vertex * vertices +
         static_cast<std::uint64_t>((info.state_bytes_per_arc + info.weighted_bytes_per_arc) *
                                    static_cast<double>(arcs));
}

/// Whether the algorithm reads weights where its flag `weighted` is true, and not otherwise.
[[nodiscard]] inline bool has_weighted_flag(const AlgorithmInfo& info) {
  const auto is_flag = [](const ParameterSpec& spec) {
    return spec.name == "weighted" && spec.type == ParameterSpec::Type::flag;
  };
  return std::any_of(info.parameters.begin(), info.parameters.end(), is_flag);
}

/// What a row of the results is, in a word.
[[nodiscard]] inline std::string_view row_word(const AlgorithmInfo& info) {
  switch (info.rows) {
    case Rows::vertices: return "vertex";
    case Rows::edges:
    case Rows::arcs: return "edge";
    case Rows::pairs: return "pair";
    case Rows::table: break;
  }
  return info.row.empty() ? "row" : std::string_view(info.row);
}

/// Throws Error(wrong_use) where the graph has no weights, Error(bad_input) for the first weight that is negative or
/// NaN, naming the edge. O(arcs).
void require_weights(const Graph& graph, std::string_view algorithm);

/// Throws Error(wrong_use) for columns that make no table: of one name, of different lengths, of vertices where these
/// are not one each, or of edges and pairs that do not begin with two columns of vertices.
void check_table(const AlgorithmInfo& info, VertexId num_vertices, std::span<const ResultColumn> columns);

/// Named facts about a finished run, in the order in which they are reported.
using Summary = std::vector<std::pair<std::string, std::variant<std::uint64_t, double>>>;

/// A verifier's finding. `problem` is empty when the result is right; otherwise it names the first vertex or edge at
/// which a property does not hold.
struct Verdict {
  std::string problem;
  [[nodiscard]] bool ok() const { return problem.empty(); }
};

/// An algorithm bound to a graph. All vertices are internal numbers.
class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program() = default;

  /// Computes from scratch; may be called again with other sources. This is what is timed.
  virtual void run(RunContext& context, std::span<const VertexId> sources) = 0;
  /// The last run's results, n rows each, or the columns of a table.
  [[nodiscard]] virtual std::vector<ResultColumn> results() const = 0;
  /// Of these, what the last run has left on a GPU in the form in which it is stored.
  [[nodiscard]] virtual std::vector<DeviceColumn> device_results() const { return {}; }
  [[nodiscard]] virtual Summary summary() const = 0;
  [[nodiscard]] virtual bool has_verifier() const = 0;
  /// Checks the last run's results by their properties. Throws Error(internal) without a verifier.
  [[nodiscard]] virtual Verdict validate() const = 0;
  /// The steps of a run by an engine with or without buckets; nothing where the algorithm does not say.
  [[nodiscard]] virtual std::optional<ProgramSteps> steps(bool /*has_buckets*/) const { return {}; }
};

template <class A>
concept RunsFromSource = requires(A a, Loop loop, VertexId v) {
  a.run(loop, v);
};
template <class A>
concept RunsFromSources = requires(A a, Loop loop, std::span<const VertexId> v) {
  a.run(loop, v);
};
template <class A>
concept RunsWithoutSource = requires(A a, Loop loop) {
  a.run(loop);
};
template <class A>
concept HasVerifier = requires(const A a) {
  { a.validate() } -> std::same_as<Verdict>;
};
template <class A>
concept HasResults = requires(const A a) {
  { a.results() } -> std::same_as<Results>;
};
template <class A>
concept SaysSteps = requires(const A a) {
  { a.steps() } -> std::same_as<ProgramSteps>;
};
template <class A>
concept SaysStepsByBuckets = requires(const A a, bool has_buckets) {
  { a.steps(has_buckets) } -> std::same_as<ProgramSteps>;
};
template <class A>
concept HasSummary = requires(const A a) {
  { a.summary() } -> std::same_as<Summary>;
};

/// A struct that the runtime can run. Members:
///  - `static AlgorithmInfo info()`;
///  - a constructor from (const Graph&, const Parameters&) that allocates the vertex state;
///  - `template <class L> void run(L& loop, VertexId source)`, or `run(L& loop)` without a source, or
///    `run(L& loop, std::span<const VertexId> sources)`: the loop of operators, restartable. L is Loop or DeviceLoop:
///    the vertex state is `State`, handed to functions as `state.on(loop)`, and frontiers are `typename L::Frontier`;
///  - `Results results() const`: the results by name, each a state or what is made of states (engine/result.hpp);
///  - optional `Summary summary() const` and `Verdict validate() const`;
///  - optional `ProgramSteps steps() const`, or `steps(bool has_buckets) const` where they depend on whether the engine
///    has buckets: what run() asks of the engine. A key of a schedule that none of these steps reads is refused, and a
///    step that is not among them ends the run with an error.
template <class A>
concept Algorithm = requires(const A a, const Graph& g, const Parameters& p) {
  { A::info() } -> std::same_as<AlgorithmInfo>;
  A(g, p);
  requires HasResults<A>;
  requires RunsFromSource<A> || RunsFromSources<A> || RunsWithoutSource<A>;
};

/// Stops the compiler with one sentence about what the author's struct lacks.
template <class A>
consteval bool check_algorithm() {
  static_assert(
      requires {
        { A::info() } -> std::same_as<AlgorithmInfo>;
      },
      "an algorithm needs `static mg::AlgorithmInfo info()`: its name, summary, needs and parameters");
  static_assert(std::constructible_from<A, const Graph&, const Parameters&>,
                "an algorithm needs a constructor from (const mg::Graph&, const mg::Parameters&)");
  static_assert(HasResults<A>,
                "an algorithm needs `mg::Results results() const`: its results, each a name and a state");
  static_assert(RunsFromSource<A> || RunsFromSources<A> || RunsWithoutSource<A>,
                "an algorithm needs `template <class L> void run(L& loop)`, `run(L& loop, mg::VertexId source)` or "
                "`run(L& loop, std::span<const mg::VertexId> sources)`");
  return true;
}

/// Runs any Algorithm behind the Program interface.
template <Algorithm A>
class ProgramOf final : public Program {
 public:
  ProgramOf(const Graph& graph, const Parameters& parameters)
      : num_vertices_(graph.num_vertices()), algorithm_(graph, parameters) {}

  void run(RunContext& context, std::span<const VertexId> sources) override {
    if (context.gpu() == nullptr) return run_in(Loop(context), sources);
    run_in(DeviceLoop(context), sources);
    context.finish_gpu_run();
  }
  [[nodiscard]] std::vector<ResultColumn> results() const override {
    std::vector<ResultColumn> columns = columns_of(algorithm_.results());
    check_table(A::info(), num_vertices_, columns);
    return columns;
  }
  [[nodiscard]] std::vector<DeviceColumn> device_results() const override {
    return device_columns_of(algorithm_.results());
  }
  [[nodiscard]] Summary summary() const override {
    if constexpr (HasSummary<A>) return algorithm_.summary();
    return {};
  }
  [[nodiscard]] bool has_verifier() const override { return HasVerifier<A>; }
  [[nodiscard]] Verdict validate() const override {
    if constexpr (HasVerifier<A>) return algorithm_.validate();
    fail(ExitCode::internal, "this algorithm has no verifier");
  }
  [[nodiscard]] std::optional<ProgramSteps> steps([[maybe_unused]] bool has_buckets) const override {
    if constexpr (SaysStepsByBuckets<A>) return algorithm_.steps(has_buckets);
    if constexpr (SaysSteps<A>) return algorithm_.steps();
    return {};
  }

 private:
  template <class L>
  void run_in(L loop, std::span<const VertexId> sources) {
    if constexpr (RunsFromSources<A>) {
      algorithm_.run(loop, sources);
    } else if constexpr (RunsFromSource<A>) {
      algorithm_.run(loop, sources.front());
    } else {
      algorithm_.run(loop);
    }
  }

  VertexId num_vertices_;
  A algorithm_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE

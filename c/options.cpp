#include "c/options.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/spelling.hpp"
#include "hybrid/policies/policy.hpp"
#include "preprocess/building/order.hpp"
#include "preprocess/option_text.hpp"
#include "preprocess/readers/table_columns.hpp"

namespace mg::c {

namespace {

template <class Target>
struct Option {
  std::string name;
  void (*set)(Target& target, const std::string& name, const std::string& value);
};

template <class Target>
std::vector<std::string> names_of(const std::vector<Option<Target>>& options) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const auto& option : options) names.push_back(option.name);
  return names;
}

template <class Target>
void set(const std::vector<Option<Target>>& options, Target& target, const std::string& name,
         const std::string& value) {
  for (const auto& option : options) {
    if (option.name == name) return option.set(target, name, value);
  }
  fail(ExitCode::wrong_use, "there is no option '{}'{}", name, suggestion(name, names_of(options)));
}

/// The value that one of `choices` has.
template <class Value>
Value choose(const std::string& name, const std::string& text,
             const std::vector<std::pair<std::string, Value>>& choices) {
  std::vector<std::string> allowed;
  for (const auto& [choice, value] : choices) {
    if (choice == text) return value;
    allowed.push_back(choice);
  }
  fail(ExitCode::wrong_use, "the option {} cannot be '{}'{}", name, text, suggestion(text, allowed));
}

bool is_true(const std::string& name, const std::string& text) {
  return choose<bool>(name, text, {{"true", true}, {"false", false}});
}

std::uint64_t integer(const std::string& name, const std::string& text, std::uint64_t lowest, std::uint64_t highest) {
  const auto value = whole_number<std::uint64_t>(text);
  if (value && *value >= lowest && *value <= highest) return *value;
  fail(ExitCode::wrong_use, "the option {} cannot be '{}'; allowed: an integer from {} to {}", name, text, lowest,
       highest);
}

using Text = const std::string&;

const std::vector<Option<GraphOptions>>& options_of_graphs() {
  static const std::vector<Option<GraphOptions>> options{
      {"format", [](GraphOptions& o, Text, Text v) { o.read.format = v; }},
      {"columns",
       [](GraphOptions& o, Text, Text v) {
         static_cast<void>(ColumnChoice::parse(v));
         o.read.table.columns = v;
       }},
      {"header", [](GraphOptions& o, Text n, Text v) { o.read.table.header = is_true(n, v); }},
      {"delimiter", [](GraphOptions& o, Text, Text v) { o.read.table.delimiter = parse_delimiter(v); }},
      {"names",
       [](GraphOptions& o, Text n, Text v) {
         o.read.table.names = choose<NameKind>(n, v,
                                               {{"auto", NameKind::automatic},
                                                {"numbers", NameKind::numbers},
                                                {"strings", NameKind::strings},
                                                {"labels", NameKind::labels}});
       }},
      {"bipartite", [](GraphOptions& o, Text n, Text v) { o.read.bipartite = is_true(n, v); }},
      {"directed", [](GraphOptions& o, Text n, Text v) { o.build.directed = is_true(n, v); }},
      {"undirected", [](GraphOptions& o, Text n, Text v) { o.build.directed = !is_true(n, v); }},
      {"weights",
       [](GraphOptions& o, Text, Text v) {
         o.build.weights = WeightPolicy::parse(v);
         o.read.read_weights = o.build.weights.kind == WeightPolicy::Kind::automatic;
         o.read.weight_attribute = o.build.weights.attribute;
       }},
      {"duplicates",
       [](GraphOptions& o, Text n, Text v) {
         o.build.duplicates = choose<DuplicatePolicy>(n, v,
                                                      {{"min", DuplicatePolicy::min},
                                                       {"first", DuplicatePolicy::first},
                                                       {"max", DuplicatePolicy::max},
                                                       {"sum", DuplicatePolicy::sum},
                                                       {"keep", DuplicatePolicy::keep}});
       }},
      {"self-loops",
       [](GraphOptions& o, Text n, Text v) {
         o.build.self_loops =
             choose<SelfLoopPolicy>(n, v, {{"keep", SelfLoopPolicy::keep}, {"drop", SelfLoopPolicy::drop}});
       }},
      {"isolated",
       [](GraphOptions& o, Text n, Text v) {
         o.read.isolated = choose<Isolated>(
             n, v, {{"auto", Isolated::automatic}, {"keep", Isolated::keep}, {"drop", Isolated::drop}});
         o.build.isolated = o.read.isolated == Isolated::drop ? IsolatedPolicy::drop : IsolatedPolicy::keep;
       }},
      {"order",
       [](GraphOptions& o, Text, Text v) {
         check_order(v);
         o.build.order = v;
       }},
      {"threads", [](GraphOptions& o, Text n, Text v) { o.build.threads = static_cast<int>(integer(n, v, 1, 4096)); }},
  };
  return options;
}

const std::vector<Option<RunRequest>>& options_of_runs() {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint64_t most_runs = 1'000'000;
  static const std::vector<Option<RunRequest>> options{
      {"device",
       [](RunRequest& r, Text, Text v) {
         const bool gpu = v == "cuda" || (v.starts_with("cuda:") && whole_number<unsigned>(v.substr(5)));
         if (v != "auto" && v != "cpu" && !gpu) {
           fail(ExitCode::wrong_use, "the option device cannot be '{}'; allowed: auto, cpu, cuda, cuda:N", v);
         }
         r.options.device = v;
       }},
      {"engine",
       [](RunRequest& r, Text, Text v) {
         if (v != "auto") static_cast<void>(find_engine(v));
         r.options.engine = v;
       }},
      {"policy",
       [](RunRequest& r, Text, Text v) {
         static_cast<void>(make_policy(v));
         r.options.policy = v;
       }},
      {"schedule", [](RunRequest& r, Text, Text v) { r.options.schedule = parse_schedule(v); }},
      {"threads", [](RunRequest& r, Text n, Text v) { r.options.threads = static_cast<int>(integer(n, v, 1, 4096)); }},
      {"deterministic", [](RunRequest& r, Text n, Text v) { r.options.deterministic = is_true(n, v); }},
      {"max-iterations", [](RunRequest& r, Text n, Text v) { r.options.max_iterations = integer(n, v, 0, most); }},
      {"runs", [](RunRequest& r, Text n, Text v) { r.runs = static_cast<int>(integer(n, v, 1, most_runs)); }},
      {"warmup", [](RunRequest& r, Text n, Text v) { r.warmup = static_cast<int>(integer(n, v, 0, most_runs)); }},
      {"validate", [](RunRequest& r, Text n, Text v) { r.validate = is_true(n, v); }},
  };
  return options;
}

}  // namespace

GraphOptions graph_options(const NamedTexts& texts) {
  GraphOptions options;
  for (const auto& [name, value] : texts) set(options_of_graphs(), options, name, value);
  return options;
}

GraphOptions options_of_arrays(const NamedTexts& texts) {
  constexpr std::array of_files{"format", "columns", "header", "delimiter", "names", "bipartite"};
  for (const auto& [name, value] : texts) {
    if (std::ranges::find(of_files, name) == of_files.end()) continue;
    fail(ExitCode::wrong_use, "the option {} is for graphs that are read from files", name);
  }
  return graph_options(texts);
}

void set_run_option(RunRequest& request, const std::string& name, const std::string& value) {
  set(options_of_runs(), request, name, value);
}

std::vector<std::string> graph_option_names() { return names_of(options_of_graphs()); }
std::vector<std::string> run_option_names() { return names_of(options_of_runs()); }

}  // namespace mg::c

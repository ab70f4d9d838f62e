#include "tools/bench/bench_suite.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "engine/registry.hpp"
#include "engine/spelling.hpp"
#include "preprocess/generate/generators.hpp"
#include "preprocess/option_text.hpp"
#include "tools/graph_options.hpp"
#include "tools/prep/prep_commands.hpp"
#include "tools/strict_json.hpp"

namespace mg::tools {

namespace {

using Value = StrictJson::Value;

constexpr std::uint64_t most_repeats = 1'000'000;

const std::vector<std::string> setting_keys{"sources", "schedules", "engines", "policies",
                                            "devices", "repeats",   "warmup",  "validate"};

std::vector<std::string> with_settings(std::vector<std::string> keys) {
  keys.insert(keys.end(), setting_keys.begin(), setting_keys.end());
  return keys;
}

/// Calls `check` and puts the way to `value` before what it refuses.
template <class Check>
auto checked(const Value& value, Check&& check) {
  try {
    return check();
  } catch (const Error& error) {
    value.refuse(error.what());
  }
}

/// Names stand in file names, cells and tables.
void check_name(const std::string& name, const Value& value) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; };
  if (name.empty() || !std::ranges::all_of(name, plain)) {
    value.refuse(fmt::format("'{}' cannot be a name; allowed: letters, digits, '-', '_' and '.'", name));
  }
}

/// A list of texts, each once.
std::vector<std::string> read_texts(const Value& value) {
  std::vector<std::string> texts;
  for (const Value& element : value.elements()) {
    if (std::ranges::find(texts, element.text()) != texts.end()) element.refuse("given twice");
    texts.push_back(element.text());
  }
  if (texts.empty()) value.refuse("expected at least one element");
  return texts;
}

std::vector<std::string> names_of(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back(option->long_name());
  return names;
}

/// The words of a command line that a graph's keys stand for. Each is tried alone, so that a refusal names its key.
std::vector<std::string> read_options(const Value& graph, const std::string& command,
                                      const po::options_description& options, std::vector<std::string> allowed,
                                      const std::string& first_key) {
  allowed.insert(allowed.begin(), first_key);
  graph.allow(allowed);
  std::vector<std::string> words;
  for (const auto& [name, value] : graph.members()) {
    if (name == first_key) continue;
    const bool is_flag = options.find(name, false).semantic()->max_tokens() == 0;
    if (is_flag && !value.flag()) continue;
    if (!is_flag && value.is_flag()) value.refuse("expected a text or a number");
    const std::string word = is_flag ? fmt::format("--{}", name) : fmt::format("--{}={}", name, value.option_text());
    checked(value, [&] { return read_graph_options(CommandLine(command, {word}, options, {})); });
    words.push_back(word);
  }
  checked(graph, [&] { return read_graph_options(CommandLine(command, words, options, {})); });
  std::ranges::sort(words);
  return words;
}

BenchGraph read_generated(const std::string& name, const Value& value) {
  const Value kind = value.at("generator");
  const GeneratorInfo& generator = checked(kind, [&] { return find_generator(kind.text()); });
  std::vector<std::string> allowed = names_of(cleaning_options());
  std::erase(allowed, "directed");  // the kinds that can be list it
  std::istringstream parameters{std::string(generator.parameters)};
  for (std::string parameter; parameters >> parameter;) {
    allowed.push_back(parameter);
    const bool is_flag = parameter == "directed" || parameter == "scramble";
    if (!is_flag && value.has(parameter)) static_cast<void>(value.at(parameter).number());
  }
  return {.name = name,
          .generator = std::string(generator.name),
          .options = read_options(value, "mg_prep generate", generate_command.options(), allowed, "generator")};
}

BenchGraph read_file_graph(const std::string& name, const Value& value) {
  po::options_description options;
  options.add(format_options()).add(cleaning_options());
  return {.name = name,
          .file = value.at("file").text(),
          .options = read_options(value, "mg_prep convert", options, names_of(options), "file")};
}

BenchGraph read_graph(const std::string& name, const Value& value) {
  check_name(name, value);
  if (value.has("file") == value.has("generator")) {
    value.refuse("expected either 'file', a graph file, or 'generator', a kind that `mg_prep generate` makes");
  }
  return value.has("file") ? read_file_graph(name, value) : read_generated(name, value);
}

std::vector<std::string> read_devices(const Value& value) {
  std::vector<std::string> devices = read_texts(value);
  for (const Value& element : value.elements()) {
    const std::string device = element.text();
    const bool gpu = device.starts_with("cuda:") && whole_number<unsigned>(device.substr(5));
    if (device != "auto" && device != "cpu" && device != "cuda" && !gpu) {
      element.refuse(fmt::format("'{}' is no device; allowed: auto, cpu, cuda, cuda:N", device));
    }
  }
  return devices;
}

/// `defaults`, overruled by the keys that `value` has.
BenchSettings read_settings(const Value& value, BenchSettings settings) {
  if (value.has("sources")) settings.sources = read_texts(value.at("sources"));
  if (value.has("schedules")) settings.schedules = read_texts(value.at("schedules"));
  if (value.has("engines")) settings.engines = read_texts(value.at("engines"));
  if (value.has("policies")) settings.policies = read_texts(value.at("policies"));
  if (value.has("devices")) settings.devices = read_devices(value.at("devices"));
  if (value.has("repeats")) settings.repeats = static_cast<int>(value.at("repeats").integer(1, most_repeats));
  if (value.has("warmup")) settings.warmup = static_cast<int>(value.at("warmup").integer(0, most_repeats));
  if (value.has("validate")) settings.validate = value.at("validate").flag();
  return settings;
}

std::map<std::string, std::string> read_parameters(const Value& value, const AlgorithmInfo& info) {
  std::map<std::string, std::string> parameters;
  for (const auto& [name, given] : value.members()) {
    const std::map<std::string, std::string> one{{name, given.option_text()}};
    checked(given, [&] { return Parameters(info.parameters, one); });
    parameters.insert(one.begin(), one.end());
  }
  return parameters;
}

std::vector<std::string> read_graph_names(const Value& value, const std::vector<std::string>& known) {
  std::vector<std::string> names = read_texts(value);
  for (const Value& element : value.elements()) {
    if (std::ranges::find(known, element.text()) != known.end()) continue;
    element.refuse(fmt::format("the suite has no graph '{}'{}", element.text(), suggestion(element.text(), known)));
  }
  return names;
}

BenchAlgorithm read_algorithm(const std::string& label, const Value& value, const BenchSettings& defaults,
                              const std::vector<std::string>& graphs) {
  check_name(label, value);
  value.allow(with_settings({"algorithm", "parameters", "graphs"}));
  const Value named = value.has("algorithm") ? value.at("algorithm") : value;
  BenchAlgorithm algorithm{.label = label, .name = value.has("algorithm") ? named.text() : label};
  const AlgorithmInfo info = checked(named, [&] { return find_algorithm(algorithm.name).info; });
  if (value.has("parameters")) algorithm.parameters = read_parameters(value.at("parameters"), info);
  algorithm.graphs = value.has("graphs") ? read_graph_names(value.at("graphs"), graphs) : graphs;
  algorithm.settings = read_settings(value, defaults);
  if (info.source == SourceUse::none) {
    if (value.has("sources")) value.at("sources").refuse(fmt::format("{} takes no source", info.name));
    algorithm.settings.sources.clear();
  }
  return algorithm;
}

/// The devices that baselines run on: every GPU of the suite, or, where it has none, the CPU, for which cells say so.
std::vector<std::string> baseline_devices(const std::vector<BenchAlgorithm>& algorithms) {
  std::vector<std::string> devices;
  for (const BenchAlgorithm& algorithm : algorithms) {
    for (const std::string& device : algorithm.settings.devices) {
      if (device != "cpu" && std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
    }
  }
  return devices.empty() ? std::vector<std::string>{"cpu"} : devices;
}

std::vector<BenchAlgorithm> read_baselines(const Value& value, const BenchSuite& suite, BenchSettings settings) {
  settings.sources.clear();
  settings.schedules = {""};
  settings.policies = {"auto"};
  settings.devices = baseline_devices(suite.algorithms);
  std::vector<BenchAlgorithm> baselines;
  const std::vector<std::string> libraries = read_texts(value);
  for (const Value& element : value.elements()) {
    if (element.text() != "cusparse") {
      element.refuse(fmt::format("'{}' is no baseline; allowed: cusparse", element.text()));
    }
  }
  for (const std::string& library : libraries) {
    settings.engines = {library};
    BenchAlgorithm& baseline = baselines.emplace_back();
    baseline.label = baseline.name = "spmv";
    for (const BenchGraph& graph : suite.graphs) baseline.graphs.push_back(graph.name);
    baseline.settings = settings;
    baseline.is_baseline = true;
  }
  return baselines;
}

/// The policies with which an engine is timed.
std::vector<std::string> policies_of(const std::string& engine, const BenchSettings& settings) {
  if (engine == "auto" || engine == "hybrid") return settings.policies;
  return {"auto"};
}

/// All combinations of an algorithm's settings.
std::vector<BenchCell> cells_of(const BenchGraph& graph, const BenchAlgorithm& algorithm) {
  std::vector<BenchCell> cells;
  if (std::ranges::find(algorithm.graphs, graph.name) == algorithm.graphs.end()) return cells;
  const BenchSettings& settings = algorithm.settings;
  for (const std::string& schedule : settings.schedules) {
    for (const std::string& engine : settings.engines) {
      for (const std::string& policy : policies_of(engine, settings)) {
        for (const std::string& device : settings.devices) {
          cells.push_back({{graph.name, algorithm.label, schedule, engine, device, policy}, &graph, &algorithm});
        }
      }
    }
  }
  return cells;
}

}  // namespace

BenchSuite read_suite(const std::string& path) {
  const StrictJson file(path, ExitCode::wrong_use);
  const Value root = file.root();
  root.allow(with_settings({"name", "about", "graphs", "algorithms", "baselines"}));
  BenchSuite suite;
  suite.name = root.has("name") ? root.at("name").text() : std::filesystem::path(path).stem().string();
  if (root.has("about")) suite.about = root.at("about").text();
  std::vector<std::string> graphs;
  for (const auto& [name, value] : root.at("graphs").members()) {
    suite.graphs.push_back(read_graph(name, value));
    graphs.push_back(name);
  }
  if (graphs.empty()) root.at("graphs").refuse("expected at least one graph");
  const BenchSettings defaults = read_settings(root, {});
  for (const auto& [label, value] : root.at("algorithms").members()) {
    suite.algorithms.push_back(read_algorithm(label, value, defaults, graphs));
  }
  if (suite.algorithms.empty()) root.at("algorithms").refuse("expected at least one algorithm");
  if (root.has("baselines")) suite.baselines = read_baselines(root.at("baselines"), suite, defaults);
  return suite;
}

std::string BenchKey::name() const {
  return fmt::format("{}/{}/{}/{}/{}", graph, algorithm, schedule.empty() ? "default" : schedule, engine_name(),
                     device);
}

std::vector<BenchCell> cells_of(const BenchSuite& suite, const std::string& filter) {
  std::vector<std::string> words;
  std::istringstream stream(filter);
  for (std::string word; stream >> word;) words.push_back(word);
  const auto is_wanted = [&](const BenchCell& cell) {
    const std::string name = cell.key.name();
    return std::ranges::all_of(words, [&](const auto& word) { return name.find(word) != std::string::npos; });
  };
  std::vector<BenchCell> cells;
  for (const BenchGraph& graph : suite.graphs) {
    for (const auto* algorithms : {&suite.algorithms, &suite.baselines}) {
      for (const BenchAlgorithm& algorithm : *algorithms) {
        for (BenchCell& cell : cells_of(graph, algorithm)) {
          if (is_wanted(cell)) cells.push_back(std::move(cell));
        }
      }
    }
  }
  return cells;
}

}  // namespace mg::tools

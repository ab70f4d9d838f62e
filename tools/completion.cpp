#include "tools/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "algorithms/built_in.hpp"
#include "engine/error.hpp"
#include "engine/plugin.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/sources.hpp"
#include "hybrid/policies/policy.hpp"
#include "preprocess/option_text.hpp"
#include "preprocess/prepared/file.hpp"
#include "tools/load_graph.hpp"

namespace mg::tools {

namespace {

using Words = std::vector<std::string>;

/// What a word may be.
struct Candidates {
  Words words = {};
  /// Names of files as well, behind this text.
  std::optional<std::string> files_behind = std::nullopt;
};

bool takes_value(const po::option_description& option) { return option.semantic()->max_tokens() > 0; }

/// A command line that is being typed: what was given, and what the last word is part of.
class TypedLine {
 public:
  TypedLine(const po::options_description& options, const Words& words) : options_(options) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) take(words[i]);
    if (!words.empty()) begun_ = words.back();
    if (awaiting_ != nullptr) return;
    if (const po::option_description* option = find(begun_); option != nullptr && takes_value(*option)) {
      const std::size_t value = value_position(begun_);
      if (value == std::string::npos) return;
      awaiting_ = option;
      before_ = begun_.substr(0, value);
      begun_.erase(0, value);
    }
  }

  /// The option whose value is being typed, or null.
  [[nodiscard]] const po::option_description* awaiting() const { return awaiting_; }
  /// What is typed of it, and what stands before it in the same word: "--engine=".
  [[nodiscard]] const std::string& begun() const { return begun_; }
  [[nodiscard]] const std::string& before() const { return before_; }
  [[nodiscard]] Words values(const std::string& option) const {
    const auto found = given_.find(option);
    return found == given_.end() ? Words{} : found->second;
  }
  [[nodiscard]] bool has(const std::string& option) const { return given_.contains(option); }
  [[nodiscard]] const Words& arguments() const { return arguments_; }

 private:
  void take(const std::string& word) {
    if (awaiting_ != nullptr) {
      given_[awaiting_->long_name()].push_back(word);
      awaiting_ = nullptr;
      return;
    }
    const po::option_description* option = find(word);
    if (option == nullptr) {
      if (!word.starts_with('-') || word == "-") arguments_.push_back(word);
      return;
    }
    Words& values = given_[option->long_name()];
    if (!takes_value(*option)) return;
    const std::size_t value = value_position(word);
    if (value == std::string::npos) {
      awaiting_ = option;
    } else {
      values.push_back(word.substr(value));
    }
  }

  /// The option that a word such as --top, --top=3, -o or -oFILE is.
  [[nodiscard]] const po::option_description* find(const std::string& word) const {
    if (word.starts_with("--")) return options_.find_nothrow(word.substr(2, word.find('=') - 2), false);
    return word.size() < 2 || word[0] != '-' ? nullptr : options_.find_nothrow(word.substr(0, 2), false);
  }
  /// Where the value begins that the same word holds.
  [[nodiscard]] static std::size_t value_position(const std::string& word) {
    if (!word.starts_with("--")) return word.size() > 2 ? 2 : std::string::npos;
    const std::size_t equals = word.find('=');
    return equals == std::string::npos ? equals : equals + 1;
  }

  const po::options_description& options_;
  std::map<std::string, Words> given_;
  Words arguments_;
  const po::option_description* awaiting_ = nullptr;
  std::string begun_;
  std::string before_;
};

/// Those of `words` that begin with `begun`.
Words beginning_with(const std::string& begun, const Words& words) {
  Words found;
  std::ranges::copy_if(words, std::back_inserter(found),
                       [&](const std::string& word) { return word.starts_with(begun); });
  return found;
}

template <class Entries, class NameOf>
Words names_of(const Entries& entries, NameOf name_of) {
  Words names;
  for (const auto& entry : entries) names.push_back(name_of(entry));
  return names;
}

/// The text without what stands in parentheses.
std::string without_asides(std::string_view text) {
  std::string rest;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) rest += c;
    if (c == ')') --depth;
  }
  return rest;
}

/// The values that an option's help lists as "drop | keep", or its value's name as "yes|no". What is written in
/// capitals is for the user to say: of random:SEED this is "random:".
Words values_in_help(const po::option_description& option) {
  const auto fixed_part = [](std::string word) {
    word.erase(std::ranges::find_if(word, [](unsigned char c) { return std::isupper(c) != 0 || c == ';' || c == ','; }),
               word.end());
    return word;
  };
  const std::string name = option.semantic()->name();
  const bool in_name = name.find('|') != std::string::npos;
  const std::string help = in_name ? name : without_asides(option.description());
  const auto parts = split_at('|', help);
  if (parts.size() < 2) return {};
  std::set<std::string> values;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    const std::size_t first = std::min(part.find_first_not_of(' '), part.size());
    const std::size_t last = std::min(part.find_last_not_of(' ') + 1, part.size());
    const std::string_view trimmed = part.substr(first, last > first ? last - first : 0);
    // A sentence leads to the first of them, and another may follow the last.
    const std::size_t begin = i == 0 ? trimmed.rfind(' ') + 1 : 0;
    const std::string value = fixed_part(std::string(trimmed.substr(begin, trimmed.find(' ', begin) - begin)));
    if (!value.empty()) values.insert(value);
  }
  return {values.begin(), values.end()};
}

std::vector<ParameterSpec> parameters_of(const TypedLine& line) {
  for (const std::string& name : line.values("algorithm")) {
    for (const AlgorithmEntry& entry : registered_algorithms()) {
      if (entry.info.name == name) return entry.info.parameters;
    }
  }
  return {};
}

/// NAME=, and behind a name its values.
Words parameter_values(const TypedLine& line) {
  const std::size_t equals = line.begun().find('=');
  Words values;
  for (const ParameterSpec& spec : parameters_of(line)) {
    if (equals == std::string::npos) {
      const bool is_given = std::ranges::any_of(
          line.values("param"), [&](const std::string& given) { return given.starts_with(spec.name + "="); });
      if (!is_given) values.push_back(spec.name + "=");
    } else if (line.begun().substr(0, equals) == spec.name) {
      const Words choices = spec.type == ParameterSpec::Type::flag ? Words{"true", "false"} : spec.choices;
      for (const std::string& choice : choices) values.push_back(fmt::format("{}={}", spec.name, choice));
    }
  }
  return values;
}

/// KEY= and its values, behind the keys that are typed already; or @FILE.
Candidates schedule_values(const std::string& begun) {
  if (begun.starts_with('@')) return {.files_behind = "@"};
  const std::size_t last = begun.find_last_of(",; ") + 1;
  const std::string before = begun.substr(0, last);
  const std::string item = begun.substr(last);
  const std::size_t equals = item.find('=');
  Candidates found;
  for (const ScheduleKeyInfo& key : schedule_keys()) {
    const std::string text = fmt::format("{}{}=", before, key.name);
    if (equals == std::string::npos) {
      if (before.find(fmt::format("{}=", key.name)) == std::string::npos) found.words.push_back(text);
    } else if (item.substr(0, equals) == key.name) {
      for (const ScheduleChoice& choice : key.choices) found.words.push_back(text + std::string(choice.name));
    }
  }
  return found;
}

Candidates policy_values(const std::string& begun) {
  Candidates found{.words = {"auto"}};
  for (const PolicyEntry& policy : registered_policies()) {
    const std::string behind = policy.name + ":";
    found.words.push_back(policy.name);
    if (!policy.argument.empty()) found.words.push_back(behind);
    if (policy.argument == "FILE" && begun.starts_with(behind)) found.files_behind = behind;
  }
  return found;
}

/// Names of vertices of a prepared graph, the first that fit: a list of thousands helps nobody.
Words vertex_names(const std::string& graph, const std::string& begun) {
  constexpr std::size_t most_names = 100;
  constexpr VertexId most_looked_at = 1 << 20;
  if (graph == "-" || !is_prepared(graph)) return {};
  const LoadedGraph loaded = map_prepared(graph);
  const VertexNames& names = loaded.graph.names;
  Words found;
  for (VertexId v = 0; v < std::min(names.size(), most_looked_at) && found.size() < most_names; ++v) {
    std::string name = names.name(v);
    if (name.starts_with(begun)) found.push_back(std::move(name));
  }
  return found;
}

Words source_values(const TypedLine& line) {
  Words values{std::string(max_degree_source), "random:"};
  if (line.arguments().empty()) return values;
  const Words names = vertex_names(line.arguments().front(), line.begun());
  values.insert(values.end(), names.begin(), names.end());
  return values;
}

Candidates values_of(const po::option_description& option, const TypedLine& line) {
  const std::string& name = option.long_name();
  if (name == "algorithm")
    return {names_of(registered_algorithms(), [](const auto& entry) { return entry.info.name; })};
  if (name == "engine") {
    Words names = names_of(registered_engines(), [](const auto& entry) { return entry.name; });
    names.emplace_back("auto");
    return {names};
  }
  if (name == "policy") return policy_values(line.begun());
  if (name == "param") return {parameter_values(line)};
  if (name == "schedule") return schedule_values(line.begun());
  if (name == "source") return {source_values(line)};
  const std::string value = option.semantic()->name();
  if (value == "FILE" || value == "DIR" || value == "X.so") return {.files_behind = ""};
  return {values_in_help(option)};
}

bool is_argument(const po::positional_options_description& positional, const std::string& option) {
  const unsigned last = std::min(positional.max_total_count(), 8U);
  for (unsigned i = 0; i < last; ++i) {
    if (positional.name_for_position(i) == option) return true;
  }
  return false;
}

/// The options that may follow: those with a help text, not given yet unless they may be repeated.
Words option_names(const CompletedCommand& command, const TypedLine& line) {
  Words names;
  for (const auto& option : command.options.options()) {
    const std::string& name = option->long_name();
    if (option->description().empty() || is_argument(command.positional, name)) continue;
    const bool repeats = dynamic_cast<const po::typed_value<Words>*>(option->semantic().get()) != nullptr;
    if (repeats || !line.has(name)) names.push_back("--" + name);
  }
  return names;
}

void load_plugins(const TypedLine& line) {
  for (const std::string& path : line.values("plugin")) {
    try {
      load_plugin(path);
    } catch (const Error&) {  // a run with this line will say why; here nobody reads it
    }
  }
}

Candidates candidates(const CompletedCommand& command, const TypedLine& line) {
  if (line.awaiting() != nullptr) return values_of(*line.awaiting(), line);
  if (line.begun().starts_with('-')) return {option_names(command, line)};
  if (line.arguments().size() >= command.positional.max_total_count()) return {};
  Candidates found{.words = command.arguments};
  if (command.takes_files) found.files_behind = "";
  return found;
}

}  // namespace

std::string complete(const CompletedCommand& command, const std::vector<std::string>& words) {
  register_built_in();
  const TypedLine line(command.options, words);
  load_plugins(line);
  std::string text;
  try {
    const Candidates found = candidates(command, line);
    for (const std::string& word : beginning_with(line.begun(), found.words)) {
      text += fmt::format("{}{}\n", line.before(), word);
    }
    if (found.files_behind) text += fmt::format("\t{}{}\n", line.before(), *found.files_behind);
  } catch (const Error&) {  // a graph that cannot be read, say
  }
  return text;
}

}  // namespace mg::tools

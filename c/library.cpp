// The library itself, and errors.
#include <optional>

#include "algorithms/built_in.hpp"
#include "c/handles.hpp"
#include "c/options.hpp"
#include "engine/plugin.hpp"
#include "engine/registry.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::c {

namespace {

std::string lines(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + '\n';
  return text;
}

template <class Entries, class NameOf>
std::string names(const Entries& entries, NameOf name_of) {
  std::string text;
  for (const auto& entry : entries) text += std::string(name_of(entry)) + '\n';
  return text;
}

/// Empty for a kind that there is not.
std::string names_of_kind(std::string_view kind) {
  constexpr std::string_view parameters = "parameters:";
  if (kind == "algorithms") return names(registered_algorithms(), [](const auto& entry) { return entry.info.name; });
  if (kind == "engines") return names(registered_engines(), [](const auto& entry) { return entry.name; });
  if (kind == "policies") return names(registered_policies(), [](const auto& entry) { return entry.usage(); });
  if (kind == "formats") return names(known_formats(), [](std::string_view format) { return format; });
  if (kind == "options:graph") return lines(graph_option_names());
  if (kind == "options:run") return lines(run_option_names());
  if (!kind.starts_with(parameters)) return {};
  const AlgorithmEntry algorithm = find_algorithm(kind.substr(parameters.size()));
  return names(algorithm.info.parameters, [](const ParameterSpec& spec) { return spec.name; });
}

}  // namespace

}  // namespace mg::c

const char* mg_version(void) { return MG_VERSION; }
int mg_abi(void) { return MG_ABI; }

int mg_load_plugin(const char* path, mg_error** error) {
  return mg::c::guarded(error, [&] {
    mg::register_built_in();
    mg::load_plugin(path);
  });
}

size_t mg_names(const char* kind, char* buffer, size_t size) {
  std::string text;
  mg::c::guarded(nullptr, [&] {
    mg::register_built_in();
    text = mg::c::names_of_kind(kind);
  });
  return mg::c::write_text(text, buffer, size);
}

int mg_error_status(const mg_error* error) { return error == nullptr ? MG_DONE : error->status; }
const char* mg_error_message(const mg_error* error) { return error == nullptr ? "" : error->message.c_str(); }
void mg_error_free(mg_error* error) { delete error; }

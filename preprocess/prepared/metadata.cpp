#include "preprocess/prepared/metadata.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "preprocess/building/build.hpp"

namespace mg::prepared {
namespace {

using nlohmann::json;

constexpr std::array duplicate_policies = {DuplicatePolicy::first, DuplicatePolicy::min, DuplicatePolicy::max,
                                           DuplicatePolicy::sum, DuplicatePolicy::keep};
constexpr std::array self_loop_policies = {SelfLoopPolicy::drop, SelfLoopPolicy::keep};
constexpr std::array weight_types = {WeightType::none, WeightType::u32, WeightType::f32};
constexpr std::array name_kinds = {VertexNames::Kind::counted, VertexNames::Kind::integers, VertexNames::Kind::strings};

constexpr std::string_view to_string(VertexNames::Kind kind) {
  switch (kind) {
    case VertexNames::Kind::counted: return "counted";
    case VertexNames::Kind::integers: return "integers";
    case VertexNames::Kind::strings: return "strings";
  }
  return "?";
}

const json& member(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) fail(ExitCode::bad_input, "member '{}' is missing", key);
  return *found;
}

std::uint64_t number(const json& object, const char* key, std::uint64_t largest) {
  const json& value = member(object, key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > largest) {
    fail(ExitCode::bad_input, "member '{}' is not a number up to {}", key, largest);
  }
  return value.get<std::uint64_t>();
}

bool flag(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_boolean()) fail(ExitCode::bad_input, "member '{}' is neither true nor false", key);
  return value.get<bool>();
}

std::string text(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_string()) fail(ExitCode::bad_input, "member '{}' is not a text", key);
  return value.get<std::string>();
}

std::vector<std::string> texts(const json& object, const char* key) {
  const json& value = member(object, key);
  std::vector<std::string> texts;
  if (!value.is_array()) fail(ExitCode::bad_input, "member '{}' is not a list", key);
  for (const json& item : value) {
    if (!item.is_string()) fail(ExitCode::bad_input, "member '{}' is not a list of texts", key);
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

/// The one of `values` that is called what the member says.
template <class Values>
typename Values::value_type choice(const json& object, const char* key, const Values& values) {
  const std::string name = text(object, key);
  for (const auto value : values) {
    if (to_string(value) == name) return value;
  }
  fail(ExitCode::bad_input, "member '{}' has the unknown value '{}'", key, name);
}

json parse_json(std::string_view text) {
  json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) fail(ExitCode::bad_input, "it is not JSON");
  return document;
}

}  // namespace

WeightFacts facts_of(const Weights& weights, int threads) {
  const auto* values = std::get_if<Array<float>>(&weights);
  if (values == nullptr) return {};
  const auto facts = [&](std::size_t i) { return WeightFacts{(*values)[i] < 0, !std::isfinite((*values)[i])}; };
  return parallel_fold(values->size(), threads, WeightFacts{}, facts, [](WeightFacts& all, const WeightFacts& one) {
    all = {all.negative || one.negative, all.not_finite || one.not_finite};
  });
}

Metadata Metadata::of(const Graph& graph, const Provenance& provenance, int threads) {
  Metadata metadata;
  metadata.vertices = graph.num_vertices();
  metadata.arcs = graph.num_arcs();
  metadata.directed = graph.directed;
  metadata.cleaning = graph.cleaning;
  metadata.weight_type = graph.weight_type();
  metadata.weight_facts = facts_of(graph.out.weights, threads);
  metadata.order = graph.order.text;
  metadata.names = graph.names.kind();
  metadata.first_name = graph.names.first();
  metadata.triangles = graph.places.triangles;
  metadata.tool = "MultiGraph " MG_VERSION;
  metadata.provenance = provenance;
  return metadata;
}

json Metadata::to_json() const {
  json object = {{"vertices", vertices},
                 {"arcs", arcs},
                 {"directed", directed},
                 {"duplicates", to_string(cleaning.duplicates)},
                 {"self_loops", to_string(cleaning.self_loops)},
                 {"self_loop_count", cleaning.self_loop_count},
                 {"weights",
                  {{"type", to_string(weight_type)},
                   {"source", cleaning.weights},
                   {"negative", weight_facts.negative},
                   {"not_finite", weight_facts.not_finite}}},
                 {"order", order},
                 {"names", {{"kind", to_string(names)}, {"first", first_name}}},
                 {"tool", tool},
                 {"provenance",
                  {{"inputs", provenance.inputs}, {"format", provenance.format}, {"decisions", provenance.decisions}}}};
  if (triangles != 0) object["triangles"] = triangles;
  return object;
}

Metadata Metadata::parse(std::string_view source) {
  constexpr auto any = std::numeric_limits<std::uint64_t>::max();
  const json document = parse_json(source);
  Metadata metadata;
  metadata.vertices = number(document, "vertices", max_vertices);
  metadata.arcs = number(document, "arcs", any);
  metadata.directed = flag(document, "directed");
  metadata.cleaning.duplicates = choice(document, "duplicates", duplicate_policies);
  metadata.cleaning.self_loops = choice(document, "self_loops", self_loop_policies);
  metadata.cleaning.self_loop_count = number(document, "self_loop_count", metadata.arcs);
  const json& weights = member(document, "weights");
  metadata.weight_type = choice(weights, "type", weight_types);
  metadata.cleaning.weights = text(weights, "source");
  metadata.weight_facts = {flag(weights, "negative"), flag(weights, "not_finite")};
  metadata.order = text(document, "order");
  const json& names = member(document, "names");
  metadata.names = choice(names, "kind", name_kinds);
  metadata.first_name = number(names, "first", any);
  if (document.contains("triangles")) metadata.triangles = number(document, "triangles", any);
  metadata.tool = text(document, "tool");
  const json& provenance = member(document, "provenance");
  metadata.provenance = {texts(provenance, "inputs"), text(provenance, "format"), texts(provenance, "decisions")};
  return metadata;
}

}  // namespace mg::prepared

#include "tests/specimen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "preprocess/building/build.hpp"
#include "preprocess/generate/generators.hpp"
#include "tests/generator_specs.hpp"

namespace mg {
namespace {

std::uint32_t drawn_weight(std::uint32_t u, std::uint32_t v) {
  return (std::min(u, v) * 2654435761U ^ std::max(u, v) * 40503U) % 100 + 1;
}

/// The oracle's graph of the same edges. It shares nothing with the runtime but the generator.
oracle::Graph reference_of(const EdgeList& list) {
  const auto weight = [&](std::size_t i) -> double {
    if (const auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights)) return (*integers)[i];
    if (const auto* reals = std::get_if<Array<float>>(&list.weights)) return (*reals)[i];
    return 1;
  };
  oracle::Listing listing;
  listing.directed = list.directed;
  listing.weighted = type_of(list.weights) != WeightType::none;
  for (VertexId v = 0; v < list.num_vertices(); ++v) listing.vertices.push_back(list.names.name(v));
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const Edge edge = list.edges[i];
    listing.edges.push_back({list.names.name(edge.source), list.names.name(edge.target), weight(i)});
  }
  return oracle::build(listing, oracle::Duplicates::first, oracle::SelfLoops::keep);
}

/// Every generated edge with a weight, so that all algorithms run on all large graphs.
EdgeList weighted_list(const GeneratorSpec& spec) {
  EdgeList list = generate(spec);
  if (type_of(list.weights) != WeightType::none) return list;
  auto weights = Array<std::uint32_t>::uninitialized(list.edges.size());
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = drawn_weight(list.edges[i].source, list.edges[i].target);
  list.weights = std::move(weights);
  return list;
}

GeneratorSpec skewed(bool directed) {
  GeneratorSpec spec = spec_of(GeneratorKind::rmat, 1 << 13);
  spec.edge_factor = 8;
  spec.directed = directed;
  return spec;
}

GeneratorSpec sparse_directed() {
  GeneratorSpec spec = spec_of(GeneratorKind::uniform, 10'000);
  spec.edge_factor = 2;
  spec.directed = true;
  return spec;
}

std::vector<std::pair<std::string, GeneratorSpec>> large_specs() {
  return {{"rmat", skewed(false)},
          {"rmat_directed", skewed(true)},
          {"uniform_directed", sparse_directed()},
          {"road", extent_of(GeneratorKind::road, 90, 110)},
          {"grid", extent_of(GeneratorKind::grid, 130, 130)},
          {"path", spec_of(GeneratorKind::path, 6000)},
          {"star", spec_of(GeneratorKind::star, 9000)}};
}

}  // namespace

const Graph& Specimen::graph(const std::string& order) {
  const auto found = graphs_.find(order);
  if (found != graphs_.end()) return found->second;
  BuildReport report;
  BuildOptions options;
  options.duplicates = duplicates_;
  options.order = order;
  Graph graph = build_graph(edges_(), options, report, silent_progress());
  return graphs_.emplace(order, std::move(graph)).first->second;
}

Specimen specimen_of(const ZooGraph& animal, DuplicatePolicy duplicates) {
  const bool keep = duplicates == DuplicatePolicy::keep;
  return {animal.name, [animal] { return edge_list(animal); },
          oracle_graph(animal, keep ? oracle::Duplicates::keep : oracle::Duplicates::first, oracle::SelfLoops::keep),
          duplicates};
}

ZooGraph with_weights(ZooGraph animal) {
  if (animal.weighted()) return animal;
  std::vector<std::uint32_t> weights;
  for (const auto& [u, v] : animal.edges) weights.push_back(drawn_weight(u, v));
  animal.weights = std::move(weights);
  return animal;
}

Specimen generated_specimen(const std::string& name, const GeneratorSpec& spec) {
  return {name, [spec] { return weighted_list(spec); }, reference_of(weighted_list(spec))};
}

const std::vector<std::string>& large_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, spec] : large_specs()) all.push_back(name);
    return all;
  }();
  return names;
}

Specimen large_specimen(const std::string& name) {
  for (const auto& [spec_name, spec] : large_specs()) {
    if (spec_name != name) continue;
    return generated_specimen(name, spec);
  }
  throw std::out_of_range("there is no large graph '" + name + "'");
}

std::vector<Specimen> large_specimens() {
  std::vector<Specimen> specimens;
  for (const std::string& name : large_names()) specimens.push_back(large_specimen(name));
  return specimens;
}

ZooGraph patient_hubs(bool directed, std::uint32_t between) {
  ZooGraph hubs{directed ? "patient_hubs_directed" : "patient_hubs", 2 * between + 2, directed, {{0, 1}}, {}};
  for (std::uint32_t v = 2; v < between + 2; ++v) {
    hubs.edges.emplace_back(0, v);
    hubs.edges.emplace_back(v, 1);
    hubs.edges.emplace_back(v, v + between);
  }
  return hubs;
}

std::map<std::string, std::string> needed_parameters(const std::string& algorithm, VertexId n) {
  if (algorithm != "geo" || n == 0) return {};
  std::string latitudes;
  std::string longitudes;
  for (VertexId v = 0; v < n; v += 3) {
    latitudes += fmt::format("{} {}\n", v, 40 + 10 * std::fmod(v * 0.7548776662466927, 1.0));
    longitudes += fmt::format("{} {}\n", v, 5 + 15 * std::fmod(v * 0.5698402909980532, 1.0));
  }
  return {{"latitude", latitudes}, {"longitude", longitudes}};
}

std::map<std::string, std::string> places_on_a_plane(VertexId n) {
  std::string xs;
  std::string ys;
  for (VertexId v = 0; v < n; ++v) {
    xs += fmt::format("{} {}\n", v, std::fmod(v * 0.7548776662466927, 1.0));
    ys += fmt::format("{} {}\n", v, std::fmod(v * 0.5698402909980532, 1.0));
  }
  return {{"x", xs}, {"y", ys}};
}

}  // namespace mg

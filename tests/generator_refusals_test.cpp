// What the generators refuse, and that they say which parameter and which range.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/generate/generators.hpp"
#include "tests/generator_specs.hpp"

namespace mg {
namespace {

struct Refusal {
  std::string text;  ///< that the message has to contain
  GeneratorSpec spec;
};

std::vector<Refusal> refusals() {
  using enum GeneratorKind;
  std::vector<Refusal> all;
  const auto add = [&](const std::string& text, GeneratorSpec spec, auto change) {
    change(spec);
    all.push_back({text, spec});
  };
  const auto nothing = [](GeneratorSpec&) {};
  add("scale 33 asks for too many vertices", spec_of(kron, 0), [](auto& s) { s.vertices.reset(), s.scale = 33; });
  add("scale is 0 to 31", spec_of(uniform, 0), [](auto& s) { s.vertices.reset(), s.scale = 32; });
  add("scale 64", extent_of(grid, 0, 0), [](auto& s) { s.width.reset(), s.height.reset(), s.scale = 64; });
  add("not both", spec_of(kron, 8), [](auto& s) { s.scale = 3; });
  add("give scale", spec_of(star, 0), [](auto& s) { s.vertices.reset(); });
  add("4294967294", spec_of(uniform, 4294967295), nothing);
  add("no power of two", spec_of(kron, 1000), nothing);
  add("edge factor", spec_of(uniform, 1 << 20), [](auto& s) { s.edge_factor = std::uint64_t{1} << 50; });
  add("sum to 1", spec_of(rmat, 16), [](auto& s) { s.quadrants.a = 0.6; });
  add("a is -0.1", spec_of(rmat, 16), [](auto& s) { s.quadrants = {-0.1, 0.5, 0.5, 0.1}; });
  add("d is nan", spec_of(rmat, 16), [](auto& s) { s.quadrants.d = std::numeric_limits<double>::quiet_NaN(); });
  add("radius factor", spec_of(rgg, 16), [](auto& s) { s.radius_factor = -1; });
  add("width and height", extent_of(grid, 0, 5), nothing);
  add("width and height", extent_of(grid, 1 << 20, 1 << 20), nothing);
  add("width and height", extent_of(grid, 5, 5), [](auto& s) { s.scale = 4; });
  add("keep is 1.5", extent_of(road, 5, 5), [](auto& s) { s.keep = 1.5; });
  add("diagonal is -1", extent_of(road, 5, 5), [](auto& s) { s.diagonal = -1; });
  add("neighbors 3", spec_of(smallworld, 100), [](auto& s) { s.neighbors = 3; });
  add("2 to 6", spec_of(smallworld, 8), [](auto& s) { s.neighbors = 8; });
  add("rewire is 2", spec_of(smallworld, 100), [](auto& s) { s.rewire = 2; });
  add("3 to", spec_of(cycle, 2), nothing);
  add("1 to", spec_of(path, 0), nothing);
  add("clique 5: with 8 vertices it is 1 to 4", spec_of(barbell, 8), [](auto& s) { s.clique = 5; });
  add("clique 0", spec_of(lollipop, 8), [](auto& s) { s.clique = 0; });
  add("bipartite: give width", spec_of(bipartite, 8), nothing);
  add("together at most", extent_of(bipartite, 4294967294, 1), nothing);
  add("grid is undirected", extent_of(grid, 5, 5), [](auto& s) { s.directed = true; });
  return all;
}

TEST(GeneratorRefusals, NameTheParameterAndItsRange) {
  for (const Refusal& refusal : refusals()) {
    SCOPED_TRACE(refusal.text);
    try {
      static_cast<void>(generate(refusal.spec));
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::wrong_use);
      EXPECT_NE(std::string(error.what()).find(refusal.text), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(static_cast<void>(find_generator("kronecker")), Error);
}

TEST(GeneratorRefusals, WhatFitsNoMemorySaysSoAtOnce) {
  GeneratorSpec kron = spec_of(GeneratorKind::kron, std::uint64_t{1} << 31);
  kron.edge_factor = 1 << 20;
  for (const GeneratorSpec& spec : {kron, spec_of(GeneratorKind::complete, std::uint64_t{1} << 27)}) {
    try {
      static_cast<void>(generate(spec));
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::no_resources);
    }
  }
}

}  // namespace
}  // namespace mg

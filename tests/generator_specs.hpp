// Generator specifications in one call, for tests.
#pragma once

#include "preprocess/generate/generators.hpp"

namespace mg {

inline GeneratorSpec spec_of(GeneratorKind kind, std::uint64_t vertices) {
  GeneratorSpec spec;
  spec.kind = kind;
  spec.vertices = vertices;
  return spec;
}

inline GeneratorSpec extent_of(GeneratorKind kind, std::uint64_t width, std::uint64_t height) {
  GeneratorSpec spec;
  spec.kind = kind;
  spec.width = width;
  spec.height = height;
  return spec;
}

}  // namespace mg

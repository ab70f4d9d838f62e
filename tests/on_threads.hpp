// A loop on a large graph, on one thread and on several.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/loop.hpp"
#include "tests/specimen.hpp"

namespace mg {

/// By the number of threads.
class OnThreads : public testing::TestWithParam<int> {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    specimen_ = std::make_unique<Specimen>(large_specimen("rmat_directed"));
  }
  static void TearDownTestSuite() { specimen_.reset(); }

  [[nodiscard]] VertexId n() const { return graph_.num_vertices(); }

  static inline std::unique_ptr<Specimen> specimen_;
  const Graph& graph_ = specimen_->graph();
  RunContext context_{graph_, {.threads = GetParam()}};
  Loop loop_{context_};
};

}  // namespace mg

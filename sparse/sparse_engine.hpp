// The sparse engine: see sparse/push_pull.hpp for its strategies.
#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace mg {

/// One that offers pushes and pulls, among which somebody else picks.
[[nodiscard]] std::unique_ptr<Engine> make_sparse_engine();

}  // namespace mg

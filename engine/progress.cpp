#include "engine/progress.hpp"

namespace mg {

Progress& silent_progress() {
  struct Silent final : Progress {
    void report(std::string_view, std::uint64_t, std::uint64_t) override {}
  };
  static Silent silent;
  return silent;
}

}  // namespace mg

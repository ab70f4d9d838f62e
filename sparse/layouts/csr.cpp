// Compressed rows, as every run has them.
#include "sparse/layouts/layouts.hpp"

namespace mg::sparse {

namespace {

class CompressedRows final : public PushLayout {
 public:
  void follow(Follower& follower) const override { follower.follow_rows(follower.arguments().rows); }
};

}  // namespace

Layout csr_layout() {
  return {.name = "csr",
          .sentence = "arcs are stored as compressed rows",
          .bytes = [](std::uint64_t, EdgeId, bool) { return LayoutBytes{}; },
          .push = std::make_shared<CompressedRows>(),
          .has_receiver_rows = true,
          .on_cpus = true};
}

}  // namespace mg::sparse

// A plug-in whose layouts fail in the ways that tools must survive.
#include <stdexcept>

#include "engine/plugin.hpp"
#include "sparse/layouts/push_layout.hpp"

namespace {

/// Compressed rows, and something beside them.
class Beside : public mg::sparse::PushLayout {
 public:
  void follow(mg::sparse::Follower& follower) const override {
    mg::DeviceContext& gpu = follower.gpu();
    static_cast<void>(gpu.layouts().kept<void*>(follower.side(), "greedy", 0, [&] {
      return static_cast<void*>(gpu.layouts().keep<std::byte>(std::uint64_t{1} << 16, "what nobody needs"));
    }));
    follower.follow_rows(follower.arguments().rows);
  }
};

class Broken : public mg::sparse::PushLayout {
 public:
  void follow(mg::sparse::Follower& follower) const override {
    static_cast<void>(follower.gpu().layouts().kept<int>(
        follower.side(), "broken", 0, []() -> int { throw std::logic_error("two and two are five"); }));
  }
};

mg::LayoutBytes nothing(std::uint64_t, mg::EdgeId, bool) { return {}; }
mg::LayoutBytes less_in_all(std::uint64_t, mg::EdgeId num_arcs, bool) { return {.kept = num_arcs, .building = 0}; }

}  // namespace

extern "C" void mg_plugin_register() {
  mg::register_layout(
      {.name = "greedy", .sentence = "keeps more than it says", .bytes = &nothing, .push = std::make_shared<Beside>()});
  mg::register_layout(
      {.name = "broken", .sentence = "throws as it is built", .bytes = &nothing, .push = std::make_shared<Broken>()});
  mg::register_layout({.name = "muddled",
                       .sentence = "takes less than it keeps",
                       .bytes = &less_in_all,
                       .push = std::make_shared<Beside>()});
}

#include "engine/communicator.hpp"

namespace mg {

namespace {

/// Nothing is ever exchanged: what one rank has is what all have.
class Alone final : public Communicator {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 1; }
  void abort(std::string_view) override {}

 protected:
  [[nodiscard]] std::span<const std::span<const std::byte>> exchange(Operation, std::span<const std::byte>) override {
    return {};
  }
};

}  // namespace

Communicator& alone() {
  static Alone communicator;
  return communicator;
}

}  // namespace mg

// The vertex state of a run as bytes, so that a step can be undone.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/graph/array.hpp"
#include "engine/state.hpp"

namespace mg {

/// Where a program's state lies, as State tells, and one copy of it.
class StateCopies {
 public:
  /// Something that lives as long as a state does.
  using Owner = std::shared_ptr<const char>;

  /// The state of `owner` lies in the `bytes` from `data` on; the last word counts. When the owner is gone, so is it.
  void add(const Owner& owner, void* data, std::size_t bytes);
  /// Forgets everything.
  void clear() { pieces_.clear(); }
  /// Of the states that there are.
  [[nodiscard]] std::size_t size_bytes() const;

  /// Copies all state; `device` is null where it is in host memory. Throws Error(no_resources) when the copy does not
  /// fit. O(size_bytes()), and so is restore().
  void save(const std::shared_ptr<Device>& device);
  /// Puts back what save() copied. What was added since stays as it is.
  void restore() const;

 private:
  struct Piece {
    std::weak_ptr<const char> owner;
    void* data;
    std::size_t bytes;
    Array<std::byte> on_host;
    DeviceBlock on_device;
  };
  std::vector<Piece> pieces_;
};

}  // namespace mg

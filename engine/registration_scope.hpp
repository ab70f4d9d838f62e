// How the plug-in loader follows what a plug-in registers.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace mg {

/// While it lives, entries that its thread registers get `origin`. Unless kept, they are taken back at its end, so a
/// plug-in that fails halfway leaves nothing behind.
class RegistrationScope {
 public:
  explicit RegistrationScope(std::string origin);
  ~RegistrationScope();
  RegistrationScope(const RegistrationScope&) = delete;
  RegistrationScope& operator=(const RegistrationScope&) = delete;

  /// The innermost one of this thread; null where there is none.
  [[nodiscard]] static RegistrationScope* current();

  [[nodiscard]] const std::string& origin() const { return origin_; }
  [[nodiscard]] std::size_t num_registered() const { return take_back_.size(); }
  /// Counts an entry, and how it is taken back.
  void note(std::function<void()> take_back) { take_back_.push_back(std::move(take_back)); }
  void keep() { kept_ = true; }

 private:
  std::string origin_;
  std::vector<std::function<void()>> take_back_;
  RegistrationScope* outer_;
  bool kept_ = false;
};

}  // namespace mg

// How the plug-in loader follows what a plug-in registers.
#pragma once

#include <cstddef>
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

  [[nodiscard]] std::size_t num_registered() const { return algorithms_.size() + engines_.size(); }
  void keep() { kept_ = true; }

 private:
  friend class Registry;

  std::string origin_;
  std::vector<std::string> algorithms_;
  std::vector<std::string> engines_;
  RegistrationScope* outer_;
  bool kept_ = false;
};

}  // namespace mg

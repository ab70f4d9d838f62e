// What registries are made of: entries by name, from the program and from plug-ins.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/registration_scope.hpp"
#include "engine/spelling.hpp"

namespace mg {

/// Entry has `make`, a factory, and `origin`. Safe from several threads; meant to live as long as the process.
template <class Entry>
class NamedEntries {
 public:
  /// `kind` is what errors call an entry: "engine".
  explicit NamedEntries(std::string_view kind) : kind_(kind) {}

  /// Throws Error(wrong_use) when the name is taken or missing, or when there is no factory.
  void add(const std::string& name, Entry entry) {
    if (name.empty()) fail(ExitCode::wrong_use, "{} cannot be registered without a name", kind_);
    if (!entry.make) fail(ExitCode::wrong_use, "{} '{}' cannot be registered without a factory", kind_, name);
    RegistrationScope* const scope = RegistrationScope::current();
    if (scope != nullptr) entry.origin = scope->origin();
    const std::lock_guard lock(mutex_);
    const auto [place, added] = entries_.try_emplace(name, std::move(entry));
    if (!added) {
      fail(ExitCode::wrong_use, "{} '{}' cannot be registered: the name is taken ({})", kind_, name,
           place->second.origin);
    }
    if (scope != nullptr) scope->note([this, name] { take_back(name); });
  }

  /// In ascending order of name.
  [[nodiscard]] std::vector<Entry> all() {
    const std::lock_guard lock(mutex_);
    std::vector<Entry> values;
    for (const auto& [name, entry] : entries_) values.push_back(entry);
    return values;
  }

  /// Throws Error(wrong_use) that lists the names there are, nearest spelling first.
  [[nodiscard]] Entry find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    if (const auto found = entries_.find(name); found != entries_.end()) return found->second;
    if (entries_.empty()) {
      fail(ExitCode::wrong_use,
           "there is no {} '{}', and none is registered: a program calls mg::register_built_in() first", kind_, name);
    }
    std::vector<std::string> names;
    for (const auto& [known, entry] : entries_) names.push_back(known);
    fail(ExitCode::wrong_use, "there is no {} '{}'{}", kind_, name, suggestion(name, names));
  }

 private:
  void take_back(const std::string& name) {
    const std::lock_guard lock(mutex_);
    entries_.erase(name);
  }

  std::string_view kind_;
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace mg

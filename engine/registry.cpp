#include "engine/registry.hpp"

#include <map>
#include <mutex>

#include "engine/registration_scope.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

thread_local RegistrationScope* current_scope = nullptr;

template <class Entry>
using Entries = std::map<std::string, Entry, std::less<>>;

template <class Entry>
std::vector<Entry> values_of(const Entries<Entry>& entries) {
  std::vector<Entry> values;
  for (const auto& [name, entry] : entries) values.push_back(entry);
  return values;
}

template <class Entry>
Entry find_in(const Entries<Entry>& entries, std::string_view kind, std::string_view name) {
  if (const auto found = entries.find(name); found != entries.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, entry] : entries) names.push_back(known);
  fail(ExitCode::wrong_use, "there is no {} '{}'{}", kind, name, suggestion(name, names));
}

template <class Entry>
void add_to(Entries<Entry>& entries, std::string_view kind, const std::string& name, Entry entry) {
  if (name.empty()) fail(ExitCode::wrong_use, "{} cannot be registered without a name", kind);
  if (!entry.make) fail(ExitCode::wrong_use, "{} '{}' cannot be registered without a factory", kind, name);
  const auto [place, added] = entries.try_emplace(name, std::move(entry));
  if (!added) {
    fail(ExitCode::wrong_use, "{} '{}' cannot be registered: the name is taken ({})", kind, name, place->second.origin);
  }
}

}  // namespace

/// One a process: plug-ins and tools meet here, whichever of them comes first.
class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(AlgorithmEntry entry) {
    const std::string name = entry.info.name;
    if (current_scope != nullptr) entry.origin = current_scope->origin_;
    const std::lock_guard lock(mutex_);
    add_to(algorithms_, "algorithm", name, std::move(entry));
    if (current_scope != nullptr) current_scope->algorithms_.push_back(name);
  }
  void add(EngineEntry entry) {
    const std::string name = entry.name;
    if (current_scope != nullptr) entry.origin = current_scope->origin_;
    const std::lock_guard lock(mutex_);
    add_to(engines_, "engine", name, std::move(entry));
    if (current_scope != nullptr) current_scope->engines_.push_back(name);
  }
  void take_back(const RegistrationScope& scope) {
    const std::lock_guard lock(mutex_);
    for (const std::string& name : scope.algorithms_) algorithms_.erase(name);
    for (const std::string& name : scope.engines_) engines_.erase(name);
  }

  [[nodiscard]] std::vector<AlgorithmEntry> algorithms() {
    const std::lock_guard lock(mutex_);
    return values_of(algorithms_);
  }
  [[nodiscard]] std::vector<EngineEntry> engines() {
    const std::lock_guard lock(mutex_);
    return values_of(engines_);
  }
  [[nodiscard]] AlgorithmEntry algorithm(std::string_view name) {
    const std::lock_guard lock(mutex_);
    return find_in(algorithms_, "algorithm", name);
  }
  [[nodiscard]] EngineEntry engine(std::string_view name) {
    const std::lock_guard lock(mutex_);
    return find_in(engines_, "engine", name);
  }

 private:
  std::mutex mutex_;
  Entries<AlgorithmEntry> algorithms_;
  Entries<EngineEntry> engines_;
};

RegistrationScope::RegistrationScope(std::string origin) : origin_(std::move(origin)), outer_(current_scope) {
  current_scope = this;
}

RegistrationScope::~RegistrationScope() {
  current_scope = outer_;
  if (!kept_) Registry::instance().take_back(*this);
}

void register_algorithm(AlgorithmEntry entry) { Registry::instance().add(std::move(entry)); }
void register_engine(EngineEntry entry) { Registry::instance().add(std::move(entry)); }

std::vector<AlgorithmEntry> registered_algorithms() { return Registry::instance().algorithms(); }
std::vector<EngineEntry> registered_engines() { return Registry::instance().engines(); }

AlgorithmEntry find_algorithm(std::string_view name) { return Registry::instance().algorithm(name); }
EngineEntry find_engine(std::string_view name) { return Registry::instance().engine(name); }

}  // namespace mg

#include "engine/registry.hpp"

#include "engine/named_entries.hpp"

namespace mg {

namespace {

thread_local RegistrationScope* current_scope = nullptr;

// One a process: plug-ins and tools meet here, whichever of them comes first.
NamedEntries<AlgorithmEntry>& algorithms() {
  static NamedEntries<AlgorithmEntry> entries("algorithm");
  return entries;
}

NamedEntries<EngineEntry>& engines() {
  static NamedEntries<EngineEntry> entries("engine");
  return entries;
}

}  // namespace

RegistrationScope::RegistrationScope(std::string origin) : origin_(std::move(origin)), outer_(current_scope) {
  current_scope = this;
}

RegistrationScope::~RegistrationScope() {
  current_scope = outer_;
  if (kept_) return;
  for (const auto& take_back : take_back_) take_back();
}

RegistrationScope* RegistrationScope::current() { return current_scope; }

void register_algorithm(AlgorithmEntry entry) {
  const std::string name = entry.info.name;
  algorithms().add(name, std::move(entry));
}
void register_engine(EngineEntry entry) {
  const std::string name = entry.name;
  engines().add(name, std::move(entry));
}

std::vector<AlgorithmEntry> registered_algorithms() { return algorithms().all(); }
std::vector<EngineEntry> registered_engines() { return engines().all(); }

AlgorithmEntry find_algorithm(std::string_view name) { return algorithms().find(name); }
EngineEntry find_engine(std::string_view name) { return engines().find(name); }

}  // namespace mg

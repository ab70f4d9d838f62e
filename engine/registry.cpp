#include "engine/registry.hpp"

#include "engine/error.hpp"
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
  if (entry.role != EngineRole::none) {
    for (const EngineEntry& other : engines().all()) {
      if (other.role != entry.role) continue;
      fail(ExitCode::wrong_use, "the engine '{}' asks for the role that the engine '{}' has", name, other.name);
    }
  }
  engines().add(name, std::move(entry));
}

std::vector<AlgorithmEntry> registered_algorithms() { return algorithms().all(); }
std::vector<EngineEntry> registered_engines() { return engines().all(); }

AlgorithmEntry find_algorithm(std::string_view name) { return algorithms().find(name); }
EngineEntry find_engine(std::string_view name) { return engines().find(name); }

EngineEntry engine_in(EngineRole role) {
  for (EngineEntry& entry : engines().all()) {
    if (entry.role == role) return std::move(entry);
  }
  fail(ExitCode::internal, "no engine is registered for runs that name none");
}

EngineEntry engine_for(std::string_view name, bool has_policy, bool on_gpu, bool has_tiles) {
  if (name != "auto") return find_engine(name);
  return engine_in(has_policy || on_gpu || has_tiles ? EngineRole::picking : EngineRole::plain);
}

}  // namespace mg

#include "hybrid/policies/policy.hpp"

#include "engine/named_entries.hpp"

namespace mg {

namespace {

NamedEntries<PolicyEntry>& policies() {
  static NamedEntries<PolicyEntry> entries("policy");
  return entries;
}

}  // namespace

void register_policy(PolicyEntry entry) {
  const std::string name = entry.name;
  policies().add(name, std::move(entry));
}

std::vector<PolicyEntry> registered_policies() { return policies().all(); }
PolicyEntry find_policy(std::string_view name) { return policies().find(name); }

std::unique_ptr<Policy> make_policy(std::string_view text) {
  if (text == "auto") text = default_policy;
  const std::size_t colon = text.find(':');
  const PolicyEntry entry = find_policy(text.substr(0, colon));
  const std::string argument(colon == std::string_view::npos ? "" : text.substr(colon + 1));
  if (entry.argument.empty() && colon != std::string_view::npos) {
    fail(ExitCode::wrong_use, "the policy '{}' takes no argument, but ':{}' was given", entry.name, argument);
  }
  return entry.make(argument);
}

}  // namespace mg

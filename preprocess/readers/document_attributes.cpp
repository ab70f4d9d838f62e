#include "preprocess/readers/document_attributes.hpp"

#include <fmt/ranges.h>
#include <strings.h>

#include <algorithm>

namespace mg {

namespace {

constexpr std::size_t most_named = 8;

[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

/// The names that `chosen` says, in quotes; of many the first few.
template <class Chosen>
std::string names_of(const std::map<std::string, DocumentAttribute, std::less<>>& attributes, Chosen&& chosen) {
  std::vector<std::string> names;
  for (const auto& [id, attribute] : attributes) {
    if (chosen(attribute)) names.push_back(quoted(attribute.name));
  }
  const std::size_t more = names.size() - std::min(names.size(), most_named);
  names.resize(names.size() - more);
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (more > 0) text += fmt::format(" and {} more", more);
  return text;
}

}  // namespace

int label_rank(std::string_view name) {
  if (equals_ignoring_case(name, "label")) return 3;
  return equals_ignoring_case(name, "name") ? 2 : 0;
}

DocumentAttribute* DocumentAttributes::declare(std::string_view id, std::string_view name) {
  const auto [at, is_new] = by_id_.try_emplace(std::string(id));
  if (!is_new) return nullptr;
  DocumentAttribute& attribute = at->second;
  attribute.name = name;
  attribute.weight_rank = weight_.rank(name);
  attribute.label_rank = label_rank(name);
  return &attribute;
}

DocumentAttribute& DocumentAttributes::find(std::string_view id) {
  if (last_ != nullptr && id == last_id_) return *last_;
  auto found = by_id_.find(id);
  if (found == by_id_.end()) {
    declare(id, id)->declared = false;
    found = by_id_.find(id);
  }
  last_id_ = found->first;
  last_ = &found->second;
  return *last_;
}

void DocumentAttributes::tell_of_edges(ListedGraph& graph) const {
  for (const auto& [id, attribute] : by_id_) {
    if (attribute.count > 0) graph.edge_attribute(attribute.name, attribute.count);
  }
}

void DocumentAttributes::describe_nodes(bool labels_wanted, std::vector<std::string>& decisions) const {
  const auto passed = [&](const DocumentAttribute& attribute) {
    return attribute.count > 0 && !(labels_wanted && attribute.label_rank > 0);
  };
  const std::string names = names_of(by_id_, passed);
  if (names.empty()) return;
  const bool labels = std::any_of(by_id_.begin(), by_id_.end(),
                                  [&](const auto& item) { return passed(item.second) && item.second.label_rank > 0; });
  decisions.push_back(fmt::format("node attributes passed over: {}{}", names,
                                  labels ? "; --names labels calls vertices by their labels" : ""));
}

void DocumentAttributes::describe_undeclared(std::string_view of, std::vector<std::string>& decisions) const {
  const std::string names = names_of(by_id_, [](const DocumentAttribute& attribute) { return !attribute.declared; });
  if (names.empty()) return;
  decisions.push_back(
      fmt::format("attributes of {} that the document does not declare: {}; they are called by their "
                  "ids",
                  of, names));
}

}  // namespace mg

// The elements that a format in XML knows, and those that are open while a document of it is read.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/xml_parser.hpp"

namespace mg {

template <class Element>
struct NamedElement {
  std::string_view name;
  Element element;
};

/// `Element` is an enumeration with `passed_over`, for elements that the format does not know.
template <class Element>
class OpenElements {
 public:
  /// `known`: the most frequent first.
  explicit OpenElements(std::span<const NamedElement<Element>> known) : known_(known) {}

  /// Opens the root element, whose prefix is that of the format's elements.
  void open_root(std::string_view name, Element element) {
    prefix_ = prefix_of(name);
    open(element);
  }
  void open(Element element) { open_.push_back(element); }
  /// Closes the innermost element, and returns what it was.
  Element close() {
    const Element element = open_.back();
    open_.pop_back();
    return element;
  }

  [[nodiscard]] bool empty() const { return open_.empty(); }
  [[nodiscard]] Element innermost() const { return open_.back(); }
  /// The element around the innermost one.
  [[nodiscard]] Element outer() const { return open_[open_.size() - 2]; }

  /// The element of that name, as it stands in the document.
  [[nodiscard]] Element called(std::string_view name) const {
    if (!name.starts_with(prefix_)) return Element::passed_over;
    name.remove_prefix(prefix_.size());
    for (const auto& [known, element] : known_) {
      if (name == known) return element;
    }
    return Element::passed_over;
  }
  /// Whether the name is one of the format's own, known or not.
  [[nodiscard]] bool is_own(std::string_view name) const { return prefix_of(name) == prefix_; }

  [[nodiscard]] bool stands_in(std::initializer_list<Element> parents) const {
    return std::find(parents.begin(), parents.end(), innermost()) != parents.end();
  }
  /// Refuses the element of that name, which is about to be opened, in any other than `parents`.
  void demand_parent(std::string_view name, std::initializer_list<Element> parents, const ListedGraph& graph) const {
    if (stands_in(parents)) return;
    std::string allowed;
    for (const auto& [known, element] : known_) {
      if (std::find(parents.begin(), parents.end(), element) == parents.end()) continue;
      allowed += fmt::format("{}<{}>", allowed.empty() ? "" : " or ", known);
    }
    graph.fail_here("<{}> stands in another element than {}", name, allowed);
  }

 private:
  std::span<const NamedElement<Element>> known_;
  std::string prefix_;  // with its colon
  std::vector<Element> open_;
};

}  // namespace mg

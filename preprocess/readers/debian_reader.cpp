// Package lists of Debian and its relatives (apt's Packages files, dpkg's status): an edge from a package to each
// package that it depends on.
#include <strings.h>

#include <vector>

#include "preprocess/readers/name_interner.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Calls f(part) for the trimmed parts of `text` between separators that are not empty.
template <class F>
void for_each_part(std::string_view text, char separator, F&& f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    if (!part.empty()) f(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// "libc6:any (>= 2.36) [amd64] <!nocheck>" -> "libc6".
std::string_view package_name(std::string_view relation) {
  return relation.substr(0, relation.find_first_of(" \t(:[<"));
}

/// Gathers stanzas; which package a dependency means is known only after the last one.
class PackageGraph {
 public:
  /// One stanza: the package, and the values of the fields that count.
  struct Stanza {
    bool empty = true;
    std::string package, provides, depends, pre_depends;
  };

  void add(const Stanza& stanza) {
    const VertexId known = packages_.size();
    const VertexId package = packages_.intern(stanza.package);
    if (package != known) {
      ++repeated_;
      return;
    }
    for_each_part(stanza.provides, ',', [&](std::string_view relation) {
      const VertexId word = words_.intern(package_name(relation));
      if (word == first_provider_.size()) first_provider_.push_back(no_vertex);
      if (first_provider_[word] == no_vertex) first_provider_[word] = package;
    });
    for (const std::string* field : {&stanza.pre_depends, &stanza.depends}) {
      for_each_part(*field, ',', [&](std::string_view group) {
        for_each_part(group, '|', [&](std::string_view relation) {
          const VertexId word = words_.intern(package_name(relation));
          if (word == first_provider_.size()) first_provider_.push_back(no_vertex);
          alternatives_.push_back(word);
        });
        groups_.push_back({package, alternatives_.size()});
      });
    }
  }

  EdgeList finish() {
    std::vector<Edge> edges;
    std::uint64_t virtual_packages = 0;
    std::uint64_t unresolved = 0;
    std::size_t next = 0;
    for (const Group& group : groups_) {
      VertexId target = no_vertex;
      for (; next < group.alternatives_end; ++next) {
        if (target != no_vertex) continue;
        const auto real = packages_.find(words_.name(alternatives_[next]));
        target = real ? *real : first_provider_[alternatives_[next]];
        virtual_packages += !real && target != no_vertex;
      }
      if (target != no_vertex) {
        edges.push_back({group.package, target});
      } else {
        ++unresolved;
      }
    }
    EdgeList list;
    list.edges = Array<Edge>::copy_of(edges);
    list.names = packages_.take();
    list.directed = list.direction_declared = true;
    list.format = "debian";
    list.decisions = {
        fmt::format("packages: {}, edges from each to those that it depends on (Pre-Depends, Depends)",
                    list.names.size()),
        fmt::format(
            "alternatives: the first that is listed counts; {} dependencies on virtual packages go to their first "
            "provider",
            virtual_packages),
        fmt::format("unresolved: {} dependencies on packages that are not listed are left out", unresolved)};
    if (repeated_ != 0) {
      list.decisions.push_back(fmt::format("repeated packages: {}, the first of each counts", repeated_));
    }
    return list;
  }

 private:
  struct Group {
    VertexId package;
    std::size_t alternatives_end;
  };

  NameInterner packages_;
  NameInterner words_;                    // names in relations, real and virtual
  std::vector<VertexId> first_provider_;  // by word
  std::vector<Group> groups_;
  std::vector<VertexId> alternatives_;  // words, group after group
  std::uint64_t repeated_ = 0;
};

/// Reads one list stanza by stanza.
class StanzaReader {
 public:
  StanzaReader(TextSource& source, PackageGraph& graph) : source_(source), graph_(graph) {}

  void read() {
    while (const auto line = source_.next_line()) {
      if (trimmed(*line).empty()) {
        finish_stanza(*line);
      } else if (line->front() == ' ' || line->front() == '\t') {
        if (stanza_.empty) fail_to_start(*line);
        if (field_ != nullptr) field_->append(*line);
      } else if (line->front() != '#') {
        start_field(*line);
      }
    }
    finish_stanza({});
  }

 private:
  void start_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) fail_to_start(line);
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    stanza_.empty = false;
    field_ = field_named(name);
    if (field_ == nullptr) return;
    if (field_ == &stanza_.package && !field_->empty()) {
      source_.fail_in_line(line.data(), "expected a blank line between stanzas, found {} in that of package {}",
                           quoted(line), quoted(*field_));
    }
    *field_ = value;
    constexpr std::string_view not_in_names(" \t\0", 3);
    if (field_ == &stanza_.package && (value.empty() || value.find_first_of(not_in_names) != std::string_view::npos)) {
      source_.fail_in_line(line.data(), "expected the name of a package, found {}", quoted(value));
    }
  }

  [[noreturn]] void fail_to_start(std::string_view line) const {
    source_.fail_in_line(line.data(), "expected a field of a package list, \"Field: value\", found {}", quoted(line));
  }

  std::string* field_named(std::string_view name) {
    const auto is = [&](std::string_view other) {
      return name.size() == other.size() && ::strncasecmp(name.data(), other.data(), name.size()) == 0;
    };
    if (is("Package")) return &stanza_.package;
    if (is("Provides")) return &stanza_.provides;
    if (is("Depends")) return &stanza_.depends;
    if (is("Pre-Depends")) return &stanza_.pre_depends;
    return nullptr;
  }

  void finish_stanza(std::string_view line) {
    if (stanza_.empty) return;
    if (stanza_.package.empty()) {
      source_.fail_at_position({source_.line_number(), 1},
                               fmt::format("expected a field \"Package: NAME\" in the stanza that ends here{}",
                                           line.data() == nullptr ? " with the file" : ""));
    }
    graph_.add(stanza_);
    stanza_ = {};
    field_ = nullptr;
  }

  TextSource& source_;
  PackageGraph& graph_;
  PackageGraph::Stanza stanza_;
  std::string* field_ = nullptr;  // the one that continuation lines go to
};

}  // namespace

EdgeList read_debian(std::span<Input> lists, const ReadOptions& options, Progress& progress) {
  PackageGraph graph;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    TextSource source(lists[i], options.block_size);
    StanzaReader(source, graph).read();
    progress.report("reading", i + 1, lists.size());
  }
  return graph.finish();
}

}  // namespace mg

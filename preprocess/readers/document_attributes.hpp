// Attributes that an XML document declares for its nodes and edges, and refers to by ids.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/readers/listed_graph.hpp"

namespace mg {

struct DocumentAttribute {
  std::string name;
  int weight_rank = 0;  ///< WeightAttribute::rank() of the name
  int label_rank = 0;   ///< of several labels of a node the highest counts; 0: it is none
  bool declared = true;
  std::uint64_t count = 0;  ///< how many nodes or edges have it
};

/// Which attribute of a node is its label: "label" before "name", in large letters or small ones. 0: neither.
[[nodiscard]] int label_rank(std::string_view name);

/// The attributes of nodes, or those of edges.
class DocumentAttributes {
 public:
  explicit DocumentAttributes(const WeightAttribute& weight) : weight_(weight) {}

  /// Declares an attribute; null where one of that id is there, or was used without a declaration.
  DocumentAttribute* declare(std::string_view id, std::string_view name);
  /// The attribute of that id. One that is not declared is called by its id.
  DocumentAttribute& find(std::string_view id);

  /// Tells `graph` what edges have.
  void tell_of_edges(ListedGraph& graph) const;
  /// Says what of nodes was passed over.
  void describe_nodes(bool labels_wanted, std::vector<std::string>& decisions) const;
  /// Says what was used and not declared.
  void describe_undeclared(std::string_view of, std::vector<std::string>& decisions) const;

 private:
  const WeightAttribute& weight_;
  std::map<std::string, DocumentAttribute, std::less<>> by_id_;
  std::string_view last_id_;
  DocumentAttribute* last_ = nullptr;  // edge after edge asks for the same one
};

/// The best of the values that could be the weight of the edge, or the label of the node, that is being read.
class BestValue {
 public:
  void clear() { rank_ = 0; }
  /// Takes the value unless one of a higher rank is there. False where another of the same rank is, which stays.
  [[nodiscard]] bool offer(int rank, std::string_view text) {
    if (rank < rank_ || rank == 0) return true;
    if (rank == rank_) return text == text_;
    rank_ = rank;
    text_ = text;
    return true;
  }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  int rank_ = 0;
  std::string text_;
};

}  // namespace mg

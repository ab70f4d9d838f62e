// Items in the order in which a serial peeling takes them: by what they have left, which sinks while others go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mg {

/// Items sorted by a count each, a bin a count. Taking one from a count moves the item one bin down, which is an
/// exchange with the first of its bin. O(1) each, by counting sort (Batagelj and Zaversnik, "An O(m) algorithm for
/// cores decomposition of networks", 2003).
class PeelingOrder {
 public:
  explicit PeelingOrder(std::vector<std::uint32_t> left)
      : left_(std::move(left)), order_(left_.size()), position_(left_.size()) {
    std::uint32_t most = 0;
    for (const std::uint32_t count : left_) most = count > most ? count : most;
    first_.resize(most + std::size_t{2});
    for (const std::uint32_t count : left_) ++first_[count + std::size_t{1}];
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    std::vector<std::size_t> next(first_);
    for (std::size_t item = 0; item < left_.size(); ++item) {
      position_[item] = next[left_[item]]++;
      order_[position_[item]] = item;
    }
  }

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  /// Final once all before it have gone.
  [[nodiscard]] std::size_t at(std::size_t position) const { return order_[position]; }
  [[nodiscard]] std::uint32_t left(std::size_t item) const { return left_[item]; }
  void take_one(std::size_t item) {
    const std::size_t first = first_[left_[item]]++;
    const std::size_t other = order_[first];
    std::swap(order_[position_[item]], order_[first]);
    std::swap(position_[item], position_[other]);
    --left_[item];
  }

 private:
  std::vector<std::uint32_t> left_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> position_;  ///< in the order
  std::vector<std::size_t> first_;     ///< position of the first with so many left, that has not gone
};

}  // namespace mg

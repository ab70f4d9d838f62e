// State that some threads read while others write it, as an algorithm's functions see it. How that is done, on a CPU or
// a GPU, is said here and nowhere else.
#pragma once

#include <cstdint>

#include "engine/combine.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// An array of which any thread may read and write any element at any time: what is read is some value that was written
/// there, the newest or one from a while ago, and nothing is said of the order of writes. Elements have 4 or 8 bytes.
template <class T>
class Shared {
 public:
  Shared(T* elements) : elements_(elements) {}

  /// What stands for an element: reads it as a T, and writes it when a T is assigned.
  class Element {
   public:
    explicit Element(T& element) : element_(element) {}
    operator T() const { return stale_load(element_); }
    const Element& operator=(T value) const {
      relaxed_store(element_, value);
      return *this;
    }
    /// Replaces `expected` by `desired`, as one access; otherwise false, and `expected` becomes what was there.
    [[nodiscard]] bool replace(T& expected, T desired) const { return compare_exchange(element_, expected, desired); }
    /// Adds to what is there, whole numbers or not, as one access; returns what was there.
    T add(T value) const { return atomic_add(element_, value); }
    /// Sets bits of a whole number.
    void set_bits(T bits) const { mg::set_bits(element_, bits); }
    /// Replaces what is there by a smaller value.
    void lower_to(T value) const { static_cast<void>(combine_atomic<Min>(element_, value)); }
    /// Replaces what is there by a larger value.
    void raise_to(T value) const { static_cast<void>(combine_atomic<Max>(element_, value)); }

   private:
    T& element_;
  };

  [[nodiscard]] Element operator[](std::uint64_t i) const { return Element(elements_[i]); }

 private:
  T* elements_;
};

/// A word that is 0 until any thread raises it.
class Flag {
 public:
  Flag(std::uint32_t* word) : word_(word) {}
  void raise() const { relaxed_store(*word_, std::uint32_t{1}); }
  void lower() const { relaxed_store(*word_, std::uint32_t{0}); }
  /// For loads and stores between operators.
  [[nodiscard]] std::uint32_t* word() const { return word_; }

 private:
  std::uint32_t* word_;
};

}  // namespace mg

// The keys of a schedule by name, and sets of them.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace mg {

/// In the order of Schedule's members.
enum class ScheduleKey : std::uint8_t {
  direction,
  alpha,
  beta,
  balance,
  layout,
  block,
  heavy,
  frontier,
  creation,
  dedup,
  aggregate,
  driver,
  cta,
  delta,
};

class KeySet {
 public:
  constexpr KeySet() = default;
  constexpr KeySet(std::initializer_list<ScheduleKey> keys) {
    for (const ScheduleKey key : keys) bits_ |= bit(key);
  }
  [[nodiscard]] static constexpr KeySet all() { return KeySet((bit(ScheduleKey::delta) << 1) - 1); }

  [[nodiscard]] constexpr bool has(ScheduleKey key) const { return (bits_ & bit(key)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  /// The first of a set that is not empty.
  [[nodiscard]] constexpr ScheduleKey first() const { return static_cast<ScheduleKey>(std::countr_zero(bits_)); }

  constexpr KeySet& operator|=(KeySet other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr KeySet operator|(KeySet a, KeySet b) { return a |= b; }
  /// Those of `a` that are not in `b`.
  friend constexpr KeySet operator-(KeySet a, KeySet b) { return KeySet(a.bits_ & ~b.bits_); }
  friend constexpr bool operator==(KeySet, KeySet) = default;

 private:
  constexpr explicit KeySet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(ScheduleKey key) { return std::uint32_t{1} << static_cast<unsigned>(key); }

  std::uint32_t bits_ = 0;
};

/// Which keys of a schedule, and of the second one where there are two.
struct KeyUse {
  KeySet first;
  KeySet second;

  [[nodiscard]] static constexpr KeyUse all() { return {KeySet::all(), KeySet::all()}; }
  friend constexpr bool operator==(const KeyUse&, const KeyUse&) = default;
};

}  // namespace mg

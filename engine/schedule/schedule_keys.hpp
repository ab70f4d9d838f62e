// The keys of a schedule by name, and sets of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

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

/// Which keys of each part of a schedule.
class KeyUse {
 public:
  KeyUse() = default;
  /// Of the first parts; none of those behind them.
  KeyUse(std::initializer_list<KeySet> parts) : parts_(parts) {}
  explicit KeyUse(std::vector<KeySet> parts) : parts_(std::move(parts)) {}
  /// All keys of all parts.
  [[nodiscard]] static KeyUse all() {
    KeyUse use;
    use.beyond_ = KeySet::all();
    return use;
  }

  [[nodiscard]] KeySet of(std::size_t part) const { return part < parts_.size() ? parts_[part] : beyond_; }
  void add(std::size_t part, KeySet keys) {
    if (part >= parts_.size()) parts_.resize(part + 1, beyond_);
    parts_[part] |= keys;
  }
  void remove(std::size_t part, KeySet keys) {
    add(part, {});
    parts_[part] = parts_[part] - keys;
  }
  [[nodiscard]] bool empty() const { return *this == KeyUse(); }

  friend bool operator==(const KeyUse& a, const KeyUse& b) {
    for (std::size_t part = 0; part < a.parts_.size() || part < b.parts_.size(); ++part) {
      if (a.of(part) != b.of(part)) return false;
    }
    return a.beyond_ == b.beyond_;
  }

 private:
  std::vector<KeySet> parts_;
  KeySet beyond_;
};

}  // namespace mg

// What holds in the standard library of every compiler, asserted: compiled with the host's and with the one that
// kernels are compiled with.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <climits>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace mg::probe {

struct Empty {};
struct Base {
  int member;
};
struct Derived : Base {};
struct FromInt {
  explicit FromInt(int) {}
};
struct Lifetime {
  Lifetime() {}
  Lifetime(const Lifetime&) {}
  ~Lifetime() {}
};
enum class Color : unsigned char { red };
enum Plain { plain };
using Function = int(float);

static_assert(sizeof(std::size_t) == 8 && std::is_same_v<std::size_t, std::uint64_t>);
static_assert(std::is_same_v<std::uint32_t, unsigned int> && std::is_same_v<std::int8_t, signed char>);
static_assert(std::is_same_v<std::uint64_t, unsigned long> && std::is_same_v<std::ptrdiff_t, long>);

static_assert(std::is_integral_v<const bool> && std::is_integral_v<char> && !std::is_integral_v<float>);
static_assert(std::is_integral_v<long long> && !std::is_integral_v<Color> && !std::is_integral_v<int&>);
static_assert(std::is_floating_point_v<const double> && !std::is_floating_point_v<int>);
static_assert(std::is_arithmetic_v<float> && std::is_fundamental_v<void> && !std::is_arithmetic_v<int*>);
static_assert(std::is_signed_v<int> && std::is_signed_v<float> && !std::is_signed_v<bool> && !std::is_signed_v<Empty>);
static_assert(std::is_unsigned_v<bool> && std::is_unsigned_v<unsigned char> && !std::is_unsigned_v<Color>);
static_assert(std::is_pointer_v<int*> && std::is_pointer_v<void* const> && std::is_pointer_v<Function*>);
static_assert(!std::is_pointer_v<int> && !std::is_pointer_v<int*&> && !std::is_pointer_v<std::nullptr_t>);
static_assert(std::is_pointer_v<const int* volatile> && !std::is_pointer_v<int[3]> && !std::is_pointer_v<int Base::*>);
static_assert(std::is_reference_v<int&&> && std::is_lvalue_reference_v<int&> && !std::is_rvalue_reference_v<int&>);
static_assert(std::is_function_v<Function> && !std::is_function_v<Function*> && !std::is_function_v<int&>);
static_assert(std::is_array_v<int[2]> && std::is_array_v<int[]> && !std::is_array_v<int*>);
static_assert(std::is_enum_v<Color> && std::is_enum_v<Plain> && !std::is_enum_v<int>);
static_assert(std::is_class_v<Empty> && !std::is_class_v<Color> && std::is_empty_v<Empty> && !std::is_empty_v<Base>);
static_assert(std::is_const_v<const int> && !std::is_const_v<const int&> && !std::is_const_v<const int*>);
static_assert(std::is_scalar_v<Color> && std::is_scalar_v<int Base::*> && !std::is_scalar_v<Base>);
static_assert(std::is_object_v<Base> && !std::is_object_v<int&> && !std::is_object_v<void>);
static_assert(std::is_trivially_copyable_v<Base> && !std::is_trivially_copyable_v<Lifetime>);
static_assert(std::is_trivially_destructible_v<Base> && !std::is_trivially_destructible_v<Lifetime>);
static_assert(std::is_standard_layout_v<Base> && std::is_aggregate_v<Base> && !std::is_aggregate_v<FromInt>);
static_assert(std::is_base_of_v<Base, Derived> && !std::is_base_of_v<Derived, Base>);
static_assert(std::is_convertible_v<int, double> && !std::is_convertible_v<int, FromInt>);
static_assert(std::is_convertible_v<Derived*, Base*> && !std::is_convertible_v<Base*, Derived*>);
static_assert(std::is_constructible_v<FromInt, int> && !std::is_constructible_v<FromInt>);
static_assert(std::is_default_constructible_v<Base> && std::is_copy_constructible_v<Lifetime>);
static_assert(std::is_trivially_default_constructible_v<Base> && !std::is_trivially_default_constructible_v<Lifetime>);
static_assert(std::is_assignable_v<int&, int> && !std::is_assignable_v<int, int>);
static_assert(std::is_invocable_v<Function*, int> && !std::is_invocable_v<Function*, Base>);
static_assert(std::is_invocable_r_v<double, Function*, float> && !std::is_invocable_r_v<Base, Function*, float>);
static_assert(std::is_invocable_r_v<void, Function*, float>);

static_assert(std::is_same_v<std::remove_cvref_t<const volatile int&>, int>);
static_assert(std::is_same_v<std::remove_cv_t<const int*>, const int*>);
static_assert(std::is_same_v<std::remove_pointer_t<int* const>, int>);
static_assert(std::is_same_v<std::remove_extent_t<int[2][3]>, int[3]>);
static_assert(std::is_same_v<std::remove_all_extents_t<int[2][3]>, int>);
static_assert(std::is_same_v<std::add_lvalue_reference_t<int&&>, int&>);
static_assert(std::is_same_v<std::add_lvalue_reference_t<void>, void>);
static_assert(std::is_same_v<std::add_pointer_t<int&>, int*>);
static_assert(std::is_same_v<std::conditional_t<true, int, float>, int>);
static_assert(std::is_same_v<std::decay_t<const int&>, int> && std::is_same_v<std::decay_t<int[3]>, int*>);
static_assert(std::is_same_v<std::decay_t<Function>, Function*> &&
              std::is_same_v<std::decay_t<const int[3]>, const int*>);
static_assert(std::is_same_v<std::underlying_type_t<Color>, unsigned char>);
static_assert(std::is_same_v<std::make_unsigned_t<int>, unsigned> &&
              std::is_same_v<std::make_signed_t<unsigned char>, signed char>);
static_assert(std::is_same_v<std::make_unsigned_t<long long>, unsigned long long>);
static_assert(std::is_same_v<std::make_unsigned_t<long>, unsigned long>);
static_assert(std::is_same_v<std::common_type_t<int, float>, float> &&
              std::is_same_v<std::common_type_t<char, short, long>, long>);
static_assert(std::is_same_v<std::common_type_t<const int&>, int>);
static_assert(std::is_same_v<std::invoke_result_t<Function*, float>, int>);
static_assert(std::is_same_v<std::invoke_result_t<std::plus<>, int, double>, double>);
static_assert(std::conjunction_v<std::true_type, std::is_same<int, int>> && std::negation_v<std::false_type>);
static_assert(std::disjunction_v<std::false_type, std::is_integral<int>> && std::extent_v<int[7]> == 7);

static_assert(std::same_as<int, int> && !std::same_as<int, const int> && std::convertible_to<int, long>);
static_assert(std::derived_from<Derived, Base> && !std::derived_from<Base, Derived>);
static_assert(std::integral<int> && std::unsigned_integral<std::uint8_t> && std::signed_integral<std::int64_t>);
static_assert(std::floating_point<float> && !std::floating_point<int> && std::destructible<Lifetime>);
static_assert(std::copyable<Base> && std::default_initializable<Base> && !std::default_initializable<FromInt>);
static_assert(std::equality_comparable<int> && !std::equality_comparable<Base> && std::totally_ordered<float>);
static_assert(std::regular<int> && std::movable<Base> && std::assignable_from<int&, int> && std::swappable<int>);
static_assert(std::invocable<Function*, int> && std::predicate<std::less<>, int, int>);
static_assert(std::constructible_from<FromInt, int> && !std::constructible_from<FromInt, Base>);

static_assert(std::numeric_limits<std::int32_t>::max() == 2147483647 &&
              std::numeric_limits<std::int32_t>::min() == INT_MIN);
static_assert(std::numeric_limits<std::int32_t>::lowest() == INT32_MIN &&
              std::numeric_limits<std::uint32_t>::max() == UINT32_MAX);
static_assert(std::numeric_limits<std::int64_t>::max() == INT64_MAX &&
              std::numeric_limits<std::int64_t>::min() == INT64_MIN);
static_assert(std::numeric_limits<std::uint64_t>::max() == UINT64_MAX &&
              std::numeric_limits<std::uint8_t>::max() == 255);
static_assert(std::numeric_limits<std::int8_t>::min() == -128 && std::numeric_limits<bool>::max());
static_assert(std::numeric_limits<std::int32_t>::digits == 31 && std::numeric_limits<std::uint64_t>::digits == 64);
static_assert(std::numeric_limits<bool>::digits == 1 && std::numeric_limits<std::uint64_t>::digits10 == 19);
static_assert(std::numeric_limits<std::int32_t>::digits10 == 9 && std::numeric_limits<std::uint8_t>::digits10 == 2);
static_assert(std::numeric_limits<float>::max() == FLT_MAX && std::numeric_limits<double>::max() == DBL_MAX);
static_assert(std::numeric_limits<float>::min() == FLT_MIN && std::numeric_limits<double>::min() == DBL_MIN);
static_assert(std::numeric_limits<float>::epsilon() == FLT_EPSILON &&
              std::numeric_limits<double>::epsilon() == DBL_EPSILON);
static_assert(std::numeric_limits<double>::lowest() == -DBL_MAX && std::numeric_limits<double>::digits == 53);
static_assert(std::numeric_limits<float>::infinity() > FLT_MAX && -std::numeric_limits<double>::infinity() < -DBL_MAX);
static_assert(std::numeric_limits<float>::quiet_NaN() != std::numeric_limits<float>::quiet_NaN());
static_assert(std::numeric_limits<float>::denorm_min() > 0 && std::numeric_limits<double>::denorm_min() > 0);
static_assert(std::numeric_limits<float>::has_infinity && !std::numeric_limits<int>::has_infinity);
static_assert(std::numeric_limits<int>::is_integer && !std::numeric_limits<Base>::is_specialized);

static_assert(std::min(3, 2) == 2 && std::max(3, 2) == 3 && std::clamp(7, 1, 5) == 5 && std::clamp(0, 1, 5) == 1);
static_assert(std::min({4, 2, 3}) == 2 && std::max({4, 2, 3}) == 4 && std::min(1, 2, std::greater<>{}) == 2);
static_assert(std::popcount(0xF0F0U) == 8 && std::popcount(std::uint64_t{1} << 63) == 1 &&
              std::popcount(std::uint8_t{255}) == 8);
static_assert(std::countl_zero(1U) == 31 && std::countl_zero(0U) == 32 && std::countl_zero(std::uint64_t{1}) == 63);
static_assert(std::countl_zero(std::uint8_t{1}) == 7 && std::countl_zero(std::uint16_t{0}) == 16);
static_assert(std::countr_zero(8U) == 3 && std::countr_zero(0U) == 32 && std::countr_zero(std::uint64_t{0}) == 64);
static_assert(std::countr_zero(std::uint8_t{0}) == 8 && std::countr_one(7U) == 3 && std::countl_one(~0U) == 32);
static_assert(std::bit_width(0U) == 0 && std::bit_width(255U) == 8 && std::bit_ceil(5U) == 8 &&
              std::bit_floor(5U) == 4);
static_assert(std::bit_ceil(0U) == 1 && std::bit_floor(0U) == 0 && std::has_single_bit(64U) &&
              !std::has_single_bit(0U));
static_assert(std::rotl(0x80000001U, 1) == 3 && std::rotr(3U, 1) == 0x80000001U && std::rotl(5U, 32) == 5);
static_assert(std::rotl(1U, -1) == 0x80000000U);
static_assert(std::bit_cast<std::uint32_t>(1.0F) == 0x3F800000U && std::bit_cast<double>(std::uint64_t{0}) == 0);

constexpr int sum_of(std::span<const int> values) {
  int sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

constexpr bool containers_work() {
  std::array<int, 4> values{1, 2, 3, 4};
  std::swap(values[0], values[3]);
  if (values.front() != 4 || values.back() != 1 || values.size() != 4) return false;
  if (sum_of(values) != 10 || std::accumulate(values.begin(), values.end(), 0) != 10) return false;
  if (std::span<const int>(values).subspan(1, 2).front() != 2) return false;
  std::iota(values.begin(), values.end(), 10);
  const auto at = std::lower_bound(values.begin(), values.end(), 12) - values.begin();
  if (at != 2 || std::upper_bound(values.begin(), values.end(), 12) - values.begin() != 3) return false;
  if (!std::binary_search(values.begin(), values.end(), 13)) return false;
  std::optional<int> maybe;
  if (maybe.has_value() || maybe.value_or(3) != 3) return false;
  maybe = 5;
  if (!maybe || *maybe != 5) return false;
  const auto pair = std::make_pair(1, 2.5);
  if (pair.first != 1 || pair.second != 2.5 || !(pair == std::pair<int, double>{1, 2.5})) return false;
  int moved = 4;
  // NOLINTNEXTLINE(performance-move-const-arg): that there is one is what matters
  if (std::exchange(moved, 7) != 4 || std::move(moved) != 7) return false;
  if (std::cmp_less(-1, 1U) != true || std::cmp_equal(-1, ~0U)) return false;
  return std::gcd(12, 18) == 6 && std::index_sequence_for<int, int>::size() == 2;
}
static_assert(containers_work());

/// Kept from being compiled away by whoever calls it; the functions of <cmath> are no constant expressions.
inline float uses_cmath(float x, double y) {
  const bool odd = std::isnan(x) || std::isinf(y) || !std::isfinite(x) || std::signbit(y);
  const float sum = std::sqrt(x) + std::abs(x) + std::fabs(x) + std::fmin(x, 1.0F) + std::pow(x, 2.0F) + std::floor(x);
  return sum + static_cast<float>(std::exp(y) + std::log2(y) + std::fma(y, y, y)) + (odd ? INFINITY : 0.0F);
}

#ifdef MG_DEVICE_CODE
struct UseAll {
  struct Arguments {
    float* out;
  };
  using Function = Empty;
  static constexpr unsigned threads = 32;
  static void run(const Arguments& arguments, Function) {
    const float x = uses_cmath(arguments.out[0], arguments.out[1]);
    const auto bits = std::bit_cast<std::uint32_t>(x);
    arguments.out[2] = x + static_cast<float>(std::popcount(bits) + std::countl_zero(std::uint16_t(bits)) +
                                              std::countr_zero(std::uint8_t(bits)));
    std::memcpy(arguments.out + 3, arguments.out, 4);
  }
};
#endif

}  // namespace mg::probe

// What every kernel for the emulated GPU begins with, precompiled, since parsing it takes longer than all the rest:
// what CUDA C++ gives a kernel without being asked, and most of the standard library that carried headers ask for. Who
// forgets to ask is found by NVRTC, which compiles headers for both sides with nothing before them (specialise_test).
#pragma once

#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "simt.hpp"

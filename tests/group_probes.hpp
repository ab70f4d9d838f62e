// An algorithm that groups arcs by keys of several kinds and digests all groups, so that none can be wrong unseen.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::probe {

/// What keys there are.
enum class Keys : std::uint32_t {
  one,
  few,
  own,       ///< all different, the largest number among them
  colliding  ///< a few hundred that one cell of a table is the first for
};

inline std::uint32_t key_of(Keys keys, VertexId u) {
  constexpr std::uint32_t of_first_cell = 0x144cbc89;  // what the factor that hashes makes 1 of
  switch (keys) {
    case Keys::one: return 7;
    case Keys::few: return u % 100;
    case Keys::own: return 500 - u;
    case Keys::colliding: break;
  }
  const std::uint32_t mixed = u % 300 * of_first_cell;
  return mixed ^ mixed >> 15 ^ mixed >> 30;  // mixes upper bits into lower ones as tables do, which undoes it
}

/// A key that is there once, if at all.
inline std::uint32_t rare_key(Keys keys) { return keys == Keys::own ? 0xffffffffU : 7; }

/// For each vertex a sum over its groups, to which each adds as its key and its sum, in eighths, say together.
template <class W>
struct DigestGroups {
  using Combine = Sum;
  using Weight = W;
  Keys keys;
  std::uint64_t* digests;

  [[nodiscard]] std::uint32_t key(VertexId u) const { return key_of(keys, u); }
  template <class Total>
  [[nodiscard]] std::uint64_t value(VertexId v, std::uint32_t key, Total sum) {
    return digest_of(v, key, static_cast<double>(sum));
  }
  void update(VertexId v, std::uint64_t digest) { digests[v] = digest; }

  [[nodiscard]] static std::uint64_t digest_of(VertexId v, std::uint32_t key, double sum) {
    std::uint64_t bits = (static_cast<std::uint64_t>(8 * sum) + (std::uint64_t{key} << 29)) * 0x9e3779b97f4a7c15U + v;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93U;
    return bits ^ bits >> 32;
  }
};
/// What a value writes of its receiver is there when the receiver is told.
struct NoteFirst {
  using Combine = Min;
  Keys keys;
  std::uint32_t* noted;
  std::uint32_t* told;

  [[nodiscard]] std::uint32_t key(VertexId u) const { return key_of(keys, u); }
  [[nodiscard]] std::uint32_t value(VertexId v, std::uint32_t key, std::uint64_t) {
    if (key == rare_key(keys)) noted[v] = key;
    return key;
  }
  void update(VertexId v, std::uint32_t smallest) { told[v] = noted[v] ^ smallest; }
};

struct ForgetDigests {
  std::uint64_t* digests;
  std::uint32_t* noted;
  std::uint32_t* told;
  void operator()(VertexId v) const {
    digests[v] = 0;
    noted[v] = told[v] = 0;
  }
};
struct IsEven {
  bool operator()(VertexId v) const { return v % 2 == 0; }
};

}  // namespace mg::probe

#ifndef MG_DEVICE_CODE

#include <string>
#include <utility>

namespace mg::probe {

class DigestKeys {
 public:
  static AlgorithmInfo info() {
    using Type = ParameterSpec::Type;
    return {.name = "digest-keys",
            .summary = "digests groups of arcs",
            .weights = WeightUse::optional,
            .parameters = {{.name = "keys",
                            .type = Type::choice,
                            .fallback = "few",
                            .help = "which there are",
                            .choices = {"one", "few", "own", "colliding"}},
                           {.name = "both", .type = Type::flag, .fallback = "false", .help = "sides"},
                           {.name = "even", .type = Type::flag, .fallback = "false", .help = "receivers alone"}},
            .state_bytes_per_vertex = sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t)};
  }

  DigestKeys(const Graph& graph, const Parameters& parameters)
      : weights_(graph.weight_type()),
        keys_(keys_named(parameters.text("keys"))),
        both_(parameters.flag("both")),
        even_(parameters.flag("even")),
        digests_(graph.num_vertices()),
        noted_(graph.num_vertices()),
        told_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    const ForgetDigests to{digests_.on(loop), noted_.on(loop), told_.on(loop)};
    loop.vertex_map(to);
    switch (weights_) {
      case WeightType::none: group(loop, DigestGroups<NoWeight>{keys_, to.digests}); break;
      case WeightType::u32: group(loop, DigestGroups<std::uint32_t>{keys_, to.digests}); break;
      case WeightType::f32: group(loop, DigestGroups<float>{keys_, to.digests}); break;
    }
    group(loop, NoteFirst{keys_, to.noted, to.told});
  }

  [[nodiscard]] Results results() const { return {{"digest", digests_}, {"told", told_}}; }

  [[nodiscard]] static Keys keys_named(const std::string& name) {
    return name == "one" ? Keys::one : name == "few" ? Keys::few : name == "own" ? Keys::own : Keys::colliding;
  }

 private:
  template <class L, class F>
  void group(L& loop, const F& f) const {
    if (!even_) return loop.edge_group(f, both_);
    typename L::Frontier receivers = loop.filter(IsEven{});
    loop.edge_group(f, both_, receivers);
    loop.recycle(std::move(receivers));
  }

  WeightType weights_;
  Keys keys_;
  bool both_;
  bool even_;
  State<std::uint64_t> digests_;
  State<std::uint32_t> noted_;
  State<std::uint32_t> told_;
};

}  // namespace mg::probe

#endif  // MG_DEVICE_CODE

#include "engine/graph/hub_rows.hpp"

#include <algorithm>

#include "engine/cpu/parallel.hpp"

namespace mg {

namespace {

constexpr std::size_t chunk = 256;
/// Of the arcs, one in so many must lead to a hub from a row that has bits: others pay for asking each row whether it
/// has any. On a uniform graph of scale 20, where next to none does, that takes half as long again.
constexpr EdgeId least_share = 16;

/// Words for the hubs below v, if its row lists so many that they pay: comparing two words is as fast as looking up an
/// entry, or faster, and takes 16 bytes at most in place of 4.
std::uint32_t words_that_pay(VertexId v, std::size_t listed) {
  const std::size_t words = Bitmap::words_for(std::min(v, HubBits::num_hubs));
  return listed > words / 2 ? static_cast<std::uint32_t>(words) : 0;
}

}  // namespace

HubBits hubs_as_bits(Adjacency& arcs, int threads) {
  HubBits bits;
  bits.rows = Array<HubBits::Row>::uninitialized(arcs.num_rows());
  parallel_chunks(arcs.num_rows(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      VertexId* const first = arcs.neighbors.data() + arcs.offsets[v];
      const auto hubs = static_cast<std::size_t>(
          std::partition(first, first + arcs.degree(v), [](VertexId w) { return w < HubBits::num_hubs; }) - first);
      const std::uint32_t words = words_that_pay(v, hubs);
      bits.rows[v] = {0, words, words == 0 ? 0 : static_cast<std::uint32_t>(hubs)};
    }
  });
  // A word an arc, which is twice what arcs take. Rows of the smallest ranks come first, which most others name.
  const std::uint64_t most_words = arcs.num_edges();
  std::uint64_t place = 0;
  EdgeId entries = 0;
  for (HubBits::Row& row : bits.rows) {
    if (place + row.words > most_words) row.words = row.hubs = 0;
    row.place = place;
    place += row.words;
    entries += row.hubs;
  }
  if (entries < arcs.num_edges() / least_share) return {};
  bits.words = Array<Bitmap::Word>::uninitialized(place);
  parallel_chunks(arcs.num_rows(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      const HubBits::Row& row = bits.rows[v];
      Bitmap::Word* const words = bits.words.data() + row.place;
      std::fill_n(words, row.words, Bitmap::Word{0});
      for (const VertexId w : arcs.row(v).first(row.hubs)) {
        words[w / Bitmap::bits_per_word] |= Bitmap::Word{1} << (w % Bitmap::bits_per_word);
      }
    }
  });
  return bits;
}

}  // namespace mg

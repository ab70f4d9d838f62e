#include "engine/sources.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <random>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

constexpr std::string_view random_prefix = "random:";

/// Looking at every name for similar ones is worth it only while nobody notices the time.
constexpr std::size_t max_bytes_searched = std::size_t{1} << 24;

std::string nearest_names(const VertexNames& names, std::string_view wanted) {
  constexpr std::size_t shown = 3;
  if (names.bytes().size() > max_bytes_searched || wanted.size() > 100) return "its vertex names are texts";
  std::vector<std::pair<std::size_t, VertexId>> ranked(names.size());
  std::string name;
  for (VertexId v = 0; v < names.size(); ++v) {
    name.clear();
    names.append_name(v, name);
    ranked[v] = {edit_distance(wanted, name), v};
  }
  const std::size_t count = std::min(shown, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < count; ++i) nearest.push_back(fmt::format("'{}'", names.name(ranked[i].second)));
  return fmt::format("the nearest names are {}", fmt::join(nearest, ", "));
}

std::string describe_names(const VertexNames& names, std::string_view wanted) {
  switch (names.kind()) {
    case VertexNames::Kind::counted:
      return fmt::format("its vertices are named {} to {}", names.name(0), names.name(names.size() - 1));
    case VertexNames::Kind::integers:
      return fmt::format("its vertex names are {} integers from {} to {}", names.size(), names.name(0),
                         names.name(names.size() - 1));
    case VertexNames::Kind::strings: return nearest_names(names, wanted);
  }
  return {};
}

VertexId vertex_of_largest_degree(const Graph& graph) {
  struct Largest {
    EdgeId degree = 0;
    VertexId file_index = 0;
    void operator+=(const Largest& later) {
      if (later.degree > degree) *this = later;
    }
  };
  const auto largest = parallel_sum<Largest>(graph.num_vertices(), default_threads(), [&](std::size_t i) {
    const auto file_index = static_cast<VertexId>(i);
    return Largest{graph.out.degree(graph.from_file(file_index)), file_index};
  });
  return graph.from_file(largest.file_index);
}

/// A number below `bound`, the same on every machine (std::uniform_int_distribution is not): the high half of a
/// product (D. Lemire, TOMACS 2019), whose bias of less than 2^-32 does not matter here.
std::uint64_t draw_below(std::uint64_t bound, std::mt19937_64& random) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{random()} * bound) >> 64);
}

/// The vertices that edges leave, in file order.
std::vector<VertexId> possible_sources(const Graph& graph) {
  const int threads = threads_worth(graph.num_vertices(), serial_grain, default_threads());
  std::vector<std::vector<VertexId>> shares(static_cast<std::size_t>(threads));
  parallel_shares(graph.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int share) {
    std::vector<VertexId> own;
    for (std::size_t file_index = begin; file_index < end; ++file_index) {
      const VertexId v = graph.from_file(static_cast<VertexId>(file_index));
      if (graph.out.degree(v) > 0) own.push_back(v);
    }
    shares[static_cast<std::size_t>(share)] = std::move(own);
  });
  std::vector<VertexId> all;
  for (const std::vector<VertexId>& share : shares) all.insert(all.end(), share.begin(), share.end());
  return all;
}

void draw_sources(const Graph& graph, std::uint64_t count, std::uint64_t seed, std::vector<VertexId>& sources) {
  std::vector<VertexId> candidates = possible_sources(graph);
  if (count > candidates.size()) {
    fail(ExitCode::wrong_use, "{} random sources were asked for, but only {} vertices have outgoing edges", count,
         candidates.size());
  }
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(candidates[i], candidates[i + draw_below(candidates.size() - i, random)]);
    sources.push_back(candidates[i]);
  }
}

/// Reads the K:SEED of random:K:SEED.
std::pair<std::uint64_t, std::uint64_t> parse_random(std::string_view text) {
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto after_count = std::from_chars(text.data() + random_prefix.size(), end, count);
  bool valid = after_count.ec == std::errc{} && count > 0 && after_count.ptr != end && *after_count.ptr == ':';
  if (valid) {
    const auto after_seed = std::from_chars(after_count.ptr + 1, end, seed);
    valid = after_seed.ec == std::errc{} && after_seed.ptr == end;
  }
  if (!valid) {
    fail(ExitCode::wrong_use, "the source '{}' is not of the form random:K:SEED, such as random:16:1 with K at least 1",
         text);
  }
  return {count, seed};
}

}  // namespace

std::vector<VertexId> select_sources(const Graph& graph, std::span<const std::string> texts) {
  std::vector<VertexId> sources;
  for (const std::string& text : texts) {
    if (graph.num_vertices() == 0) {
      fail(ExitCode::wrong_use, "the graph has no vertices, so there is no source '{}'", text);
    }
    if (text.starts_with('\0')) {
      sources.push_back(vertex_named(graph, std::string_view(text).substr(1)));
    } else if (text == max_degree_source) {
      sources.push_back(vertex_of_largest_degree(graph));
    } else if (text.starts_with(random_prefix)) {
      const auto [count, seed] = parse_random(text);
      draw_sources(graph, count, seed, sources);
    } else {
      sources.push_back(vertex_named(graph, text));
    }
  }
  return sources;
}

VertexId vertex_named(const Graph& graph, std::string_view name) {
  if (const auto vertex = graph.find(name)) return *vertex;
  if (graph.num_vertices() == 0) fail(ExitCode::wrong_use, "there is no vertex '{}': the graph has none", name);
  fail(ExitCode::wrong_use, "there is no vertex '{}' in the graph: {}", name, describe_names(graph.names, name));
}

std::uint64_t count_sources(std::span<const std::string> texts) {
  std::uint64_t count = 0;
  for (const std::string& text : texts) count += text.starts_with(random_prefix) ? parse_random(text).first : 1;
  return count;
}

}  // namespace mg

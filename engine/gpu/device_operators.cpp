// Operators over vertices and buckets on a GPU, each a launch.
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "engine/gpu/device_context.hpp"

namespace mg {

namespace {

constexpr std::string_view vertices_header = "engine/gpu/vertices.cuh";
constexpr std::string_view apply_header = "engine/gpu/apply.cuh";
constexpr std::string_view index_header = "engine/gpu/index_filter.cuh";

}  // namespace

void DeviceContext::vertex_map(const DeviceFunction& f, std::uint64_t count) {
  gpu::VertexArguments arguments{};
  arguments.size = count;
  launch(fmt::format("mg::gpu::MapVertices<{}>", f.type), vertices_header, blocks_for(count), &arguments, f.object);
}

void DeviceContext::vertex_map(const DeviceFunction& f, const DeviceFrontier& frontier) {
  if (frontier.empty()) return;
  if (frontier.is_map() && frontier.words() == nullptr) {
    DeviceFrontier bitmap = to_bitmap(frontier);
    vertex_map(f, bitmap);
    return recycle(std::move(bitmap));
  }
  gpu::VertexArguments arguments{};
  arguments.queue = frontier.queue();
  arguments.words = frontier.words();
  arguments.size = frontier.kind() == Frontier::Kind::bitmap ? num_vertices() : frontier.size();
  launch(fmt::format("mg::gpu::MapVertices<{}>", f.type), vertices_header, blocks_for(arguments.size), &arguments,
         f.object);
}

double DeviceContext::add_up(const double* summands, std::uint64_t count, const std::function<void()>& meanwhile) {
  gpu::VertexArguments arguments{};
  arguments.summands = const_cast<double*>(summands);
  arguments.num_summands = count;
  arguments.reduced = &counters()->reduced;
  launch("mg::gpu::AddSummands", vertices_header, 1, &arguments);
  return read_counters(meanwhile).reduced;
}

double DeviceContext::vertex_reduce(const DeviceFunction& f, const VertexId* vertices, std::uint64_t count) {
  if (count == 0) return 0;
  constexpr std::uint64_t most_blocks = 8192;  // several for each that a GPU has room for: some take longer
  const std::uint64_t blocks = std::min(blocks_for(count), most_blocks);
  gpu::VertexArguments arguments{};
  arguments.queue = vertices;
  arguments.size = count;
  arguments.summands = static_cast<double*>(scratch("summands of vertices", most_blocks * sizeof(double)));
  launch(fmt::format("mg::gpu::ReduceVertices<{}>", f.type), vertices_header, blocks, &arguments, f.object);
  return add_up(arguments.summands, blocks);
}

DeviceFrontier DeviceContext::filter(const DeviceFunction& keep, const VertexId* vertices, std::uint64_t count) {
  if (count == 0) return {};
  gpu::Counters* counters = reset_counters();
  DeviceBlock queue = take_queue(count);
  DeviceBlock starts = take_starts(count);
  gpu::VertexArguments arguments{};
  arguments.queue = vertices;
  arguments.size = count;
  arguments.emission = emission(Side::out, counters);
  arguments.emission.queue = queue.as<VertexId>();
  arguments.emission.starts = starts.data();
  launch(fmt::format("mg::gpu::FilterVertices<{}, {}>", keep.type, offset_type()), vertices_header,
         blocks_for(count, 1024), &arguments, keep.object);
  const std::uint64_t emitted = read_counters().emitted;
  return DeviceFrontier::of_queue(std::move(queue), std::move(starts), entries_of(emitted), arcs_of(emitted));
}

std::uint64_t DeviceContext::filter_indices(const DeviceFunction& keep, std::uint64_t count,
                                            const std::function<std::uint32_t*(std::uint64_t)>& room_for) {
  if (count == 0) return 0;
  constexpr std::uint64_t word_bits = 32;
  const std::uint64_t num_words = blocks_for(count, word_bits);
  auto* const places =
      static_cast<std::uint64_t*>(scratch("places of indices kept", (num_words + 1) * sizeof(std::uint64_t)));
  gpu::IndexArguments arguments{};
  arguments.count = count;
  arguments.words = static_cast<std::uint32_t*>(scratch("indices kept", num_words * sizeof(std::uint32_t)));
  arguments.lengths =
      static_cast<std::uint32_t*>(scratch("numbers of indices kept", num_words * sizeof(std::uint32_t)));
  arguments.places = places;
  launch(fmt::format("mg::gpu::MarkIndices<{}>", keep.type), index_header, blocks_for(count), &arguments, keep.object);
  device().exclusive_scan(arguments.lengths, places, num_words);
  std::uint64_t size = 0;
  device().download(&size, places + num_words, sizeof(size));
  if (size == 0) return 0;
  arguments.kept = room_for(size);
  launch("mg::gpu::ListIndices", index_header, blocks_for(count), &arguments);
  return size;
}

void DeviceContext::edge_apply(const DeviceFunction& f, Side side, EdgeRanks ranks, bool opens) {
  has_applied_ = true;
  const bool cuts = !opens && ranks.first == 0 && ranks.last >= longest_row(side);
  const std::uint64_t row_blocks = std::min<std::uint64_t>(blocks_for(num_vertices()), most_row_blocks);
  const gpu::ApplyArguments arguments{.rows = rows(side),
                                      .first = ranks.first,
                                      .last = ranks.last,
                                      .expanded_arcs = applied_.as<std::uint64_t>(),
                                      .heavy = cuts ? heavy(side) : gpu::HeavyRows{},
                                      .heavy_degree = heavy_degree,
                                      .row_blocks = static_cast<std::uint32_t>(row_blocks)};
  const bool has_pieces = arguments.heavy.num_pieces != 0;
  launch(fmt::format("mg::gpu::ApplyEdges<{}, {}{}>", f.type, offset_type(), has_pieces ? ", true" : ""), apply_header,
         row_blocks + blocks_for(arguments.heavy.num_pieces, warps_per_block), &arguments, f.object);
}

EdgeId DeviceContext::edge_apply(const DeviceFunction& f, Side side, const DeviceFrontier& frontier) {
  if (frontier.empty()) return 0;
  const bool is_numbered =
      frontier.starts() != nullptr && frontier.arcs != Frontier::unknown_arcs && frontier.arcs_side == side;
  if (!is_numbered) {
    DeviceFrontier map = frontier.is_map() ? DeviceFrontier() : to_bitmap(frontier);
    DeviceFrontier listed = to_queue(frontier.is_map() ? frontier : map, side);
    recycle(std::move(map));
    const EdgeId applied = edge_apply(f, side, listed);
    recycle(std::move(listed));
    return applied;
  }
  const gpu::ApplyListedArguments arguments{.rows = rows(side),
                                            .queue = frontier.queue(),
                                            .starts = frontier.starts(),
                                            .size = frontier.size(),
                                            .num_arcs = frontier.arcs};
  if (frontier.arcs > 0) {
    launch(fmt::format("mg::gpu::ApplyListed<{}, {}>", f.type, offset_type()), apply_header, blocks_for(frontier.arcs),
           &arguments, f.object);
  }
  return frontier.arcs;
}

DeviceFrontier DeviceContext::unite(DeviceFrontier&& a, DeviceFrontier&& b) {
  if (a.kind() == Frontier::Kind::all || b.empty()) return std::move(a);
  if (b.kind() == Frontier::Kind::all || a.empty()) return std::move(b);
  const auto as_bitmap = [&](DeviceFrontier& frontier) {
    return frontier.kind() == Frontier::Kind::bitmap ? std::move(frontier) : to_bitmap(frontier);
  };
  DeviceFrontier into = as_bitmap(a);
  DeviceFrontier other = as_bitmap(b);
  gpu::Counters* counters = reset_counters();
  DeviceBlock words = into.release_words();
  const gpu::UniteArguments arguments{.into = words.as<std::uint32_t>(),
                                      .other = other.words(),
                                      .num_words = bitmap_bytes() / sizeof(std::uint32_t),
                                      .emission = emission(Side::out, counters)};
  launch("mg::gpu::UniteBitmaps", vertices_header, blocks_for(arguments.num_words), &arguments);
  const std::uint64_t size = entries_of(read_counters().emitted);
  for (DeviceFrontier* done : {&a, &b, &into, &other}) recycle(std::move(*done));
  return DeviceFrontier::of_words(std::move(words), size, Frontier::unknown_arcs);
}

DeviceBuckets DeviceContext::buckets(double delta) {
  DeviceBuckets buckets;
  buckets.inverse = std::min(1 / delta, std::numeric_limits<double>::max());
  buckets.far = take_queue(num_vertices());
  buckets.spare = take_queue(num_vertices());
  const std::size_t bytes = std::max<std::size_t>(num_vertices(), 1) * sizeof(std::uint32_t);
  buckets.waiting = take_queue(num_vertices());
  device().fill(buckets.waiting.data(), 0, bytes);
  return buckets;
}

gpu::FarPile DeviceContext::pile(const DeviceBuckets& buckets, const DeviceBlock& queue,
                                 gpu::Counters* counters) const {
  gpu::Emission staying{};
  staying.queue = queue.as<VertexId>();
  staying.emitted = &counters->far;
  return {.staying = staying,
          .waiting = buckets.waiting.as<std::uint32_t>(),
          .current = buckets.bucket,
          .inverse_delta = buckets.inverse,
          .next_bucket = &counters->next_bucket};
}

bool DeviceContext::pop(DeviceBuckets& buckets, DeviceFrontier& frontier) {
  while (buckets.far_size > 0) {
    buckets.bucket = buckets.next_bucket;
    gpu::Counters* counters = reset_counters();
    device().fill(&counters->next_bucket, 0xff, sizeof(counters->next_bucket));
    DeviceBlock queue = take_queue(buckets.far_size);
    DeviceBlock starts = take_starts(buckets.far_size);
    gpu::SplitArguments arguments{};
    arguments.from = buckets.far.as<VertexId>();
    arguments.size = buckets.far_size;
    arguments.far = pile(buckets, buckets.spare, counters);
    arguments.emission = emission(Side::out, counters);
    arguments.emission.degree_offsets = rows(buckets.side).offsets;
    arguments.emission.queue = queue.as<VertexId>();
    arguments.emission.starts = starts.data();
    launch(fmt::format("mg::gpu::SplitPile<{}, {}>", buckets.function, offset_type()), "engine/gpu/buckets.cuh",
           blocks_for(buckets.far_size), &arguments, buckets.object.data());
    const gpu::Counters counted = read_counters();
    std::swap(buckets.far, buckets.spare);
    buckets.far_size = counted.far;
    buckets.next_bucket = counted.next_bucket;
    frontier = DeviceFrontier::of_queue(std::move(queue), std::move(starts), entries_of(counted.emitted),
                                        arcs_of(counted.emitted));
    frontier.arcs_side = buckets.side;
    if (!frontier.empty()) return true;
    recycle(std::move(frontier));
  }
  return false;
}

}  // namespace mg

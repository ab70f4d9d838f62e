#include "engine/device_context.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "engine/cuda/specialise.hpp"
#include "engine/parallel.hpp"

namespace mg {

namespace {

/// The function of agents that have none, and what they are compiled with in place of an algorithm's header.
constexpr char nothing = 0;
constexpr std::string_view functions_header = "engine/edge_semantics.hpp";
constexpr std::string_view vertices_header = "engine/vertices.cuh";

SourceText no_functions() { return {.name = std::string(functions_header)}; }

/// What marks vertices in a map.
std::string mark_agent(gpu::MapForm form) {
  constexpr std::array<std::string_view, 3> names{"bitmap", "bytemap", "counter"};
  return fmt::format("mg::gpu::MarkVertices<mg::gpu::Emit::{}>", names[static_cast<std::size_t>(form)]);
}

Array<std::uint32_t> narrowed(const Array<EdgeId>& offsets, int threads) {
  auto narrow = Array<std::uint32_t>::uninitialized(offsets.size());
  parallel_for(offsets.size(), threads, [&](std::size_t i) { narrow[i] = static_cast<std::uint32_t>(offsets[i]); });
  return narrow;
}

}  // namespace

namespace {

/// Of the layouts that both halves of the schedule ask for, with the largest share that building takes.
std::uint64_t bytes_of_layouts(const HybridSchedule& schedule, std::uint64_t num_vertices, EdgeId num_arcs,
                               bool directed, bool weighted) {
  const auto bytes_of = [&](const Schedule& part) {
    return part.layout == automatic_piece ? LayoutBytes{}
                                          : find_layout(part.layout).bytes(num_vertices, num_arcs, weighted);
  };
  const LayoutBytes first = bytes_of(schedule.first);
  LayoutBytes second;
  if (schedule.exception && schedule.exception->schedule.layout != schedule.first.layout) {
    second = bytes_of(schedule.exception->schedule);
  }
  const std::uint64_t kept = (first.kept + second.kept) * (directed ? 2 : 1);
  return kept + std::max(first.building - first.kept, second.building - second.kept);
}

}  // namespace

std::uint64_t gpu_bytes(std::uint64_t num_vertices, EdgeId num_arcs, bool directed, bool weighted,
                        const HybridSchedule& schedule) {
  const std::uint64_t offset_bytes = num_arcs <= gpu::most_narrow_arcs ? 4 : 8;
  const std::uint64_t rows =
      (num_vertices + 1) * offset_bytes + num_arcs * (sizeof(VertexId) + (weighted ? sizeof(float) : 0));
  // Two queues with prefix sums, marks, four bitmaps.
  const std::uint64_t frontiers = num_vertices * (2 * (sizeof(VertexId) + offset_bytes) + 4) + num_vertices / 2;
  return rows * (directed ? 2 : 1) + frontiers + bytes_of_layouts(schedule, num_vertices, num_arcs, directed, weighted);
}

DeviceContext::DeviceContext(std::shared_ptr<Device> device, const Graph& graph, int threads)
    : device_(std::move(device)),
      num_vertices_(graph.num_vertices()),
      num_arcs_(graph.num_arcs()),
      weight_type_(graph.weight_type()),
      wide_(num_arcs_ > gpu::most_narrow_arcs),
      shared_(graph.in.neighbors.same_storage(graph.out.neighbors)),
      arc_bits_(static_cast<std::uint32_t>(std::bit_width(num_arcs_))) {
  if (!is_for_one_gpu(num_vertices_, num_arcs_)) {
    fail(ExitCode::no_resources,
         "a graph of {} vertices and {} arcs is beyond what one GPU is used for: run it with --device cpu",
         num_vertices_, num_arcs_);
  }
  out_ = upload(graph.out, "csr", threads);
  if (!shared_) in_ = upload(graph.in, "csc", threads);
  counters_ = DeviceBlock(device_, num_counters * sizeof(gpu::Counters), "counters");
  device_->fill(counters_.data(), 0, counters_.size_bytes());
  applied_ = DeviceBlock(device_, sizeof(std::uint64_t), "counters");
  device_->fill(applied_.data(), 0, applied_.size_bytes());
}

template <class T>
const T* DeviceContext::upload_array(std::span<const T> values, std::string_view what, Uploaded& to) {
  if (values.empty()) return nullptr;
  DeviceBlock& block = to.blocks.emplace_back(device_, values.size_bytes(), what);
  device_->upload(block.data(), values.data(), values.size_bytes());
  return block.as<T>();
}

DeviceContext::Uploaded DeviceContext::upload(const Adjacency& adjacency, std::string_view name, int threads) {
  Uploaded to;
  to.rows.num_rows = num_vertices_;
  if (num_vertices_ == 0) return to;
  if (wide_) {
    to.rows.offsets = upload_array(adjacency.offsets.span(), fmt::format("{} offsets", name), to);
  } else {
    const Array<std::uint32_t> narrow = narrowed(adjacency.offsets, threads);
    to.rows.offsets = upload_array(narrow.span(), fmt::format("{} offsets", name), to);
  }
  to.rows.ends = static_cast<const std::byte*>(to.rows.offsets) + offset_bytes();
  to.rows.neighbors = upload_array(adjacency.neighbors.span(), fmt::format("{} neighbors", name), to);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          to.rows.weights = upload_array(weights.span(), fmt::format("{} weights", name), to);
        }
      },
      adjacency.weights);
  upload_heavy(adjacency, to, threads);
  return to;
}

void DeviceContext::upload_heavy(const Adjacency& adjacency, Uploaded& to, int threads) {
  struct Found {
    std::vector<VertexId> heavy;
    EdgeId longest = 0;
  };
  std::vector<Found> found(static_cast<std::size_t>(threads));
  const int worth = threads_worth(adjacency.num_rows(), serial_grain, threads);
  parallel_shares(adjacency.num_rows(), worth, [&](std::size_t begin, std::size_t end, int thread) {
    Found own;
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      const EdgeId degree = adjacency.degree(v);
      own.longest = std::max(own.longest, degree);
      if (degree >= heavy_degree) own.heavy.push_back(v);
    }
    found[static_cast<std::size_t>(thread)] = std::move(own);
  });
  std::vector<VertexId> rows;
  for (const Found& own : found) {
    rows.insert(rows.end(), own.heavy.begin(), own.heavy.end());
    to.longest_row = std::max(to.longest_row, own.longest);
  }
  std::vector<gpu::RowPiece> pieces;
  std::vector<std::uint32_t> first_piece;
  for (std::size_t heavy = 0; heavy < rows.size(); ++heavy) {
    const VertexId v = rows[heavy];
    first_piece.push_back(static_cast<std::uint32_t>(pieces.size()));
    for (EdgeId e = adjacency.offsets[v]; e < adjacency.offsets[v + 1]; e += heavy_degree) {
      pieces.push_back({.row = v,
                        .heavy = static_cast<std::uint32_t>(heavy),
                        .begin = e,
                        .end = std::min(e + heavy_degree, adjacency.offsets[v + 1])});
    }
  }
  if (rows.empty()) return;
  first_piece.push_back(static_cast<std::uint32_t>(pieces.size()));
  to.heavy.pieces = upload_array(std::span<const gpu::RowPiece>(pieces), "pieces of long rows", to);
  to.heavy.rows = upload_array(std::span<const VertexId>(rows), "long rows", to);
  to.heavy.first_piece = upload_array(std::span<const std::uint32_t>(first_piece), "long rows", to);
  to.heavy.num_pieces = static_cast<std::uint32_t>(pieces.size());
  to.heavy.num_rows = static_cast<std::uint32_t>(rows.size());
}

void DeviceContext::use_functions(const SourceText& algorithm) {
  if (algorithm.name == algorithm_.name && algorithm.text == algorithm_.text) return;
  algorithm_ = algorithm;
  kernels_.clear();
  has_kernel_.clear();
}

void DeviceContext::launch(const std::string& agent, std::string_view header, std::uint64_t blocks,
                           const void* arguments, const void* function, std::size_t shared_bytes) {
  if (blocks == 0) return;
  device_->launch(kernel(agent, header, function), static_cast<std::uint32_t>(blocks), shared_bytes, arguments,
                  function);
}

const DeviceKernel& DeviceContext::kernel(const std::string& agent, std::string_view header, const void* function) {
  const DeviceKernel*& kernel = kernels_[agent];
  if (kernel == nullptr) {
    const SourceText functions = function == &nothing ? no_functions() : algorithm_;
    kernel = &device_->kernel({.agent = agent, .agent_header = std::string(header), .algorithm = functions});
  }
  return *kernel;
}

void DeviceContext::launch_team(const std::string& agent, std::string_view header, LaunchTeam team,
                                std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
                                const void* function) {
  device_->launch_team(kernel(agent, header, function), team, blocks, shared_bytes, arguments, function);
}

bool DeviceContext::launch_while(const std::string& agent, std::string_view header, std::uint32_t blocks,
                                 const void* arguments, const void* function, std::uint64_t& condition) {
  return device_->launch_while(kernel(agent, header, function), blocks, 0, arguments, function, condition);
}

std::uint32_t DeviceContext::team_blocks(const std::string& agent, std::string_view header, LaunchTeam team,
                                         std::size_t shared_bytes) {
  return device_->team_blocks(kernel(agent, header, nullptr), team, shared_bytes);
}

void DeviceContext::launch(const std::string& agent, std::string_view header, std::uint64_t blocks,
                           const void* arguments, std::size_t shared_bytes) {
  launch(agent, header, blocks, arguments, &nothing, shared_bytes);
}

bool DeviceContext::has_kernel(const std::string& agent, std::string_view header) {
  return has_kernel(agent, header, algorithm_);
}

bool DeviceContext::has_kernel(const std::string& agent, std::string_view header, const SourceText& functions) {
  const auto [place, is_new] = has_kernel_.try_emplace(agent, true);
  if (is_new) {
    place->second = device_->has_kernel({.agent = agent, .agent_header = std::string(header), .algorithm = functions});
  }
  return place->second;
}

void DeviceContext::substitute(std::string_view asked, std::string_view other, std::string_view why) {
  if (substitution.empty()) substitution = fmt::format("{} in place of {}, {}", other, asked, why);
}

std::string DeviceContext::lack_of_kernels() const {
  return fmt::format(
      "whose kernels are not built in for sm_{}: to have them compiled, install CUDA's runtime compiler "
      "(libnvrtc.so), or name it in MG_NVRTC; the one here: {}",
      device_->info().architecture, shared_specialiser().compiler_text());
}

std::string DeviceContext::lack_of_graphs() const {
  return fmt::format("which takes a driver for CUDA 12.4 or newer and no MPS: this GPU's driver is for {}",
                     device_->info().driver);
}

bool DeviceContext::has_maps() {
  const SourceText none = no_functions();
  return has_kernel(mark_agent(gpu::MapForm::bytemap), vertices_header, none) &&
         has_kernel(mark_agent(gpu::MapForm::counter), vertices_header, none) &&
         has_kernel(fmt::format("mg::gpu::ListMap<{}>", offset_type()), vertices_header, none);
}

DeviceFrontier DeviceContext::single(VertexId v, EdgeId degree) {
  DeviceBlock queue = take_queue(1);
  DeviceBlock starts = take_starts(1);
  device_->upload(queue.data(), &v, sizeof(v));
  device_->fill(starts.data(), 0, offset_bytes());
  return DeviceFrontier::of_queue(std::move(queue), std::move(starts), 1, degree);
}

void DeviceContext::recycle_block(DeviceBlock&& block) {
  if (!block.empty()) spare_.push_back(std::move(block));
}

void DeviceContext::recycle(DeviceFrontier&& frontier) {
  if (frontier.kind() == Frontier::Kind::counter) {
    if (frontier.map().epoch <= epoch_) spare_counters_.push_back(frontier.release_words());
    return;
  }
  recycle_block(frontier.release_queue());
  recycle_block(frontier.release_left());
  recycle_block(frontier.release_starts());
  recycle_block(frontier.release_words());
}

namespace {

/// Blocks come in sizes of powers of two, so that what one step gives back the next one can use.
std::size_t block_size(std::size_t bytes) {
  constexpr std::size_t smallest = 1 << 16;
  return std::bit_ceil(std::max(bytes, smallest));
}

/// Empty where there is none of that size.
DeviceBlock take_spare(std::vector<DeviceBlock>& spare, std::size_t size) {
  for (DeviceBlock& block : spare) {
    if (block.size_bytes() != size) continue;
    DeviceBlock taken = std::move(block);
    std::swap(block, spare.back());
    spare.pop_back();
    return taken;
  }
  return {};
}

DeviceBlock take(std::vector<DeviceBlock>& spare, const std::shared_ptr<Device>& device, std::size_t bytes,
                 std::string_view what) {
  const std::size_t size = block_size(bytes);
  DeviceBlock taken = take_spare(spare, size);
  return taken.empty() ? DeviceBlock(device, size, what) : std::move(taken);
}

}  // namespace

DeviceBlock DeviceContext::take_queue(std::uint64_t capacity) {
  return take(spare_, device_, capacity * sizeof(VertexId), "frontier queue");
}
DeviceBlock DeviceContext::take_starts(std::uint64_t capacity) {
  return take(spare_, device_, capacity * offset_bytes(), "frontier prefix sums");
}
DeviceBlock DeviceContext::take_words() { return take(spare_, device_, bitmap_bytes(), "frontier bitmap"); }

DeviceBlock DeviceContext::take_cleared_words() {
  takes_cleared_words_ = true;
  if (cleared_words_.empty()) {
    DeviceBlock words = take_words();
    device_->fill(words.data(), 0, bitmap_bytes());
    return words;
  }
  DeviceBlock words = std::move(cleared_words_.back());
  cleared_words_.pop_back();
  return words;
}

/// A spare bitmap; empty where there is none, or there are enough that are clear.
DeviceBlock DeviceContext::take_words_to_clear() {
  constexpr std::size_t most_of_a_step = 2;  // the frontier as a bitmap, and the next one
  if (!takes_cleared_words_ || cleared_words_.size() >= most_of_a_step) return {};
  return take_spare(spare_, block_size(bitmap_bytes()));
}

std::size_t DeviceContext::bitmap_bytes() const { return blocks_for(num_vertices_) * block_threads / 8; }

std::uint32_t DeviceContext::next_epoch(std::uint32_t count) {
  if (epoch_ > std::numeric_limits<std::uint32_t>::max() - count) {
    spare_counters_.clear();
    if (!marks_.empty()) device_->fill(marks_.data(), 0, marks_.size_bytes());
    epoch_ = 0;
  }
  epoch_ += count;
  return epoch_ - count + 1;
}

namespace {

/// A map of epochs, none of which has come yet.
DeviceBlock new_counters(const std::shared_ptr<Device>& device, VertexId num_vertices, std::string_view what) {
  DeviceBlock counters(device, std::size_t{num_vertices} * sizeof(std::uint32_t), what);
  device->fill(counters.data(), 0, counters.size_bytes());
  return counters;
}

}  // namespace

std::uint32_t* DeviceContext::marks(std::uint32_t& epoch, std::uint32_t count) {
  if (marks_.empty()) marks_ = new_counters(device_, num_vertices_, "marks");
  epoch = next_epoch(count);
  return marks_.as<std::uint32_t>();
}

DeviceFrontier DeviceContext::take_map(gpu::MapForm form, gpu::Emission& emission) {
  if (form == gpu::MapForm::counter) {
    emission.epoch = next_epoch();
    DeviceBlock counters;
    if (spare_counters_.empty()) {
      counters = new_counters(device_, num_vertices_, "frontier counters");
    } else {
      counters = std::move(spare_counters_.back());
      spare_counters_.pop_back();
    }
    emission.marks = counters.as<std::uint32_t>();
    return DeviceFrontier::of_map(form, std::move(counters), emission.epoch);
  }
  if (form == gpu::MapForm::bitmap) {
    DeviceBlock words = take_cleared_words();
    emission.words = words.as<std::uint32_t>();
    return DeviceFrontier::of_map(form, std::move(words), 0);
  }
  DeviceBlock bytes = take(spare_, device_, num_vertices_, "frontier map");
  device_->fill(bytes.data(), 0, num_vertices_);
  emission.bytes = bytes.as<std::uint8_t>();
  return DeviceFrontier::of_map(form, std::move(bytes), 0);
}

gpu::Counters* DeviceContext::reset_counters() {
  if (++counters_used_ == num_counters) {
    device_->fill(counters_.data(), 0, num_counters * sizeof(gpu::Counters));
    counters_used_ = 0;
  }
  return counters();
}

gpu::Counters DeviceContext::read_counters(const std::function<void()>& meanwhile) {
  gpu::Counters counters{};
  DeviceBlock words = take_words_to_clear();
  device_->post(this->counters(), sizeof(counters),
                {.data = words.data(), .bytes = words.empty() ? 0 : bitmap_bytes()});
  if (!words.empty()) cleared_words_.push_back(std::move(words));
  if (meanwhile) meanwhile();
  device_->receive(&counters);
  return counters;
}

gpu::Emission DeviceContext::emission(Side side, gpu::Counters* counters) const {
  return {.queue = nullptr,
          .starts = nullptr,
          .words = nullptr,
          .bytes = nullptr,
          .marks = nullptr,
          .epoch = 0,
          .arc_bits = arc_bits_,
          .degree_offsets = rows(side).offsets,
          .emitted = &counters->emitted};
}

void* DeviceContext::scratch(std::string_view what, std::size_t bytes) {
  const auto known = scratch_.find(what);
  Scratch& scratch = known != scratch_.end() ? known->second : scratch_[std::string(what)];
  if (scratch.block.size_bytes() < bytes) scratch = {.block = DeviceBlock(device_, bytes, what)};
  return scratch.block.data();
}

void* DeviceContext::cleared_scratch(std::string_view what, std::size_t bytes) {
  void* memory = scratch(what, bytes);
  Scratch& scratch = scratch_.find(what)->second;
  if (!std::exchange(scratch.is_clear, false)) device_->fill(memory, 0, scratch.block.size_bytes());
  return memory;
}

void DeviceContext::read_and_clear(std::string_view what, void* to, std::size_t bytes) {
  Scratch& scratch = scratch_.find(what)->second;
  device_->post(scratch.block.data(), bytes, {.data = scratch.block.data(), .bytes = scratch.block.size_bytes()});
  device_->receive(to);
  scratch.is_clear = true;
}

/// Launches what lists or counts a map's vertices.
void DeviceContext::list_map(const DeviceFrontier& frontier, const gpu::Emission& emission) {
  if (frontier.kind() == Frontier::Kind::bitmap) {
    gpu::VertexArguments arguments{};
    arguments.words = frontier.words();
    arguments.size = num_vertices_;
    arguments.emission = emission;
    return launch(fmt::format("mg::gpu::ListBitmap<{}>", offset_type()), vertices_header,
                  blocks_for(num_vertices_, block_threads * 32), &arguments, &nothing);
  }
  const gpu::ConvertArguments arguments{
      .map = frontier.map(), .queue = nullptr, .size = num_vertices_, .emission = emission};
  launch(fmt::format("mg::gpu::ListMap<{}>", offset_type()), vertices_header, blocks_for(num_vertices_, 1024),
         &arguments, &nothing);
}

DeviceFrontier DeviceContext::to_queue(const DeviceFrontier& frontier, Side side) {
  DeviceBlock queue = take_queue(frontier.size());
  DeviceBlock starts = take_starts(frontier.size());
  gpu::Emission listed_in = emission(side, reset_counters());
  listed_in.queue = queue.as<VertexId>();
  listed_in.starts = starts.data();
  list_map(frontier, listed_in);
  EdgeId arcs = frontier.arcs;
  std::uint64_t size = frontier.size();
  if (arcs == Frontier::unknown_arcs || frontier.arcs_side != static_cast<std::uint8_t>(side)) {
    const std::uint64_t emitted = read_counters().emitted;
    arcs = arcs_of(emitted);
    size = entries_of(emitted);
  }
  DeviceFrontier listed = DeviceFrontier::of_queue(std::move(queue), std::move(starts), size, arcs);
  listed.arcs_side = static_cast<std::uint8_t>(side);
  return listed;
}

DeviceFrontier DeviceContext::to_numbered_queue(const DeviceFrontier& map, const void* ranks) {
  const std::uint64_t most = map.kind() == Frontier::Kind::all ? num_vertices_ : map.size();
  DeviceBlock queue = take_queue(most);
  DeviceBlock starts = take_starts(most);
  gpu::Emission listed_in = emission(Side::out, reset_counters());
  listed_in.degree_offsets = ranks;
  listed_in.queue = queue.as<VertexId>();
  listed_in.starts = starts.data();
  list_map(map, listed_in);
  const std::uint64_t emitted = read_counters().emitted;
  return DeviceFrontier::of_queue(std::move(queue), std::move(starts), entries_of(emitted), arcs_of(emitted));
}

DeviceFrontier DeviceContext::to_map(const DeviceFrontier& frontier, gpu::MapForm form) {
  gpu::ConvertArguments arguments{};
  DeviceFrontier marked = take_map(form, arguments.emission);
  arguments.map = frontier.map();
  arguments.queue = frontier.queue();
  arguments.size = frontier.kind() == Frontier::Kind::queue ? frontier.size() : num_vertices_;
  launch(mark_agent(form), vertices_header, blocks_for(arguments.size), &arguments, &nothing);
  if (frontier.repeats) {
    count(marked, static_cast<Side>(frontier.arcs_side));
  } else {
    marked.set_size(frontier.size());
    marked.arcs = frontier.arcs;
    marked.arcs_side = frontier.arcs_side;
  }
  return marked;
}

void DeviceContext::count(DeviceFrontier& map, Side side) {
  list_map(map, emission(side, reset_counters()));
  const std::uint64_t emitted = read_counters().emitted;
  map.set_size(entries_of(emitted));
  map.arcs = arcs_of(emitted);
  map.arcs_side = static_cast<std::uint8_t>(side);
}

EdgeId DeviceContext::known_arcs(const DeviceFrontier& frontier, Side side) const {
  if (frontier.kind() == Frontier::Kind::all) return num_arcs_;
  return shared_ || frontier.arcs_side == static_cast<std::uint8_t>(side) ? frontier.arcs : Frontier::unknown_arcs;
}

EdgeId DeviceContext::count_arcs(const DeviceFrontier& frontier, Side side) {
  if (frontier.kind() == Frontier::Kind::all) return num_arcs_;
  gpu::Counters* counters = reset_counters();
  if (frontier.kind() != Frontier::Kind::queue) {
    list_map(frontier, emission(side, counters));
    return arcs_of(read_counters().emitted);
  }
  constexpr std::uint64_t most_blocks = 1024;
  const gpu::ConvertArguments arguments{
      .map = {}, .queue = frontier.queue(), .size = frontier.size(), .emission = emission(side, counters)};
  launch(fmt::format("mg::gpu::CountArcs<{}>", offset_type()), vertices_header,
         std::min(blocks_for(frontier.size()), most_blocks), &arguments, &nothing);
  return read_counters().emitted;
}

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
  arguments.size = frontier.kind() == Frontier::Kind::bitmap ? num_vertices_ : frontier.size();
  launch(fmt::format("mg::gpu::MapVertices<{}>", f.type), vertices_header, blocks_for(arguments.size), &arguments,
         f.object);
}

double DeviceContext::add_up(const double* summands, std::uint64_t count, const std::function<void()>& meanwhile) {
  gpu::VertexArguments arguments{};
  arguments.summands = const_cast<double*>(summands);
  arguments.num_summands = count;
  arguments.reduced = &counters()->reduced;
  launch("mg::gpu::AddSummands", vertices_header, 1, &arguments, &nothing);
  return read_counters(meanwhile).reduced;
}

double DeviceContext::vertex_reduce(const DeviceFunction& f, const VertexId* vertices, std::uint64_t count) {
  if (count == 0) return 0;
  constexpr std::uint64_t most_blocks = 1024;
  const std::uint64_t blocks = std::min(blocks_for(count), most_blocks);
  gpu::VertexArguments arguments{};
  arguments.queue = vertices;
  arguments.size = count;
  arguments.summands = static_cast<double*>(scratch("summands of vertices", most_blocks * sizeof(double)));
  launch(fmt::format("mg::gpu::ReduceVertices<{}>", f.type), vertices_header, blocks, &arguments, f.object);
  return add_up(arguments.summands, blocks);
}

DeviceFrontier DeviceContext::filter(const DeviceFunction& keep) {
  gpu::Counters* counters = reset_counters();
  DeviceBlock queue = take_queue(num_vertices_);
  DeviceBlock starts = take_starts(num_vertices_);
  gpu::VertexArguments arguments{};
  arguments.size = num_vertices_;
  arguments.emission = emission(Side::out, counters);
  arguments.emission.queue = queue.as<VertexId>();
  arguments.emission.starts = starts.data();
  launch(fmt::format("mg::gpu::FilterVertices<{}, {}>", keep.type, offset_type()), vertices_header,
         blocks_for(num_vertices_, 1024), &arguments, keep.object);
  const std::uint64_t emitted = read_counters().emitted;
  return DeviceFrontier::of_queue(std::move(queue), std::move(starts), entries_of(emitted), arcs_of(emitted));
}

void DeviceContext::edge_apply(const DeviceFunction& f, Side side, EdgeId first, EdgeId last) {
  has_applied_ = true;
  const gpu::ApplyArguments arguments{
      .rows = rows(side), .first = first, .last = last, .expanded_arcs = applied_.as<std::uint64_t>()};
  launch(fmt::format("mg::gpu::ApplyEdges<{}, {}>", f.type, offset_type()), "engine/apply.cuh",
         std::min<std::uint64_t>(blocks_for(num_vertices_), most_row_blocks), &arguments, f.object);
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
  launch("mg::gpu::UniteBitmaps", vertices_header, blocks_for(arguments.num_words), &arguments, &nothing);
  const std::uint64_t size = entries_of(read_counters().emitted);
  for (DeviceFrontier* done : {&a, &b, &into, &other}) recycle(std::move(*done));
  return DeviceFrontier::of_words(std::move(words), size, Frontier::unknown_arcs);
}

DeviceBuckets DeviceContext::buckets(double delta) {
  DeviceBuckets buckets;
  buckets.inverse = std::min(1 / delta, std::numeric_limits<double>::max());
  buckets.far = take_queue(num_vertices_);
  buckets.spare = take_queue(num_vertices_);
  const std::size_t bytes = std::max<std::size_t>(num_vertices_, 1) * sizeof(std::uint32_t);
  buckets.waiting = take_queue(num_vertices_);
  device_->fill(buckets.waiting.data(), 0, bytes);
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
    device_->fill(&counters->next_bucket, 0xff, sizeof(counters->next_bucket));
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
    launch(fmt::format("mg::gpu::SplitPile<{}, {}>", buckets.function, offset_type()), "engine/buckets.cuh",
           blocks_for(buckets.far_size), &arguments, buckets.object.data());
    const gpu::Counters counted = read_counters();
    std::swap(buckets.far, buckets.spare);
    buckets.far_size = counted.far;
    buckets.next_bucket = counted.next_bucket;
    frontier = DeviceFrontier::of_queue(std::move(queue), std::move(starts), entries_of(counted.emitted),
                                        arcs_of(counted.emitted));
    frontier.arcs_side = static_cast<std::uint8_t>(buckets.side);
    if (!frontier.empty()) return true;
    recycle(std::move(frontier));
  }
  return false;
}

void DeviceContext::begin_run() {
  if (std::exchange(has_applied_, false)) device_->fill(applied_.data(), 0, applied_.size_bytes());
}

EdgeId DeviceContext::finish_run() {
  if (!has_applied_) device_->synchronize();
  return applied_arcs();
}

EdgeId DeviceContext::applied_arcs() {
  EdgeId arcs = 0;
  if (has_applied_) device_->download(&arcs, applied_.data(), sizeof(arcs));
  return arcs;
}

}  // namespace mg

#include "hybrid/step_facts.hpp"

#include <algorithm>
#include <bit>

#include "engine/graph/sampling.hpp"

namespace mg::hybrid {

namespace {

/// A bitmap's words are looked at until enough vertices are found, but so many at most: it may hold few.
constexpr std::size_t most_words = 4 * sample_size;

EdgeId scaled(EdgeId arcs, std::uint64_t sampled, std::uint64_t size) {
  if (sampled == 0) return 0;
  const double factor = static_cast<double>(size) / static_cast<double>(sampled);
  return static_cast<EdgeId>(static_cast<double>(arcs) * factor);
}

EdgeId sample_queue(const Adjacency& rows, std::span<const VertexId> queue) {
  const std::size_t count = std::min(queue.size(), sample_size);
  EdgeId arcs = 0;
  for (std::size_t i = 0; i < count; ++i) arcs += rows.degree(queue[i * queue.size() / count]);
  return scaled(arcs, count, queue.size());
}

EdgeId sample_bitmap(const Adjacency& rows, const Frontier& frontier) {
  const auto words = frontier.bitmap().words();
  const std::size_t count = std::min(words.size(), most_words);
  EdgeId arcs = 0;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < count && found < sample_size; ++i) {
    const std::size_t w = count == words.size() ? i : spread_position(i, words.size());
    for (Bitmap::Word bits = words[w]; bits != 0; bits &= bits - 1) {
      arcs += rows.degree(
          static_cast<VertexId>(w * Bitmap::bits_per_word + static_cast<std::size_t>(std::countr_zero(bits))));
      ++found;
    }
  }
  return scaled(arcs, found, frontier.size());
}

}  // namespace

EdgeId sample_arcs(const Adjacency& rows, const Frontier& frontier) {
  switch (frontier.kind()) {
    case Frontier::Kind::all: return rows.num_edges();
    case Frontier::Kind::queue: return sample_queue(rows, frontier.queue());
    case Frontier::Kind::bitmap:
    case Frontier::Kind::bytemap:
    case Frontier::Kind::counter: break;
  }
  return sample_bitmap(rows, frontier);
}

void FactsOfSteps::make_functions(RunContext& context) {
  context_ = &context;
  facts_.thresholds = [this] { return context_->schedule.at<ThresholdKeys>(facts_.part); };
  facts_.count = [this] { return of_all(count()); };
  facts_.sample = {};
  if (step_ == nullptr) return;
  facts_.sample = [this] { return of_all(sample_arcs(step_->leaving(), *step_->from)); };
}

EdgeId FactsOfSteps::count() {
  if (step_ != nullptr) {
    return step_->frontier_arcs = count_arcs(step_->leaving(), *step_->from, context_->threads);
  }
  return gpu_step_->frontier_arcs = context_->gpu()->count_arcs(*gpu_step_->from, gpu_step_->side);
}

void FactsOfSteps::begin(const Step& step, const void* function, RunContext& context) {
  if (context_ == nullptr) make_functions(context);
  facts_.pattern = step.pattern;
  facts_.traits = step.traits;
  facts_.function = reinterpret_cast<std::uintptr_t>(function);
  facts_.part = step.part;
  facts_.loop = context.loops_begun;
}

/// What all ranks' frontiers come to, so that all decide alike. `known`: the arcs of this one along the step's side.
void FactsOfSteps::add_up(const FrontierBase& from, EdgeId known) {
  Communicator& ranks = context_->communicator;
  const Extent all = from.everywhere(ranks);
  is_everywhere_ = from.is_everywhere(ranks);
  facts_.vertices = all.vertices;
  facts_.arcs = is_everywhere_ || known == Frontier::unknown_arcs ? known : all.arcs;
}

EdgeId FactsOfSteps::of_all(EdgeId own) const { return is_everywhere_ ? own : context_->communicator.sum(own); }

StepFacts& FactsOfSteps::of(CpuStep& step, RunContext& context) {
  step_ = &step;
  begin(step, step.kernels.data(), context);
  add_up(*step.from, step.known_arcs());
  return facts_;
}

StepFacts& FactsOfSteps::of(GpuStep& step, RunContext& context) {
  gpu_step_ = &step;
  begin(step, step.function.type.data(), context);
  add_up(*step.from, context.gpu()->known_arcs(*step.from, step.side));
  return facts_;
}

namespace {

constexpr std::uint64_t parts = 16;

}  // namespace

Frontier part_of(const Frontier& frontier, RunContext& context) {
  Frontier listed;
  if (frontier.kind() != Frontier::Kind::queue) listed = context.to_queue(frontier);
  const auto entries = frontier.kind() == Frontier::Kind::queue ? frontier.queue() : listed.queue();
  std::vector<VertexId> part = context.take_queue();
  for (std::size_t i = 0; i < entries.size(); i += parts) part.push_back(entries[i]);
  context.recycle(std::move(listed));
  return Frontier::of(std::move(part));
}

DeviceFrontier part_of(const DeviceFrontier& frontier, RunContext& context) {
  const std::uint64_t size = frontier.size() / parts;
  if (frontier.kind() != Frontier::Kind::queue || size == 0) return {};
  DeviceContext& gpu = *context.gpu();
  DeviceBlock queue = gpu.take_queue(size);
  gpu.device().copy(queue.data(), frontier.queue(), size * sizeof(VertexId));
  DeviceFrontier part = DeviceFrontier::of_queue(std::move(queue), {}, size, Frontier::unknown_arcs);
  DeviceFrontier bits = gpu.to_bitmap(part);
  gpu.recycle(std::move(part));
  DeviceFrontier listed = gpu.to_queue(bits, frontier.arcs_side);
  gpu.recycle(std::move(bits));
  return listed;
}

}  // namespace mg::hybrid

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/adjacency_builder.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/prepared/contents.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/prepared/tiles.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {
namespace prepared {
namespace {

/// The sections of one direction.
struct Direction {
  SectionType offsets;
  SectionType neighbors;
  SectionType weights;
  std::string_view name;
};
constexpr Direction out = {SectionType::out_offsets, SectionType::out_neighbors, SectionType::out_weights, "out"};
constexpr Direction in = {SectionType::in_offsets, SectionType::in_neighbors, SectionType::in_weights, "in"};

/// Makes a graph's parts of an image, checking that they fit each other.
class GraphView {
 public:
  GraphView(const Image& image, const Metadata& metadata) : image_(image), metadata_(metadata) {}

  [[nodiscard]] bool has(const Direction& direction) const {
    const bool offsets = image_.find(direction.offsets) != nullptr;
    const bool neighbors = image_.find(direction.neighbors) != nullptr;
    const bool weights = image_.find(direction.weights) != nullptr;
    const bool weighted = metadata_.weight_type != WeightType::none;
    if (offsets != neighbors || (weights != (offsets && weighted))) {
      image_.damaged("the sections of its '{}' arcs are not complete", direction.name);
    }
    return offsets;
  }

  [[nodiscard]] Adjacency adjacency(const Direction& direction) const {
    Adjacency rows;
    rows.offsets = array_of<EdgeId>(direction.offsets, metadata_.vertices + 1);
    rows.neighbors = array_of<VertexId>(direction.neighbors, metadata_.arcs);
    if (metadata_.weight_type == WeightType::u32) {
      rows.weights = array_of<std::uint32_t>(direction.weights, metadata_.arcs);
    } else if (metadata_.weight_type == WeightType::f32) {
      rows.weights = array_of<float>(direction.weights, metadata_.arcs);
    }
    if (rows.offsets[0] != 0 || rows.offsets[metadata_.vertices] != metadata_.arcs) {
      image_.damaged("its offsets of '{}' arcs do not ascend from 0 to {}", direction.name, metadata_.arcs);
    }
    return rows;
  }

  [[nodiscard]] VertexNames names() const {
    const auto n = static_cast<VertexId>(metadata_.vertices);
    switch (metadata_.names) {
      case VertexNames::Kind::counted: return sound([&] { return VertexNames::counted(metadata_.first_name, n); });
      case VertexNames::Kind::integers: {
        const auto ids = array_of<std::uint64_t>(SectionType::names_ids, n);
        return sound([&] { return VertexNames::integers(ids); });
      }
      case VertexNames::Kind::strings: break;
    }
    const auto offsets = array_of<std::uint64_t>(SectionType::names_offsets, std::uint64_t{n} + 1);
    const auto bytes = image_.array<char>(SectionType::names_bytes);
    const auto by_name = array_of<VertexId>(SectionType::names_by_name, n);
    return sound([&] { return VertexNames::strings(offsets, bytes, by_name); });
  }

  [[nodiscard]] PlanePlaces places() const {
    PlanePlaces places{.triangles = metadata_.triangles};
    const bool has_x = image_.find(SectionType::places_x) != nullptr;
    if (has_x != (image_.find(SectionType::places_y) != nullptr)) {
      image_.damaged("one of the two coordinates of its vertices is missing");
    }
    if (!has_x) return places;
    places.x = array_of<double>(SectionType::places_x, metadata_.vertices);
    places.y = array_of<double>(SectionType::places_y, metadata_.vertices);
    return places;
  }

  [[nodiscard]] VertexOrder order() const {
    VertexOrder order;
    order.text = metadata_.order;
    const bool to_file = image_.find(SectionType::order_to_file) != nullptr;
    if (to_file != (image_.find(SectionType::order_from_file) != nullptr)) {
      image_.damaged("one of the two sections of its vertex order is missing");
    }
    if (!to_file) return order;
    order.to_file = array_of<VertexId>(SectionType::order_to_file, metadata_.vertices);
    order.from_file = array_of<VertexId>(SectionType::order_from_file, metadata_.vertices);
    return order;
  }

 private:
  /// The names that `make` returns; its Error becomes one about the file.
  template <class Make>
  [[nodiscard]] VertexNames sound(Make&& make) const {
    try {
      return make();
    } catch (const Error& error) {
      image_.damaged("{}", error.what());
    }
  }

  template <class T>
  [[nodiscard]] Array<T> array_of(SectionType type, std::uint64_t size) const {
    Array<T> array = image_.array<T>(type);
    if (array.size() != size) {
      const SectionKind* kind = find_kind(static_cast<std::uint32_t>(type));
      image_.damaged("section {} has {} elements instead of {}", kind->name, array.size(), size);
    }
    return array;
  }

  const Image& image_;
  const Metadata& metadata_;
};

}  // namespace

Metadata read_metadata(const Image& image) {
  const SectionEntry* section = image.find(SectionType::metadata);
  if (section == nullptr) image.damaged("it has no metadata");
  const auto content = image.content(*section);
  if (checksum(content) != section->checksum) image.damaged("the checksum of its metadata is wrong");
  try {
    return Metadata::parse({reinterpret_cast<const char*>(content.data()), content.size()});
  } catch (const Error& error) {
    image.damaged("in its metadata, {}", error.what());
  }
}

Graph view_graph(const Image& image, const Metadata& metadata) {
  const GraphView view(image, metadata);
  Graph graph;
  graph.directed = metadata.directed;
  graph.cleaning = metadata.cleaning;
  graph.names = view.names();
  graph.order = view.order();
  graph.places = view.places();
  const bool has_out = view.has(out);
  const bool has_in = view.has(in);
  if (metadata.directed ? !has_out && !has_in : !has_out || has_in) {
    image.damaged("its rows and columns are not those of a {} graph", metadata.directed ? "directed" : "undirected");
  }
  if (has_out) graph.out = view.adjacency(out);
  if (has_in) graph.in = view.adjacency(in);
  if (!metadata.directed) graph.in = graph.out;
  graph.tiles = view_tiles(image, metadata);
  return graph;
}

void complete_directions(Graph& graph, const std::string& name, int threads) {
  if (!graph.out.offsets.empty() && !graph.in.offsets.empty()) return;
  Adjacency& present = graph.out.offsets.empty() ? graph.in : graph.out;
  Adjacency& missing = graph.out.offsets.empty() ? graph.out : graph.in;
  missing = present;  // so that the graph can be checked as a whole before it is walked
  check_bounds(graph, name, threads);
  const int worth = threads_worth(graph.num_vertices() + present.num_edges(), serial_grain, threads);
  with_weight_type(present.weights, [&](auto type) {
    missing = AdjacencyBuilder<decltype(type)>(graph.num_vertices(), worth).transpose(present);
  });
}

}  // namespace prepared

bool is_prepared(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, prepared::magic.size()> head{};
  const ssize_t size = ::read(file, head.data(), head.size());
  ::close(file);
  return size == static_cast<ssize_t>(head.size()) && head == prepared::magic;
}

Graph open_prepared(const std::string& path, int threads) {
  const prepared::Image image(path);
  Graph graph = prepared::view_graph(image, prepared::read_metadata(image));
  prepared::complete_directions(graph, path, threads > 0 ? threads : default_threads());
  return graph;
}

}  // namespace mg

#include <algorithm>
#include <nlohmann/json.hpp>

#include "preprocess/prepared/contents.hpp"
#include "preprocess/prepared/file.hpp"

namespace mg {
namespace {

PreparedInfo::Section describe(const prepared::SectionEntry& entry) {
  const prepared::SectionKind* kind = prepared::find_kind(entry.type);
  PreparedInfo::Section section;
  if (kind != nullptr) {
    section.name = kind->name;
  } else {
    section.name.assign(entry.name.begin(), std::ranges::find(entry.name, '\0'));
  }
  section.type = entry.type;
  section.known = kind != nullptr;
  section.required = (entry.flags & prepared::required_flag) != 0;
  section.offset = entry.offset;
  section.bytes = entry.length;
  section.element_size = entry.element_size;
  section.checksum = entry.checksum;
  return section;
}

/// A name from a file, fit for a terminal.
std::string printable(const std::string& text) {
  std::string result = text;
  std::ranges::replace_if(
      result, [](char c) { return c < ' ' || c > '~'; }, '?');
  return result;
}

}  // namespace

PreparedInfo inspect_prepared(const std::string& path) {
  const prepared::Image image(path);
  PreparedInfo info;
  info.path = path;
  info.version = image.header().version;
  info.file_bytes = image.header().file_size;
  info.metadata = prepared::read_metadata(image);
  for (const prepared::SectionEntry& entry : image.sections()) info.sections.push_back(describe(entry));
  return info;
}

nlohmann::json PreparedInfo::to_json() const {
  nlohmann::json list = nlohmann::json::array();
  for (const Section& section : sections) {
    list.push_back({{"name", printable(section.name)},
                    {"type", section.type},
                    {"known", section.known},
                    {"required", section.required},
                    {"offset", section.offset},
                    {"bytes", section.bytes},
                    {"element_size", section.element_size},
                    {"xxh3", fmt::format("{:016x}", section.checksum)}});
  }
  return {
      {"path", path}, {"version", version}, {"bytes", file_bytes}, {"graph", metadata.to_json()}, {"sections", list}};
}

std::string PreparedInfo::to_text() const {
  const prepared::Metadata& m = metadata;
  const std::uint64_t edges = m.directed ? m.arcs : (m.arcs + m.cleaning.self_loop_count) / 2;
  std::string text = fmt::format("{}: prepared graph, format version {}, {} bytes\n", path, version, file_bytes);
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("  {:<12} {}\n", key, value);
  };
  line("graph", fmt::format("{}, {} vertices, {} edges ({} arcs)", m.directed ? "directed" : "undirected", m.vertices,
                            edges, m.arcs));
  line("weights", m.weight_type == WeightType::none
                      ? "none"
                      : fmt::format("{} ({}){}{}", to_string(m.weight_type), printable(m.cleaning.weights),
                                    m.weight_facts.negative ? ", some negative" : "",
                                    m.weight_facts.not_finite ? ", some not finite" : ""));
  const nlohmann::json json = m.to_json();
  line("duplicates", json["duplicates"].get<std::string>());
  line("self loops", fmt::format("{} ({} stored)", json["self_loops"].get<std::string>(), m.cleaning.self_loop_count));
  line("order", printable(m.order));
  line("names", json["names"]["kind"].get<std::string>());
  if (std::ranges::count(sections, "places.x", &Section::name) != 0) {
    line("places", m.triangles == 0 ? "x and y of all vertices"
                                    : fmt::format("x and y of all vertices, corners of {} triangles", m.triangles));
  }
  line("made by", printable(m.tool));
  for (const std::string& input : m.provenance.inputs) line("from", printable(input));
  if (!m.provenance.format.empty()) line("format", printable(m.provenance.format));
  for (const std::string& decision : m.provenance.decisions) line("decision", printable(decision));
  text += "  sections\n";
  for (const Section& section : sections) {
    text += fmt::format("    {:<16} {:>14} bytes at {:>14}{}\n", printable(section.name), section.bytes, section.offset,
                        section.known ? "" : fmt::format("  (type {}, passed over)", section.type));
  }
  return text;
}

}  // namespace mg

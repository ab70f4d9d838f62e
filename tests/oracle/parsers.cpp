#include "tests/oracle/parsers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace oracle {
namespace {

using Words = std::vector<std::string>;

/// The words of each line, comment lines left out. Empty lines stay: METIS gives them a meaning.
std::vector<Words> lines_of(const std::string& text, const std::string& comment_marks) {
  std::vector<Words> lines;
  std::istringstream input(text);
  for (std::string line; std::getline(input, line);) {
    if (!line.empty() && comment_marks.find(line[0]) != std::string::npos) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Words& found = lines.emplace_back();
    for (std::string word; words >> word;) found.push_back(word);
  }
  return lines;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

void declare_counted(Listing& listing, std::size_t count) {
  for (std::size_t v = 1; v <= count; ++v) listing.vertices.push_back(std::to_string(v));
}

[[noreturn]] void surprise(const std::string& what) { throw std::runtime_error("oracle: " + what); }

std::string unpacked(const std::string& path) {
  if (path.find('\'') != std::string::npos) surprise("a quote in the path " + path);
  FILE* pipe = ::popen(("gzip -dc '" + path + "'").c_str(), "r");
  if (pipe == nullptr) surprise("cannot run gzip");
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), got);
  if (::pclose(pipe) != 0) surprise("cannot unpack " + path);
  return text;
}

}  // namespace

std::string read_text(const std::string& path) {
  if (path.ends_with(".gz")) return unpacked(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) surprise("cannot open " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Listing parse_edge_list(const std::string& text, bool directed) {
  Listing listing;
  listing.directed = directed;
  for (const Words& words : lines_of(text, "#%")) {
    if (words.empty()) continue;
    if (words.size() < 2) surprise("an edge with one end: " + words[0]);
    listing.weighted |= words.size() > 2;
    listing.edges.push_back({words[0], words[1], words.size() > 2 ? std::stod(words[2]) : 1.0});
  }
  return listing;
}

Listing parse_matrix_market(const std::string& text) {
  std::istringstream banner(lower(text.substr(0, text.find('\n'))));
  std::string mark, object, format, field, symmetry;
  banner >> mark >> object >> format >> field >> symmetry;
  if (mark != "%%matrixmarket" || format != "coordinate") surprise("no Matrix Market coordinate file");

  Listing listing;
  listing.directed = symmetry != "symmetric";
  listing.weighted = field != "pattern";
  bool in_header = true;
  for (const Words& words : lines_of(text, "%")) {
    if (words.empty()) continue;
    if (in_header) {
      declare_counted(listing, std::max(std::stoull(words.at(0)), std::stoull(words.at(1))));
      in_header = false;
      continue;
    }
    const double weight = listing.weighted ? std::stod(words.at(2)) : 1.0;
    listing.edges.push_back({words.at(0), words.at(1), weight});
    if (symmetry == "skew-symmetric") listing.edges.push_back({words[1], words[0], -weight});
  }
  return listing;
}

Listing parse_dimacs(const std::string& text) {
  Listing listing;
  listing.weighted = true;
  for (const Words& words : lines_of(text, "c")) {
    if (words.empty()) continue;
    if (words[0] == "p") declare_counted(listing, std::stoull(words.at(2)));
    if (words[0] == "a") listing.edges.push_back({words.at(1), words.at(2), std::stod(words.at(3))});
  }
  return listing;
}

Listing parse_metis(const std::string& text) {
  const std::vector<Words> lines = lines_of(text, "%");
  const Words& header = lines.at(0);
  const std::size_t vertices = std::stoull(header.at(0));
  std::string fmt = header.size() > 2 ? header[2] : "0";
  fmt.insert(0, 3 - std::min<std::size_t>(fmt.size(), 3), '0');  // "1" is "001"
  const std::size_t constraints = header.size() > 3 ? std::stoull(header[3]) : 1;
  const std::size_t skipped = (fmt[0] == '1' ? 1 : 0) + (fmt[1] == '1' ? constraints : 0);

  Listing listing;
  listing.directed = false;
  listing.weighted = fmt[2] == '1';
  declare_counted(listing, vertices);
  const std::size_t stride = listing.weighted ? 2 : 1;
  std::set<std::pair<std::size_t, std::size_t>> listed;
  for (std::size_t v = 1; v <= vertices; ++v) {
    const Words words = v < lines.size() ? lines[v] : Words{};
    for (std::size_t i = skipped; i + stride <= words.size(); i += stride) {
      const std::size_t u = std::stoull(words[i]);
      listed.insert({v, u});
      if (u < v && listed.contains({u, v})) continue;  // listed by its other end already
      listing.edges.push_back({words[i], std::to_string(v), listing.weighted ? std::stod(words[i + 1]) : 1.0});
    }
  }
  return listing;
}

Listing parse_graphalytics(const std::string& vertices, const std::string& edges, bool directed) {
  Listing listing = parse_edge_list(edges, directed);
  for (const Words& words : lines_of(vertices, "#")) {
    if (!words.empty()) listing.vertices.push_back(words[0]);
  }
  return listing;
}

Listing parse_adjacency_lines(const std::string& text, bool directed) {
  Listing listing;
  listing.directed = directed;
  for (const Words& words : lines_of(text, "#")) {
    if (words.empty()) continue;
    listing.vertices.push_back(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i) listing.edges.push_back({words[0], words[i]});
  }
  return listing;
}

}  // namespace oracle

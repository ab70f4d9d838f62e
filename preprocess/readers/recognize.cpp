#include "preprocess/readers/recognize.hpp"

#include <strings.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/readers/leading_comments.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/recognize_documents.hpp"
#include "preprocess/readers/text_chunks.hpp"
#include "preprocess/readers/unread_formats.hpp"
#include "preprocess/readers/xml_parser.hpp"

namespace mg {

namespace {

constexpr std::string_view prepared_graph_magic = "\x89MGRF";
constexpr std::size_t sample_lines = 200;

struct SuffixOf {
  std::string_view suffix;
  std::string_view format;
};

constexpr SuffixOf suffixes[] = {
    {".mtx", "mtx"},   {".el", "el"},           {".wel", "el"},        {".edgelist", "el"},
    {".edges", "el"},  {".pairs", "el"},        {".tsv", "csv"},       {".csv", "csv"},
    {".gr", "gr"},     {".graph", "metis"},     {".metis", "metis"},   {".sg", "gap"},
    {".wsg", "gap"},   {".adj", "adj"},         {".adjlist", "adj"},   {".e", "el"},
    {".gml", "gml"},   {".json", "json"},       {".graph-txt", "law"}, {".net", "pajek"},
    {".paj", "pajek"}, {".dot", "dot"},         {".gv", "dot"},        {".tntp", "tntp"},
    {".dl", "dl"},     {".graphml", "graphml"}, {".gexf", "gexf"},     {".ele", "ele"},
};

const SuffixOf* suffix_of(std::string_view path) {
  const auto* const found = std::find_if(std::begin(suffixes), std::end(suffixes),
                                         [&](const SuffixOf& known) { return path.ends_with(known.suffix); });
  return found != std::end(suffixes) ? found : nullptr;
}

template <class T>
T number_at(std::string_view head, std::size_t offset) {
  T value{};
  std::memcpy(&value, head.data() + offset, sizeof value);
  return value;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && ::strncasecmp(text.data(), start.data(), start.size()) == 0;
}

/// A .sg or .wsg file tells its kind by nothing but sizes that agree.
bool looks_like_gap(const Input& input) {
  const std::string_view head = input.head();
  constexpr std::size_t header = 17;
  if (!input.size() || head.size() < header) return false;
  const auto directed = static_cast<unsigned char>(head[0]);
  const auto arcs = number_at<std::int64_t>(head, 1);
  const auto vertices = number_at<std::int64_t>(head, 9);
  const auto size = static_cast<std::int64_t>(*input.size());
  if (directed > 1 || arcs < 0 || arcs > size || vertices < 0 || vertices > size) return false;
  const auto total = [&](std::int64_t arc_size) {
    return std::int64_t{header} + (directed + 1) * (8 * (vertices + 1) + arc_size * arcs);
  };
  return size == total(4) || size == total(8);
}

/// The first lines that are not empty and not comments (of any format), and whether the text goes on after them.
struct Sample {
  std::vector<std::string_view> lines;
  bool whole = true;
};

Sample sample_of(std::string_view head) {
  Sample sample;
  sample.whole = head.size() < Input::head_size;
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos && !sample.whole) break;
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    if (line.empty() || line[0] == '#' || line[0] == '%' || line.starts_with("//")) continue;
    if (sample.lines.size() == sample_lines) {
      sample.whole = false;
      break;
    }
    sample.lines.push_back(line);
  }
  return sample;
}

/// The numbers of a line that consists of nothing else.
std::optional<std::vector<std::uint64_t>> numbers_of(std::string_view line) {
  std::vector<std::uint64_t> numbers;
  const char* p = line.data();
  const char* const end = p + line.size();
  while (p != end) {
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(p, end, value);
    if (parsed.ec != std::errc() || (parsed.ptr != end && !is_blank(*parsed.ptr))) return std::nullopt;
    numbers.push_back(value);
    p = parsed.ptr;
    while (p != end && is_blank(*p)) ++p;
  }
  return numbers;
}

using Rows = std::vector<std::vector<std::uint64_t>>;

/// Lists of neighbours by networkx begin with the name of a script, the time and the name of the graph.
bool looks_like_networkx_list(std::string_view head) {
  const std::size_t end = head.find('\n');
  return head.starts_with('#') && end != std::string_view::npos && head.substr(end + 1).starts_with("# GMT ");
}

/// Of a vertex and how many lines of its neighbours follow, each with attributes.
bool is_in_several_lines(const Sample& sample) {
  return std::ranges::any_of(sample.lines, [](std::string_view line) {
    const std::size_t brace = line.find(" {");
    return brace != std::string_view::npos && line.ends_with('}') &&
           line.substr(0, brace).find_first_of(" \t") == std::string_view::npos;
  });
}

/// Whether the first line is a vertex and how many lines follow for it.
bool begins_with_a_count(const Sample& sample) {
  if (sample.lines.empty()) return false;
  const std::string_view line = sample.lines.front();
  const std::size_t space = line.find(' ');
  return space != std::string_view::npos && space + 1 < line.size() &&
         std::all_of(line.begin() + static_cast<std::ptrdiff_t>(space) + 1, line.end(), is_digit);
}

/// "c" comments and then "p sp", or another problem that the reader then names.
bool looks_like_dimacs(const Sample& sample) {
  for (const std::string_view line : sample.lines) {
    const bool comment = line == "c" || line.starts_with("c ") || line.starts_with("c\t");
    if (comment) continue;
    return std::ranges::any_of(std::array{"p sp ", "p aux ", "p edge ", "p col ", "p max ", "p min ", "p asn ", "p tw ",
                                          "p td ", "p ds ", "p cnf ", "p wcnf ", "p hs ", "p fes ", "p cep ", "p ocr "},
                               [&](std::string_view problem) { return line.starts_with(problem); });
  }
  return false;
}

/// "Field: value" lines, one of them of a package.
bool looks_like_package_list(const Sample& sample) {
  if (sample.lines.empty()) return false;
  const std::string_view first = sample.lines.front();
  const std::size_t colon = first.find(": ");
  if (colon == std::string_view::npos || first.substr(0, colon).find_first_of(" \t,;") != std::string_view::npos)
    return false;
  return std::any_of(sample.lines.begin(), sample.lines.end(),
                     [](std::string_view line) { return starts_with_ignoring_case(line, "package: "); });
}

/// A METIS header "n m [fmt [ncon]]" in front of lines that name vertices 1 .. n only. Weights may exceed n, so a
/// weighted file is recognised by its name alone.
bool fits_metis(const Rows& rows) {
  const auto& header = rows.front();
  if (header.size() < 2 || header.size() > 4 || (header.size() > 2 && header[2] != 0)) return false;
  return std::all_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
    return std::all_of(row.begin(), row.end(), [&](std::uint64_t v) { return v >= 1 && v <= header[0]; });
  });
}

/// True for a file called .mtx whose lines are edges from the first on: the sizes of a matrix, which come first in one,
/// bound all that follows.
bool is_table_without_banner(const Sample& sample) {
  std::vector<std::vector<double>> rows;
  for (const std::string_view line : sample.lines) {
    std::vector<double>& row = rows.emplace_back();
    const char* const end = line.data() + line.size();
    for (const char* p = line.data(); p != end;) {
      double value = 0;
      const auto parsed = std::from_chars(p, end, value);
      if (parsed.ec != std::errc() || (parsed.ptr != end && !is_blank(*parsed.ptr))) return false;
      row.push_back(value);
      for (p = parsed.ptr; p != end && is_blank(*p);) ++p;
    }
  }
  if (rows.empty()) return false;
  const std::vector<double>& first = rows.front();
  const bool even = std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() == first.size(); });
  if (!even || first.size() < 2 || first.size() > 3) return false;
  if (first.size() == 2) return true;
  const bool bounds = std::all_of(rows.begin() + 1, rows.end(),
                                  [&](const auto& row) { return row[0] <= first[0] && row[1] <= first[1]; });
  return !bounds || (sample.whole && first[2] != static_cast<double>(rows.size() - 1));
}

/// Network Repository writes the sizes of a matrix as a comment below its banner, "%64 64 704", and then edges.
bool has_sizes_in_a_comment(std::string_view head) {
  constexpr std::string_view banner = "%%MatrixMarket matrix coordinate";
  if (!starts_with_ignoring_case(head, banner)) return false;
  while (head.starts_with('%')) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    const auto numbers = numbers_of(line.substr(std::min(line.find_first_not_of("% \t"), line.size())));
    if (numbers && (numbers->size() == 2 || numbers->size() == 3)) return true;
  }
  return false;
}

/// LAW's ASCII graphs: the number of vertices in a line of its own, then the successors of vertex 0, of vertex 1, ...
bool fits_law(const Rows& rows) {
  const auto& header = rows.front();
  if (header.size() != 1) return false;
  return std::all_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
    return std::is_sorted(row.begin(), row.end()) &&
           std::all_of(row.begin(), row.end(), [&](std::uint64_t v) { return v < header[0]; });
  });
}

/// An edge list of two columns below its number of vertices looks like a graph of LAW in which all vertices have two
/// successors.
void refuse_counted_pairs(const Rows& rows, const Input& input) {
  if (!std::all_of(rows.begin() + 1, rows.end(), [](const auto& row) { return row.size() == 2; })) return;
  fail(ExitCode::bad_input,
       "{}: a number and pairs of numbers below it: an edge list with a line too much (take the first away, e.g. with "
       "tail -n +2), or one of LAW's ASCII graphs (say --format law)",
       input.name());
}

/// What says that lines are edges: SNAP's comment, or KONECT's.
bool declares_a_table(std::string_view head) {
  LeadingComments comments;
  for (std::uint64_t line = 1; head.starts_with('#') || head.starts_with('%'); ++line) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    comments.add(head.substr(0, end), line);
    head.remove_prefix(std::min(end + 1, head.size()));
  }
  return comments.konect().kind != KonectHeader::Kind::none || comments.undirected_line() != 0 ||
         comments.directed_line() != 0;
}

/// Whether each neighbour has the vertex among its own: then these are lists of neighbours.
bool goes_both_ways(const Rows& rows) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> arcs;
  for (const auto& row : rows) {
    for (std::size_t i = 1; i < row.size(); ++i) arcs.emplace(row[0], row[i]);
  }
  return std::ranges::all_of(arcs, [&](const auto& arc) { return arcs.contains({arc.second, arc.first}); });
}

/// Lines of edges, of two columns or with a weight, of which a few are damaged; or rows that are short by chance.
bool could_be_edges(const Rows& rows) {
  constexpr std::size_t few = 10;  // one of so many lines may be damaged, or two of few
  std::array<std::size_t, 4> count{};
  for (const auto& row : rows) ++count[row.size() < count.size() ? row.size() : 0];  // no row is empty
  const std::size_t longer = count[0];
  return longer <= 1 + rows.size() / few && 3 * std::max(count[2], count[3]) >= 2 * rows.size();
}

/// Vertices in front of their neighbours ascend in all files that list vertex by vertex.
bool fits_adjacency_list(const Rows& rows) {
  return std::is_sorted(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a[0] <= b[0]; });
}

/// The format of lines of numbers whose lengths differ, which an edge list's do not.
std::optional<Recognition> recognize_lists(const Sample& sample, const Input& input) {
  Rows rows;
  for (const std::string_view line : sample.lines) {
    auto numbers = numbers_of(line);
    if (!numbers) return std::nullopt;
    rows.push_back(std::move(*numbers));
  }
  const auto differs = [&](const auto& row) { return row.size() != rows.front().size(); };
  if (rows.size() < 2 || std::none_of(rows.begin(), rows.end(), differs)) return std::nullopt;
  if (fits_law(rows)) {
    refuse_counted_pairs(rows, input);
    return Recognition{"law", "a number of vertices and lines of ascending successors below it"};
  }
  // "VERTICES EDGES" and edges with weights: the reader of edge lists says what to do with the first line.
  const bool triples = rows.size() > 2 && rows.front().size() == 2 &&
                       std::all_of(rows.begin() + 1, rows.end(), [](const auto& row) { return row.size() == 3; });
  if (triples && sample.whole && rows.front()[1] == rows.size() - 1) return std::nullopt;
  const bool metis = fits_metis(rows);
  const bool adjacency = fits_adjacency_list(rows) && (!could_be_edges(rows) || (sample.whole && goes_both_ways(rows)));
  if (metis && !adjacency) return Recognition{"metis", "a header and lines of neighbours"};
  if (adjacency && !metis) return Recognition{"adj", "lines of a vertex and a varying number of neighbours"};
  if (triples) return std::nullopt;
  fail(ExitCode::bad_input,
       "{}: lines of numbers whose lengths differ: an adjacency list (say --format adj), a METIS graph (say --format "
       "metis), or an edge list with a damaged line (say --format el to see which)",
       input.name());
}

std::string_view without_byte_order_mark(std::string_view head) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return head.starts_with(mark) ? head.substr(mark.size()) : head;
}

/// The formats that are XML, by the root element, which is looked for where there is a tag at the start. A table may
/// begin with one too, <a>; other XML is refused where it says that it is.
std::optional<Recognition> recognize_xml(const Input& input, std::string_view head) {
  std::string_view text = without_xml_space(head.substr(0, head.find('<') + 1));
  const bool utf16 = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
  if (text != "<" && !utf16) return std::nullopt;
  const auto root = xml_root_element(input.head());
  const std::string_view name = root ? local_name(*root) : std::string_view();
  if (name == "graphml" || name == "gexf") {
    return Recognition{name == "gexf" ? "gexf" : "graphml", fmt::format("the root element <{}>", *root)};
  }
  text = without_xml_space(head);
  if (starts_with_ignoring_case(text, "<!doctype html") || starts_with_ignoring_case(text, "<html")) {
    fail(ExitCode::bad_input, "{}: a page of HTML, as servers send when there is no such file; look at it",
         input.name());
  }
  const SuffixOf* const known = suffix_of(input.plain_path());
  const bool called_so = known != nullptr && (known->format == "graphml" || known->format == "gexf");
  const bool declared = text.starts_with("<?xml") || text.starts_with("<!") || input.plain_path().ends_with(".xml");
  if (called_so || !(declared || (utf16 && root))) return std::nullopt;
  fail(ExitCode::bad_input,
       "{}: XML {}; of XML, GraphML and GEXF are read, whose root elements are <graphml> and <gexf>", input.name(),
       root ? fmt::format("whose root element is <{}>", *root) : "without a root element in its first 64 KiB");
}

/// Formats that announce themselves.
std::optional<Recognition> recognize_declared(const Input& input, std::string_view head, const Sample& sample) {
  if (head.starts_with(prepared_graph_magic)) {
    fail(ExitCode::bad_input, "{}: a prepared graph already: open it as it is, or export it", input.name());
  }
  refuse_unread_content(input);
  if (auto xml = recognize_xml(input, head)) return xml;
  refuse_what_is_no_text(input);
  if (has_sizes_in_a_comment(head) && is_table_without_banner(sample)) {
    return Recognition{"el", "lines of an edge list below a banner %%MatrixMarket and its sizes, as a comment"};
  }
  if (starts_with_ignoring_case(head, "%%MatrixMarket")) return Recognition{"mtx", "the banner %%MatrixMarket"};
  if (looks_like_gap(input)) return Recognition{"gap", "a size that agrees with the header of a GAP graph"};
  if (looks_like_galois(head)) return Recognition{"galois", "the header of a Galois graph"};
  if (looks_like_dimacs(sample)) return Recognition{"gr", "the line \"p\" of the DIMACS formats"};
  if (looks_like_package_list(sample)) return Recognition{"debian", "fields of a package list"};
  return recognize_document(head);
}

/// A name that ends as those of compressed files and archives do.
bool is_packed_by_name(std::string_view name) {
  return without_compression_suffix(name) != name ||
         std::ranges::any_of(std::array{".zip", ".7z", ".tar", ".tgz", ".tbz2", ".txz"},
                             [&](std::string_view suffix) { return name.ends_with(suffix); });
}

}  // namespace

bool looks_like_galois(std::string_view head) {
  constexpr std::size_t header = 32;
  if (head.size() < header) return false;
  const auto version = number_at<std::uint64_t>(head, 0);
  const auto edge_bytes = number_at<std::uint64_t>(head, 8);
  return (version == 1 || version == 2) && edge_bytes <= 64;
}

bool has_graph_suffix(std::string_view path) { return suffix_of(path) != nullptr; }

Recognition recognize_format(const Input& input, bool table) {
  const std::string_view head = without_byte_order_mark(input.head());
  const Sample sample = sample_of(head);
  if (auto declared = recognize_declared(input, head, sample)) return *declared;
  if (input.plain_path().ends_with(".mg")) {
    fail(
        ExitCode::bad_input,
        "{}: a prepared graph by its name, but it {}; make it again with mg_prep, or say its --format if it is another",
        input.name(), head.empty() ? "is empty" : "does not begin with the mark of one");
  }

  if (!table) refuse_unread_name(input);
  if (head.empty() && input.compression() == Compression::none && is_packed_by_name(input.name())) {
    fail(ExitCode::bad_input, "{}: empty, and so no compressed file or archive as its name says; get it again",
         input.name());
  }

  const SuffixOf* const known = suffix_of(input.plain_path());
  if (known != nullptr && known->format == "mtx" && is_table_without_banner(sample)) {
    return {"el", "lines of an edge list, without the banner and the sizes that .mtx files begin with"};
  }
  const bool may_be_lists = known == nullptr || known->format == "el" || known->format == "adj";
  if (!table && may_be_lists && begins_with_a_count(sample) && is_in_several_lines(sample)) {
    fail(ExitCode::bad_input,
         "{}: a multiline adjacency list of networkx, which is not read; in Python "
         "networkx.write_edgelist(networkx.read_multiline_adjlist('FILE'), 'FILE.el') makes an edge list of it",
         input.name());
  }
  if (!table && looks_like_networkx_list(head)) {
    return {"adj", "the comments that networkx writes before lists of neighbours"};
  }
  const bool other = table && known != nullptr && known->format != "el" && known->format != "csv";
  if (known != nullptr && !other) return {known->format, fmt::format("the suffix {}", known->suffix)};
  if (head.find('\0') != std::string_view::npos) {
    fail(ExitCode::bad_input,
         "{}: not text, and not the start of any binary format of a graph that is known: .mg, GAP's .sg and .wsg, "
         "Galois's .gr; export it from what wrote it as text",
         input.name());
  }
  if (!table && fits_ele(sample.lines, sample.whole)) {
    return {"ele", "lines of numbered triangles below their number and that of their corners"};
  }
  if (!table && !declares_a_table(head)) {
    if (auto lists = recognize_lists(sample, input)) return *lists;
  }
  const bool separated = !sample.lines.empty() && sample.lines.front().find_first_of(",;") != std::string_view::npos;
  return separated ? Recognition{"csv", "columns between commas or semicolons"} : Recognition{"el", "columns of text"};
}

}  // namespace mg

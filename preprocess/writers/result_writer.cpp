#include "preprocess/writers/result_writer.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "engine/error.hpp"
#include "engine/results.hpp"
#include "preprocess/readers/text_chunks.hpp"
#include "preprocess/readers/xml_text.hpp"
#include "preprocess/writers/graph_documents.hpp"

namespace mg {

namespace {

static_assert(std::endian::native == std::endian::little, "binary results are written as they lie in memory");

constexpr std::string_view phase = "write results";
constexpr std::uint64_t rows_per_block = std::uint64_t{1} << 15;

/// Names longer than this would make the fixed-width names of .npy many times larger than the results.
constexpr std::size_t longest_npy_name = 1024;

/// Stands where a name would and there is no vertex.
constexpr std::string_view no_name = "-1";

bool names_vertices(const ResultColumn& column) { return column.meaning == ResultColumn::Meaning::vertex; }

struct NamedFormat {
  std::string_view suffix;
  ResultFormat format;
};
constexpr std::array formats{NamedFormat{".tsv", ResultFormat::tsv},         NamedFormat{".csv", ResultFormat::csv},
                             NamedFormat{".npy", ResultFormat::npy},         NamedFormat{".bin", ResultFormat::bin},
                             NamedFormat{".graphml", ResultFormat::graphml}, NamedFormat{".gexf", ResultFormat::gexf}};

/// What is written: columns, and in which order their rows stand in a file.
struct ResultTable {
  const Graph& graph;
  std::span<const ResultColumn> columns;
  Rows rows;

  [[nodiscard]] bool names_rows() const { return rows == Rows::vertices; }
  [[nodiscard]] std::uint64_t size() const {
    if (names_rows()) return graph.num_vertices();
    return columns.empty() ? 0 : num_rows(columns.front());
  }
  /// Of the i-th row in the file.
  [[nodiscard]] std::uint64_t row(std::uint64_t i) const {
    return names_rows() ? graph.from_file(static_cast<VertexId>(i)) : i;
  }
};

/// Calls append(i, row of the columns, out) for every row in the order of the file, in blocks.
template <class Append>
void write_rows(BlockOutput& output, const ResultTable& table, Progress& progress, Append&& append) {
  const std::uint64_t size = table.size();
  const auto format = [&](std::uint64_t block, std::string& out) {
    const std::uint64_t end = std::min(size, (block + 1) * rows_per_block);
    for (std::uint64_t i = block * rows_per_block; i < end; ++i) append(i, table.row(i), out);
  };
  output.write_blocks((size + rows_per_block - 1) / rows_per_block, format, phase, progress);
}

/// Quotes out[begin, end) where a csv field needs it.
void quote_csv_field(std::string& out, std::size_t begin) {
  if (out.find_first_of(",\"\r\n", begin) == std::string::npos) return;
  std::string quoted = "\"";
  for (const char c : std::string_view(out).substr(begin)) quoted.append(c == '"' ? 2 : 1, c);
  out.replace(begin, std::string::npos, quoted + '"');
}

void write_text(BlockOutput& output, const ResultTable& table, char separator, Progress& progress) {
  std::string header;
  if (table.names_rows()) header += "vertex";
  for (const ResultColumn& column : table.columns) {
    if (!header.empty()) header += separator;
    header += column.name;
  }
  output.write(header + '\n');
  const bool csv = separator == ',';
  write_rows(output, table, progress, [&](std::uint64_t i, std::uint64_t row, std::string& out) {
    std::size_t field = out.size();
    if (table.names_rows()) {
      table.graph.names.append_name(static_cast<VertexId>(i), out);
      if (csv) quote_csv_field(out, field);
    }
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (c > 0 || table.names_rows()) out += separator;
      field = out.size();
      append_value(table.graph, table.columns[c], row, out);
      if (csv) quote_csv_field(out, field);
    }
    out += '\n';
  });
}

template <class Number>
void append_binary(Number number, std::string& out) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// The value of a row in a column that is none of vertices.
void append_binary_value(const ResultColumn& column, std::uint64_t row, std::string& out) {
  std::visit([&](const auto& values) { append_binary(values[row], out); }, column.values);
}

std::string_view numpy_type(const ResultColumn& column) {
  constexpr std::array<std::string_view, 5> types{"<i4", "<u4", "<u8", "<f4", "<f8"};
  static_assert(types.size() == std::variant_size_v<ResultColumn::Values>);
  return types[column.values.index()];
}

std::size_t longest_name(const VertexNames& names) {
  std::size_t longest = no_name.size();
  for (VertexId v = 0; v < names.size(); ++v) {
    longest = std::max<std::size_t>(longest, names.offsets()[v + 1] - names.offsets()[v]);
  }
  return longest;
}

/// How vertex names stand in a .npy file.
class NpyNames {
 public:
  explicit NpyNames(const VertexNames& names) : names_(names) {
    if (names.kind() == VertexNames::Kind::strings) width_ = longest_name(names);
  }
  [[nodiscard]] std::string type() const {
    if (names_.kind() == VertexNames::Kind::strings) return fmt::format("|S{}", width_);
    const bool is_signed = names_.size() == 0 || integer(names_.size() - 1) <= std::uint64_t{INT64_MAX};
    return is_signed ? "<i8" : "<u8";
  }
  void append(VertexId file_index, std::string& out) const {
    if (names_.kind() != VertexNames::Kind::strings) return append_binary(integer(file_index), out);
    const std::size_t end = out.size() + width_;
    names_.append_name(file_index, out);
    out.resize(end, '\0');
  }
  void append_none(std::string& out) const {
    if (names_.kind() != VertexNames::Kind::strings) return append_binary(std::int64_t{-1}, out);
    const std::size_t end = out.size() + width_;
    out += no_name;
    out.resize(end, '\0');
  }

 private:
  [[nodiscard]] std::uint64_t integer(VertexId file_index) const {
    return names_.kind() == VertexNames::Kind::integers ? names_.ids()[file_index] : names_.first() + file_index;
  }

  const VertexNames& names_;
  std::size_t width_ = 0;
};

/// Magic, version 1.0, header length and header, padded so that the data start at a multiple of 64.
std::string npy_header(const std::string& fields, std::uint64_t rows) {
  constexpr std::size_t prefix = 10;
  constexpr std::size_t alignment = 64;
  std::string text = fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", fields, rows);
  const std::size_t size = (prefix + text.size() + 1 + alignment - 1) / alignment * alignment;
  text.resize(size - prefix - 1, ' ');
  std::string header("\x93NUMPY\x01\x00", 8);
  append_binary(static_cast<std::uint16_t>(text.size() + 1), header);
  return header + text + '\n';
}

void write_npy(BlockOutput& output, const ResultTable& table, Progress& progress) {
  const NpyNames names(table.graph.names);
  std::vector<std::string> fields;
  if (table.names_rows()) fields.push_back(fmt::format("('vertex', '{}')", names.type()));
  for (const ResultColumn& column : table.columns) {
    fields.push_back(fmt::format("('{}', '{}')", column.name,
                                 names_vertices(column) ? names.type() : std::string(numpy_type(column))));
  }
  output.write(npy_header(fmt::format("{}", fmt::join(fields, ", ")), table.size()));
  write_rows(output, table, progress, [&](std::uint64_t i, std::uint64_t row, std::string& out) {
    if (table.names_rows()) names.append(static_cast<VertexId>(i), out);
    for (const ResultColumn& column : table.columns) {
      if (!names_vertices(column)) {
        append_binary_value(column, row, out);
      } else if (const VertexId named = named_vertex(column, row); named == no_vertex) {
        names.append_none(out);
      } else {
        names.append(table.graph.to_file(named), out);
      }
    }
  });
}

void write_bin(BlockOutput& output, const ResultTable& table, Progress& progress) {
  for (const ResultColumn& column : table.columns) {
    write_rows(output, table, progress, [&](std::uint64_t /*i*/, std::uint64_t row, std::string& out) {
      if (!names_vertices(column)) return append_binary_value(column, row, out);
      const VertexId named = named_vertex(column, row);
      append_binary(named == no_vertex ? std::int64_t{-1} : std::int64_t{table.graph.to_file(named)}, out);
    });
  }
}

/// What tsv cannot say, having no quotes.
void require_tsv_names(const VertexNames& names) {
  const Array<char>& bytes = names.bytes();
  constexpr std::string_view breaks = "\t\r\n";
  const char* const found = std::find_first_of(bytes.begin(), bytes.end(), breaks.begin(), breaks.end());
  if (found == bytes.end()) return;
  const auto* const end = std::upper_bound(names.offsets().begin(), names.offsets().end(),
                                           static_cast<std::uint64_t>(found - bytes.begin()));
  const auto vertex = static_cast<VertexId>(end - names.offsets().begin() - 1);
  fail(ExitCode::wrong_use,
       "the vertex name {} holds a {}, which .tsv cannot: write .csv, which quotes names, or .npy (-o -.csv to "
       "standard output)",
       quoted(names.name(vertex)), *found == '\t' ? "tab" : "line end");
}

/// Rows in which a column has no value.
std::uint64_t missing_in(const ResultTable& table, const ResultColumn& column) {
  std::uint64_t missing = 0;
  for (std::uint64_t row = 0; row < table.size(); ++row) missing += has_value(column, row) ? 0 : 1;
  return missing;
}

/// What a document of a graph leaves out.
std::vector<std::string> missing_values(const ResultTable& table) {
  std::vector<std::string> remarks;
  const std::size_t ends = table.names_rows() ? 0 : 2;  // of edges, which each has
  for (const ResultColumn& column : table.columns.subspan(std::min(ends, table.columns.size()))) {
    const std::uint64_t missing = missing_in(table, column);
    if (missing == 0) continue;
    remarks.push_back(fmt::format("{} of {} {} have no '{}' and are written without", missing, table.size(),
                                  table.names_rows() ? "vertices" : "edges", column.name));
  }
  return remarks;
}

bool is_document(ResultFormat format) { return format == ResultFormat::graphml || format == ResultFormat::gexf; }

}  // namespace

bool is_standard_output(std::string_view path) { return path == "-" || path.starts_with("-."); }

ResultFormat result_format_of(std::string_view path) {
  if (path == "-") return ResultFormat::tsv;
  const std::string_view name = without_compression(path);
  for (const NamedFormat& known : formats) {
    if (name.ends_with(known.suffix)) return known.format;
  }
  fail(ExitCode::wrong_use,
       "the name of the results file '{}' must end in .tsv, .csv, .npy or .bin, or, for the graph with its results, "
       "in .graphml or .gexf (and .gz, .bz2 or .zst behind it to compress)",
       path);
}

void ResultWriter::require_names(const VertexNames& names) const {
  if (names.kind() != VertexNames::Kind::strings) return;
  if (format_ == ResultFormat::tsv) require_tsv_names(names);
  if (is_document(format_)) require_xml_names(names);
  if (format_ != ResultFormat::npy) return;
  if (const std::size_t longest = longest_name(names); longest > longest_npy_name) {
    fail(ExitCode::wrong_use,
         "a vertex name of {} bytes does not fit the fixed-width names of .npy: write .tsv instead", longest);
  }
}

void ResultWriter::require_rows(const AlgorithmInfo& algorithm) const {
  if (algorithm.rows != Rows::table || !is_document(format_)) return;
  fail(
      ExitCode::wrong_use,
      "the results of {} are a table of {}s, which a document of the graph cannot hold: write .tsv, .csv, .npy or .bin",
      algorithm.name, row_word(algorithm));
}

std::vector<std::string> ResultWriter::write(const Graph& graph, std::span<const ResultColumn> columns,
                                             Progress& progress, Rows rows) {
  const ResultTable table{graph, columns, rows};
  std::vector<std::string> remarks;
  switch (format_) {
    case ResultFormat::tsv: write_text(output_, table, '\t', progress); break;
    case ResultFormat::csv: write_text(output_, table, ',', progress); break;
    case ResultFormat::npy: write_npy(output_, table, progress); break;
    case ResultFormat::graphml: write_graphml(FileOrderGraph(graph), columns, output_, progress, rows); break;
    case ResultFormat::gexf: write_gexf(FileOrderGraph(graph), columns, output_, progress, rows); break;
    case ResultFormat::bin:
      write_bin(output_, table, progress);
      for (const ResultColumn& column : columns) {
        if (!names_vertices(column)) continue;
        remarks.push_back(fmt::format("{}: '{}' holds rows, counted from 0, since .bin has no names; .npy has them",
                                      output_.path(), column.name));
      }
      break;
  }
  if (is_document(format_)) remarks = missing_values(table);
  const bool says_none = format_ == ResultFormat::tsv || format_ == ResultFormat::csv || format_ == ResultFormat::npy;
  if (says_none && graph.find("-1")) {
    for (const ResultColumn& column : columns) {
      if (!names_vertices(column) || missing_in(table, column) == 0) continue;
      remarks.push_back(
          fmt::format("a vertex is called '-1', which in '{}' stands for none, too: .graphml and .gexf "
                      "leave out what is none",
                      column.name));
    }
  }
  output_.commit();
  return remarks;
}

}  // namespace mg

// The road networks of TransportationNetworks (github.com/bstabler/TransportationNetworks): metadata in <TAGS>, then a
// table of links whose columns a line behind ~ names, a link a line up to ;.
#include <fmt/ranges.h>
#include <strings.h>

#include <algorithm>
#include <string>
#include <vector>

#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/numbered_text.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/table_sample.hpp"

namespace mg {

namespace {

constexpr std::string_view default_weight = "free_flow_time";

struct Metadata {
  std::optional<std::uint64_t> nodes, links, first_through;
  std::uint64_t links_line = 0;
};

/// "Free Flow Time (min)" as free_flow_time.
std::string column_name(std::string_view title) {
  title = title.substr(0, title.find('('));
  while (!title.empty() && is_blank(title.back())) title.remove_suffix(1);
  while (!title.empty() && is_blank(title.front())) title.remove_prefix(1);
  std::string name;
  for (const char c : title) name += c == ' ' ? '_' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return name;
}

/// The titles in a line behind ~: between tabs where there are any, otherwise between blanks.
std::vector<std::string> column_names(std::string_view line) {
  line = line.substr(0, line.find(';'));
  const char separator = line.find('\t') != std::string_view::npos ? '\t' : ' ';
  std::vector<std::string> names;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(separator), line.size());
    if (std::string name = column_name(line.substr(0, end)); !name.empty()) names.push_back(std::move(name));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return names;
}

class TntpReader {
 public:
  TntpReader(Input& input, const ReadOptions& options) : source_(input, options.block_size), options_(options) {}

  EdgeList read(Progress& progress) {
    read_metadata();
    read_titles();
    choose_weight();
    EdgeCollector collector(weight_.has_value());
    const auto is_link = [](const char* p) { return *p != '~' && *p != '\n'; };
    collect_announced_edges(
        source_, progress, collector, {*metadata_.links, metadata_.links_line, "links"}, weight_.has_value(),
        shortest_link, [&](const char*& p, EdgeBlock& block) { parse_link(p, block); }, is_link);
    EdgeList list;
    list.format = "tntp";
    list.names = VertexNames::counted(1, static_cast<VertexId>(*metadata_.nodes));
    list.edges = collector.take_edges();
    if (weight_) list.weights = collector.take_weights(source_);
    list.directed = list.direction_declared = true;
    list.decisions = decisions(list.weights, collector.rounded());
    return list;
  }

 private:
  static constexpr std::size_t shortest_link = 4;  // "1 2" and the end of the line

  void read_metadata() {
    while (const auto line = source_.next_line()) {
      const char* const begin = skip_blanks(line->data());
      if (*begin == '\n' || *begin == '~') continue;
      if (*begin != '<')
        source_.fail_in_line(begin, "expected <END OF METADATA> or another tag, found {}", quoted(*line));
      const std::string_view text(begin, static_cast<std::size_t>(line->data() + line->size() - begin));
      const std::size_t close = text.find('>');
      if (close == std::string_view::npos) source_.fail_in_line(begin, "a tag that begins here has no '>'");
      if (read_tag(text.substr(1, close - 1), begin + close + 1)) return check_metadata();
    }
    source_.fail_at_position({source_.line_number(), 1}, "the file ends before <END OF METADATA>");
  }

  /// True for the last one.
  bool read_tag(std::string_view tag, const char* value) {
    const auto is = [&](std::string_view known) {
      return tag.size() == known.size() && ::strncasecmp(tag.data(), known.data(), tag.size()) == 0;
    };
    const auto count = [&](std::string_view what) {
      return parse_header(source_, [&] {
        const char* p = value;
        const std::uint64_t number = parse_count(p, what);
        if (number > max_vertices && what == "the number of nodes") {
          fail_at(skip_blanks(value), "{} nodes exceed the limit of {}", number, max_vertices);
        }
        return number;
      });
    };
    if (is("NUMBER OF NODES")) metadata_.nodes = count("the number of nodes");
    if (is("FIRST THRU NODE")) metadata_.first_through = count("the number of a node");
    if (is("NUMBER OF LINKS")) {
      metadata_.links = count("the number of links");
      metadata_.links_line = source_.line_number();
    }
    if (is("ORIGINAL HEADER")) titles_ = column_names(std::string_view(skip_tilde(value), line_end(value)));
    return is("END OF METADATA");
  }

  static const char* skip_tilde(const char* p) {
    p = skip_blanks(p);
    return *p == '~' ? p + 1 : p;
  }

  void check_metadata() const {
    if (metadata_.nodes && metadata_.links) return;
    source_.fail_at_position({source_.line_number(), 1},
                             fmt::format("the metadata end without <NUMBER OF {}>: is this the network, and not its "
                                         "trips or nodes?",
                                         metadata_.nodes ? "LINKS" : "NODES"));
  }

  /// The line behind ~ in front of the links names the columns.
  void read_titles() {
    while (const auto line = source_.next_line()) {
      const char* const begin = skip_blanks(line->data());
      if (*begin == '\n') continue;
      if (*begin != '~') {
        source_.unread_line();
        break;
      }
      auto titles = column_names(std::string_view(begin + 1, line->data() + line->size()));
      if (find(titles, {"init_node", "from_node", "from", "tail"})) titles_ = std::move(titles);
    }
    titles_told_ = !titles_.empty();
    if (!titles_told_)
      titles_ = {"init_node", "term_node", "capacity", "length", "free_flow_time",
                 "b",         "power",     "speed",    "toll",   "link_type"};
    const auto source = find(titles_, {"init_node", "from_node", "from", "tail"});
    const auto target = find(titles_, {"term_node", "to_node", "to", "head"});
    if (!source || !target) {
      source_.fail_at_position({source_.line_number(), 1},
                               "the line behind ~ names no columns init_node and term_node");
    }
    from_ = *source;
    to_ = *target;
    untitled_ = columns_of_first_link() - std::min(columns_of_first_link(), titles_.size());
  }

  /// Links may have more columns than titles.
  [[nodiscard]] std::size_t columns_of_first_link() {
    const std::string_view lines = source_.coming_lines();
    const std::string_view link = lines.substr(0, lines.find_first_of(";\n"));
    return split_fields(link, EdgeListSyntax::blanks, false).size();
  }

  [[nodiscard]] static std::optional<std::size_t> find(const std::vector<std::string>& titles,
                                                       std::initializer_list<std::string_view> names) {
    const auto found =
        std::ranges::find_if(titles, [&](const std::string& title) { return std::ranges::count(names, title) != 0; });
    if (found == titles.end()) return std::nullopt;
    return static_cast<std::size_t>(found - titles.begin());
  }

  void choose_weight() {
    if (!options_.read_weights) return;
    const std::string& asked = options_.weight_attribute;
    weight_ = find(titles_, {asked.empty() ? default_weight : std::string_view(column_name(asked))});
    if (!asked.empty() && (!weight_ || *weight_ == from_ || *weight_ == to_)) {
      fail(ExitCode::wrong_use, "--weights from:{}: the links of {} have no such column; they have {}", asked,
           source_.name(), fmt::join(titles_, ", "));
    }
  }

  void parse_link(const char*& p, EdgeBlock& block) const {
    if (*p == '~') {
      p = line_end(p) + 1;
      return;
    }
    VertexId from = 0;
    VertexId to = 0;
    for (std::size_t column = 0; column != titles_.size(); ++column) {
      p = skip_blanks(p);
      if (*p == '\n' || *p == ';') {
        fail_at(p, "expected {} columns ({}), found {}", titles_.size(), fmt::join(titles_, " "), column);
      }
      if (column == from_) {
        from = parse_vertex(p, *metadata_.nodes, "a node");
      } else if (column == to_) {
        to = parse_vertex(p, *metadata_.nodes, "a node");
      } else if (weight_ && column == *weight_) {
        block.weights().parse(p);
        if (!ends_word(*p) && *p != ';') fail_at(p, "expected white space after the number, found {}", quoted_word(p));
      } else {
        p = std::max(word_end(p), p + 1);
      }
    }
    for (std::size_t column = 0; column != untitled_; ++column) p = word_end(skip_blanks(p));
    p = skip_blanks(p);
    if (*p == ';') ++p;
    parse_line_end(p);
    block.add(from, to);
  }

  [[nodiscard]] std::vector<std::string> decisions(const Weights& weights, std::size_t rounded) const {
    std::vector<std::string> decisions{"directed links, as TNTP's are"};
    if (!titles_told_) decisions.emplace_back("columns: not named, taken in TNTP's usual order");
    std::vector<std::string_view> others;
    for (std::size_t i = 0; i != titles_.size(); ++i) {
      if (i != from_ && i != to_ && weight_ != i) others.emplace_back(titles_[i]);
    }
    decisions.push_back(!weight_ ? std::string("no weights")
                                 : fmt::format("{}: column {}", describe(weights, rounded), titles_[*weight_]));
    if (!others.empty()) {
      decisions.push_back(
          fmt::format("columns passed over: {}; --weights from:NAME takes one as the weight", fmt::join(others, ", ")));
    }
    if (untitled_ != 0) decisions.push_back(fmt::format("columns without a title: {}, passed over", untitled_));
    if (metadata_.first_through && *metadata_.first_through > 1) {
      decisions.push_back(fmt::format("nodes 1 .. {} are zones, which no path should lead through; paths here may",
                                      *metadata_.first_through - 1));
    }
    return decisions;
  }

  TextSource source_;
  const ReadOptions& options_;
  Metadata metadata_;
  std::vector<std::string> titles_;
  bool titles_told_ = false;
  std::size_t from_ = 0, to_ = 0;
  std::size_t untitled_ = 0;  ///< columns behind those that have titles
  std::optional<std::size_t> weight_;
};

}  // namespace

EdgeList read_tntp(Input& input, const ReadOptions& options, Progress& progress) {
  return TntpReader(input, options).read(progress);
}

}  // namespace mg

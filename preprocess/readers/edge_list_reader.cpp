// Edge lists: a line an edge. Names are taken for numbers as long as all are; the first that is a word makes all of
// them words, including those read before, which works because a number's decimal form is the word it was read from.
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <deque>
#include <optional>

#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/leading_sizes.hpp"
#include "preprocess/readers/name_interner.hpp"
#include "preprocess/readers/name_text.hpp"
#include "preprocess/readers/numeric_edges.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {

namespace {

/// The shortest line that is an edge, "1 2\n"; bounds the edges of a text.
constexpr std::size_t shortest_line = 4;

/// What of a text was passed over or changed.
struct Remarks {
  std::uint64_t comments = 0;
  const char* first_comment = nullptr;
  std::uint64_t trimmed = 0;    // names without the blanks around them
  std::uint64_t respelled = 0;  // numbers that were written otherwise: 1.0
};

/// The edges of a text between words, numbered within the text.
class NamedBlock {
 public:
  EdgeBlock edges;
  std::deque<std::string> unquoted;

  void reset(std::size_t max_edges, bool weighted) {
    edges.reset(max_edges, weighted);
    names_.clear();
    hashes_.clear();
    index_.clear();
    unquoted.clear();
    coming_ = 0;
  }

  /// Adds an edge, which is among `edges` once number_coming() has been called.
  void add(std::string_view source, std::string_view target) {
    for (const std::string_view name : {source, target}) {
      coming_names_[coming_] = name;
      coming_hashes_[coming_++] = hash_name(name);
    }
    if (coming_ == coming_names_.size()) number_coming();
  }

  void number_coming() {
    VertexId source = 0;
    index_.resolve_all(
        std::span(coming_hashes_).first(coming_), [&](VertexId number) { __builtin_prefetch(&names_[number]); },
        [&](VertexId number) { __builtin_prefetch(names_[number].data()); },
        [&](std::size_t i) {
          const VertexId number = number_of(coming_names_[i], coming_hashes_[i]);
          if (i % 2 == 0) {
            source = number;
          } else {
            edges.add(source, number);
          }
        });
    coming_ = 0;
  }

  /// Gives vertices the numbers that `interner` has for their names.
  void renumber(NameInterner& interner) {
    numbers_.resize(names_.size());
    interner.intern(names_, hashes_, numbers_);
    for (Edge& edge : edges.edges()) edge = {numbers_[edge.source], numbers_[edge.target]};
  }

 private:
  VertexId number_of(std::string_view name, std::uint32_t hash) {
    const auto next = static_cast<VertexId>(names_.size());
    const VertexId number = index_.find_or_add(hash, next, [&](VertexId other) { return names_[other] == name; });
    if (number == next) {
      names_.push_back(name);
      hashes_.push_back(hash);
    }
    return number;
  }

  static constexpr std::size_t at_a_time = 256;           // an even number
  std::array<std::string_view, at_a_time> coming_names_;  // the ends of edges, in turns
  std::array<std::uint32_t, at_a_time> coming_hashes_;
  std::size_t coming_ = 0;
  std::vector<std::string_view> names_;  // by number, in order of first appearance
  std::vector<std::uint32_t> hashes_;
  std::vector<VertexId> numbers_;  // the file's number of each name
  NameIndex index_;
};

struct Result {
  std::string_view text;
  bool numeric = false;  // which of the two holds the edges
  NumericBlock numbers;
  NamedBlock named;
  Remarks remarks;
  std::optional<TextError> malformed;  // if names are numbers, the number at which parsing stopped
  std::string_view word;               // the name that is no number, at which parsing numbers stopped
};

/// Gathers the edges of files of one syntax, or of several.
class EdgeListReader {
 public:
  explicit EdgeListReader(bool weighted) : weighted_(weighted), numeric_(weighted), named_edges_(weighted) {}

  /// What is parsed from here on comes from this source.
  void begin_source(const TextSource& source, const EdgeListSyntax& syntax) {
    source_ = &source;
    syntax_ = &syntax;
    numeric_.collector().begin_file(source.name());
    named_edges_.begin_file(source.name());
    plain_names_ = syntax.columns.source == 0 && syntax.columns.target == 1;
    comments_ = syntax.comments;
    bipartite_ = bipartite_ || syntax.bipartite;
    odd_numbers_ = odd_numbers_ || syntax.odd_numbers;
    if (syntax.names == NameKind::strings && !named_) {
      if (numeric_.size() > 0) first_word_ = fmt::format("the first name of {}", source.name());
      take_numbers_for_words();
    }
  }

  void parse(std::string_view text, Result& result) const {
    result.text = text;
    result.malformed.reset();
    result.numeric = !named_.load(std::memory_order_relaxed) && parse_numbers(text, result);
    if (!result.numeric) parse_names(text, result);
  }

  void place(Result& result, std::uint64_t first_line) {
    if (result.numeric && named_) {
      // Parsed before an earlier block turned out to have words.
      parse_names(result.text, result);
      result.numeric = false;
    }
    add_remarks(result, first_line);
    if (result.numeric) {
      if (result.malformed) throw *result.malformed;
      numeric_.place(result.numbers, result.text, first_line);
      ++stores_pending_;
      return;
    }
    if (!named_) {
      const TextPosition position = position_of(result.word.data(), result.text, first_line);
      first_word_ = fmt::format("{} in line {}", quoted(result.word), position.line);
      take_numbers_for_words();
    }
    NamedBlock& block = result.named;
    block.renumber(interner_);
    named_edges_.place(block.edges, result.text, first_line);
  }

  void store(const Result& result) {
    if (result.numeric) {
      numeric_.store(result.numbers);
      if (--stores_pending_ == 0) stores_pending_.notify_all();
    } else {
      named_edges_.store(result.named.edges);
    }
  }

  /// Those of the source, up to here.
  [[nodiscard]] const CommentsSeen& comments() const { return comments_; }

  EdgeList finish(const ReadOptions& options) {
    EdgeList list;
    if (bipartite_ && !(named_ && options.bipartite)) set_sides_apart(list.decisions);
    list.names = named_ ? interner_.take() : numeric_.renumber(options.isolated == Isolated::keep, source_->name());
    if (odd_numbers_) check_odd_numbers(list.names);
    EdgeCollector& collector = named_ ? named_edges_ : numeric_.collector();
    list.weights = collector.take_weights(*source_);
    list.edges = collector.take_edges();
    if (bipartite_ && named_) require_apart(list, options);
    if (!first_word_.empty()) list.decisions.push_back("names: numbers up to " + first_word_);
    list.decisions.push_back(describe(list.names));
    if (trimmed_ > 0) {
      list.decisions.push_back(fmt::format("names: blanks around {} of them left off; in quotes they stay", trimmed_));
    }
    if (respelled_ > 0) {
      list.decisions.push_back(fmt::format("names: {} numbers written otherwise, as 1.0 for 1, as asked", respelled_));
    }
    list.decisions.push_back(weighted_ || options.read_weights || !syntax_->weighted()
                                 ? describe(list.weights, collector.rounded())
                                 : "weights: their column passed over");
    if (times_in(list.weights)) {
      list.decisions.emplace_back(
          "weights: all of them could be times, in seconds since 1970; --weights none leaves them out");
    }
    return list;
  }

 private:
  /// Whether all weights are whole numbers of seconds between 1998 and 2039, and some differ.
  [[nodiscard]] static bool times_in(const Weights& weights) {
    constexpr std::uint32_t least = 900'000'000;  // July 1998
    constexpr std::uint32_t most = 2'200'000'000;
    const auto* const integers = std::get_if<Array<std::uint32_t>>(&weights);
    if (integers == nullptr || integers->empty()) return false;
    const std::uint32_t first = (*integers)[0];
    const std::span<const std::uint32_t> all = integers->span();
    return std::ranges::any_of(all, [&](std::uint32_t weight) { return weight != first; }) &&
           std::ranges::all_of(all, [&](std::uint32_t weight) { return weight >= least && weight <= most; });
  }

  /// False when a name is a word.
  bool parse_numbers(std::string_view text, Result& result) const {
    NumericBlock& block = result.numbers;
    block.reset(text.size() / shortest_line + 1, weighted_);
    result.named.unquoted.clear();
    result.remarks = {};
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      std::uint64_t source = 0;
      std::uint64_t target = 0;
      WeightBlock* const weights = weighted_ ? &block.weights() : nullptr;
      if (plain_names_ && parse_usual_pair(p, source, target)) {
        finish_edge_line(p, *syntax_, weights);
      } else {
        if (pass_over_line(p, result.remarks)) continue;
        EdgeNames names;
        parse_edge_line(p, *syntax_, result.named.unquoted, names, weights);
        if (!parse_number(names.source, source, result)) return result.malformed.has_value();
        if (!parse_number(names.target, target, result)) return result.malformed.has_value();
      }
      block.add(source, target);
    }
    return true;
  }

  /// Moves `p` behind the line if it is no edge.
  bool pass_over_line(const char*& p, Remarks& remarks) const {
    const char* const begin = line_begin(p, *syntax_);
    const bool comment = is_comment(begin) && is_passed_over(begin, *syntax_);
    const bool empty = *begin == '\n' || (*begin == '\t' && *skip_blanks(begin) == '\n');
    if (!comment && !empty) return false;
    if (comment && remarks.comments++ == 0) remarks.first_comment = begin;
    p = line_end(begin) + 1;
    return true;
  }

  /// Two numbers with one separator between them, and nothing else before what follows: nearly every line of nearly
  /// every file. False, with `p` unchanged, for all other lines.
  bool parse_usual_pair(const char*& p, std::uint64_t& source, std::uint64_t& target) const {
    const char* at = p;
    const char first = *at;
    if (!parse_unsigned(at, source)) return false;
    const bool source_padded = first == '0' && at - p > 1;
    if (*at != syntax_->separator && !(*at == '\t' && syntax_->separator == EdgeListSyntax::blanks)) return false;
    const char* const second = ++at;
    if (!parse_unsigned(at, target)) return false;
    const bool target_padded = *second == '0' && at - second > 1;
    const bool ended = *at == '\n' || is_blank(*at) || *at == syntax_->separator;
    if (!ended || source_padded || target_padded) return false;
    p = at;
    return true;
  }

  /// A vertex number. False for a word and, noted in the result, for a malformed number.
  bool parse_number(const NameField& name, std::uint64_t& value, Result& result) const {
    result.word = name.text;
    const NameText kind = classify_name(name.text);
    if (kind == NameText::number) {
      std::from_chars(name.text.data(), name.text.data() + name.text.size(), value);
      return true;
    }
    if (syntax_->names == NameKind::numbers) {
      if (const auto whole = whole_number(name.text)) {
        value = *whole;
        ++result.remarks.respelled;
        return true;
      }
    } else if (kind == NameText::word) {
      return false;
    }
    result.malformed = TextError{
        name.at, fmt::format("expected a vertex, a whole number from 0 to 2^64 - 1{}, found {}; --names "
                             "strings takes names as they are written",
                             syntax_->names == NameKind::numbers ? "" : " as in the lines before", quoted(name.text))};
    return false;
  }

  void parse_names(std::string_view text, Result& result) const {
    NamedBlock& block = result.named;
    block.reset(text.size() / shortest_line + 1, weighted_);
    result.remarks = {};
    const char* const end = text.data() + text.size();
    EdgeNames names;
    for (const char* p = text.data(); p < end;) {
      if (pass_over_line(p, result.remarks)) continue;
      parse_edge_line(p, *syntax_, block.unquoted, names, weighted_ ? &block.edges.weights() : nullptr);
      result.remarks.trimmed += std::uint64_t{names.source.trimmed} + std::uint64_t{names.target.trimmed};
      block.add(names.source.text, names.target.text);
    }
    block.number_coming();
  }

  void add_remarks(const Result& result, std::uint64_t first_line) {
    const Remarks& remarks = result.remarks;
    if (remarks.comments > 0 && comments_.count == 0) {
      comments_.first_line = position_of(remarks.first_comment, result.text, first_line).line;
    }
    comments_.count += remarks.comments;
    trimmed_ += remarks.trimmed;
    respelled_ += remarks.respelled;
  }

  void take_numbers_for_words() {
    for (int pending = stores_pending_; pending != 0; pending = stores_pending_) stores_pending_.wait(pending);
    const auto number_of = [&](std::uint64_t id) {
      const fmt::format_int word(id);
      return interner_.intern({word.data(), word.size()});
    };
    for (std::size_t e = 0; e < numeric_.size(); ++e) {
      numeric_.collector().edges()[e] = {number_of(numeric_.source(e)), number_of(numeric_.target(e))};
    }
    named_edges_ = std::move(numeric_.collector());
    named_ = true;
  }

  void set_sides_apart(std::vector<std::string>& decisions) {
    if (named_) {
      fail(ExitCode::bad_input,
           "{}: KONECT numbers the two sides of a bipartite network, each from 1 on, and here names are words",
           source_->name());
    }
    if (numeric_.size() == 0) return;
    const std::uint64_t offset = numeric_.set_targets_apart(source_->name());
    decisions.push_back(
        fmt::format("names: vertex N of the second side is called {} + N, behind those of the first side", offset));
  }

  /// Words are apart as they are, if none is on both sides.
  void require_apart(const EdgeList& list, const ReadOptions& options) const {
    std::vector<bool> is_source(list.names.size());
    for (const Edge& edge : list.edges.span()) is_source[edge.source] = true;
    for (const Edge& edge : list.edges.span()) {
      if (!is_source[edge.target]) continue;
      fail(ExitCode::bad_input,
           "{}: {} is on both sides of the edges, and names that are words are on one side where --bipartite says that "
           "there are two: {}",
           source_->name(), quoted(list.names.name(edge.target)),
           odd_numbers_ || options.table.names == NameKind::strings
               ? "with --names numbers, numbers of the two sides are kept apart"
               : "call the vertices of one side otherwise");
    }
  }

  /// Names that are whole numbers in unusual writing must not be the same number twice, nor others: values, perhaps.
  void check_odd_numbers(const VertexNames& names) const {
    struct Number {
      double value;
      VertexId vertex;
    };
    std::vector<Number> numbers;
    for (VertexId v = 0; v < names.size(); ++v) {
      const std::string name = names.name(v);
      if (is_fraction(name)) {
        fail(ExitCode::bad_input,
             "{}: the names are whole numbers in unusual writing, and {} is none; --names strings takes names as they "
             "are written",
             source_->name(), quoted(name));
      }
      const char* const begin = name.data() + (name.starts_with('+') ? 1 : 0);
      double value = 0;
      const auto parsed = std::from_chars(begin, name.data() + name.size(), value);
      if (parsed.ec == std::errc() && parsed.ptr == name.data() + name.size()) numbers.push_back({value, v});
    }
    const auto by_value = [](const Number& a, const Number& b) {
      return a.value != b.value ? a.value < b.value : a.vertex < b.vertex;
    };
    std::sort(numbers.begin(), numbers.end(), by_value);
    const auto same = std::adjacent_find(numbers.begin(), numbers.end(),
                                         [](const Number& a, const Number& b) { return a.value == b.value; });
    if (same == numbers.end()) return;
    fail(ExitCode::bad_input,
         "{}: the names {} and {} are one number: say --names numbers if they are one vertex, --names strings if they "
         "are "
         "two",
         source_->name(), quoted(names.name(same->vertex)), quoted(names.name(same[1].vertex)));
  }

  const TextSource* source_ = nullptr;
  const EdgeListSyntax* syntax_ = nullptr;
  bool weighted_;
  bool plain_names_ = true;  // the first two columns
  NumericEdges numeric_;
  EdgeCollector named_edges_;
  NameInterner interner_;
  std::atomic<bool> named_ = false;      // all names are words
  std::atomic<int> stores_pending_ = 0;  // of numbers
  std::string first_word_;               // what made names words, if they were numbers at first
  CommentsSeen comments_;                // in this source
  bool bipartite_ = false;
  bool odd_numbers_ = false;
  std::uint64_t trimmed_ = 0;
  std::uint64_t respelled_ = 0;
};

/// Several files read as one.
class TablesReader {
 public:
  TablesReader(std::span<const TableInput> inputs, const ReadOptions& options) : inputs_(inputs), options_(options) {}

  EdgeList read(Progress& progress) {
    for (const TableInput& input : inputs_) read_one(input, progress);
    if (!reader_) {
      refuse_nothing();
      begin(sources_.back(), syntaxes_.back());
    }
    EdgeList list = reader_->finish(options_);
    refuse_sizes(list);
    list.format = inputs_.front().csv ? "csv" : "el";
    if (!directed_ && first_->empty) directed_ = syntaxes_.front().directed;
    list.directed = directed_.value_or(!options_.bipartite);
    list.direction_declared = directed_.has_value();
    list.decisions.insert(list.decisions.begin(), decisions_.begin(), decisions_.end());
    if (!directed_) {
      list.decisions.emplace_back(options_.bipartite ? "direction: not declared, between two sides taken as undirected"
                                                     : "direction: not declared, taken as directed");
    }
    return list;
  }

 private:
  void read_one(const TableInput& input, Progress& progress) {
    TextSource& source = sources_.emplace_back(*input.input, options_.block_size);
    std::vector<std::string> found;
    const EdgeListSyntax& syntax =
        syntaxes_.emplace_back(find_edge_list_syntax(source, input.csv, options_, first_, found));
    std::optional<CommentsSeen> comments = syntax.comments;
    if (!syntax.empty) {
      if (first_ != nullptr) require_agreement(syntax, source);
      begin(source, syntax);
      parse_text<Result>(
          source, progress, [&](std::string_view text, Result& result) { reader_->parse(text, result); },
          [&](Result& result, std::uint64_t first_line) { reader_->place(result, first_line); },
          [&](const Result& result) { reader_->store(result); });
      comments = reader_->comments();
    }
    if (comments->count > 0) found.push_back(describe(*comments));
    for (std::string& decision : found) {
      decisions_.push_back(inputs_.size() == 1 ? std::move(decision) : fmt::format("{}: {}", source.name(), decision));
    }
  }

  void begin(TextSource& source, const EdgeListSyntax& syntax) {
    if (!reader_) reader_.emplace(syntax.weighted() && options_.read_weights);
    if (first_ == nullptr) {
      first_ = &syntax;
      first_name_ = source.name();
    }
    if (!directed_) directed_ = syntax.directed;
    called_directed_ = called_directed_ || syntax.called_directed;
    reader_->begin_source(source, syntax);
  }

  static std::string describe(const CommentsSeen& comments) {
    return fmt::format("comments: {} line{} passed over, line {} {}", comments.count, comments.count == 1 ? "" : "s",
                       comments.first_line, comments.count == 1 ? "is it" : "is the first");
  }

  /// A file may have lost its edges, if it holds no other line either and nobody says what it is.
  void refuse_nothing() const {
    const bool has_lines = std::ranges::any_of(
        syntaxes_, [](const EdgeListSyntax& syntax) { return syntax.comments.count > 0 || !syntax.header.empty(); });
    if (has_lines || options_.format != "auto") return;
    sources_.front().fail_at_position({1, 1}, "the file is empty: --format el takes it for a graph without edges");
  }

  /// As they stand in a list, but for the writing of the weight.
  [[nodiscard]] static std::string target_and_weight(const EdgeList& list, std::size_t edge) {
    return std::visit(
        [&]<class W>(const W& weights) {
          std::string target = list.names.name(list.edges[edge].target);
          if constexpr (std::is_same_v<W, std::monostate>) {
            return target;
          } else {
            return fmt::format("{} {}", target, weights[edge]);
          }
        },
        list.weights);
  }

  /// A first line that could be the sizes of the graph is no edge and no header until somebody says so.
  void refuse_sizes(const EdgeList& list) const {
    const bool has_sides = first_ != nullptr && first_->bipartite;
    if (options_.table.header || first_ == nullptr || !first_->header.empty()) return;
    if (has_sides && !options_.bipartite) return;  // KONECT's comment has the sizes
    if (inputs_.size() > 1 || !may_begin_with_sizes(list)) return;
    const std::uint64_t line = first_->first_data_line;
    sources_.front().fail_at_position(
        {line, 1},
        fmt::format("line {}, '{} {}', could be an edge or the sizes of the graph, and {} edges follow: say --header "
                    "yes to pass over it, --header no to take it for an edge",
                    line, list.names.name(list.edges[0].source), has_sides ? "..." : target_and_weight(list, 0),
                    list.edges.size() - 1));
  }

  /// Edges of two files make one graph where both mean the same by them.
  void require_agreement(const EdgeListSyntax& syntax, const TextSource& source) const {
    const auto refuse = [&](std::string_view what, bool has) {
      fail(ExitCode::bad_input, "{} has {}{} and {} has {}: they are not one graph", source.name(), has ? "" : "no ",
           what, first_name_, has ? "none" : "them");
    };
    if (first_->weighted() != syntax.weighted()) refuse("weights", syntax.weighted());
    if (first_->bipartite != syntax.bipartite) refuse("two sides", syntax.bipartite);
    const bool differs = directed_ && syntax.directed && directed_ != syntax.directed;
    const bool is_called_otherwise =
        (directed_ == false && syntax.called_directed) || (called_directed_ && syntax.directed == false);
    if (differs || is_called_otherwise) {
      fail(ExitCode::bad_input, "{} is declared to be {}, unlike the files before: they are not one graph",
           source.name(), syntax.directed.value_or(true) ? "directed" : "undirected");
    }
  }

  std::span<const TableInput> inputs_;
  const ReadOptions& options_;
  std::optional<EdgeListReader> reader_;
  std::deque<TextSource> sources_;
  std::deque<EdgeListSyntax> syntaxes_;
  const EdgeListSyntax* first_ = nullptr;  // that is not empty
  std::string first_name_;
  std::optional<bool> directed_;
  bool called_directed_ = false;
  std::vector<std::string> decisions_;
};

}  // namespace

EdgeList read_tables(std::span<const TableInput> inputs, const ReadOptions& options, Progress& progress) {
  return TablesReader(inputs, options).read(progress);
}

EdgeList read_edge_list(Input& input, const ReadOptions& options, Progress& progress) {
  const TableInput table{&input, false};
  return read_tables({&table, 1}, options, progress);
}

EdgeList read_csv(Input& input, const ReadOptions& options, Progress& progress) {
  const TableInput table{&input, true};
  return read_tables({&table, 1}, options, progress);
}

}  // namespace mg

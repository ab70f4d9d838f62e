// Edge lists: a line an edge. Names are taken for numbers as long as all are; the first that is a word makes all of
// them words, including those read before, which works because a number's decimal form is the word it was read from.
#include <atomic>
#include <deque>
#include <optional>

#include "preprocess/edge_list_syntax.hpp"
#include "preprocess/name_interner.hpp"
#include "preprocess/numeric_edges.hpp"
#include "preprocess/readers.hpp"

namespace mg {

namespace {

/// The shortest line that is an edge, "1 2\n"; bounds the edges of a text.
constexpr std::size_t shortest_line = 4;

/// The edges of a text between words, numbered within the text.
struct NamedBlock {
  EdgeBlock edges;
  std::vector<std::string_view> names;  // by number, in order of first appearance
  std::vector<std::uint32_t> hashes;
  std::vector<VertexId> numbers;  // the file's number of each name, once placed
  NameIndex index;
  std::deque<std::string> unquoted;

  void reset(std::size_t max_edges, bool weighted) {
    edges.reset(max_edges, weighted);
    names.clear();
    hashes.clear();
    index.clear();
    unquoted.clear();
  }

  VertexId number_of(std::string_view name) {
    const std::uint32_t hash = hash_name(name);
    const auto next = static_cast<VertexId>(names.size());
    const VertexId number = index.find_or_add(hash, next, [&](VertexId other) { return names[other] == name; });
    if (number == next) {
      names.push_back(name);
      hashes.push_back(hash);
    }
    return number;
  }
};

struct Result {
  std::string_view text;
  bool numeric = false;  // which of the two holds the edges
  NumericBlock numbers;
  NamedBlock named;
  std::optional<TextError> malformed;  // if names are numbers, the number at which parsing stopped
  std::string_view word;               // the name that is no number, at which parsing numbers stopped
};

class EdgeListReader {
 public:
  EdgeListReader(TextSource& source, const EdgeListSyntax& syntax, bool read_weights)
      : source_(source),
        syntax_(syntax),
        weighted_(syntax.columns == 3 && read_weights),
        numeric_(weighted_),
        named_edges_(weighted_),
        named_(!syntax.numeric_names) {}

  void parse(std::string_view text, Result& result) const {
    result.text = text;
    result.malformed.reset();
    result.numeric = !named_.load(std::memory_order_relaxed) && parse_numbers(text, result);
    if (!result.numeric) parse_names(text, result.named);
  }

  void place(Result& result, std::uint64_t first_line) {
    if (result.numeric && named_) {
      // Parsed before an earlier block turned out to have words.
      parse_names(result.text, result.named);
      result.numeric = false;
    }
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
    block.numbers.resize(block.names.size());
    for (std::size_t i = 0; i < block.names.size(); ++i) {
      block.numbers[i] = interner_.intern(block.names[i], block.hashes[i]);
    }
    for (Edge& edge : block.edges.edges()) edge = {block.numbers[edge.source], block.numbers[edge.target]};
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

  EdgeList finish(bool keep_isolated) {
    EdgeList list;
    list.names = named_ ? interner_.take() : numeric_.renumber(keep_isolated, source_.name());
    EdgeCollector& collector = named_ ? named_edges_ : numeric_.collector();
    list.weights = collector.take_weights(source_);
    list.edges = collector.take_edges();
    if (!first_word_.empty()) list.decisions.push_back("names: numbers up to " + first_word_);
    return list;
  }

 private:
  /// False when a name is a word.
  bool parse_numbers(std::string_view text, Result& result) const {
    NumericBlock& block = result.numbers;
    block.reset(text.size() / shortest_line + 1, weighted_);
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      std::uint64_t source = 0;
      std::uint64_t target = 0;
      if (!parse_usual_pair(p, source, target)) {
        p = skip_blanks(p);
        if (*p == '\n' || is_comment(p)) {
          p = line_end(p) + 1;
          continue;
        }
        if (!parse_number(p, source, result)) return result.malformed.has_value();
        skip_separator(p, syntax_, 1);
        if (!parse_number(p, target, result)) return result.malformed.has_value();
      }
      finish_edge_line(p, syntax_, weighted_ ? &block.weights() : nullptr);
      block.add(source, target);
    }
    return true;
  }

  /// Two numbers with one separator between them, and nothing else before what follows: nearly every line of nearly
  /// every file. False, with `p` unchanged, for all other lines.
  bool parse_usual_pair(const char*& p, std::uint64_t& source, std::uint64_t& target) const {
    const char* at = p;
    const char first = *at;
    if (!parse_unsigned(at, source)) return false;
    const bool source_padded = first == '0' && at - p > 1;
    if (*at != syntax_.separator && !(*at == '\t' && syntax_.separator == EdgeListSyntax::blanks)) return false;
    const char* const second = ++at;
    if (!parse_unsigned(at, target)) return false;
    const bool target_padded = *second == '0' && at - second > 1;
    const bool ended = *at == '\n' || is_blank(*at) || *at == syntax_.separator;
    if (!ended || source_padded || target_padded) return false;
    p = at;
    return true;
  }

  /// A vertex number between blanks or separators. False for a word and, noted in the result, for a malformed number.
  bool parse_number(const char*& p, std::uint64_t& value, Result& result) const {
    const char* const begin = p;
    const std::string_view field = next_field(p, syntax_, result.named.unquoted);
    result.word = {begin, field.size()};
    switch (*begin == '"' && syntax_.quotes ? NameText::word : classify_name(field)) {
      case NameText::number: {
        const char* digits = begin;
        return parse_unsigned(digits, value);
      }
      case NameText::malformed_number:
        result.malformed =
            TextError{begin, fmt::format("expected a vertex, a whole number from 0 to 2^64 - 1 as in the "
                                         "lines before, found {}",
                                         quoted(field))};
        return false;
      case NameText::word: return false;
    }
    return false;
  }

  void parse_names(std::string_view text, NamedBlock& block) const {
    block.reset(text.size() / shortest_line + 1, weighted_);
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      p = skip_blanks(p);
      if (*p == '\n' || is_comment(p)) {
        p = line_end(p) + 1;
        continue;
      }
      const VertexId source = block.number_of(next_field(p, syntax_, block.unquoted));
      skip_separator(p, syntax_, 1);
      const VertexId target = block.number_of(next_field(p, syntax_, block.unquoted));
      finish_edge_line(p, syntax_, weighted_ ? &block.edges.weights() : nullptr);
      block.edges.add(source, target);
    }
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

  TextSource& source_;
  const EdgeListSyntax& syntax_;
  bool weighted_;
  NumericEdges numeric_;
  EdgeCollector named_edges_;
  NameInterner interner_;
  std::atomic<bool> named_;              // all names are words
  std::atomic<int> stores_pending_ = 0;  // of numbers
  std::string first_word_;               // what made names words, if they were numbers at first
};

EdgeList read_columns(Input& input, bool csv, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size);
  std::vector<std::string> decisions;
  const EdgeListSyntax syntax = find_edge_list_syntax(source, csv, decisions);
  EdgeListReader reader(source, syntax, options.read_weights);
  parse_text<Result>(
      source, progress, [&](std::string_view text, Result& result) { reader.parse(text, result); },
      [&](Result& result, std::uint64_t first_line) { reader.place(result, first_line); },
      [&](const Result& result) { reader.store(result); });

  EdgeList list = reader.finish(options.isolated == Isolated::keep);
  list.format = csv ? "csv" : "el";
  list.directed = !syntax.declared_undirected;
  list.direction_declared = syntax.declared_undirected;
  list.decisions.insert(list.decisions.begin(), decisions.begin(), decisions.end());
  list.decisions.push_back(describe(list.names));
  list.decisions.push_back(syntax.columns == 3 && !options.read_weights ? "weights: third column passed over"
                                                                        : describe(list.weights));
  if (!list.direction_declared) list.decisions.emplace_back("direction: not declared, taken as directed");
  return list;
}

}  // namespace

EdgeList read_edge_list(Input& input, const ReadOptions& options, Progress& progress) {
  return read_columns(input, false, options, progress);
}

EdgeList read_csv(Input& input, const ReadOptions& options, Progress& progress) {
  return read_columns(input, true, options, progress);
}

}  // namespace mg

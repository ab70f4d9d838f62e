// The shortest-path format of the 9th DIMACS Implementation Challenge (www.diag.uniroma1.it/challenge9): comments
// `c ...`, one line `p sp VERTICES ARCS`, and a line `a FROM TO LENGTH` an arc, vertices from 1.
#include <fmt/format.h>

#include <string>

#include "preprocess/readers/numbered_text.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {
namespace {

struct Problem {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t line = 0;
};

/// Whether the word at `p` is the line kind `kind`.
bool is_kind(const char* p, char kind) { return *p == kind && ends_word(p[1]); }

/// Reads "p sp VERTICES ARCS".
Problem parse_problem(const char* p) {
  const char* const kind = skip_blanks(p + 1);
  p = word_end(kind);
  if (const std::string_view word(kind, p); word != "sp") {
    const bool lettered = word == "edge" || word == "col" || word == "max" || word == "min" || word == "asn";
    const bool plain = word == "tw" || word == "td" || word == "ds" || word == "cep" || word == "fes";
    fail_at(kind, "expected 'p sp VERTICES ARCS' (a shortest-path problem), found 'p' and {}{}", quoted_word(kind),
            lettered        ? "; make an edge list of it, e.g. with awk '/^[ae] / {print $2, $3, $4}'"
            : plain         ? "; make an edge list of it, e.g. with awk '!/^[cp]/ {print $1, $2}'"
            : word == "aux" ? ", which holds no edges: coordinates, perhaps, of a graph in another file"
                            : ", a problem that is none of a graph's edges");
  }
  Problem problem;
  const char* const count = skip_blanks(p);
  problem.vertices = parse_count(p, "the number of vertices");
  if (problem.vertices > max_vertices)
    fail_at(count, "{} vertices exceed the limit of {}", problem.vertices, max_vertices);
  problem.arcs = parse_count(p, "the number of arcs");
  parse_line_end(p);
  return problem;
}

Problem read_problem(TextSource& source) {
  while (const auto line = source.next_line()) {
    const char* const p = skip_blanks(line->data());
    if (*p == '\n' || *p == 'c') continue;
    if (!is_kind(p, 'p')) {
      source.fail_in_line(p, "expected a comment 'c ...' or the problem line 'p sp VERTICES ARCS', found {}",
                          quoted_word(p));
    }
    Problem problem = parse_header(source, [&] { return parse_problem(p); });
    problem.line = source.line_number();
    return problem;
  }
  source.fail_at_position({source.line_number(), 1}, "the file ends before its problem line 'p sp VERTICES ARCS'");
}

}  // namespace

EdgeList read_dimacs(Input& input, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size);
  const Problem problem = read_problem(source);
  EdgeCollector collector(options.read_weights);
  const auto parse_line = [&](const char*& p, EdgeBlock& block) {
    if (*p == 'c') {
      p = line_end(p) + 1;
      return;
    }
    if (!is_kind(p, 'a')) fail_at(p, "expected 'a FROM TO LENGTH' or a comment 'c ...', found {}", quoted_word(p));
    ++p;
    const VertexId from = parse_vertex(p, problem.vertices, "a vertex");
    const VertexId to = parse_vertex(p, problem.vertices, "a vertex");
    parse_weight(p, options.read_weights, block.weights(), "the length of the arc");
    parse_line_end(p);
    block.add(from, to);
  };
  collect_announced_edges(source, progress, collector, {problem.arcs, problem.line, "arcs"}, options.read_weights, 8,
                          parse_line, [](const char* p) { return *p == 'a'; });

  EdgeList list;
  list.format = "gr";
  list.names = VertexNames::counted(1, static_cast<VertexId>(problem.vertices));
  list.edges = collector.take_edges();
  if (options.read_weights) list.weights = collector.take_weights(source);
  list.directed = true;
  list.direction_declared = true;
  list.decisions.push_back("a DIMACS shortest-path problem: directed arcs");
  list.decisions.push_back(options.read_weights
                               ? fmt::format("lengths are {}", describe(list.weights, collector.rounded()))
                               : "lengths are passed over: no weights");
  return list;
}

}  // namespace mg

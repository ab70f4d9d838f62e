// The corpus of broken inputs: what is in the files, and what the error must say about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"

namespace mg {

struct HostileFile {
  std::string name;
  std::string content;
};

/// An input that must be refused, in one sentence that helps.
struct HostileCase {
  std::string what;                ///< the trouble, for a person
  std::string format;              ///< as ReadOptions::format, or "mg": a prepared graph
  std::vector<HostileFile> files;  ///< they lie in one folder, and the first is given to the reader
  std::string error;               ///< part of the message, which calls files by these names, without their folder
  ExitCode code = ExitCode::bad_input;
};

/// An odd input that means something all the same.
struct OddCase {
  std::string what;
  std::string format;
  HostileFile file;
  std::uint64_t vertices;
  std::uint64_t edges;
};

/// The numbers' bytes one after the other, as binary formats store them.
template <class... Numbers>
std::string bytes_of(Numbers... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  return bytes;
}

/// A text with zero bytes in it.
template <std::size_t size>
std::string with_zeros(const char (&text)[size]) {
  return {text, size - 1};
}

std::vector<HostileCase> hostile_matrix_market();
std::vector<HostileCase> hostile_edge_lists();
std::vector<HostileCase> hostile_csv();
std::vector<HostileCase> hostile_dimacs();
std::vector<HostileCase> hostile_metis();
std::vector<HostileCase> hostile_gap();
std::vector<HostileCase> hostile_galois();
std::vector<HostileCase> hostile_graphml();
std::vector<HostileCase> hostile_gexf();
std::vector<HostileCase> hostile_graphalytics();
std::vector<HostileCase> hostile_meshes();
std::vector<HostileCase> hostile_adjacency_lists();
std::vector<HostileCase> hostile_package_lists();
std::vector<HostileCase> hostile_documents();
std::vector<HostileCase> hostile_compressed();
std::vector<HostileCase> hostile_archives();
std::vector<HostileCase> hostile_names();
std::vector<HostileCase> hostile_unrecognized();
std::vector<HostileCase> hostile_prepared();
std::vector<HostileCase> hostile_mixed();

std::vector<OddCase> odd_inputs();

}  // namespace mg

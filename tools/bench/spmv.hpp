// y = A x by the library of a GPU's maker: what sweeps over a graph are measured against.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg::tools {

struct SpmvRequest {
  const Adjacency* rows = nullptr;  ///< A's, with a 1 at every neighbor
  std::span<const float> x;         ///< an entry a column
  int runs = 1;                     ///< timed products
  int warmup = 0;                   ///< untimed ones before them
};

/// Products by one of the library's algorithms.
struct SpmvTimes {
  std::string algorithm;   ///< as the library spells it
  double prepare_ms = 0;   ///< the library's own analysis of the matrix
  std::vector<double> ms;  ///< of each timed product, by the GPU's clock
  std::vector<float> y;    ///< of the last product
};

struct SpmvReport {
  std::string library;  ///< "cuSPARSE 12.6.3"
  std::string device;
  int index_bits = 32;  ///< of offsets and columns
  double copy_ms = 0;   ///< getting the matrix into the GPU's memory
  std::vector<SpmvTimes> algorithms = {};
};

/// Times every algorithm that the library has for compressed sparse rows. Throws Error(no_resources) that says what is
/// missing: a GPU of that index, the library or memory.
[[nodiscard]] SpmvReport time_spmv(int device, const SpmvRequest& request);

/// An x whose entries differ from vertex to vertex: whole numbers from 1 to 8, so that sums up to 2^24 are exact in
/// single precision, in whatever order they are taken.
[[nodiscard]] std::vector<float> spmv_vector(VertexId size);

/// Compares `y` with A x as summed in whole numbers, for an x of spmv_vector(): sums up to 2^24 must be equal, and
/// larger ones within the bound that holds for any order of d additions, d 2^-24 times the sum.
[[nodiscard]] Verdict verify_spmv(const Adjacency& rows, std::span<const float> x, std::span<const float> y);

}  // namespace mg::tools

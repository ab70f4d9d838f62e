// One reader, MG_FUZZ_FORMAT, on bytes that may be anything.
#include <omp.h>

#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  omp_set_num_threads(1);  // several would make a search of thousands of tiny files many times slower
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mg::fuzz::MemoryFile file;
  file.write({data, size});
  const std::size_t small_block = 1 + (size > 0 ? data[size / 2] % 64 : 0);
  mg::fuzz::check_reading({&file.path(), 1}, MG_FUZZ_FORMAT, small_block);
  return 0;
}

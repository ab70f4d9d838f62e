// A table of edges, read as its first bytes say: --format, --columns, --header, --delimiter and --names.

#include <array>

#include "engine/cpu/processors.hpp"
#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

namespace {

constexpr std::size_t choices = 4;  // bytes

mg::TableOptions options_of(const std::uint8_t* bytes) {
  constexpr std::array<const char*, 8> columns = {
      "", "1,2", "2,1", "1,2,3", "3,1,2", "source,target", "source=2,target=1,weight=weight", "1,2,weight"};
  constexpr std::array<char, 6> delimiters = {',', ';', '\t', ' ', '|', ':'};
  mg::TableOptions options;
  options.columns = columns[bytes[0] % columns.size()];
  if (bytes[1] % 3 != 0) options.header = bytes[1] % 3 == 1;
  if (bytes[2] % 2 == 1) options.delimiter = delimiters[bytes[2] / 2 % delimiters.size()];
  options.names = static_cast<mg::NameKind>(bytes[3] % 3);
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  mg::use_threads(1);  // several would make a search of thousands of tiny files many times slower
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < choices) return 0;
  static const mg::fuzz::MemoryFile file;
  file.write({data + choices, size - choices});
  const std::size_t small_block = 1 + data[size / 2] % 64;
  mg::fuzz::check_reading({&file.path(), 1}, data[3] % 2 == 0 ? "el" : "csv", small_block, options_of(data));
  return 0;
}

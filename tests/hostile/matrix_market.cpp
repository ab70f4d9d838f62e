#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

HostileCase mtx(std::string what, std::string content, std::string error) {
  return {std::move(what), "mtx", {{"g.mtx", std::move(content)}}, "g.mtx:" + std::move(error)};
}

const std::string banner = "%%MatrixMarket matrix coordinate ";
const std::string pattern = banner + "pattern general\n";
const std::string real = banner + "real general\n";
const std::string integer = banner + "integer general\n";

}  // namespace

std::vector<HostileCase> hostile_matrix_market() {
  return {
      mtx("nothing", "", "1:1: the file is empty: expected the banner '%%MatrixMarket"),
      mtx("no banner", "3 3 1\n1 2\n", "1:1: expected the banner '%%MatrixMarket matrix coordinate"),
      mtx("blank line before the banner", "\n" + pattern + "1 1 0\n", "1:1: expected the banner"),
      mtx("banner of another object", "%%MatrixMarket vector coordinate real general\n3 1\n",
          "1:16: expected 'matrix' in the Matrix Market banner, found 'vector'"),
      mtx("dense matrix", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
          "1:23: expected 'coordinate' in the Matrix Market banner, found 'array': an array lists every element"),
      mtx("complex values", banner + "complex general\n1 1 1\n1 1 0 1\n",
          "1:34: expected 'pattern', 'real' or 'integer' in the Matrix Market banner, found 'complex': edge weights"),
      mtx("hermitian", banner + "real hermitian\n1 1 0\n",
          "1:39: expected 'general', 'symmetric' or 'skew-symmetric' in the Matrix Market banner, found 'hermitian': "
          "hermitian matrices are complex"),
      mtx("pattern that is skew-symmetric", banner + "pattern skew-symmetric\n1 1 0\n", "1:42: a 'pattern' matrix"),
      mtx("banner cut short", "%%MatrixMarket matrix coordinate", "1:33: expected 'pattern', 'real' or 'integer'"),
      mtx("banner with a word too many", banner + "real general sorted\n1 1 0\n",
          "1:47: expected the end of the line, found 'sorted'"),
      mtx("banner alone", pattern, "1:1: the file ends before the line 'rows columns entries'"),
      mtx("only comments", pattern + "% one\n% two\n", "3:1: the file ends before the line 'rows columns entries'"),
      mtx("sizes twice", pattern + "3 3 2\n3 3 2\n1 2\n2 3\n", "3:5: expected the end of the line, found '2'"),
      mtx("two sizes", pattern + "3 3\n1 2\n", "2:4: expected three numbers 'rows columns entries', found the end"),
      mtx("four sizes", pattern + "3 3 1 7\n1 2\n", "2:7: expected the end of the line, found '7'"),
      mtx("word for a size", pattern + "3 three 1\n1 2\n", "2:3: expected three numbers 'rows columns entries'"),
      mtx("negative size", pattern + "-3 -3 1\n1 2\n",
          "2:1: expected three numbers 'rows columns entries', found '-3'"),
      mtx("fraction for a size", pattern + "3.0 3.0 1\n1 2\n", "2:1: expected three numbers"),
      mtx("not square", pattern + "3 4 1\n1 2\n", "2:1: the matrix of a graph is square, this one is 3 x 4"),
      mtx("2^32 - 1 vertices", pattern + "4294967295 4294967295 1\n1 2\n",
          "2:1: 4294967295 vertices exceed the limit of 4294967294"),
      mtx("2^32 vertices", pattern + "4294967296 4294967296 1\n1 2\n", "2:1: 4294967296 vertices exceed the limit"),
      mtx("10^30 vertices", pattern + "1000000000000000000000000000000 1 1\n", "2:1: expected three numbers"),
      mtx("10^12 entries in a small file", pattern + "3 3 1000000000000\n1 2\n",
          "3:1: the file ends after 1 of the 1000000000000 entries that line 2 announces"),
      mtx("2^64 - 1 entries", pattern + "3 3 18446744073709551615\n1 2\n", "3:1: the file ends after 1 of the 1844674"),
      mtx("2^64 entries", pattern + "3 3 18446744073709551616\n1 2\n", "2:5: expected three numbers"),
      mtx("too few entries", pattern + "3 3 3\n1 2\n2 3\n", "4:1: the file ends after 2 of the 3 entries that line 2"),
      mtx("no entries at all", pattern + "3 3 3\n", "2:1: the file ends after 0 of the 3 entries that line 2"),
      mtx("too many entries", pattern + "3 3 1\n1 2\n% more\n2 3\n",
          "5:1: found more entries than the 1 that line 2 announces"),
      mtx("too many entries before a broken one", pattern + "3 3 1\n1 2\n2 3\n% comment\n% comment\n1 x\n",
          "4:1: found more entries than the 1 that line 2 announces"),
      mtx("row 0", pattern + "3 3 1\n0 1\n", "3:1: expected a row number from 1 to 3, found '0'"),
      mtx("column beyond the matrix", pattern + "3 3 1\n1 4\n", "3:3: expected a column number from 1 to 3, found '4'"),
      mtx("negative row", pattern + "3 3 1\n-1 1\n", "3:1: expected a row number from 1 to 3, found '-1'"),
      mtx("row 2^64", pattern + "3 3 1\n18446744073709551616 1\n", "3:1: expected a row number from 1 to 3, found '18"),
      mtx("row 2^64 + 1, which wraps to 1", pattern + "3 3 1\n18446744073709551617 2\n", "3:1: expected a row number"),
      mtx("row 2^32 + 1, which wraps to 1", pattern + "3 3 1\n4294967297 2\n",
          "3:1: expected a row number from 1 to 3"),
      mtx("entry of an empty matrix", pattern + "0 0 1\n1 1\n", "3:1: found '1', but the header announces no vertices"),
      mtx("one number", pattern + "3 3 1\n1\n", "3:2: expected a column number from 1 to 3, found the end of the line"),
      mtx("value in a pattern", pattern + "3 3 1\n1 2 0.5\n", "3:5: expected the end of the line, found '0.5'"),
      mtx("missing value", real + "3 3 1\n1 2\n", "3:4: expected a value, found the end of the line"),
      mtx("two values", real + "3 3 1\n1 2 0.5 1\n", "3:9: expected the end of the line, found '1'"),
      mtx("nan", real + "3 3 1\n1 2 nan\n", "3:5: expected a weight, found 'nan'; weights must be finite numbers"),
      mtx("infinity", real + "3 3 1\n1 2 -inf\n", "3:5: expected a weight, found '-inf'; weights must be finite"),
      mtx("1e400", real + "3 3 1\n1 2 1e400\n", "3:5: expected a weight, found '1e400', which is beyond the range"),
      mtx("hexadecimal value", real + "3 3 1\n1 2 0x10\n", "3:5: expected a weight, found '0x10', which is no number"),
      mtx("Fortran's exponent", real + "3 3 1\n1 2 1D3\n", "3:5: expected a weight, found '1D3', which is no number"),
      mtx("decimal comma", real + "3 3 1\n1 2 0,5\n", "3:6: expected white space after the number, found ','"),
      mtx("large integer beside a negative one", integer + "3 3 2\n1 2 16777217\n2 3 -1\n",
          "3:5: weight '16777217' cannot be kept exactly: weight '-1' in line 4"),
      mtx("commas between columns", pattern + "3 3 1\n1,2\n", "3:1: expected a row number from 1 to 3, found '1'"),
      mtx("zero byte", pattern + "3 3 1\n1" + with_zeros("\0") + "2\n",
          "3:1: expected a row number from 1 to 3, found"),
      mtx("diagonal of a skew-symmetric matrix", banner + "real skew-symmetric\n3 3 1\n2 2 1\n",
          "3:1: a skew-symmetric matrix has no entries on its diagonal"),
      mtx("unknown GraphBLAS type", real + "%%GraphBLAS type quaternion\n1 1 0\n", "2:18: expected the GraphBLAS type"),
      mtx("a line of 3 MB", pattern + "3 3 1\n1 " + std::string(3'000'000, '1') + "\n",
          "3:3: expected a column number from 1 to 3, found '111111111"),
  };
}

}  // namespace mg

// Tables in and out as streams of Arrow's C interface: two structs and their callbacks, without a library.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>

#include "engine/error.hpp"
#include "module.hpp"

// The names and members are those of the specification (arrow.apache.org/docs/format/CDataInterface.html).
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

namespace mg::python {
namespace {

constexpr const char* stream_name = "arrow_array_stream";
constexpr std::int64_t nullable = 2;  ///< of ArrowSchema::flags

// Streams in

template <class Struct>
struct Release {
  void operator()(Struct* held) const {
    if (held->release != nullptr) held->release(held);
    delete held;
  }
};
template <class Struct>
using Held = std::unique_ptr<Struct, Release<Struct>>;

bool is_null(const ArrowArray& array, std::int64_t row) {
  if (array.null_count == 0 || array.n_buffers == 0 || array.buffers[0] == nullptr) return false;
  const std::int64_t bit = array.offset + row;
  return ((static_cast<const std::uint8_t*>(array.buffers[0])[bit / 8] >> (bit % 8)) & 1) == 0;
}

void refuse_nulls(const ArrowArray& array, std::string_view what, std::size_t rows_before) {
  if (array.null_count == 0) return;
  for (std::int64_t row = 0; row < array.length; ++row) {
    if (is_null(array, row)) fail(ExitCode::bad_input, "{} has no value in row {}", what, rows_before + row);
  }
}

/// The column's numbers where they are: `batch` is kept as long as somebody looks at them.
template <class T>
nb::object numbers_of(const ArrowArray& array, const std::shared_ptr<const void>& batch) {
  const auto* first = static_cast<const T*>(array.buffers[1]) + array.offset;
  const auto size = static_cast<std::size_t>(array.length);
  if (size == 0) return nb::cast(numpy_view(Array<T>()));
  return nb::cast(numpy_view(Array<T>::view({first, size}, batch)));
}

nb::object text_object(const char* bytes, std::int64_t size) {
  return nb::steal(PyUnicode_DecodeUTF8(bytes, static_cast<Py_ssize_t>(size), nullptr));
}

/// Row by row, for texts whose ends are offsets of the type Offset.
template <class Offset>
nb::object text_at(const ArrowArray& array, std::int64_t row) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset + row;
  return text_object(static_cast<const char*>(array.buffers[2]) + offsets[0], offsets[1] - offsets[0]);
}

/// Of texts as views: up to twelve bytes stand in the view itself, others in one of the buffers behind.
nb::object viewed_text_at(const ArrowArray& array, std::int64_t row) {
  const char* view = static_cast<const char*>(array.buffers[1]) + 16 * (array.offset + row);
  std::int32_t parts[4];  // size, four bytes of the text, buffer, offset
  std::memcpy(parts, view, sizeof parts);
  if (parts[0] <= 12) return text_object(view + 4, parts[0]);
  return text_object(static_cast<const char*>(array.buffers[2 + parts[2]]) + parts[3], parts[0]);
}

using TextAt = nb::object (*)(const ArrowArray&, std::int64_t);

TextAt text_reader(std::string_view format) {
  if (format == "u") return &text_at<std::int32_t>;
  if (format == "U") return &text_at<std::int64_t>;
  if (format == "vu") return &viewed_text_at;
  return nullptr;
}

std::int64_t number_at(std::string_view format, const ArrowArray& array, std::int64_t row) {
  const auto at = [&]<class T>(T) {
    return static_cast<std::int64_t>((static_cast<const T*>(array.buffers[1]) + array.offset)[row]);
  };
  switch (format.empty() ? '?' : format.front()) {
    case 'c': return at(std::int8_t{});
    case 'C': return at(std::uint8_t{});
    case 's': return at(std::int16_t{});
    case 'S': return at(std::uint16_t{});
    case 'i': return at(std::int32_t{});
    case 'I': return at(std::uint32_t{});
    default: return at(std::int64_t{});
  }
}

nb::object column_of(const ArrowSchema& schema, const ArrowArray& array, const std::shared_ptr<const void>& batch);

/// Texts that are numbered.
nb::object looked_up(const ArrowSchema& schema, const ArrowArray& array, const std::shared_ptr<const void>& batch) {
  const nb::object values = column_of(*schema.dictionary, *array.dictionary, batch);
  nb::list column;
  for (std::int64_t row = 0; row < array.length; ++row) column.append(values[number_at(schema.format, array, row)]);
  return column;
}

/// Names may be left out.
std::string_view name_of(const ArrowSchema& schema) { return schema.name == nullptr ? "" : schema.name; }

/// A numpy array of numbers, or a list of texts.
nb::object column_of(const ArrowSchema& schema, const ArrowArray& array, const std::shared_ptr<const void>& batch) {
  if (schema.dictionary != nullptr) return looked_up(schema, array, batch);
  const std::string_view format = schema.format;
  if (const TextAt text = text_reader(format)) {
    nb::list column;
    for (std::int64_t row = 0; row < array.length; ++row) column.append(text(array, row));
    return column;
  }
  if (format == "c") return numbers_of<std::int8_t>(array, batch);
  if (format == "C") return numbers_of<std::uint8_t>(array, batch);
  if (format == "s") return numbers_of<std::int16_t>(array, batch);
  if (format == "S") return numbers_of<std::uint16_t>(array, batch);
  if (format == "i") return numbers_of<std::int32_t>(array, batch);
  if (format == "I") return numbers_of<std::uint32_t>(array, batch);
  if (format == "l") return numbers_of<std::int64_t>(array, batch);
  if (format == "L") return numbers_of<std::uint64_t>(array, batch);
  if (format == "f") return numbers_of<float>(array, batch);
  if (format == "g") return numbers_of<double>(array, batch);
  fail(ExitCode::bad_input, "column '{}' has Arrow's type '{}': whole numbers, floats and texts are read",
       name_of(schema), format);
}

/// A stream that somebody else fills.
class Stream {
 public:
  explicit Stream(const nb::capsule& capsule) {
    auto* given = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), stream_name));
    if (given == nullptr) throw nb::python_error();
    if (given->release == nullptr) fail(ExitCode::wrong_use, "the stream of Arrow has been read already");
    stream_.reset(new ArrowArrayStream(*given));
    given->release = nullptr;  // it is moved, as the specification says
  }

  [[nodiscard]] Held<ArrowSchema> schema() {
    Held<ArrowSchema> schema(new ArrowSchema{});
    check(stream_->get_schema(stream_.get(), schema.get()));
    return schema;
  }

  /// The next batch, null at the end.
  [[nodiscard]] std::shared_ptr<ArrowArray> next() {
    Held<ArrowArray> array(new ArrowArray{});
    check(stream_->get_next(stream_.get(), array.get()));
    return array->release == nullptr ? nullptr : std::shared_ptr<ArrowArray>(std::move(array));
  }

 private:
  void check(int status) {
    if (status == 0) return;
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    const char* why = stream_->get_last_error == nullptr ? nullptr : stream_->get_last_error(stream_.get());
    fail(ExitCode::bad_input, "a stream of Arrow ended with: {}", why == nullptr ? std::strerror(status) : why);
  }

  Held<ArrowArrayStream> stream_;
};

/// The rows of a column that a batch shows: a slice of a table is the whole columns with an offset and a length.
ArrowArray shown_rows(const ArrowArray& batch, std::int64_t place, const std::string& name) {
  ArrowArray column = *batch.children[place];
  if (batch.offset < 0 || batch.length < 0 || batch.offset + batch.length > column.length) {
    fail(ExitCode::bad_input, "column '{}' has {} rows, and the table shows {} from row {} on", name, column.length,
         batch.length, batch.offset);
  }
  column.offset += batch.offset;
  column.length = batch.length;
  return column;
}

/// Of each of the columns `names`, its batches.
std::vector<nb::list> read_stream(const nb::capsule& capsule, const std::vector<std::string>& names) {
  Stream stream(capsule);
  const Held<ArrowSchema> schema = stream.schema();
  if (std::string_view(schema->format) != "+s") fail(ExitCode::bad_input, "the stream of Arrow is not of a table");
  std::vector<std::int64_t> places;
  for (const std::string& name : names) {
    std::int64_t place = 0;
    while (place < schema->n_children && name_of(*schema->children[place]) != name) ++place;
    if (place == schema->n_children) fail(ExitCode::wrong_use, "the table has no column '{}'", name);
    places.push_back(place);
  }
  std::vector<nb::list> columns(names.size());
  std::size_t rows = 0;
  while (const std::shared_ptr<ArrowArray> batch = stream.next()) {
    refuse_nulls(*batch, "the table", rows);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const ArrowArray column = shown_rows(*batch, places[i], names[i]);
      refuse_nulls(column, fmt::format("column '{}'", names[i]), rows);
      columns[i].append(column_of(*schema->children[places[i]], column, batch));
    }
    rows += static_cast<std::size_t>(batch->length);
  }
  return columns;
}

// Streams out

/// A column as Python describes it: where its buffers are, and what keeps them there.
struct Column {
  std::string name;
  std::string format;
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::vector<const void*> buffers = {};
};

/// A table that streams of it share.
struct Table {
  std::vector<Column> columns;
  std::int64_t length = 0;
  std::shared_ptr<const void> arrays;
};
using SharedTable = std::shared_ptr<const Table>;

template <class Struct>
void release_parts(Struct* parent) {
  for (std::int64_t i = 0; i < parent->n_children; ++i) {
    Struct* child = parent->children[i];
    if (child->release != nullptr) child->release(child);
    delete child;
  }
  delete[] parent->children;
  delete static_cast<SharedTable*>(parent->private_data);
  parent->release = nullptr;
}

template <class Struct>
Struct leaf(const SharedTable& table) {
  Struct made{};
  made.private_data = new SharedTable(table);
  made.release = &release_parts<Struct>;
  return made;
}

template <class Struct, class Fill>
Struct parent_of(const SharedTable& table, Fill&& fill) {
  auto made = leaf<Struct>(table);
  made.n_children = static_cast<std::int64_t>(table->columns.size());
  made.children = new Struct*[table->columns.size()];
  for (std::size_t i = 0; i < table->columns.size(); ++i) {
    made.children[i] = new Struct(leaf<Struct>(table));
    fill(*made.children[i], table->columns[i]);
  }
  return made;
}

struct StreamState {
  SharedTable table;
  bool is_done = false;
};

StreamState& state_of(ArrowArrayStream* stream) { return *static_cast<StreamState*>(stream->private_data); }

int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  *out = parent_of<ArrowSchema>(state_of(stream).table, [](ArrowSchema& child, const Column& column) {
    child.name = column.name.c_str();
    child.format = column.format.c_str();
    child.flags = nullable;
  });
  out->format = "+s";
  out->name = "";
  return 0;
}

int give_batch(ArrowArrayStream* stream, ArrowArray* out) {
  static const void* no_validity = nullptr;
  StreamState& state = state_of(stream);
  *out = {};
  if (std::exchange(state.is_done, true)) return 0;
  *out = parent_of<ArrowArray>(state.table, [](ArrowArray& child, const Column& column) {
    child.length = column.length;
    child.null_count = column.null_count;
    child.n_buffers = static_cast<std::int64_t>(column.buffers.size());
    child.buffers = const_cast<const void**>(column.buffers.data());
  });
  out->length = state.table->length;
  out->n_buffers = 1;
  out->buffers = &no_validity;
  return 0;
}

void release_stream(ArrowArrayStream* stream) {
  delete &state_of(stream);
  stream->release = nullptr;
}

/// A capsule of a stream of one batch. `columns`: (name, format, length, null count, buffers: arrays or None) each.
nb::capsule make_stream(const nb::list& columns) {
  auto table = std::make_shared<Table>();
  for (nb::handle given : columns) {
    const auto parts = nb::cast<nb::tuple>(given);
    Column column{.name = nb::cast<std::string>(parts[0]),
                  .format = nb::cast<std::string>(parts[1]),
                  .length = nb::cast<std::int64_t>(parts[2]),
                  .null_count = nb::cast<std::int64_t>(parts[3])};
    for (nb::handle buffer : nb::cast<nb::list>(parts[4])) {
      using Bytes = nb::ndarray<nb::c_contig, nb::device::cpu, nb::ro>;
      column.buffers.push_back(buffer.is_none() ? nullptr : nb::cast<Bytes>(buffer).data());
    }
    table->length = column.length;
    table->columns.push_back(std::move(column));
  }
  table->arrays = owner_of(columns);
  auto stream = std::make_unique<ArrowArrayStream>();
  *stream = {&give_schema, &give_batch, [](ArrowArrayStream*) -> const char* { return nullptr; }, &release_stream,
             new StreamState{std::move(table)}};
  return nb::capsule(stream.release(), stream_name, [](void* pointer) noexcept {
    auto* held = static_cast<ArrowArrayStream*>(pointer);
    if (held->release != nullptr) held->release(held);
    delete held;
  });
}

}  // namespace

void define_arrow(nb::module_& module) {
  module.def("read_arrow", &read_stream, nb::arg("stream"), nb::arg("names"));
  module.def("arrow_stream", &make_stream, nb::arg("columns"));
}

}  // namespace mg::python

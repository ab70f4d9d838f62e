// Formats of documents, told by how they begin.
#pragma once

#include <optional>
#include <string_view>

#include "preprocess/readers/recognize.hpp"

namespace mg {

/// The format of a text that begins with `head` and announces itself as GML, JSON, Pajek, DOT, TNTP or DL.
[[nodiscard]] std::optional<Recognition> recognize_document(std::string_view head);

}  // namespace mg

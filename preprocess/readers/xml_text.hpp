// Text as XML documents hold it.
#pragma once

#include <string>
#include <string_view>

#include "engine/graph/names.hpp"

namespace mg {

/// Appends `text` as it may stand in the value of an attribute and between tags, so that it is read back as it is.
void append_xml(std::string_view text, std::string& out);

/// Throws Error(wrong_use) naming the first vertex whose name no XML document can hold: one that is empty, is not UTF-8
/// or has a control character other than tab and line ends.
void require_xml_names(const VertexNames& names);

/// Appends the names of vertices, escaped.
class XmlNames {
 public:
  explicit XmlNames(const VertexNames& names) : names_(names) {}
  void append(VertexId file_index, std::string& out) const {
    if (names_.kind() != VertexNames::Kind::strings) return names_.append_name(file_index, out);
    const auto& ends = names_.offsets();
    append_xml({names_.bytes().data() + ends[file_index], ends[std::size_t{file_index} + 1] - ends[file_index]}, out);
  }

 private:
  const VertexNames& names_;
};

}  // namespace mg

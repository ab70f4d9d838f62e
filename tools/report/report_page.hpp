// The page of --report before it is filled, and its script: files that the build puts into the program.
#pragma once

#include <string_view>

namespace mg::tools {

extern const std::string_view report_page_html;
extern const std::string_view report_columns_js;
extern const std::string_view report_panels_js;
extern const std::string_view report_page_js;

}  // namespace mg::tools

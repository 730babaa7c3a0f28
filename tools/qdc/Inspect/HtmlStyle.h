//===- HtmlStyle.h - How the page looks -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_HTMLSTYLE_H
#define QDC_TOOLS_INSPECT_HTMLSTYLE_H

#include <string_view>

namespace qdc {

/// The parts of a package in the bar of sizes have the classes part-0 to
/// part-5, and again from the start.
inline constexpr unsigned kPartColours = 6;

/// The style sheet of the page: light and dark as the reader's system asks for,
/// one column in a narrow window, light and without navigation on paper.
std::string_view pageStyle();

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_HTMLSTYLE_H

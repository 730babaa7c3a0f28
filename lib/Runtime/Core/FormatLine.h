//===- FormatLine.h - What kernels report, as text --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_FORMATLINE_H
#define QDRT_CORE_FORMATLINE_H

#include "qdc/Package/Manifest.h"

#include <span>
#include <string>
#include <string_view>

namespace qdrt::loader {

/// `format` with each {} replaced by the next value. Integers are signed, floats have the fewest digits that read
/// back as the same number.
std::string formatLine(std::string_view format, std::span<const qdc::ElementType> types,
                       std::span<const uint64_t> values);
/// The same of the text of a check (qdc/Support/CheckText.h).
std::string formatCheck(std::string_view text, std::span<const qdc::ElementType> types,
                        std::span<const uint64_t> values);

} // namespace qdrt::loader

#endif // QDRT_CORE_FORMATLINE_H

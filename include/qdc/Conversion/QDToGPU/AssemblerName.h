//===- AssemblerName.h - Symbols as assemblers take them --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CONVERSION_QDTOGPU_ASSEMBLERNAME_H
#define QDC_CONVERSION_QDTOGPU_ASSEMBLERNAME_H

#include <string>
#include <string_view>

namespace qdc {

/// `symbol` in letters, digits, '_' and '$', of which a digit is never the first: '.' becomes '$', any other character
/// '_'. Symbols that differ may become the same name.
std::string assemblerName(std::string_view symbol);

} // namespace qdc

#endif // QDC_CONVERSION_QDTOGPU_ASSEMBLERNAME_H

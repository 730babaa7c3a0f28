//===- ReservedWords.h - Words of C and C++ ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_RESERVEDWORDS_H
#define QDC_SUPPORT_RESERVEDWORDS_H

#include <string_view>

namespace qdc {

/// Whether a name is a word of C or C++, which programs cannot give a meaning of their own: a keyword of any version,
/// also where it is one in some places alone ("final"), a namespace of the language or of ours, or a macro that
/// compilers and the usual headers define ("linux", "EOF"). Names that are reserved by how they are spelled ("_A",
/// "a__b", "INT32_MAX") are not looked at.
bool isReservedWord(std::string_view name);

} // namespace qdc

#endif // QDC_SUPPORT_RESERVEDWORDS_H

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
/// also where it is one in some places alone ("final"), a namespace of the language or of ours, or a macro: of
/// compilers ("linux"), or of the headers of C11 and <fcntl.h>, <pthread.h>, <unistd.h>, <sys/stat.h>,
/// <sys/sysmacros.h>, <sys/time.h> and <sys/types.h>, which a program may have included before ("errno", "I",
/// "INT32_MAX"). Macros are known by their names or by how they are spelled, such as "_MAX" at the end of capitals.
/// Names that are reserved for an implementation ("_A", "a__b") are not looked at.
bool isReservedWord(std::string_view name);

} // namespace qdc

#endif // QDC_SUPPORT_RESERVEDWORDS_H

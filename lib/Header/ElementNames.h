//===- ElementNames.h - Types of elements in a header -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_HEADER_ELEMENTNAMES_H
#define QDC_LIB_HEADER_ELEMENTNAMES_H

#include "qdc/Header/WriteHeader.h"

namespace qdc {

/// The type of a value: "std::uint8_t", in C "uint8_t". What neither language has, an index and floats of 16 bits, is a
/// type of the loader's in C++, and the integer that holds it in C.
std::string elementName(HeaderLanguage language, ElementType type, Signedness signedness);

} // namespace qdc

#endif // QDC_LIB_HEADER_ELEMENTNAMES_H

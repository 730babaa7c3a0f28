//===- PTXName.h - Symbols as PTX spells them -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_PTXNAME_H
#define QDC_TARGET_CUDA_PTXNAME_H

#include <string>
#include <string_view>

namespace qdc {

/// A symbol of a module as an identifier of PTX, which has letters, digits, '_' and '$' and does not begin with a
/// digit: "heat.0" becomes "heat$0", any other character '_'. Different symbols may get the same name.
std::string ptxName(std::string_view symbol);

} // namespace qdc

#endif // QDC_TARGET_CUDA_PTXNAME_H

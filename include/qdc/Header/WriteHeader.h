//===- WriteHeader.h - A package as a header --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header has a struct for each kernel, whose members are the kernel's
// arguments by name, with their types. So what a program gives to a kernel is
// checked when the program is compiled.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_HEADER_WRITEHEADER_H
#define QDC_HEADER_WRITEHEADER_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <string>

namespace qdc {

enum class HeaderLanguage : uint8_t {
  cxx, // C++17 and later, on qdrt/typed.hpp
  c,   // C11 and later, on qdrt/qdrt.h
};

struct HeaderOptions {
  HeaderLanguage language = HeaderLanguage::cxx;
  std::string space = "kernels"; // the namespace, also 'a::b'; in C, where names begin with it, without '::'
};

/// invalidArgument for a `space` that is no name, to complete "'--namespace=...' ".
Status checkHeaderOptions(const HeaderOptions &options);

/// The header for the kernels of all modules, in their order: general ones, without checks. Names that are no
/// identifiers are changed so that they are, and so that none occurs twice; a comment tells each. Equal interfaces give
/// equal text, in LLVM's style of clang-format with 120 columns, where it is no longer than that.
///
/// Errors are those of checkHeaderOptions.
Result<std::string> writeHeader(const Manifest &manifest, const HeaderOptions &options);

} // namespace qdc

#endif // QDC_HEADER_WRITEHEADER_H

//===- Signature.h - What a caller sees of a kernel -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's signature is what a program is compiled to give to it and to take
// from it: arguments with their names, element types, ranks, static extents, and
// whether a launch writes them; types of results. Who puts packages together
// compares signatures, and so does the loader, with those that a header from
// `qdc header` has.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_SIGNATURE_H
#define QDC_PACKAGE_SIGNATURE_H

#include "qdc/Package/Manifest.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace qdc {

/// A view of a kernel's arguments and results.
struct Signature {
  Signature(std::span<const Argument> arguments, std::span<const KernelResult> results)
      : arguments(arguments), results(results) {}
  explicit Signature(const Kernel &kernel) : Signature(kernel.arguments, kernel.results) {}

  std::span<const Argument> arguments;
  std::span<const KernelResult> results;
};

/// Whether a launch writes the argument.
bool isWritten(const Argument &argument);

/// "f32[64x?]" for an array, "f32[]" for one of rank 0, "i32 unsigned" for a scalar.
std::string typeText(const Argument &argument);
std::string typeText(const KernelResult &result);

/// The doc of a kernel or an argument in one line, for show: its line ends are blanks.
std::string docLine(std::string_view doc);

/// A signature and what messages call the place where it stands: "'a.fatbin'", "the header".
struct PlacedSignature {
  Signature signature;
  std::string_view place;
};

/// The first difference in words, "takes 2 arguments in 'a.fatbin' and 3 in 'b.fatbin', among them 'z'", to stand after
/// the kernel's name; nothing where the signatures are equal.
std::optional<std::string> signatureDifference(const PlacedSignature &one, const PlacedSignature &other);

} // namespace qdc

#endif // QDC_PACKAGE_SIGNATURE_H

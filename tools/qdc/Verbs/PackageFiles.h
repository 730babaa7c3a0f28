//===- PackageFiles.h - Packages that a verb is given -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_PACKAGEFILES_H
#define QDC_TOOLS_VERBS_PACKAGEFILES_H

#include "CommandLine/ExitCode.h"
#include "qdc/Link/LinkPackages.h"

#include <functional>
#include <string>
#include <string_view>

namespace qdc {

/// The bytes of a text.
inline ByteVector toBytes(std::string_view text) {
  const ByteSpan bytes = asBytes(text);
  return {bytes.begin(), bytes.end()};
}

/// What `make` makes of the packages that the words name ('-' is standard input), in their order, written to `output`
/// (writeOutput). Reports what cannot be read or written, and the error of `make`.
ExitCode makeOfPackages(std::span<const std::string> words, const std::string &output,
                        const std::function<Result<ByteVector>(std::span<const LinkInput>)> &make);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_PACKAGEFILES_H

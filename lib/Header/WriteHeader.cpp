//===- WriteHeader.cpp - A package as a header ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Header/WriteHeader.h"

#include "Identifiers.h"
#include "Languages.h"

using namespace qdc;

Status qdc::checkHeaderOptions(const HeaderOptions &options) {
  const bool isC = options.language == HeaderLanguage::c;
  std::string_view rest = options.space;
  for (bool isLast = false; !isLast;) {
    const size_t end = isC ? rest.npos : rest.find("::");
    isLast = end == rest.npos;
    if (!isFreeIdentifier(rest.substr(0, end)))
      return makeError(ErrorCode::invalidArgument,
                       "is not {}; expected letters, digits and '_', and no word of C or "
                       "C++, as in '{}'",
                       isC ? "the start of a name" : "a namespace", isC ? "sim" : "sim' or 'sim::kernels");
    rest = isLast ? rest : rest.substr(end + 2);
  }
  return {};
}

Result<std::string> qdc::writeHeader(const Manifest &manifest, const HeaderOptions &options) {
  if (Status status = checkHeaderOptions(options); !status)
    return status.error();
  return options.language == HeaderLanguage::c ? writeCHeader(manifest, options.space)
                                               : writeCxxHeader(manifest, options.space);
}

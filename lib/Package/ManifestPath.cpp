//===- ManifestPath.cpp - Where in the manifest something is --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ManifestPath.h"

using namespace qdc;

std::string ManifestPath::str() const {
  if (!parent)
    return "";
  std::string prefix = parent->str();
  if (!name)
    return formatText("{}[{}]", prefix, number);
  return formatText("{}{}{}", prefix, prefix.empty() ? "" : ".", std::string_view(name, number));
}

Status ManifestPath::error(ErrorCode code, FormatPattern what, FormatValues values) const {
  const std::string place = parent ? formatText("'{}' ", str()) : "";
  return makeError(code, "manifest: {}{}", place, formatText(what, values));
}

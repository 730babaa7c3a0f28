//===- ReportText.cpp - Text of the compiler's in reports -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/ReportText.h"

#include "qdc/Dialect/QD/IR/SourcePlaces.h"

using namespace mlir;

std::string qdc::qd::withoutPlaceholders(std::string text) {
  for (size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}"))
    text.insert(at + 1, " ");
  return text;
}

std::string qdc::qd::describeCalls(Location location) {
  std::string text;
  for (FileLineColLoc place : llvm::drop_begin(sourcePlaces(location)))
    text += (text.empty() ? "; called at " : ", at ") + place.getFilename().str() + ":" +
            std::to_string(place.getLine()) + ":" + std::to_string(place.getColumn());
  return text;
}

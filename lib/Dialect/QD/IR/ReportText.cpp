//===- ReportText.cpp - Text of the compiler's in reports -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/ReportText.h"

#include "qdc/Dialect/QD/IR/SourcePlaces.h"

using namespace mlir;

std::string qdc::qd::describeCalls(Location location) {
  const SmallVector<FileLineColLoc> places = sourcePlaces(location);
  std::string text;
  for (size_t caller = 1; caller < places.size(); ++caller) {
    text += (text.empty() ? "; called at " : ", at ") + places[caller].getFilename().str();
    if (places[caller].getLine() != 0)
      text += ":" + std::to_string(places[caller].getLine()) + ":" + std::to_string(places[caller].getColumn());
  }
  return text;
}

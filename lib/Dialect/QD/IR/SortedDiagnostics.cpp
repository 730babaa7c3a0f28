//===- SortedDiagnostics.cpp - Messages in the order of the source --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/SortedDiagnostics.h"
#include "qdc/Dialect/QD/IR/SourcePlaces.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <set>
#include <string>
#include <utility>

using namespace mlir;
using namespace qdc::qd;

SortedDiagnostics::SortedDiagnostics(MLIRContext &context, std::function<bool(Diagnostic &)> isWanted)
    : context(context) {
  handler.emplace(&context, [this, isWanted = std::move(isWanted)](Diagnostic &diagnostic) {
    if (isWanted(diagnostic))
      held.emplace(placeOf(diagnostic), std::move(diagnostic));
  });
}

SortedDiagnostics::~SortedDiagnostics() {
  handler.reset();
  std::set<std::pair<Place, std::string>> told;
  for (auto &[place, diagnostic] : held)
    if (std::get<0>(place) || told.emplace(place, diagnostic.str()).second)
      context.getDiagEngine().emit(std::move(diagnostic));
}

SortedDiagnostics::Place SortedDiagnostics::placeOf(const Diagnostic &diagnostic) {
  SmallVector<FileLineColLoc> places = sourcePlaces(diagnostic.getLocation());
  if (places.empty())
    return {true, "", 0, 0};
  return {false, places[0].getFilename().getValue(), places[0].getLine(), places[0].getColumn()};
}

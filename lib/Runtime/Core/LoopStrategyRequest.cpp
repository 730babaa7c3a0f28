//===- LoopStrategyRequest.cpp - How somebody asks for loops to be run ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/LoopStrategyRequest.h"

#include "qdc/Package/ManifestNames.h"

using namespace qdrt::loader;

qdc::Result<LoopWish> qdrt::loader::parseLoopWish(std::string_view text, std::string_view place) {
  if (text.empty())
    return LoopWish();
  if (text == "auto")
    return LoopWish::automatic();
  if (std::optional<qdc::LoopStrategy> strategy = qdc::enumFromName<qdc::LoopStrategy>(text))
    return LoopWish(*strategy);
  std::string names = "'auto'";
  for (std::string_view name : enumNames(qdc::LoopStrategy()).names)
    names.append(", '").append(name) += "'";
  return qdc::makeError(qdc::ErrorCode::invalidArgument, "{} is '{}'; it takes one of {}", place, text, names);
}

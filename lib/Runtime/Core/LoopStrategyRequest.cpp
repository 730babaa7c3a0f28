//===- LoopStrategyRequest.cpp - How loops are asked to run ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/LoopStrategyRequest.h"

#include "qdc/Package/ManifestNames.h"

using namespace qdrt::loader;

qdc::Result<LoopStrategyRequest> qdrt::loader::parseLoopStrategyRequest(std::string_view text, std::string_view place) {
  if (text.empty())
    return LoopStrategyRequest();
  if (text == "auto")
    return LoopStrategyRequest::automatic();
  if (std::optional<qdc::LoopStrategy> strategy = qdc::enumFromName<qdc::LoopStrategy>(text))
    return LoopStrategyRequest(*strategy);
  std::string names = "'auto'";
  for (std::string_view name : enumNames(qdc::LoopStrategy()).names)
    names.append(", '").append(name) += "'";
  return qdc::makeError(qdc::ErrorCode::invalidArgument, "{} is '{}'; it takes one of {}", place, text, names);
}

//===- ThreadOperations.h - Where a thread learns its place -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_THREADOPERATIONS_H
#define QDC_LIB_LOWERING_SPIRV_THREADOPERATIONS_H

#include "llvm/ADT/StringRef.h"

namespace qdc {

/// A variable of the module that has three i32, of which the first counts.
struct PlaceVariable {
  llvm::StringLiteral name, builtIn;
};
inline constexpr PlaceVariable blockVariable{"qdc.block", "WorkgroupId"};
inline constexpr PlaceVariable blocksVariable{"qdc.blocks", "NumWorkgroups"};
inline constexpr PlaceVariable threadVariable{"qdc.thread", "LocalInvocationId"};
inline constexpr PlaceVariable placeVariables[] = {blockVariable, blocksVariable, threadVariable};

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_THREADOPERATIONS_H

//===- GraphBuilder.h - The kernel's body as a graph ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_GRAPHBUILDER_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_GRAPHBUILDER_H

#include "Plan.h"

#include "qdc/Analysis/AccessSets.h"

namespace qdc::qd::offload {

/// Replaces the body of the plan's kernel by the graph that launches its tasks,
/// and describes the workspace in the kernel's attributes. The operations that
/// the plan points to are gone afterwards.
void buildGraph(Plan &plan, const GlobalNumbers &globals);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_GRAPHBUILDER_H

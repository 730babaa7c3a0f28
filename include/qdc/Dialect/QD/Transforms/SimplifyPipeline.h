//===- SimplifyPipeline.h - The phase "simplify" ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From verified kernels as a front end wrote them to kernels that the phase
// "offload" can cut into tasks. Afterwards
//  - the module holds kernels and globals: no func.func, no call;
//  - every parallel loop is a qd.for; there is no scf.parallel;
//  - every adstack is arrays and branches (LowerAdstacks.h);
//  - every integer operation has a value (DefineArithmetic.h); there is no
//    operation of the dialect `index`;
//  - every `qd.specialize` has become kernels of their own;
//  - loads of constants by known indices are gone, and loops over small constant
//    tables are unrolled (FoldTables.h);
//  - loads and stores that the memory rules (MemoryLocations.h) show to be
//    redundant are gone;
//  - neighbouring parallel loops that can be one are one (FuseLoops.h), and
//    statements may have gone to a later loop (DistributeLoops.h). Nothing else
//    has moved across a store.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_SIMPLIFYPIPELINE_H
#define QDC_DIALECT_QD_TRANSFORMS_SIMPLIFYPIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace qdc::qd {

struct SimplifyOptions {
  bool unrollTables = true; // loops over constant tables
  bool fuseTasks = true;
  bool remarkFused = false;  // a remark for each loop that was fused
  bool remarkMissed = false; // and for each neighbour that was not, with the reason
};

/// Appends the passes of the phase to a pass manager on modules. The time is
/// linear in the size of the inlined kernels times their nesting depth.
void simplifyPipeline(mlir::OpPassManager &passes, const SimplifyOptions &options = {});

/// For a module that asks for derivatives, the part of the pipeline before them: arithmetic is defined, helpers are
/// inlined, parallel loops are qd.for, and kernels are simplified but neither specialised nor fused.
void prepareForDerivatives(mlir::OpPassManager &passes, const SimplifyOptions &options = {});

/// The rest of the pipeline, once derivatives stand beside their kernels: afterwards the module is as after
/// simplifyPipeline().
void simplifyWithDerivatives(mlir::OpPassManager &passes, const SimplifyOptions &options = {});

/// Makes the pipeline known to a tool as `--qd-simplify`.
void registerSimplifyPipeline();

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_SIMPLIFYPIPELINE_H

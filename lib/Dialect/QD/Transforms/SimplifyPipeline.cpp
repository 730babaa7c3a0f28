//===- SimplifyPipeline.cpp - The phase "simplify" ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace qdc::qd;

/// The canonicalizer without patterns that do harm: one looks at every use of a condition for every scf.if on it, which
/// takes quadratic time for a condition that many branches share; two put an scf.while in the place of another and
/// leave out its attributes, of which kernels have `qd.strategy`; two take a cast from index to a narrower type and
/// back for none, though the first drops bits; one gives a memref.alloc a static shape, and its users a cast; one
/// miscounts the trips of an scf.for (addTrivialLoopPatterns has what it is for).
/// Regions have one block each, of which it needs to erase and merge none: to look costs a third of its time.
static std::unique_ptr<mlir::Pass> createKernelCanonicalizer() {
  return mlir::createCanonicalizerPass(
      mlir::GreedyRewriteConfig().setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Disabled),
      {"(anonymous namespace)::ConditionPropagation", "(anonymous namespace)::WhileMoveIfDown",
       "(anonymous namespace)::WhileOpAlignBeforeArgs", "(anonymous namespace)::IndexCastOfIndexCast",
       "(anonymous namespace)::IndexCastUIOfIndexCastUI",
       "(anonymous namespace)::SimplifyAllocConst<mlir::memref::AllocOp>",
       "(anonymous namespace)::SimplifyTrivialLoops"});
}

static void addFusion(mlir::OpPassManager &kernels, const SimplifyOptions &options) {
  // Ranges and indices are compared as values; what was hoisted from two loops may be equal.
  kernels.addPass(createKernelCSE());
  kernels.addPass(createFuseLoops({/*fuse=*/true, options.remarkFused, options.remarkMissed}));
  // What could be fused with a later loop, but for the loops between and the rest of its own.
  kernels.addPass(createDistributeLoops({options.remarkFused}));
  // Bodies that are one now have index arithmetic and loads in common, and load what they store.
  kernels.addPass(createKernelCSE());
  kernels.addPass(createForwardStores());
  kernels.addPass(createRemoveDeadStores());
}

/// Kernels whose helpers are inlined, smaller.
static void addSimplifications(mlir::OpPassManager &kernels, const SimplifyOptions &options) {
  // Ahead of all that looks at loops, indices and branches: these are then as if tables were written out.
  kernels.addPass(createFoldTables({options.unrollTables}));
  kernels.addPass(createKernelCanonicalizer());
  // Indices that the canonicalizer made constants, as by a loop of one trip.
  kernels.addPass(createFoldTables({/*unrollLoops=*/false}));
  // Forwarding recognises an element by its index values, so equal index arithmetic must be one value before.
  kernels.addPass(createKernelCSE());
  kernels.addPass(createForwardStores());
  // A store is dead only once the loads that saw it are forwarded.
  kernels.addPass(createRemoveDeadStores());
  // After the loads that forwarding can remove: what is left to hoist is fewer. Ahead of the last merge, since hoisted
  // operations of different loops may be equal.
  kernels.addPass(createHoistInvariants());
}

/// What makes every operation defined, and puts helpers where they are called.
static void addDefinitions(mlir::OpPassManager &passes) {
  // Ahead of everything that folds: a folder may use upstream's undefined cases.
  passes.addPass(createDefineArithmetic());
  // Array parameters of helpers have no known memory; after this, every access names an argument, a global or a local.
  passes.addPass(createInlineHelpers());
}

/// What decides about the memory of adstacks and temporaries.
static void addMemory(mlir::OpPassManager &passes) {
  // Adstacks, and the passes on memory, know qd.for alone as a parallel loop.
  passes.addNestedPass<KernelOp>(createNormalizeLoops());
  passes.addNestedPass<KernelOp>(createLowerAdstacks());
  // After inlining, so that sizes in helpers are those of kernels; before anything is rewritten, so that which sizes
  // are accepted does not depend on it.
  passes.addNestedPass<KernelOp>(createSizeTemporaries());
}

void qdc::qd::prepareForDerivatives(mlir::OpPassManager &passes, const SimplifyOptions &options) {
  addDefinitions(passes);
  // For kernels without derivatives, before anything is rewritten.
  addMemory(passes);
  mlir::OpPassManager &kernels = passes.nest<KernelOp>();
  addSimplifications(kernels, options);
  kernels.addPass(createFlattenBranches());
  kernels.addPass(createKernelCanonicalizer());
  kernels.addPass(createKernelCSE());
}

void qdc::qd::simplifyWithDerivatives(mlir::OpPassManager &passes, const SimplifyOptions &options) {
  // After inlining, so that dims of arrays in helpers are those of arguments; ahead of the clones, in which scalars
  // that extents are made of are constants.
  passes.addNestedPass<KernelOp>(createUnifyExtents());
  addMemory(passes);
  // Ahead of the simplifications, so that each clone profits from its constants; after inlining, so that they reach
  // into helpers.
  passes.addPass(createSpecializeScalars());

  mlir::OpPassManager &kernels = passes.nest<KernelOp>();
  addSimplifications(kernels, options);
  // Once what stands between two loops has left the loop around them, if it can.
  if (options.fuseTasks)
    addFusion(kernels, options);
  else
    kernels.addPass(createFuseLoops({/*fuse=*/false}));
  // After fusion, for which the loops of a branch have one range and those around it another.
  kernels.addPass(createFlattenBranches());
  // After derivatives and fusion, which look at what is read, and where.
  kernels.addPass(createSpeculateBranches());
  kernels.addPass(createKernelCanonicalizer());
  kernels.addPass(createKernelCSE());
}

void qdc::qd::simplifyPipeline(mlir::OpPassManager &passes, const SimplifyOptions &options) {
  addDefinitions(passes);
  simplifyWithDerivatives(passes, options);
}

void qdc::qd::registerSimplifyPipeline() {
  mlir::PassPipelineRegistration<>("qd-simplify",
                                   "the phase 'simplify': every pass between the verifier and qd-offload",
                                   [](mlir::OpPassManager &passes) { simplifyPipeline(passes); });
}

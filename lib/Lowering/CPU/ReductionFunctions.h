//===- ReductionFunctions.h - What all reductions have in common -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of a reduction's code is run once a block, and depends on the kind and
// the type alone: it stands in functions of its own, which an image has once.
// Inlined, it would take more than a fourth of the time in which the derivatives
// of many loops compile.
//
//   llvm.func hidden @qdc.fold.addf.f32(%lanes: !llvm.ptr) -> f32
//   llvm.func hidden @qdc.combine.addf.f32(%partials: !llvm.ptr, %iterations: i64) -> f32
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_REDUCTIONFUNCTIONS_H
#define QDC_LIB_LOWERING_CPU_REDUCTIONFUNCTIONS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace qdc {

/// The functions of one module, made by the first call for a kind and a type, their control flow still structured. They
/// stand at the module's beginning, where they share a part (ModuleParts.h) with the first task. Addresses are
/// !llvm.ptr, values of the reduction's type.
class ReductionFunctions {
public:
  explicit ReductionFunctions(mlir::ModuleOp module) : module(module) {}

  /// Calls what folds the lanes at `lanes` (Lanes.h) to one value. They may be changed.
  mlir::Value foldLanes(mlir::OpBuilder &builder, mlir::Location location, qd::ReduceKind kind, mlir::Type type,
                        mlir::Value lanes);
  /// Calls what folds the partials at `partials`, one a word, of a reduction over `iterations` (i64) to the result.
  mlir::Value combinePartials(mlir::OpBuilder &builder, mlir::Location location, qd::ReduceKind kind, mlir::Type type,
                              mlir::Value partials, mlir::Value iterations);

  /// To be called once the module is of the LLVM dialect: the functions are no symbols of the image, are never inlined,
  /// and access what they are given alone.
  void setAttributes();

private:
  using Key = std::pair<qd::ReduceKind, mlir::Type>;

  mlir::func::FuncOp create(llvm::StringRef prefix, Key key, mlir::TypeRange parameters,
                            llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)> body);
  mlir::func::FuncOp foldFunction(Key key);
  mlir::func::FuncOp combineFunction(Key key);

  mlir::ModuleOp module;
  llvm::DenseMap<Key, mlir::func::FuncOp> folds, combinations;
  llvm::StringSet<> names;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_REDUCTIONFUNCTIONS_H

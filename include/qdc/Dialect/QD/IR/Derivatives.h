//===- Derivatives.h - Which derivatives a kernel is asked for --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel says which derivatives it is to have by
//
//   attributes {qd.differentiate = {mode = "reverse", wrt = ["x", "a"]}}
//
// or by a list of such dictionaries. `qd-differentiate` makes them and takes the
// attribute away. What an argument of a derivative is for stands on it as
// `qd.arg_role`.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_DERIVATIVES_H
#define QDC_DIALECT_QD_IR_DERIVATIVES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// On a kernel: the derivatives that it is asked for.
inline constexpr llvm::StringLiteral differentiateAttr = "qd.differentiate";

/// On an argument of a kernel: "shadow", "tangent" or "seed", as the manifest spells roles; without it, the argument is
/// a primal one.
inline constexpr llvm::StringLiteral argRoleAttr = "qd.arg_role";

/// On a derivative in reverse mode: how it adds to shadows, a list of dictionaries with `kind`, as the manifest spells
/// those of accumulations; `location`, of what is added for; and `shadow`, the name of an argument or the symbol of a
/// global, which that of a temporary lacks.
inline constexpr llvm::StringLiteral accumulationsAttr = "qd.accumulations";

/// On a global that differentiation made, beside the one whose derivative it holds.
inline constexpr llvm::StringLiteral madeShadowAttr = "qd.made_shadow";

enum class DerivativeMode : uint8_t { reverse, forward };

/// One derivative that a kernel is asked for.
struct DerivativeRequest {
  DerivativeMode mode = DerivativeMode::reverse;
  llvm::SmallVector<llvm::StringRef> wrt; // names of arguments, as the context keeps them; empty: all
  mlir::ArrayAttr plain; // in a checked variant: what has a derivative in the plain code, by names of arguments and
                         // symbols of globals, so that callers see the same; null: what the kernel's own body tells
};

/// Why a kernel has no derivative with respect to these, as the end of a sentence, "names 'y', which is no argument of
/// kernel 'f'; ..."; empty if each is the name of an argument of floats, and none stands there twice.
std::string explainNames(KernelOp kernel, llvm::ArrayRef<llvm::StringRef> names);

/// What `qd.differentiate` says; empty without it. Emits an error at the kernel, and fails, where the attribute has
/// another form, names what is no argument of floats, or asks for one mode twice. Does not fail for a kernel that was
/// verified.
mlir::FailureOr<llvm::SmallVector<DerivativeRequest>> readDerivativeRequests(KernelOp kernel);

/// Has the kernel ask for these alone. `plain` is for kernels of checked variants.
void writeDerivativeRequests(KernelOp kernel, llvm::ArrayRef<DerivativeRequest> requests);

/// Adds a request to those that the kernel has, after them.
void addDerivativeRequest(KernelOp kernel, DerivativeMode mode, llvm::ArrayRef<std::string> wrt);

/// Whether any kernel of the module is asked for a derivative.
bool asksForDerivatives(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_DERIVATIVES_H

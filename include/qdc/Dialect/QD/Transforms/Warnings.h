//===- Warnings.h - What is likely not meant, found without running - -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verified kernel can be run; it may still race, never end or read what is not
// there. Warnings name what shows in the text. Each is a function on kernels and
// a pass around it, in a file of its own, and changes nothing:
//
//   bounds  a constant index outside a static extent; an error where the access
//           runs in each launch
//   flag    a qd.do_while without max whose body never writes its flag, nor
//           asserts: it runs once, or without end
//   race    two accesses of a qd.for that run in each iteration, one of them a
//           plain write, and iterations that surely meet in an element
//   serial  an scf.for that touches arrays, holds no parallel loop and stands
//           in none: a task of one thread
//   unused  an argument of a kernel that is never used
//
// The first four expect helpers inlined, every parallel loop as a qd.for, and no
// operation of the dialect `index`. Then they are right about what the kernel
// does: what a call or an array of unseen origin may do counts as harmless, and
// what they are not sure of they leave out.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_WARNINGS_H
#define QDC_DIALECT_QD_TRANSFORMS_WARNINGS_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/WarningNames.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

#include <optional>

namespace qdc::qd {

/// A nest of loops with at most so many iterations, by its constants, is not worth a task with more than one thread.
inline constexpr uint64_t kMaximumShortLoop = 64;

/// Starts a warning that knows which one it is; as an error where no launch can do what is meant.
mlir::InFlightDiagnostic emitWarning(mlir::Location location, Warning warning, bool isError = false);

/// Which warning a diagnostic is; nothing if it was not made by emitWarning.
std::optional<Warning> findWarning(mlir::Diagnostic &diagnostic);

/// Each reports to the context's diagnostic handler, at the place that is meant and with notes at the others, all it
/// finds in a kernel. Linear in the size of the kernel times its nesting depth; warnRace quadratic in the accesses of
/// one array in one loop's body, of which it looks at the first 256.
void warnBounds(KernelOp kernel);
void warnFlag(KernelOp kernel);
void warnRace(KernelOp kernel);
void warnSerial(KernelOp kernel);
void warnUnused(KernelOp kernel);
/// `unused` too: temporaries that are read and never written. Of a kernel without calls.
void warnUnwritten(KernelOp kernel);

/// Reports every warning of a module that verifyKernels accepts, which stays as it is: in the order of their places
/// in the source, and once where a helper is called twice. Those that name no place come last.
void emitWarnings(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_WARNINGS_H

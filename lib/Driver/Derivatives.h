//===- Derivatives.h - Derivatives that options ask for ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_DERIVATIVES_H
#define QDC_LIB_DRIVER_DERIVATIVES_H

namespace qdc {

class Compilation;

/// Puts what `--grad` asks for on the kernels of the module, which was read; or leaves the kernel of a gradient check
/// alone, with its derivative. False, with the error reported, where there is no such kernel or it has no such
/// arguments.
bool requestDerivatives(Compilation &compilation);

} // namespace qdc

#endif // QDC_LIB_DRIVER_DERIVATIVES_H

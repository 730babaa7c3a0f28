//===- CheckGrad.h - What qdc check-grad compiles and launches --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_CHECKGRAD_H
#define QDC_TOOLS_VERBS_CHECKGRAD_H

#include "CheckGrad/CheckRequest.h"
#include "Verbs/Compile.h"

namespace qdc {

/// A command line of qdc check-grad. Which kernel, and with respect to what, `check` says.
struct CheckGradRequest {
  CompileRequest gradient;  // of the kernel; where it goes is not known yet
  CompileRequest reference; // of the same kernel, in f64 and in forward mode, for the processor
  CheckRequest check;       // without the packages' files
};

/// Compiles both, into a folder that is gone afterwards, and compares their derivatives.
ExitCode runCheckGrad(CheckGradRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_CHECKGRAD_H

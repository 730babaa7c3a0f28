//===- Environment.h - Environment variables --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that qdc itself reads of its environment; the loader reads its own
// variables.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H
#define QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H

#include "qdc/Toolchain/CUDATools.h"

namespace qdc {

/// TERM is "dumb": the terminal shows characters and no more.
bool terminalIsDumb();

/// NO_COLOR is set, and not empty.
bool coloursAreUnwanted();

/// What QDC_PTXAS, CUDA_HOME and PATH say about a CUDA toolkit.
CUDAToolPlaces cudaToolPlaces();

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H

//===- PhaseFunctions.h - The phases, one file each -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each is false after a failure; the reason is then with the printer, or in
// Compilation::failure(). What holds after each says the table in Phases.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_PHASEFUNCTIONS_H
#define QDC_LIB_DRIVER_PHASEFUNCTIONS_H

namespace qdc {

class Compilation;

bool runParsePhase(Compilation &compilation);
bool runChecksPhase(Compilation &compilation);
bool runSimplifyPhase(Compilation &compilation);
bool runDifferentiatePhase(Compilation &compilation);
bool runOffloadPhase(Compilation &compilation);
bool runPlanGraphPhase(Compilation &compilation);
bool runLowerPhase(Compilation &compilation);
bool runEmitPhase(Compilation &compilation);
bool runPackagePhase(Compilation &compilation);

} // namespace qdc

#endif // QDC_LIB_DRIVER_PHASEFUNCTIONS_H

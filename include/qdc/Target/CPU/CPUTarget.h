//===- CPUTarget.h - Code for x86-64 ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images are ELF shared objects without needed libraries, whose exported
// symbols are the entry points (KernelABI.h, qd_cpu_entry).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_CPUTARGET_H
#define QDC_TARGET_CPU_CPUTARGET_H

#include "qdc/Target/CPU/Processor.h"
#include "qdc/Target/Target.h"
#include "qdc/Target/TargetFamily.h"

namespace qdc {

/// The targets "cpu:native" (the processor that this program runs on), "cpu:x86-64-v2", "cpu:x86-64-v3" and
/// "cpu:x86-64-v4". They have no options of their own, and need no tools.
std::unique_ptr<TargetFamily> makeCPUFamily();

/// The same for another machine: "cpu:native" is `machine`, and a level that it lacks features of has a
/// TargetDescription::cannotRunReason.
std::unique_ptr<TargetFamily> makeCPUFamily(Processor machine);

} // namespace qdc

#endif // QDC_TARGET_CPU_CPUTARGET_H

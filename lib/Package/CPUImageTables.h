//===- CPUImageTables.h - What a CPU image asks of the linker ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_CPUIMAGETABLES_H
#define QDC_LIB_PACKAGE_CPUIMAGETABLES_H

#include "CPUImageSegments.h"

namespace qdc {

/// Checks the dynamic section of an image and the tables that it names. Afterwards the dynamic linker finds every
/// table, string and symbol that it looks for inside of constant memory of the image, and loading the image
///  - runs no code of it (constructors, destructors, indirect functions),
///  - opens no other file and looks for no symbol of the process,
///  - changes nothing but addresses in the image's own data (R_X86_64_RELATIVE),
/// and what is found by a name is a function in its code. invalidPackage names what is refused: every dynamic entry,
/// flag and relocation but those that qdc's linker makes.
Status checkTables(const CPUImageSegments &image);

} // namespace qdc

#endif // QDC_LIB_PACKAGE_CPUIMAGETABLES_H

//===- LinkerTargets.cpp - Back ends that the linker does not need --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld initialises every back end of LLVM, for link-time optimisation, which
// images do not use. Linking all of them would double the size of qdc; so the
// initialisers of those that qdc has not are empty here. They are weak: where
// another part of qdc links a back end, its own wins.
//
//===----------------------------------------------------------------------===//

// The initialisers of the back ends that code is generated with must come from LLVM.
#define LLVMInitializeX86Target unusedInitializeX86Target
#define LLVMInitializeX86TargetMC unusedInitializeX86TargetMC
#define LLVMInitializeX86AsmPrinter unusedInitializeX86AsmPrinter
#define LLVMInitializeX86AsmParser unusedInitializeX86AsmParser
#define LLVMInitializeX86TargetInfo unusedInitializeX86TargetInfo
#define LLVMInitializeNVPTXTarget unusedInitializeNVPTXTarget
#define LLVMInitializeNVPTXTargetMC unusedInitializeNVPTXTargetMC
#define LLVMInitializeNVPTXAsmPrinter unusedInitializeNVPTXAsmPrinter
#define LLVMInitializeNVPTXTargetInfo unusedInitializeNVPTXTargetInfo

#define QDC_EMPTY(name)                                                                                                \
  extern "C" __attribute__((weak)) void name();                                                                        \
  extern "C" void name() {}

#define LLVM_TARGET(name)                                                                                              \
  QDC_EMPTY(LLVMInitialize##name##Target)                                                                              \
  QDC_EMPTY(LLVMInitialize##name##TargetMC)                                                                            \
  QDC_EMPTY(LLVMInitialize##name##TargetInfo)
#include "llvm/Config/Targets.def"

#define LLVM_ASM_PRINTER(name) QDC_EMPTY(LLVMInitialize##name##AsmPrinter)
#include "llvm/Config/AsmPrinters.def"

#define LLVM_ASM_PARSER(name) QDC_EMPTY(LLVMInitialize##name##AsmParser)
#include "llvm/Config/AsmParsers.def"

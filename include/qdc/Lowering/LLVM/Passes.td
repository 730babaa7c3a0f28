//===- Passes.td - Passes on the LLVM dialect -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_PASSES_TD
#define QDC_LOWERING_LLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitLargeTasks : Pass<"qd-split-large-tasks", "::mlir::ModuleOp"> {
  let summary = "cut large functions into chained ones, so that compile time is linear";
  let description = [{
    Runs after the lowering to the LLVM dialect. Afterwards each function of the module has at
    most `largest` operations besides constants, as far as its control flow can
    be cut, and each part at most `part` of them, and those that cutting adds.
    SplitLargeTasks.h has the details. A loop whose body was cut is not
    vectorised.
  }];
  let options = [Option<"largest", "largest", "unsigned", "4096",
                        "how many operations a function may have, without constants">,
                 Option<"part", "part", "unsigned", "1024", "how many operations a part may have, without constants">,
                 Option<"stackAddressSpace", "stack-address-space", "unsigned", "0",
                        "LLVM's address space of the stack, where the frames lie">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PlainLocations : Pass<"qd-plain-locations", "::mlir::ModuleOp"> {
  let summary = "make of every location one that debug info can tell";
  let description = [{
    Runs before `ensure-debug-info-scope-on-llvm-func`. Afterwards each llvm.func, and each operation in one, is at a
    place in a file or at call sites of places. PlainLocations.h has examples.
  }];
  let options = [Option<"spellsQuotes", "spells-quotes", "bool", "true",
                        "the assembler can spell a double quote in a file's name; else it becomes a single one">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PassSlots : Pass<"qd-pass-slots", "::mlir::ModuleOp"> {
  let summary = "pass the address of the slots where there are too many";
  let description = [{
    Runs after `qd-split-large-tasks`. Where an internal function with parts has
    one caller, which loads more than `most` of its parameters from one array of
    slots, it gets the address of the array in their place, and each part is
    called through a function that loads what the part needs. PassSlots.h has the
    details.
  }];
  let options = [Option<"most", "most", "unsigned", "256",
                        "how many loaded parameters a function with parts may have">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // QDC_LOWERING_LLVM_PASSES_TD

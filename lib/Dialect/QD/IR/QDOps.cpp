//===- QDOps.cpp - Generated code of the qd operations --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of its own, because it is slow to compile and changes with the .td
// files only.
//
//===----------------------------------------------------------------------===//

#include "EnumSyntax.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace qdc::qd;

/// A body without operations still has its block, so that passes need not ask.
static ParseResult parseGraphBody(OpAsmParser &parser, Region &body) {
  if (parser.parseRegion(body))
    return failure();
  if (body.empty())
    body.emplaceBlock();
  return success();
}

static void printGraphBody(OpAsmPrinter &printer, Operation *, Region &body) { printer.printRegion(body); }

#include "qdc/Dialect/QD/IR/NeedsSlot.cpp.inc"

#define GET_OP_CLASSES
#include "qdc/Dialect/QD/IR/QDOps.cpp.inc"

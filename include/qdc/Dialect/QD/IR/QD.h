//===- QD.h - The qd dialect ------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels, parallel loops, do-while loops, tasks and the graph that runs them.
// docs/dialect.md describes every operation and attribute; it is generated from
// the .td files beside this header, which are the specification.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QD_H
#define QDC_DIALECT_QD_IR_QD_H

#include "qdc/ABI/SlotKinds.h"
#include "qdc/Dialect/QD/IR/ElementAccess.h"
#include "qdc/Dialect/QD/IR/KnownAttributes.h"
#include "qdc/SizeExpr/SizeExpr.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "qdc/Dialect/QD/IR/QDDialect.h.inc"
#include "qdc/Dialect/QD/IR/QDEnums.h.inc"

namespace qdc::qd {

/// The ABI's kind of a slot. None for a word, which no launch passes: code loads it from the workspace.
constexpr std::optional<qdc::SlotKind> abiKind(SlotKind kind) {
  switch (kind) {
#define QDC_SLOT_KIND(NAME, DIALECT_NAME, HELD, FIRST, SECOND)                                                         \
  case SlotKind::DIALECT_NAME:                                                                                         \
    return qdc::SlotKind::NAME;
#include "qdc/ABI/SlotKinds.def"
  case SlotKind::region:
    return qdc::SlotKind::workspace;
  case SlotKind::word:
    return std::nullopt;
  }
  return std::nullopt;
}

/// What a parameter with such a slot is.
constexpr SlotValue heldValue(SlotKind kind) {
  std::optional<qdc::SlotKind> known = abiKind(kind);
  return known ? rowOf(*known).held : SlotValue::scalar;
}

/// The slot holds the address of an array; others hold scalars.
constexpr bool isAddress(SlotKind kind) { return heldValue(kind) == SlotValue::address; }

/// What says which of the kind's things a slot is: of region 0 an offset, of another region its number, since a
/// temporary lies at its start.
constexpr std::array<SlotOperand, 2> slotOperands(SlotKind kind) {
  if (kind == SlotKind::region)
    return {SlotOperand::region, SlotOperand::none};
  std::optional<qdc::SlotKind> known = abiKind(kind);
  if (!known)
    return {SlotOperand::offset, SlotOperand::none};
  std::array<SlotOperand, 2> operands = rowOf(*known).operands;
  if (operands[0] == SlotOperand::region)
    return {operands[1], SlotOperand::none};
  return operands;
}

/// The slot is a record that people read: of errors or of printed lines.
constexpr bool isRecord(SlotKind kind) { return kind == SlotKind::error_record || kind == SlotKind::print_buffer; }

/// Gives an operation the method of the interface NeedsSlot.
template <SlotKind kind>
struct NeedsSlotOfKind {
  static_assert(kind == SlotKind::workspace || slotOperands(kind)[0] == SlotOperand::none,
                "slots of other kinds have an index");

  template <typename Operation>
  class Impl : public mlir::OpTrait::TraitBase<Operation, Impl> {
  public:
    static SlotKind getNeededSlot() { return kind; }
  };
};

/// Of internal operations: passes make them, and a kernel that is given to the compiler must not hold any.
template <typename Operation>
class Internal : public mlir::OpTrait::TraitBase<Operation, Internal> {};

} // namespace qdc::qd

#include "qdc/Dialect/QD/IR/NeedsSlot.h.inc"

#define GET_ATTRDEF_CLASSES
#include "qdc/Dialect/QD/IR/QDAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "qdc/Dialect/QD/IR/QDTypes.h.inc"

#define GET_OP_CLASSES
#include "qdc/Dialect/QD/IR/QDOps.h.inc"

namespace qdc::qd {

/// Names of the attributes that stand on arguments of a kernel or task.
inline constexpr llvm::StringLiteral argNameAttr = "qd.arg_name";
inline constexpr llvm::StringLiteral argGroupAttr = "qd.arg_group";
inline constexpr llvm::StringLiteral mayAliasAttr = "qd.may_alias";
inline constexpr llvm::StringLiteral specializeAttr = "qd.specialize";
inline constexpr llvm::StringLiteral unsignedAttr = "qd.unsigned";
inline constexpr llvm::StringLiteral slotAttr = "qd.slot";

/// Of a task that `qd-name-symbols` renamed: a SourceTaskAttr.
inline constexpr llvm::StringLiteral sourceTaskAttr = "qd.source_task";
/// Of the function that runs a task: an EntryPointAttr.
inline constexpr llvm::StringLiteral entryPointAttr = "qd.entry_point";
/// Of a private form, a task or the function that it becomes: a PrivateFormAttr.
inline constexpr llvm::StringLiteral privateFormAttr = "qd.private_form";

/// Of a memref.alloc: for each axis a SizeAttr of arguments and shapes, or a unit where the launch computes the size.
inline constexpr llvm::StringLiteral extentsAttr = "qd.extents";

/// On a task that stands for no statement of the source, but passes values on.
inline constexpr llvm::StringLiteral transferAttr = "qd.transfer";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_QD_H

//===- NeedsSlot.td - Operations on parts of a launch ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_NEEDSSLOT_TD
#define QDC_DIALECT_QD_IR_NEEDSSLOT_TD

include "mlir/IR/OpBase.td"

def QD_NeedsSlotInterface : OpInterface<"NeedsSlot"> {
  let cppNamespace = "::qdc::qd";
  let description = [{
    An operation that reads something of the launch, or reports to it: its task
    needs a slot of that kind, which `qd-expand-task-parameters` adds. Declared by
    `QD_NeedsSlot<kind>`, and asked for by all that must know. Where the slot is no
    address, the operation has one result, which the task's parameter replaces.
  }];
  let methods = [InterfaceMethod<"The kind of slot, which has one place in a launch: no index and no offset but 0.",
                                 "::qdc::qd::SlotKind", "getNeededSlot">];
  let extraClassDeclaration = [{
    /// Whether the slot is a record that people read: of errors or of printed lines. Such an operation belongs to an
    /// iteration, whose number it reports.
    bool reports() {
      return isRecord(getNeededSlot());
    }
  }];
}

class QD_NeedsSlotOfKind<string kind> : ParamNativeOpTrait<"NeedsSlotOfKind", "::qdc::qd::SlotKind::"#kind> {
  let cppNamespace = "::qdc::qd";
}

/// The trait of an operation that needs a slot of that kind of QD_SlotKind.
class QD_NeedsSlot<string kind> : TraitList<[QD_NeedsSlotOfKind<kind>, QD_NeedsSlotInterface]>;

#endif // QDC_DIALECT_QD_IR_NEEDSSLOT_TD

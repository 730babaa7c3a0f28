//===- ArrayName.h - What messages call an array ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ARRAYNAME_H
#define QDC_DIALECT_QD_IR_ARRAYNAME_H

#include "mlir/IR/Value.h"

#include <string>

namespace qdc::qd {

/// "'x'" for an argument, "'@x'" for a global, "the temporary" for a memref.alloc, "the local array" for a
/// memref.alloca. `array` is what getAccessedArray gave, not null.
std::string quotedArrayName(mlir::Value array);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ARRAYNAME_H

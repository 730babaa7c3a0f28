//===- Wording.h - MLIR's sentences and ours --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_WORDING_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_WORDING_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"

#include <string>
#include <vector>

namespace qdc {

/// What stands in a source, or may, as messages have it: in single quotes.
std::string quoted(const llvm::Twine &text);

/// The messages of MLIR that are reworded, as regular expressions that are compiled once.
class Wording {
public:
  explicit Wording(mlir::MLIRContext &context);

  /// `message` without terms of MLIR's implementation; unchanged where it has none. Does not look at the source, as
  /// ValueNames.h does.
  std::string ours(llvm::StringRef message) const;

private:
  /// What follows our message where an operation does not take a type: "; 'arith.addf' does", or nothing.
  std::string otherOperation(llvm::StringRef message) const;

  mlir::MLIRContext &context;
  llvm::Regex unknownOperation, wrongAttribute, wrongProperty, wrongOperand, wrongCast, noDictionary;
  std::vector<llvm::Regex> sentences; // in the order of the table
};

/// True for an error that repeats the one before it in terms of C++, and for a note about MLIR's implementation.
bool isNoise(llvm::StringRef message);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_WORDING_H

//===- Texts.cpp - What a package says to people --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Texts.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/Utf8.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qdc::qd;

static bool isText(StringRef text) { return qdc::validUtf8Prefix(text) == text.size() && !text.contains('\0'); }

/// The first text of `op` that is none; null if there is none.
static StringAttr findBadText(Operation *op) {
  StringAttr bad;
  if (isa_and_nonnull<QDDialect>(op->getDialect()) || isa<memref::GlobalOp>(op))
    op->getAttrDictionary().walk([&](StringAttr text) { bad = !bad && !isText(text) ? text : bad; });
  return bad;
}

/// The same for the files that its location names. `good`: one that is known to be right, for all operations have it.
static StringAttr findBadFile(Operation *op, StringAttr &good) {
  StringAttr bad;
  op->getLoc()->walk([&](Location location) {
    auto place = dyn_cast<FileLineColRange>(location);
    if (place && place.getFilename() != good)
      (isText(place.getFilename()) ? good : bad) = place.getFilename();
    return WalkResult::advance();
  });
  return bad;
}

static LogicalResult verifyName(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  if (!symbol || !symbol.getNameAttr().empty())
    return success();
  return op->emitOpError("has an empty name; the loader finds kernels and globals by name");
}

LogicalResult qdc::qd::verifyTexts(ModuleOp module) {
  bool isValid = true;
  StringAttr good;
  for (Operation &op : module.getOps())
    isValid &= succeeded(verifyName(&op));
  module.walk([&](Operation *op) {
    auto escaped = [](StringAttr text) {
      std::string result;
      llvm::raw_string_ostream stream(result);
      llvm::printEscapedString(text.getValue(), stream);
      return result;
    };
    if (StringAttr text = findBadText(op)) {
      isValid = false;
      op->emitOpError() << "has the text \"" << escaped(text)
                        << "\", but names and messages are UTF-8 without zero bytes";
    }
    if (StringAttr file = findBadFile(op, good)) {
      isValid = false;
      op->emitOpError() << "comes from a file called \"" << escaped(file)
                        << "\", but names of files in a package are UTF-8 without zero bytes; "
                        << "-ffile-prefix-map gives the input another one";
    }
    return isValid ? WalkResult::advance() : WalkResult::interrupt();
  });
  return success(isValid);
}

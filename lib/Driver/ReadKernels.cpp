//===- ReadKernels.cpp - From bytes to verified kernels -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/ReadKernels.h"

#include "AcceptInput.h"
#include "SourceMessages.h"
#include "qdc/Dialect/QD/IR/Limits.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/VerifyKernels.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>
#include <optional>
#include <string>

using namespace mlir;
using qdc::qd::kMaximumNesting;

namespace {
struct Refusal {
  const char *place;
  std::string reason;
};
} // namespace

/// What MLIR's parser would not survive in `text`: more than kMaximumNesting brackets in each other, and an array
/// attribute of index, whose width it asks for. Brackets in comments and strings do not count, nor does the end of an
/// arrow.
static std::optional<Refusal> findRefused(StringRef text) {
  unsigned depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    bool isArrow = c == '>' && at > 0 && text[at - 1] == '-';
    if (c == '/' && text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"') {
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        at += text[at] == '\\';
    } else if (StringRef("{([<").contains(c)) {
      if (++depth > kMaximumNesting)
        return Refusal{text.data() + at, "brackets are nested more than " + std::to_string(kMaximumNesting) +
                                             " deep; move the inner ones to a function"};
      if (c == '<' && text.take_front(at).ends_with("array") && text.substr(at + 1).ltrim().starts_with("index"))
        return Refusal{text.data() + at, "an array attribute holds i1, i8, i16, i32, i64, f32 or f64, not index"};
    } else if (StringRef("})]>").contains(c) && !isArrow && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

namespace {
struct NestedOperation {
  Operation *op;
  unsigned depth;
};
} // namespace

/// All operations in the module, each behind the one that holds it. Does not recurse.
static SmallVector<NestedOperation> collectOperations(ModuleOp module) {
  SmallVector<NestedOperation> found = {{module, 0}};
  for (size_t next = 0; next < found.size(); ++next) {
    NestedOperation holder = found[next];
    for (Region &region : holder.op->getRegions())
      for (Block &block : region)
        for (Operation &op : block)
          found.push_back({&op, holder.depth + 1});
  }
  return found;
}

/// Bytecode has no brackets to count ahead of the reader. Destroying a module recurses too, so one that is too deep is
/// taken apart from the inside.
static LogicalResult verifyDepth(ModuleOp module) {
  SmallVector<NestedOperation> operations = collectOperations(module);
  auto *deep = llvm::find_if(operations, [](const NestedOperation &nested) { return nested.depth > kMaximumNesting; });
  if (deep == operations.end())
    return success();
  emitError(deep->op->getLoc()) << "operations are nested more than " << kMaximumNesting
                                << " deep; move the inner ones to a function";
  for (const NestedOperation &nested : llvm::reverse(ArrayRef(operations).drop_front())) {
    nested.op->dropAllUses();
    nested.op->erase();
  }
  return failure();
}

bool qdc::isBytecode(StringRef source) { return mlir::isBytecode(llvm::MemoryBufferRef(source, "")); }

OwningOpRef<ModuleOp> qdc::readKernels(StringRef source, StringRef name, MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source, name), llvm::SMLoc());
  StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  if (std::optional<Refusal> refused = isBytecode(text) ? std::nullopt : findRefused(text)) {
    auto [line, column] = sources.getLineAndColumn(llvm::SMLoc::getFromPointer(refused->place));
    emitError(FileLineColLoc::get(&context, name, line, column)) << refused->reason;
    return nullptr;
  }
  SourceMessages messages(context, isBytecode(text) ? "" : text, name);
  // Verifiers recurse, so they wait until the depth is known.
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  context.allowUnregisteredDialects(); // acceptInput sorts out what may stay
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  context.allowUnregisteredDialects(false);
  if (!module || failed(verifyDepth(*module)) || failed(acceptInput(*module)) || failed(qd::verifyCallees(*module)) ||
      failed(verify(*module)) || failed(qd::verifyKernels(*module)))
    return nullptr;
  if (module->getOps<qd::KernelOp>().empty()) {
    emitError(FileLineColLoc::get(&context, name, 1, 1))
        << "the file holds no kernel; write one as 'qd.kernel @name(...) { ... }'";
    return nullptr;
  }
  return module;
}

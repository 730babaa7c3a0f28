//===- Parse.cpp - Phase parse --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/Transforms/VerifyKernels.h"
#include "qdc/Support/FileBytes.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>

using namespace qdc;

/// Parser and passes recurse with the nesting of the source, so it is bounded before they see it.
static constexpr unsigned kMaximumNesting = 1000;

/// The first place of `text` that stands inside more than kMaximumNesting brackets; null if there is none. Brackets in
/// comments and strings do not count.
static const char *findDeepNesting(llvm::StringRef text) {
  unsigned depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '/' && text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    } else if (c == '{' || c == '(' || c == '[') {
      if (++depth > kMaximumNesting)
        return text.data() + at;
    } else if ((c == '}' || c == ')' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return nullptr;
}

static bool holdsKernel(mlir::ModuleOp module) { return !module.getOps<qd::KernelOp>().empty(); }

bool qdc::runParsePhase(Compilation &compilation) {
  bool isStdin = compilation.options.input == "-";
  Result<ByteVector> bytes = readFileBytes(isStdin ? "/dev/stdin" : compilation.options.input);
  if (!bytes) {
    compilation.printer.fileError(compilation.sourceName, bytes.error().message);
    return false;
  }
  compilation.source = std::move(*bytes);
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(asText(compilation.source), compilation.sourceLocated);
  bool isText = !mlir::isBytecode(*buffer);
  if (isText)
    compilation.printer.addSource(compilation.sourceName, buffer->getBuffer().str());

  llvm::StringRef text = buffer->getBuffer();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  if (const char *deep = isText ? findDeepNesting(text) : nullptr) {
    auto [line, column] = sources.getLineAndColumn(llvm::SMLoc::getFromPointer(deep));
    mlir::emitError(mlir::FileLineColLoc::get(compilation.context.get(), compilation.sourceLocated, line, column))
        << "brackets are nested more than " << kMaximumNesting << " deep; move the inner ones to a function";
    return false;
  }
  compilation.module = mlir::parseSourceFile<mlir::ModuleOp>(sources, compilation.context.get());
  if (!compilation.module || mlir::failed(qd::verifyKernels(*compilation.module)))
    return false;
  if (!holdsKernel(*compilation.module)) {
    mlir::emitError(mlir::FileLineColLoc::get(compilation.context.get(), compilation.sourceLocated, 1, 1))
        << "the file holds no kernel; write one as 'qd.kernel @name(...) { ... }'";
    return false;
  }
  return true;
}

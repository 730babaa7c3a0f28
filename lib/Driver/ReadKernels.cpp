//===- ReadKernels.cpp - From bytes to verified kernels -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/ReadKernels.h"

#include "AcceptInput.h"
#include "ReadBytecode.h"
#include "SourceMessages.h"
#include "VerifyAll.h"
#include "qdc/Dialect/QD/IR/Limits.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/VerifyKernels.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/BinaryFormat/Magic.h"
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

/// What MLIR's parser would not survive in `text`: more than `maximumNesting` brackets in each other, and an array
/// attribute of index, whose width it asks for. Brackets in comments and strings do not count, nor does the end of an
/// arrow.
static std::optional<Refusal> findRefused(StringRef text, unsigned maximumNesting) {
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
      if (++depth > maximumNesting)
        return Refusal{text.data() + at, "brackets are nested more than " + std::to_string(maximumNesting) +
                                             " deep; move the inner ones to a function"};
      if (c == '<' && text.take_front(at).ends_with("array") && text.substr(at + 1).ltrim().starts_with("index"))
        return Refusal{text.data() + at, "an array attribute holds i1, i8, i16, i32, i64, f32 or f64, not index"};
    } else if (StringRef("})]>").contains(c) && !isArrow && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

/// The module in a text, of which nothing is verified but that MLIR's parser takes it.
static OwningOpRef<ModuleOp> parseText(StringRef source, StringRef name, MLIRContext &context,
                                       unsigned maximumNesting) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source, name), llvm::SMLoc());
  StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  if (std::optional<Refusal> refused = findRefused(text, maximumNesting)) {
    auto [line, column] = sources.getLineAndColumn(llvm::SMLoc::getFromPointer(refused->place));
    emitError(FileLineColLoc::get(&context, name, line, column)) << refused->reason;
    return nullptr;
  }
  // Verifiers recurse, so they wait until callees are known to be no circle.
  return parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/false));
}

/// The module in bytecode, likewise. What the parser finds in the text between is about no text of the user's.
static OwningOpRef<ModuleOp> parseBytecode(StringRef source, StringRef name, MLIRContext &context) {
  // Two brackets for each operation that holds others, and what attributes and types have.
  constexpr unsigned kPrintedNesting = 3 * kMaximumNesting;
  FailureOr<std::string> text = qdc::bytecodeToText(source, name, context);
  if (failed(text))
    return nullptr;
  std::string finding;
  OwningOpRef<ModuleOp> module;
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      finding = finding.empty() ? diagnostic.str() : finding;
      return success();
    });
    module = parseText(*text, name, context, kPrintedNesting);
  }
  if (!module)
    (void)qdc::reportDamagedBytecode(name, finding, context);
  return module;
}

bool qdc::isBytecode(StringRef source) { return mlir::isBytecode(llvm::MemoryBufferRef(source, "")); }

OwningOpRef<ModuleOp> qdc::readKernels(StringRef source, StringRef name, MLIRContext &context) {
  if (llvm::identify_magic(source) == llvm::file_magic::offload_binary) {
    emitError(UnknownLoc::get(&context))
        << "the file is a package, which is compiled already; expected kernels as MLIR "
           "text or bytecode ('qdc inspect' shows what is in a package)";
    return nullptr;
  }
  SourceMessages messages(context, isBytecode(source) ? "" : source, name);
  const bool allowed = context.allowsUnregisteredDialects();
  context.allowUnregisteredDialects(); // acceptInput sorts out what may stay
  OwningOpRef<ModuleOp> module =
      isBytecode(source) ? parseBytecode(source, name, context) : parseText(source, name, context, kMaximumNesting);
  context.allowUnregisteredDialects(allowed);
  if (!module || failed(acceptInput(*module)) || failed(qd::verifyCallees(*module)) || failed(verifyAll(*module)) ||
      failed(qd::verifyKernels(*module)))
    return nullptr;
  if (module->getOps<qd::KernelOp>().empty()) {
    emitError(FileLineColLoc::get(&context, name, 1, 1))
        << "the file holds no kernel; write one as 'qd.kernel @name(...) { ... }'";
    return nullptr;
  }
  return module;
}

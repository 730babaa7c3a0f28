//===- ReadBytecode.cpp - From bytecode to text ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadBytecode.h"

#include "qdc/Dialect/QD/IR/Limits.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace mlir;
using namespace qdc;
using qdc::qd::kMaximumNesting;

CallLimits qdc::bytecodeLimits(size_t bytes) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  uint64_t parts = std::min<uint64_t>(bytes / kMiB, 1'000'000); // neither product overflows
  return {static_cast<uint32_t>(10 + 10 * parts), (1024 + 256 * parts) * kMiB};
}

LogicalResult qdc::reportDamagedBytecode(StringRef name, const Twine &finding, MLIRContext &context) {
  return emitError(FileLineColLoc::get(&context, name, 0, 0))
         << "the bytecode is damaged or was written by another version: " << finding;
}

//===----------------------------------------------------------------------===//
// In a process of its own
//===----------------------------------------------------------------------===//

// What it sends: a letter, and what that says.
static constexpr char kText = 'T';    // the module's text
static constexpr char kDamaged = 'D'; // what the reader found
static constexpr char kTooDeep = 'N'; // "line:column:file" of an operation

/// The first operation that is nested too deep; null if none is. Does not recurse.
static Operation *findTooDeep(ModuleOp module) {
  SmallVector<std::pair<Operation *, unsigned>> found = {{module, 0}};
  for (size_t next = 0; next < found.size(); ++next) {
    auto [holder, depth] = found[next];
    if (depth > kMaximumNesting)
      return holder;
    for (Region &region : holder->getRegions())
      for (Block &block : region)
        for (Operation &op : block)
          found.push_back({&op, depth + 1});
  }
  return nullptr;
}

static std::string placeOf(Operation *op) {
  auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "0:0:";
  return std::to_string(place.getLine()) + ":" + std::to_string(place.getColumn()) + ":" + place.getFilename().str();
}

static std::string readAndPrint(StringRef bytecode, StringRef name, MLIRContext &context) {
  llvm::remove_fatal_error_handler();
  llvm::remove_bad_alloc_error_handler();
  llvm::install_fatal_error_handler([](void *, const char *, bool) { crashIsolatedCall(); });
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endIsolatedCallOutOfMemory(); });
  std::string finding;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (finding.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      finding = diagnostic.str();
    return success();
  });
  // What is read is never destroyed: that recurses, and the process ends.
  auto *block = new Block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (failed(readBytecodeFile(llvm::MemoryBufferRef(bytecode, name), block, config)))
    return kDamaged + finding;
  if (!llvm::hasSingleElement(*block) || !isa<ModuleOp>(block->front()))
    return kDamaged + std::string("it holds no module");
  auto module = cast<ModuleOp>(block->front());
  if (Operation *deep = findTooDeep(module))
    return kTooDeep + placeOf(deep);
  std::string text(1, kText);
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().enableDebugInfo().printGenericOpForm().assumeVerified());
  return text;
}

//===----------------------------------------------------------------------===//
// Here
//===----------------------------------------------------------------------===//

static LogicalResult reportTooDeep(StringRef place, StringRef name, MLIRContext &context) {
  auto [line, rest] = place.split(':');
  auto [column, file] = rest.split(':');
  unsigned lineNumber = 0, columnNumber = 0; // stay so if that is no number
  (void)line.getAsInteger(10, lineNumber);
  (void)column.getAsInteger(10, columnNumber);
  return emitError(FileLineColLoc::get(&context, file.empty() ? name : file, lineNumber, columnNumber))
         << "operations are nested more than " << kMaximumNesting << " deep; move the inner ones to a function";
}

static FailureOr<std::string> textOf(std::string answer, StringRef name, MLIRContext &context) {
  StringRef content = answer;
  if (content.consume_front(kText))
    return answer.erase(0, 1);
  if (content.consume_front(kTooDeep))
    return reportTooDeep(content, name, context);
  (void)content.consume_front(kDamaged);
  return reportDamagedBytecode(name, content, context);
}

FailureOr<std::string> qdc::bytecodeToText(StringRef bytecode, StringRef name, MLIRContext &context) {
  CallLimits limits = bytecodeLimits(bytecode.size());
  Result<CallOutcome> outcome = callIsolated(limits, [&] { return readAndPrint(bytecode, name, context); });
  if (!outcome)
    return emitError(FileLineColLoc::get(&context, name, 0, 0)) << "cannot read bytecode: " << outcome.error().message;
  switch (outcome->end) {
  case CallOutcome::End::returned:
    return textOf(std::move(outcome->text), name, context);
  case CallOutcome::End::outOfTime:
    return reportDamagedBytecode(name, "to read it takes more than " + Twine(limits.processorSeconds) + " s", context);
  case CallOutcome::End::outOfMemory:
    return reportDamagedBytecode(name, "to read it takes more than " + Twine(limits.memoryBytes >> 20) + " MiB",
                                 context);
  case CallOutcome::End::crashed:
    return reportDamagedBytecode(name, "its reader " + Twine(outcome->crash), context);
  }
  return failure();
}

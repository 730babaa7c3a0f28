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
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace qdc;

bool qdc::runParsePhase(Compilation &compilation) {
  bool isStdin = compilation.options.input == "-";
  compilation.sourceName = isStdin ? "<stdin>" : compilation.options.input;
  Result<ByteVector> bytes = readFileBytes(isStdin ? "/dev/stdin" : compilation.options.input);
  if (!bytes)
    return compilation.fail(bytes.error());
  compilation.source = std::move(*bytes);
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(asText(compilation.source), compilation.sourceName);
  if (!mlir::isBytecode(*buffer))
    compilation.printer.addSource(compilation.sourceName, buffer->getBuffer().str());

  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  compilation.module = mlir::parseSourceFile<mlir::ModuleOp>(sources, compilation.context.get());
  return compilation.module && mlir::succeeded(qd::verifyKernels(*compilation.module));
}

//===- Libdevice.cpp - NVIDIA's library of math functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/Libdevice.h"

#include "qdc/Support/FileBytes.h"
#include "qdc/Support/Sha256.h"
#include "qdc/Target/Math/LinkFunctions.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace qdc {

static constexpr llvm::StringLiteral prefix = "__nv_";

Result<std::string> linkLibdevice(llvm::Module &module, const CUDAToolPlaces &places) {
  if (!declaresFunctions(module, prefix))
    return std::string();
  Result<std::string> path = findLibdevice(places);
  if (!path)
    return path.error();
  Result<ByteVector> bytes = readFileBytes(*path);
  if (!bytes)
    return bytes.error();
  std::string name = "'" + *path + "'";
  std::string_view bitcode = asText(*bytes);
  Result<llvm::SmallVector<llvm::Function *>> added =
      linkFunctions(module, {name, prefix, {bitcode.data(), bitcode.size()}});
  if (!added)
    return Error{ErrorCode::inputOutput, added.error().message}; // the file is the user's
  for (llvm::Function *function : *added)
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
  return "libdevice.10 sha256:" + sha256Hex(*bytes).substr(0, 12);
}

} // namespace qdc

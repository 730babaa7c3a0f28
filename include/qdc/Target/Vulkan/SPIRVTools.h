//===- SPIRVTools.h - The optimiser and the validator of SPIR-V -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the library SPIRV-Tools, which is part of qdc. No LLVM here.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_VULKAN_SPIRVTOOLS_H
#define QDC_TARGET_VULKAN_SPIRVTOOLS_H

#include "qdc/Support/Result.h"

#include <cstdint>
#include <vector>

namespace qdc {

/// A module for Vulkan 1.`minor`.
struct SPIRVWords {
  unsigned minor = 2;
  std::vector<uint32_t> words;
};

/// Which passes run: those without which a module asks for an extension, these and what makes one function of each
/// entry point, or all.
enum class SPIRVPasses : uint8_t { needed, inlining, all };

/// The same module without what only other tools read, with all passes smaller and faster. Sums and products of floats
/// stay as they are. Fails with ErrorCode::internal and what the library says.
Result<SPIRVWords> optimizeSPIRV(const SPIRVWords &module, SPIRVPasses passes);

/// Whether the module is one that Vulkan takes. Fails with ErrorCode::internal and what the library says.
Status validateSPIRV(const SPIRVWords &module);

} // namespace qdc

#endif // QDC_TARGET_VULKAN_SPIRVTOOLS_H

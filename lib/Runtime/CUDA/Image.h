//===- Image.h - A module of a CUDA context ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_IMAGE_H
#define QDRT_CUDA_IMAGE_H

#include "Runtime/CUDA/Context.h"
#include "Runtime/Core/Backend.h"

#include <atomic>

namespace qdrt::loader::cuda {

class Device;

inline constexpr uint32_t kNoSlot = UINT32_MAX;

/// A kernel of a module.
struct Entry final : BackendEntry {
  CUfunction function = nullptr;
  qdc::LaunchShape shape;
  const std::string *name = nullptr;               // lives as long as the device
  std::atomic<uint32_t> residentBlocks = 0; // of residentBlocks(); 0: not asked yet
  // Of code that decides about a loop of a graph, where it is told which; kNoSlot: there is none.
  uint32_t handleSlot = kNoSlot, stateSlot = kNoSlot;
};

/// A loaded module. Destroying it unloads the code; no entry is running then.
class Image final : public BackendImage {
public:
  /// Machine code (an ELF file for CUDA) or PTX (text that ends in a zero). invalidPackage: it is neither, it ends
  /// before its own tables say, or the driver's compiler refuses it, with its log. What becomes of PTX is counted by
  /// the device's CodeCache, and kept there where that is on.
  static qdc::Result<std::unique_ptr<BackendImage>> load(Device &device, std::span<const std::byte> bytes);
  ~Image() override;

  qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) override;

private:
  explicit Image(Device &device);
  /// Machine code that the cache has for PTX, or else gets. Fails where the driver's linker makes none: the driver is
  /// to take the PTX itself then, and says best what is wrong with it.
  qdc::Status loadByCache(std::span<const std::byte> text);
  /// Of code that nobody has checked.
  qdc::Status loadMachineCode(std::span<const std::byte> bytes);
  qdc::Status loadModule(std::span<const std::byte> bytes);

  Device &device;
  const std::shared_ptr<Context> context;
  CUmodule module = nullptr;
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_IMAGE_H

//===- Image.cpp - A module of a CUDA context -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Image.h"

#include "Runtime/CUDA/CompilerLog.h"
#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/LinkedCode.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <optional>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

#ifndef EM_CUDA
#define EM_CUDA 190
#endif

static qdc::Status invalid(const char *message) {
  return qdc::makeError(qdc::ErrorCode::invalidPackage, "{}", message);
}

/// Whether `count` rows of `size` bytes from `offset` on lie inside.
static bool isInside(std::span<const std::byte> bytes, uint64_t offset, uint64_t count, uint64_t size) {
  return offset <= bytes.size() && (size == 0 || count <= (bytes.size() - offset) / size);
}

/// The driver is given no size: it believes the tables of the file, so these are checked.
static qdc::Status checkMachineCode(std::span<const std::byte> bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof(header))
    return invalid("the CUDA image ends inside its ELF header");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_machine != EM_CUDA)
    return invalid("the CUDA image is an ELF file, but not one for CUDA");
  if ((header.e_shnum != 0 && header.e_shentsize != sizeof(Elf64_Shdr)) ||
      (header.e_phnum != 0 && header.e_phentsize != sizeof(Elf64_Phdr)) ||
      !isInside(bytes, header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr)) ||
      !isInside(bytes, header.e_phoff, header.e_phnum, sizeof(Elf64_Phdr)))
    return invalid("the CUDA image ends inside the tables of its ELF file");
  for (uint16_t index = 0; index < header.e_shnum; ++index) {
    Elf64_Shdr section;
    std::memcpy(&section, bytes.data() + header.e_shoff + uint64_t{index} * sizeof(section), sizeof(section));
    if (section.sh_type != SHT_NOBITS && !isInside(bytes, section.sh_offset, section.sh_size, 1))
      return invalid("the CUDA image ends inside a section of its ELF file");
  }
  for (uint16_t index = 0; index < header.e_phnum; ++index) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + uint64_t{index} * sizeof(segment), sizeof(segment));
    if (!isInside(bytes, segment.p_offset, segment.p_filesz, 1))
      return invalid("the CUDA image ends inside a segment of its ELF file");
  }
  return {};
}

static bool isMachineCode(std::span<const std::byte> bytes) {
  return bytes.size() >= SELFMAG && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0;
}

static qdc::Status checkImage(std::span<const std::byte> bytes) {
  if (isMachineCode(bytes))
    return checkMachineCode(bytes);
  if (bytes.empty() || bytes.back() != std::byte{0})
    return invalid("the CUDA image is neither an ELF file nor text that ends in a zero");
  return {};
}

Image::Image(Device &device) : device(device), context(device.context()) {}

qdc::Result<std::unique_ptr<BackendImage>> Image::load(Device &device, std::span<const std::byte> bytes) {
  qdc::Status checked = checkImage(bytes);
  if (!checked)
    return checked;
  std::unique_ptr<Image> image(new Image(device));
  const bool isText = !isMachineCode(bytes);
  CodeCache &cache = device.codeCache();
  const bool usesCache = isText && cache;
  const qdc::Status byCache = usesCache ? image->loadByCache(bytes) : qdc::Status();
  if (!usesCache || !byCache) {
    if (qdc::Status loaded = image->loadModule(bytes); !loaded)
      return loaded;
    // Code that the driver takes, and its linker does not: only this is a matter of the cache.
    if (!byCache)
      cache.noteFailure(byCache.error());
    if (isText)
      cache.noteCompiled();
  }
  return std::unique_ptr<BackendImage>(std::move(image));
}

qdc::Status Image::loadByCache(std::span<const std::byte> text) {
  CodeCache &cache = device.codeCache();
  const std::string key = linkedCodeKey(device.features(), device.driverFile(), text);
  if (const qdc::ByteVector kept = cache.find(key); !kept.empty()) {
    qdc::Status loaded = loadMachineCode(kept);
    if (loaded) {
      cache.noteCached();
      return {};
    }
    cache.noteFailure(loaded.error());
  }
  qdc::Result<qdc::ByteVector> code = linkCode(*context, text);
  if (!code)
    return code.error();
  if (qdc::Status loaded = loadMachineCode(*code); !loaded)
    return loaded;
  cache.noteCompiled();
  cache.keep(key, *code);
  return {};
}

qdc::Status Image::loadMachineCode(std::span<const std::byte> bytes) {
  qdc::Status checked = checkMachineCode(bytes);
  return checked ? loadModule(bytes) : checked;
}

qdc::Status Image::loadModule(std::span<const std::byte> bytes) {
  CompilerLog log;
  CUresult code = CUDA_SUCCESS;
  qdc::Status loaded = (*context)("load the code", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    return code = driver.moduleLoadDataEx(&module, bytes.data(), CompilerLog::optionCount, log.options(), log.values());
  });
  if (loaded)
    return {};
  qdc::Error error = loaded.error();
  if (code == CUDA_ERROR_INVALID_PTX || code == CUDA_ERROR_INVALID_IMAGE || code == CUDA_ERROR_NO_BINARY_FOR_GPU)
    error.code = qdc::ErrorCode::invalidPackage;
  if (code == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    error.code = qdc::ErrorCode::incompatible;
  return log.addedTo(std::move(error));
}

Image::~Image() {
  if (module)
    (void)context->tryTo([&](const Driver &driver) {
      OutsideCapture outside(driver);
      return driver.moduleUnload(module);
    });
}

qdc::Result<std::unique_ptr<BackendEntry>> Image::prepare(const qdc::EntryPoint &description) {
  const std::string &symbol = description.symbol;
  const qdc::Result<const char *> reason = device.noLaunchReason(description);
  if (!reason)
    return reason.error();
  auto entry = std::make_unique<Entry>();
  CUresult code = CUDA_SUCCESS;
  qdc::Status found = (*context)("find an entry point", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    return code = driver.moduleGetFunction(&entry->function, module, symbol.c_str());
  });
  if (code == CUDA_ERROR_NOT_FOUND)
    return qdc::makeError(qdc::ErrorCode::invalidPackage, "the CUDA image has no symbol '{}'", symbol);
  if (!found)
    return found;
  entry->shape = *qdc::gridOf(description.launch);
  for (uint32_t slot = 0; slot < description.slots.size(); ++slot)
    if (description.slots[slot].kind == qdc::SlotKind::conditionHandle)
      entry->handleSlot = slot;
    else if (description.slots[slot].kind == qdc::SlotKind::loopState)
      entry->stateSlot = slot;
  entry->unusableReason = *reason;
  entry->name = device.keepName(symbol);
  return std::unique_ptr<BackendEntry>(std::move(entry));
}

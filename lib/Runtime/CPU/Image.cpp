//===- Image.cpp - A CPU image in this process ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Image.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

using namespace qdrt::loader;
using namespace qdrt::loader::cpu;

/// Reads a T at `offset`, or nothing if it does not fit.
template <typename T>
static std::optional<T> readAt(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
    return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

/// True if the dynamic section of a program header asks for another library.
static bool needsLibrary(std::span<const std::byte> bytes, const Elf64_Phdr &header) {
  for (uint64_t at = 0; at < header.p_filesz; at += sizeof(Elf64_Dyn)) {
    std::optional<Elf64_Dyn> entry = readAt<Elf64_Dyn>(bytes, header.p_offset + at);
    if (!entry || entry->d_tag == DT_NULL)
      return false;
    if (entry->d_tag == DT_NEEDED)
      return true;
  }
  return false;
}

static qdc::Status checkObject(std::span<const std::byte> bytes) {
  std::optional<Elf64_Ehdr> header = readAt<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_ident[EI_DATA] != ELFDATA2LSB || header->e_machine != EM_X86_64 || header->e_type != ET_DYN)
    return qdc::Error{qdc::ErrorCode::invalidPackage, "the CPU image is not an ELF shared object for x86-64"};
  for (uint16_t index = 0; index < header->e_phnum; ++index) {
    std::optional<Elf64_Phdr> segment =
        readAt<Elf64_Phdr>(bytes, header->e_phoff + uint64_t{index} * sizeof(Elf64_Phdr));
    if (!segment)
      return qdc::Error{qdc::ErrorCode::invalidPackage, "the CPU image ends inside its program headers"};
    if (segment->p_type == PT_DYNAMIC && needsLibrary(bytes, *segment))
      return qdc::Error{qdc::ErrorCode::invalidPackage,
                        "the CPU image needs another library; images must bring everything they call"};
  }
  return {};
}

/// The error of the system call that just failed.
static qdc::Error systemError(const char *action) {
  int reason = errno;
  return {qdc::ErrorCode::inputOutput,
          std::string("cannot ") + action + ": " + std::generic_category().message(reason)};
}

qdc::Result<std::unique_ptr<BackendImage>> Image::load(std::span<const std::byte> bytes) {
  qdc::Status checked = checkObject(bytes);
  if (!checked)
    return checked.error();
  qdc::FileDescriptor file(memfd_create("qdrt-image", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file)
    return systemError("make a file in memory for the CPU image");
  if (!file.writeAll(bytes))
    return systemError("write the CPU image to a file in memory");
  // Nobody may change code that is mapped.
  if (fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0)
    return systemError("seal the CPU image in memory");
  if (qdc::Result<std::string> reachable = file.path(); !reachable)
    return reachable.error();
  // By number, not as "self": a debugger opens the name too, and its own descriptor would be another file.
  std::string path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file.get());
  std::unique_ptr<Image> image(new Image(std::move(file)));
  image->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!image->library) {
    const char *reason = dlerror();
    return qdc::Error{qdc::ErrorCode::inputOutput,
                      std::string("cannot load the CPU image: ") + (reason ? reason : "unknown reason")};
  }
  return std::unique_ptr<BackendImage>(std::move(image));
}

Image::~Image() {
  if (library)
    dlclose(library);
}

qdc::Result<EntryHandle> Image::find(const std::string &symbol) {
  if (void *address = dlsym(library, symbol.c_str()))
    return address;
  return qdc::Error{qdc::ErrorCode::invalidPackage, "the CPU image has no symbol '" + symbol + "'"};
}

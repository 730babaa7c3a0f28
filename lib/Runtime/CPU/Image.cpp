//===- Image.cpp - A CPU image in this process ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Image.h"

#include "Runtime/CPU/Features.h"

#include "qdc/Package/CPUImage.h"

#include <cerrno>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

using namespace qdrt::loader;
using namespace qdrt::loader::cpu;

/// The error of the system call that just failed.
static qdc::Status systemError(const char *action) {
  int reason = errno;
  return qdc::makeError(qdc::ErrorCode::inputOutput, "cannot {}: {}", action, std::generic_category().message(reason));
}

/// Nobody may change code that is mapped. The system refuses to seal a page that something else of it holds for more
/// than a moment, as on a machine with much to do; it waits for that itself each time.
static bool seal(const qdc::FileDescriptor &file) {
  constexpr int mostAttempts = 20;
  for (int attempt = 1;; ++attempt) {
    if (fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0)
      return true;
    if (errno != EBUSY || attempt == mostAttempts)
      return false;
  }
}

qdc::Result<std::unique_ptr<BackendImage>> Image::load(std::span<const std::byte> bytes) {
  qdc::Status checked = qdc::verifyCPUImage(bytes);
  if (!checked)
    return checked;
  qdc::FileDescriptor file(memfd_create("qdrt-image", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file)
    return systemError("make a file in memory for the CPU image");
  if (!file.writeAll(bytes))
    return systemError("write the CPU image to a file in memory");
  if (!seal(file))
    return systemError("seal the CPU image in memory");
  if (qdc::Result<std::string> reachable = file.path(); !reachable)
    return reachable.error();
  // By number, not as "self": a debugger opens the name too, and its own descriptor would be another file.
  std::string path = qdc::formatText("/proc/{}/fd/{}", getpid(), file.get());
  std::unique_ptr<Image> image(new Image(std::move(file)));
  image->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!image->library) {
    const char *reason = dlerror();
    return qdc::makeError(qdc::ErrorCode::inputOutput, "cannot load the CPU image: {}",
                          reason ? reason : "unknown reason");
  }
  return std::unique_ptr<BackendImage>(std::move(image));
}

Image::~Image() {
  if (library)
    dlclose(library);
}

qdc::Result<qd_cpu_entry> Image::find(const std::string &symbol) const {
  if (void *address = dlsym(library, symbol.c_str()))
    return reinterpret_cast<qd_cpu_entry>(address);
  return qdc::makeError(qdc::ErrorCode::invalidPackage, "the CPU image has no symbol '{}'", symbol);
}

qdc::Result<std::unique_ptr<BackendEntry>> Image::prepare(const qdc::EntryPoint &description) {
  if (qdc::Result<const char *> launched = noLaunchReason(description); !launched)
    return launched.error();
  auto entry = std::make_unique<Entry>();
  entry->description = &description;
  auto findInto = [&](qd_cpu_entry &code, const std::string &symbol) -> qdc::Status {
    qdc::Result<qd_cpu_entry> found = find(symbol);
    if (!found)
      return found.error();
    code = *found;
    return {};
  };
  qdc::Status status = findInto(entry->code, description.symbol);
  const qdc::PrivateForm *form = qdc::privateFormOf(description.launch);
  if (status && form)
    status = findInto(entry->privateCode, form->symbol);
  if (form)
    for (const qdc::PrivateArray &array : form->arrays)
      if (status)
        status = findInto(entry->merges.emplace_back(), array.mergeSymbol);
  if (!status)
    return status;
  return std::unique_ptr<BackendEntry>(std::move(entry));
}

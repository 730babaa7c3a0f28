//===- PackageAPI.cpp - Packages and globals of qdrt.h --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/API/Structs.h"
#include "Runtime/Core/Environment.h"
#include "Runtime/Core/Types.h"

#include "qdc/Package/Variants.h"
#include "qdc/Support/FileBytes.h"

using namespace qdrt::loader;

qdrt_package_s::qdrt_package_s(std::shared_ptr<Session> given, std::shared_ptr<Package> loaded)
    : session(std::move(given)), package(std::move(loaded)), kernels(package->kernelCount()) {}

qdrt_package_s::~qdrt_package_s() { session->forget(*package); }

qdc::Result<qdrt_kernel> qdrt_package_s::kernel(uint32_t index) {
  std::lock_guard lock(mutex);
  if (!kernels[index]) {
    qdc::Result<std::unique_ptr<Kernel>> read = package->readKernel(index);
    if (!read)
      return read.error();
    kernels[index] = std::make_unique<qdrt_kernel_s>(*session, std::move(*read));
  }
  return kernels[index].get();
}

static qdrt_status loadBytes(qdrt_device device, std::span<const std::byte> bytes, const qdrt_package_options *given,
                             qdrt_package *package) {
  qdrt_package_options options;
  if (qdc::Status read = readOptions(given, "qdrt_package_options", options); !read)
    return fail(read.error());
  ImageChoice choice = {options.target ? options.target : targetFromEnvironment(), ""};
  if (options.variant && *options.variant) {
    qdc::Result<std::string> variant = qdc::variantOfChecks(options.variant);
    if (!variant)
      return fail(QDRT_INVALID_ARGUMENT, "'variant' {}", variant.error().message);
    choice.variant = std::move(*variant);
  }
  Session &session = *device->session;
  Stream &stream = session.defaultStream();
  qdc::Result<std::shared_ptr<Package>> loaded =
      Package::load(session.shareDevice(), {stream.work(), stream.mutex}, bytes, choice);
  if (!loaded)
    return fail(loaded.error());
  // Kernels on other streams find the values of globals.
  if ((*loaded)->hasGlobals())
    if (qdc::Status waited = stream.wait(); !waited)
      return fail(waited.error());
  *package = new qdrt_package_s(device->session, std::move(*loaded));
  return QDRT_OK;
}

qdrt_status qdrt_package_load(qdrt_device device, const char *path, const qdrt_package_options *options,
                              qdrt_package *package) {
  if (!device)
    return failNull("qdrt_package_load", "device");
  if (!path)
    return failNull("qdrt_package_load", "path");
  if (!package)
    return failNull("qdrt_package_load", "package");
  return guard([&] {
    qdc::Result<qdc::ByteVector> bytes = qdc::readFileBytes(path);
    return bytes ? loadBytes(device, *bytes, options, package) : fail(bytes.error());
  });
}

qdrt_status qdrt_package_load_memory(qdrt_device device, const void *bytes, uint64_t size,
                                     const qdrt_package_options *options, qdrt_package *package) {
  if (!device)
    return failNull("qdrt_package_load_memory", "device");
  if (!bytes)
    return failNull("qdrt_package_load_memory", "bytes");
  if (!package)
    return failNull("qdrt_package_load_memory", "package");
  return guard([&] { return loadBytes(device, {static_cast<const std::byte *>(bytes), size}, options, package); });
}

void qdrt_package_unload(qdrt_package package) { delete package; }

uint32_t qdrt_package_image_count(qdrt_package package) { return package ? package->package->imageCount() : 0; }

qdrt_status qdrt_package_image(qdrt_package package, uint32_t index, qdrt_image_info *info) {
  if (!package)
    return failNull("qdrt_package_image", "package");
  if (!info)
    return failNull("qdrt_package_image", "info");
  return guard([&] {
    const uint32_t count = package->package->imageCount();
    if (index >= count)
      return fail(QDRT_INVALID_ARGUMENT, "image {} does not exist; there are {}", index, count);
    const PackageImage image = package->package->image(index);
    qdrt_image_info found = {};
    found.target = image.description.target.c_str();
    found.variant = image.description.variant.c_str();
    found.bytes = image.state.bytes;
    found.chosen = image.state.chosen;
    found.reason = image.state.reason.c_str();
    return writeInfo(info, found, "qdrt_image_info");
  });
}

const char *qdrt_package_manifest(qdrt_package package) {
  return package ? package->package->manifestText().c_str() : nullptr;
}

static qdrt_status describeGlobal(const PublicGlobal &described, qdrt_global_info *info) {
  const qdc::Global &global = described.description();
  const GlobalState &state = described.state();
  qdrt_global_info found = {};
  found.name = global.name.c_str();
  found.type = typeOf(global.type);
  found.rank = static_cast<uint32_t>(state.shape.size());
  found.shape = state.shape.data();
  found.bytes = state.bytes;
  found.address = state.address();
  found.is_external = global.isExternal;
  return writeInfo(info, found, "qdrt_global_info");
}

uint32_t qdrt_package_global_count(qdrt_package package) {
  return package ? static_cast<uint32_t>(package->package->publicGlobals().size()) : 0;
}

qdrt_status qdrt_package_global(qdrt_package package, uint32_t index, qdrt_global_info *info) {
  if (!package)
    return failNull("qdrt_package_global", "package");
  if (!info)
    return failNull("qdrt_package_global", "info");
  return guard([&] {
    const std::vector<PublicGlobal> &globals = package->package->publicGlobals();
    if (index >= globals.size())
      return fail(QDRT_INVALID_ARGUMENT, "public global {} does not exist; there are {}", index, globals.size());
    return describeGlobal(globals[index], info);
  });
}

qdrt_status qdrt_package_find_global(qdrt_package package, const char *name, qdrt_global_info *info) {
  if (!package)
    return failNull("qdrt_package_find_global", "package");
  if (!name)
    return failNull("qdrt_package_find_global", "name");
  if (!info)
    return failNull("qdrt_package_find_global", "info");
  return guard([&] {
    qdc::Result<PublicGlobal> global = package->package->findGlobal(name);
    return global ? describeGlobal(*global, info) : fail(global.error());
  });
}

qdrt_status qdrt_package_bind_global(qdrt_package package, const char *name, void *address, uint64_t bytes) {
  if (!package)
    return failNull("qdrt_package_bind_global", "package");
  if (!name)
    return failNull("qdrt_package_bind_global", "name");
  if (!address)
    return failNull("qdrt_package_bind_global", "address");
  return guard([&] {
    qdc::Result<PublicGlobal> global = package->package->findGlobal(name);
    if (!global)
      return fail(global.error());
    qdc::Status bound = package->package->bindGlobal(*global, address, bytes);
    return bound ? QDRT_OK : fail(bound.error());
  });
}

/// Finds the global and the stream, checks the size and that no constant is written, and calls `transfer` with the
/// stream and the global's address.
template <typename Transfer>
static qdrt_status onGlobal(const qdrt_package_s &handle, const char *name, uint64_t bytes, qdrt_stream stream,
                            bool isWritten, Transfer transfer) {
  qdc::Result<PublicGlobal> global = handle.package->findGlobal(name);
  if (!global)
    return fail(global.error());
  if (isWritten && global->description().isConstant)
    return fail(QDRT_INVALID_ARGUMENT, "global '{}' is constant; only globals without 'constant' are written", name);
  const GlobalState &state = global->state();
  if (bytes != state.bytes)
    return fail(QDRT_INVALID_ARGUMENT, "global '{}' has {} bytes, not {}", name, state.bytes, bytes);
  if (!state.address())
    return fail(QDRT_INVALID_ARGUMENT, "global '{}' is external and not bound", name);
  Stream *on = streamOf(*handle.session, stream);
  if (!on)
    return failForeignStream();
  Turn turn(on->mutex);
  qdc::Status done = transfer(on->work(), global->place());
  return done ? QDRT_OK : fail(done.error());
}

qdrt_status qdrt_package_read_global(qdrt_package package, const char *name, void *to, uint64_t bytes,
                                     qdrt_stream stream) {
  if (!package)
    return failNull("qdrt_package_read_global", "package");
  if (!name)
    return failNull("qdrt_package_read_global", "name");
  if (!to && bytes != 0)
    return failNull("qdrt_package_read_global", "to");
  return guard([&] {
    return onGlobal(*package, name, bytes, stream, /*isWritten=*/false,
                    [&](BackendStream &work, const MemoryReference &from) { return work.read(to, from, bytes); });
  });
}

qdrt_status qdrt_package_write_global(qdrt_package package, const char *name, const void *from, uint64_t bytes,
                                      qdrt_stream stream) {
  if (!package)
    return failNull("qdrt_package_write_global", "package");
  if (!name)
    return failNull("qdrt_package_write_global", "name");
  if (!from && bytes != 0)
    return failNull("qdrt_package_write_global", "from");
  return guard([&] {
    return onGlobal(*package, name, bytes, stream, /*isWritten=*/true,
                    [&](BackendStream &work, const MemoryReference &to) { return work.write(to, from, bytes); });
  });
}

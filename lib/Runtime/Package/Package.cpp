//===- Package.cpp - A package loaded on a device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Package.h"

#include "Runtime/Core/Error.h"

#include "qdc/Package/PackageReader.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Result<std::shared_ptr<Package>> Package::load(std::shared_ptr<Device> device, SharedStream stream,
                                                    std::span<const std::byte> bytes, const ImageChoice &choice) {
  qdc::Result<qdc::Package> read = qdc::readPackage(bytes);
  if (!read)
    return read.error();
  std::shared_ptr<Package> package(new Package(std::move(device)));
  package->text = read->manifestText;
  for (const qdc::ByteSpan &image : read->images)
    package->imageStates.push_back({image.size(), false, ""});
  package->description = read->manifest;
  qdc::Result<uint32_t> chosen = package->chooseImage(choice, read->images);
  if (!chosen)
    return chosen.error();
  qdc::Status verified = qdc::verifyImageDigest(*read, *chosen);
  if (!verified)
    return verified.error();
  const qdc::Image &image = package->description.images[*chosen];
  if (image.kernelABIVersion != QDC_KERNEL_ABI_VERSION)
    return qdc::Error{qdc::ErrorCode::incompatible,
                      "image '" + image.target + "' has kernel ABI version " + std::to_string(image.kernelABIVersion) +
                          "; this loader takes version " + std::to_string(QDC_KERNEL_ABI_VERSION)};
  qdc::Result<std::unique_ptr<BackendImage>> code = package->device().backend().load(read->images[*chosen]);
  if (!code)
    return qdc::Error{code.error().code, "image '" + image.target + "': " + code.error().message};
  package->code = std::move(*code);
  qdc::Status made = package->makeGlobals(stream, read->data);
  if (made)
    made = package->planKernels(image);
  if (!made)
    return made.error();
  return package;
}

/// "cpu:x86-64-v3", with the variant of that name.
static std::string spelling(const qdc::Image &image) {
  return "'" + image.target + (image.variant.empty() ? "" : "' with '" + image.variant) + "'";
}

qdc::Result<uint32_t> Package::chooseImage(const ImageChoice &choice, std::span<const qdc::ByteSpan> code) {
  std::string prefix = owner->description().spelling;
  prefix = prefix.substr(0, prefix.find(':')) + ":";
  size_t best = imageStates.size();
  uint32_t preference = 0;
  bool runsOne = false;
  for (size_t index = 0; index < imageStates.size(); ++index) {
    const qdc::Image &image = description.images[index];
    std::string &reason = imageStates[index].reason;
    ImageFit fit;
    if (image.target.compare(0, prefix.size(), prefix) != 0)
      reason = "it is not for device '" + owner->description().spelling + "'";
    else if (fit = owner->backend().fit(image, code[index]); !fit.reason.empty())
      reason = fit.reason;
    else if (runsOne = true; !choice.target.empty() && image.target != choice.target)
      reason = "target '" + choice.target + "' was asked for";
    else if (image.variant != choice.variant)
      reason = choice.variant.empty() ? "variant '" + image.variant + "' was not asked for"
                                      : "variant '" + choice.variant + "' was asked for";
    else if (best == imageStates.size() || fit.preference > preference) {
      best = index;
      preference = fit.preference;
    }
  }
  for (size_t index = 0; index < imageStates.size() && best < imageStates.size(); ++index)
    if (index != best && imageStates[index].reason.empty())
      imageStates[index].reason = "image '" + description.images[best].target + "' is preferred";
  if (best < imageStates.size()) {
    imageStates[best].chosen = true;
    return static_cast<uint32_t>(best);
  }
  std::string message = "no image of the package can be used on device '" + owner->description().spelling + "'";
  for (size_t index = 0; index < imageStates.size(); ++index)
    message += "; " + spelling(description.images[index]) + ": " + imageStates[index].reason;
  if (imageStates.empty())
    message += "; it has no images";
  if (!runsOne)
    message += "; compile it for '" + owner->backend().target() + "'";
  return qdc::Error{qdc::ErrorCode::incompatible, std::move(message)};
}

qdc::Status Package::planKernels(const qdc::Image &image) {
  std::vector<std::vector<const qdc::EntryPoint *>> entryPoints(description.kernels.size());
  for (const qdc::EntryPoint &entry : image.entryPoints)
    entryPoints[entry.kernel].push_back(&entry);
  std::vector<Variant> variants;
  for (uint32_t index = 0; index < description.kernels.size(); ++index) {
    qdc::Result<Variant> variant = planVariant(description.kernels[index], entryPoints[index], *code);
    if (!variant)
      return variant.error();
    variants.push_back(std::move(*variant));
    // The general code comes last and closes the kernel.
    if (description.kernels[index].specializedValues.empty())
      kernelList.emplace_back(*this, std::exchange(variants, {}));
  }
  return {};
}

qdc::Status Package::initialize(BackendStream &work, const qdc::Global &global, const GlobalState &state,
                                std::span<const std::byte> data) {
  switch (global.initial) {
  case qdc::GlobalInitial::zero:
    return {};
  case qdc::GlobalInitial::splat: {
    auto *bits = reinterpret_cast<const std::byte *>(&global.splatBits);
    return work.fill(state.memory, state.bytes, {bits, qdc::elementSize(global.type)});
  }
  case qdc::GlobalInitial::data:
    return work.write(state.memory, data.data() + global.dataOffset, state.bytes);
  }
  return {};
}

qdc::Status Package::makeGlobals(SharedStream stream, std::span<const std::byte> data) {
  if (description.globals.empty())
    return {};
  Turn turn(stream.mutex);
  for (const qdc::Global &global : description.globals) {
    GlobalState &state = globalStates.emplace_back();
    state.shape = global.shape;
    state.bytes = qdc::elementSize(global.type);
    for (int64_t extent : global.shape)
      state.bytes *= static_cast<uint64_t>(extent);
    if (!global.isExternal) {
      // A global without elements still has an address: NULL means unbound.
      qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(owner->backend(), std::max<uint64_t>(state.bytes, 1));
      if (!memory)
        return qdc::Error{memory.error().code, "global '" + global.name + "': " + memory.error().message};
      state.memory = std::move(*memory);
      state.address = state.memory.address();
      qdc::Status initialized = initialize(stream.work, global, state, data);
      if (!initialized)
        return initialized;
    }
    if (global.isPublic)
      publicList.push_back(static_cast<uint32_t>(globalStates.size() - 1));
  }
  return {};
}

/// "there are 'a', 'b'", or "there are none".
template <typename Names>
static std::string listNames(const Names &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "'" : ", '") + name + "'";
  return list.empty() ? "there are none" : "there are " + list;
}

qdc::Result<uint32_t> Package::findKernel(std::string_view name) const {
  std::vector<std::string> names;
  for (const Kernel &kernel : kernelList) {
    if (kernel.description().name == name)
      return static_cast<uint32_t>(names.size());
    names.push_back(kernel.description().name);
  }
  return qdc::Error{qdc::ErrorCode::notFound,
                    "the package has no kernel '" + std::string(name) + "'; " + listNames(names)};
}

qdc::Result<uint32_t> Package::findGlobal(std::string_view name) const {
  std::vector<std::string> names;
  for (uint32_t index : publicList) {
    if (description.globals[index].name == name)
      return index;
    names.push_back(description.globals[index].name);
  }
  return qdc::Error{qdc::ErrorCode::notFound,
                    "the package has no public global '" + std::string(name) + "'; " + listNames(names)};
}

qdc::Status Package::bindGlobal(uint32_t index, void *address, uint64_t bytes) {
  const qdc::Global &global = description.globals[index];
  GlobalState &state = globalStates[index];
  if (!global.isExternal)
    return invalidArgument("global '" + global.name + "' belongs to the package; only external globals are bound");
  if (bytes < state.bytes)
    return invalidArgument("global '" + global.name + "' has " + std::to_string(state.bytes) +
                           " bytes; the memory to bind has " + std::to_string(bytes));
  auto begin = reinterpret_cast<uintptr_t>(address);
  if (begin % qdc::elementSize(global.type) != 0)
    return invalidArgument("global '" + global.name + "' can't be bound to an address that is not a multiple of " +
                           std::to_string(qdc::elementSize(global.type)) + ", the size of its elements");
  if (std::string refusal = owner->backend().refusalOf(address); !refusal.empty())
    return invalidArgument("the memory to bind global '" + global.name + "' to " + refusal);
  for (size_t other = 0; other < globalStates.size(); ++other) {
    auto otherBegin = reinterpret_cast<uintptr_t>(globalStates[other].address.load());
    if (other != index && otherBegin != 0 && otherBegin < begin + state.bytes &&
        begin < otherBegin + globalStates[other].bytes)
      return invalidArgument("global '" + global.name + "' can't be bound to memory that overlaps global '" +
                             description.globals[other].name + "'");
  }
  state.address = address;
  generation.fetch_add(1, std::memory_order_release);
  return {};
}

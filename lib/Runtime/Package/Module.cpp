//===- Module.cpp - A module of a loaded package --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Module.h"

#include "qdc/Package/Variants.h"

#include <algorithm>
#include <tuple>

using namespace qdrt::loader;

qdc::Result<std::unique_ptr<Module>> Module::load(Device &device, SharedStream stream, const qdc::Module &head,
                                                  const qdc::ModuleBytes &bytes, const std::string &name,
                                                  const ImageChoice &choice) {
  std::unique_ptr<Module> module(new Module(device, head));
  for (const qdc::ByteSpan &image : bytes.images)
    module->imageStates.push_back({image.size(), false, ""});
  qdc::Status status = module->chooseImage(device, choice, bytes.images, name);
  if (status)
    status = qdc::verifyImageDigest(module->image(), bytes.images[module->chosen]);
  if (status)
    status = module->loadImage(device, bytes.images[module->chosen]);
  if (status)
    status = module->makeGlobals(device, stream, bytes.data);
  if (!status)
    return status;
  return module;
}

/// "cpu:x86-64-v3", with the variant of that name.
static std::string spelling(const qdc::Image &image) {
  return qdc::formatText("'{}{}{}'", image.target, image.variant.empty() ? "" : "' with '", image.variant);
}

qdc::Status Module::chooseImage(const Device &device, const ImageChoice &choice, std::span<const qdc::ByteSpan> bytes,
                                const std::string &name) {
  std::string prefix = device.description().spelling;
  prefix = prefix.substr(0, prefix.find(':')) + ":";
  size_t best = imageStates.size();
  std::tuple<int64_t, uint32_t> bestRank;
  bool runsOne = false;
  for (size_t index = 0; index < imageStates.size(); ++index) {
    const qdc::Image &image = head.images[index];
    std::string &reason = imageStates[index].reason;
    ImageFit fit;
    if (image.target.compare(0, prefix.size(), prefix) != 0)
      reason = qdc::formatText("it is not for device '{}'", device.description().spelling);
    else if (fit = device.backend().fit(image, bytes[index]); !fit.reason.empty())
      reason = fit.reason;
    else if (runsOne = true; !choice.target.empty() && image.target != choice.target)
      reason = qdc::formatText("target '{}' was asked for", choice.target);
    else if (const std::optional<size_t> unasked = qdc::countUnaskedChecks(image.variant, choice.variant); !unasked)
      reason = choice.variant.empty() ? qdc::formatText("variant '{}' was not asked for", image.variant)
                                      : qdc::formatText("variant '{}' was asked for", choice.variant);
    // Checks that nobody asked for cost more than what a better target gives.
    else if (const std::tuple rank = {-static_cast<int64_t>(*unasked), fit.preference};
             best == imageStates.size() || rank > bestRank) {
      best = index;
      bestRank = rank;
    }
  }
  for (size_t index = 0; index < imageStates.size() && best < imageStates.size(); ++index)
    if (index != best && imageStates[index].reason.empty())
      imageStates[index].reason = qdc::formatText("image {} is preferred", spelling(head.images[best]));
  if (best < imageStates.size()) {
    imageStates[best].chosen = true;
    chosen = best;
    return {};
  }
  std::string message =
      qdc::formatText("no image of {} can be used on device '{}'", name, device.description().spelling);
  for (size_t index = 0; index < imageStates.size(); ++index)
    message += qdc::formatText("; {}: {}", spelling(head.images[index]), imageStates[index].reason);
  if (imageStates.empty())
    message += "; it has no images";
  if (!runsOne)
    message += qdc::formatText("; compile it for '{}'", device.backend().target());
  return qdc::Error{qdc::ErrorCode::incompatible, std::move(message)};
}

qdc::Status Module::loadImage(Device &device, qdc::ByteSpan bytes) {
  if (image().kernelABIVersion != QDC_KERNEL_ABI_VERSION)
    return qdc::makeError(qdc::ErrorCode::incompatible,
                          "image '{}' has kernel ABI version {}; this loader takes version {}", image().target,
                          image().kernelABIVersion, QDC_KERNEL_ABI_VERSION);
  qdc::Result<std::unique_ptr<BackendImage>> code = device.backend().load(bytes);
  if (!code)
    return qdc::makeError(code.error().code, "image '{}': {}", image().target, code.error().message);
  loaded = std::move(*code);
  return {};
}

static qdc::Status initialize(BackendStream &work, const qdc::Global &global, const MemoryReference &start,
                              uint64_t bytes, std::span<const std::byte> data) {
  switch (global.initial) {
  case qdc::GlobalInitial::zero:
    return {};
  case qdc::GlobalInitial::splat: {
    auto *bits = reinterpret_cast<const std::byte *>(&global.splatBits);
    return work.fill(start, bytes, {bits, qdc::elementSize(global.type)});
  }
  case qdc::GlobalInitial::data:
    return work.write(start, data.data() + global.dataOffset, bytes);
  }
  return {};
}

qdc::Status Module::makeGlobals(Device &device, SharedStream stream, std::span<const std::byte> data) {
  if (head.globals.empty())
    return {};
  Turn turn(stream.mutex);
  for (const qdc::Global &global : head.globals) {
    GlobalState &state = globalStates.emplace_back();
    state.shape = global.shape;
    state.bytes = qdc::elementSize(global.type);
    for (int64_t extent : global.shape)
      state.bytes *= static_cast<uint64_t>(extent);
    if (!global.isExternal) {
      // A global without elements still has an address: NULL means unbound.
      qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device.backend(), std::max<uint64_t>(state.bytes, 1));
      if (!memory)
        return qdc::makeError(memory.error().code, "global '{}': {}", global.name, memory.error().message);
      qdc::Status initialized = initialize(stream.work, global, *memory, state.bytes, data);
      state.own(std::move(*memory));
      if (!initialized)
        return initialized;
    }
  }
  return {};
}

void Module::bindGlobal(uint32_t index, void *address) {
  globalStates[index].bind(address);
  generation.fetch_add(1, std::memory_order_release);
}

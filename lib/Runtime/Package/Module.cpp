//===- Module.cpp - A module of a loaded package --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Module.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Result<std::unique_ptr<Module>> Module::load(Device &device, SharedStream stream, const qdc::Module &head,
                                                  const qdc::ModuleBytes &bytes, const std::string &name,
                                                  const ImageChoice &choice) {
  std::unique_ptr<Module> module(new Module(device, head));
  const qdc::Result<size_t> chosen = chooseImage({head.images, bytes.images, name}, device.backend(),
                                                 device.description().spelling, choice, module->imageStates);
  if (!chosen)
    return chosen.error();
  module->chosen = *chosen;
  qdc::Status status = checkImage(module->image(), bytes.images[module->chosen]);
  if (status)
    status = module->loadImage(device, bytes.images[module->chosen]);
  if (status)
    status = module->makeGlobals(device, stream, bytes.data);
  if (!status)
    return status;
  return module;
}

qdc::Status Module::loadImage(Device &device, qdc::ByteSpan bytes) {
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

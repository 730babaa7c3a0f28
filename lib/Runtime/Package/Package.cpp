//===- Package.cpp - A package loaded on a device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Package.h"

#include "Runtime/Core/AddressRange.h"
#include "Runtime/Core/Error.h"

#include "qdc/Package/PackageReader.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Result<std::shared_ptr<Package>> Package::load(std::shared_ptr<Device> device, SharedStream stream,
                                                    std::span<const std::byte> bytes, const ImageChoice &choice) {
  qdc::Result<qdc::PackageOutline> read = qdc::readPackageOutline(bytes);
  if (!read)
    return read.error();
  std::shared_ptr<Package> package(new Package(std::move(device), std::move(read->manifest)));
  const std::vector<qdc::Module> &heads = package->outline.head.modules;
  for (uint32_t index = 0; index < heads.size(); ++index) {
    const std::string name = moduleName(index, heads.size());
    qdc::Result<std::unique_ptr<Module>> module =
        Module::load(package->device(), stream, heads[index], read->modules[index], name, choice);
    if (!module)
      return module.error();
    package->moduleList.push_back(std::move(*module));
    package->listKernels(index);
    package->listGlobals(*package->moduleList.back());
  }
  return package;
}

bool Package::holds(const Module &module) const {
  return std::ranges::any_of(moduleList, [&](const std::unique_ptr<Module> &each) { return each.get() == &module; });
}

bool Package::hasGlobals() const {
  return std::ranges::any_of(moduleList, [](const std::unique_ptr<Module> &each) { return !each->globals().empty(); });
}

uint32_t Package::imageCount() const {
  size_t count = 0;
  for (const std::unique_ptr<Module> &module : moduleList)
    count += module->images().size();
  return static_cast<uint32_t>(count);
}

PackageImage Package::image(uint32_t number) const {
  size_t index = number;
  auto module = moduleList.begin();
  for (; index >= (*module)->images().size(); ++module)
    index -= (*module)->images().size();
  return {(*module)->description().images[index], (*module)->images()[index]};
}

void Package::listKernels(uint32_t module) {
  const std::vector<qdc::KernelOutline> &kernels = outline.modules[module].kernels;
  for (uint32_t index = 0; index < kernels.size(); ++index)
    if (kernels[index].variant == moduleList[module]->image().variant && !kernels[index].isSpecialized)
      kernelList.push_back({module, index});
}

const std::string &Package::kernelName(uint32_t index) const {
  const KernelPlace &place = kernelList[index];
  return outline.modules[place.module].kernels[place.general].name;
}

qdc::Result<std::unique_ptr<Kernel>> Package::readKernel(uint32_t index) const {
  const KernelPlace &place = kernelList[index];
  Module &module = *moduleList[place.module];
  qdc::Result<std::vector<qdc::KernelWithCode>> parts =
      qdc::readKernel(outline, place.module, place.general, module.chosenImage());
  if (!parts)
    return parts.error();
  qdc::Result<std::vector<Variant>> variants = planVariants(module.description(), std::move(*parts), module.code());
  if (!variants)
    return variants.error();
  return std::make_unique<Kernel>(module, std::move(*variants));
}

void Package::listGlobals(Module &module) {
  const std::vector<qdc::Global> &globals = module.description().globals;
  for (uint32_t index = 0; index < globals.size(); ++index)
    if (globals[index].isPublic)
      publicList.push_back({module, index});
}

/// "there are 'a', 'b'", or "there are none".
template <typename Names>
static std::string listNames(const Names &names) {
  std::string list;
  for (const std::string &name : names)
    list += qdc::formatText("{}{}'", list.empty() ? "'" : ", '", name);
  return list.empty() ? "there are none" : qdc::formatText("there are {}", list);
}

qdc::Result<uint32_t> Package::findKernel(std::string_view name) const {
  for (uint32_t index = 0; index < kernelCount(); ++index)
    if (kernelName(index) == name)
      return index;
  std::vector<std::string> names;
  for (uint32_t index = 0; index < kernelCount(); ++index)
    names.push_back(kernelName(index));
  return qdc::makeError(qdc::ErrorCode::notFound, "the package has no kernel '{}'; {}", name, listNames(names));
}

qdc::Result<PublicGlobal> Package::findGlobal(std::string_view name) const {
  std::vector<std::string> names;
  for (const PublicGlobal &global : publicList) {
    if (global.description().name == name)
      return global;
    names.push_back(global.description().name);
  }
  return qdc::makeError(qdc::ErrorCode::notFound, "the package has no public global '{}'; {}", name, listNames(names));
}

qdc::Status Package::bindGlobal(const PublicGlobal &bound, void *address, uint64_t bytes) {
  const qdc::Global &global = bound.description();
  const GlobalState &state = bound.state();
  if (!global.isExternal)
    return invalidArgument("global '{}' belongs to the package; only external globals are bound", global.name);
  if (bytes < state.bytes)
    return invalidArgument("global '{}' has {} bytes; the memory to bind has {}", global.name, state.bytes, bytes);
  auto begin = reinterpret_cast<uintptr_t>(address);
  if (begin % qdc::elementSize(global.type) != 0)
    return invalidArgument(
        "global '{}' can't be bound to an address that is not a multiple of {}, the size of its elements", global.name,
        qdc::elementSize(global.type));
  // A global without elements lies nowhere.
  if (std::string reason = state.bytes == 0 ? std::string() : owner->backend().unusableReason(address); !reason.empty())
    return invalidArgument("the memory to bind global '{}' to {}", global.name, reason);
  for (const std::unique_ptr<Module> &module : moduleList)
    for (size_t other = 0; other < module->globals().size(); ++other) {
      const GlobalState &placed = module->globals()[other];
      auto otherBegin = reinterpret_cast<uintptr_t>(placed.address());
      if (&placed != &state && otherBegin != 0 && AddressRange{begin, state.bytes}.overlaps({otherBegin, placed.bytes}))
        return invalidArgument("global '{}' can't be bound to memory that overlaps global '{}'", global.name,
                               module->description().globals[other].name);
    }
  bound.module.get().bindGlobal(bound.index, address);
  return {};
}

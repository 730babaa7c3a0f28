//===- HostArrays.cpp - Arrays of the host on other devices ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Arguments/HostArrays.h"

#include "Runtime/Core/AddressRange.h"
#include "Runtime/Core/Error.h"
#include "Runtime/Package/Kernel.h"

using namespace qdrt::loader;

HostArrays::HostArrays(const Kernel &kernel, BackendDevice &device) : kernel(kernel.description()), device(device) {}

static bool isWritten(const qdc::Argument &rule) {
  return rule.access == qdc::Access::write || rule.access == qdc::Access::readWrite;
}

bool HostArrays::isCopied(std::span<const BoundArgument> arguments, uint32_t index) const {
  return kernel.arguments[index].kind == qdc::ArgumentKind::array &&
         kernel.arguments[index].access != qdc::Access::none && arguments[index].memory == QDRT_MEMORY_HOST &&
         arguments[index].bytes != 0;
}

qdc::Status HostArrays::place(std::span<BoundArgument> arguments, uint32_t index,
                              const std::function<qdc::Status()> &waitForLaunches) {
  if (!isCopied(arguments, index))
    return {};
  BoundArgument &argument = arguments[index];
  auto rangeOf = [&](uint32_t at) {
    return AddressRange{reinterpret_cast<uintptr_t>(arguments[at].data), arguments[at].bytes};
  };
  for (uint32_t other = 0; other < arguments.size(); ++other)
    if (other != index && isCopied(arguments, other) && rangeOf(index).overlaps(rangeOf(other)) &&
        (isWritten(kernel.arguments[index]) || isWritten(kernel.arguments[other])))
      return qdc::makeError(
          qdc::ErrorCode::unsupported,
          "argument '{}' of kernel '{}' overlaps argument '{}' in host memory, and one of the two is written; this "
          "device works on a copy of each, so it takes such arrays in device memory only",
          kernel.arguments[index].name, kernel.name, kernel.arguments[other].name);
  memory.resize(arguments.size());
  if (argument.bytes > memory[index].size()) {
    qdc::Result<DeviceMemory> larger = DeviceMemory::allocate(device, argument.bytes);
    if (!larger)
      return within(larger.error(), "argument '{}' of kernel '{}' in host memory", kernel.arguments[index].name,
                    kernel.name);
    qdc::Status waited = waitForLaunches();
    if (!waited)
      return waited;
    memory[index] = std::move(*larger);
  }
  argument.device = memory[index];
  return {};
}

void HostArrays::select(std::span<const BoundArgument> arguments) {
  touched.clear();
  written.clear();
  for (uint32_t index = 0; index < arguments.size(); ++index) {
    if (!isCopied(arguments, index))
      continue;
    touched.push_back(index);
    if (isWritten(kernel.arguments[index]))
      written.push_back(index);
  }
}

qdc::Status HostArrays::copyIn(std::span<const BoundArgument> arguments, BackendStream &stream, uint64_t &bytes) const {
  // Elements that a kernel leaves alone come back as they were, so arrays that are only written are copied too.
  for (uint32_t index : touched) {
    qdc::Status copied = stream.write(arguments[index].device, arguments[index].data, arguments[index].bytes);
    if (!copied)
      return copied;
    bytes += arguments[index].bytes;
  }
  return {};
}

qdc::Status HostArrays::copyOut(std::span<const BoundArgument> arguments, BackendStream &stream,
                                uint64_t &bytes) const {
  for (uint32_t index : written) {
    qdc::Status copied = stream.read(arguments[index].data, arguments[index].device, arguments[index].bytes);
    if (!copied)
      return copied;
    bytes += arguments[index].bytes;
  }
  return {};
}

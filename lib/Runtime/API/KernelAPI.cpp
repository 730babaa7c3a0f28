//===- KernelAPI.cpp - Kernels and counters of qdrt.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/API/Structs.h"
#include "Runtime/Core/Types.h"

#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <type_traits>

using namespace qdrt::loader;

static qdrt_status failRange(const char *what, uint32_t index, size_t count) {
  return fail(QDRT_INVALID_ARGUMENT, "{} {} does not exist; there are {}", what, index, count);
}

uint32_t qdrt_package_kernel_count(qdrt_package package) { return package ? package->package->kernelCount() : 0; }

const char *qdrt_package_kernel_name(qdrt_package package, uint32_t index) {
  return package && index < package->package->kernelCount() ? package->package->kernelName(index).c_str() : nullptr;
}

/// Gives the caller a kernel, which it may be the first to ask for.
static qdrt_status giveKernel(qdrt_package_s &package, uint32_t index, qdrt_kernel *kernel) {
  qdc::Result<qdrt_kernel> found = package.kernel(index);
  if (!found)
    return fail(found.error());
  *kernel = *found;
  return QDRT_OK;
}

qdrt_status qdrt_package_kernel(qdrt_package package, uint32_t index, qdrt_kernel *kernel) {
  if (!package)
    return failNull("qdrt_package_kernel", "package");
  if (!kernel)
    return failNull("qdrt_package_kernel", "kernel");
  return guard([&] {
    const uint32_t count = package->package->kernelCount();
    return index < count ? giveKernel(*package, index, kernel) : failRange("kernel", index, count);
  });
}

qdrt_status qdrt_package_find_kernel(qdrt_package package, const char *name, qdrt_kernel *kernel) {
  if (!package)
    return failNull("qdrt_package_find_kernel", "package");
  if (!name)
    return failNull("qdrt_package_find_kernel", "name");
  if (!kernel)
    return failNull("qdrt_package_find_kernel", "kernel");
  return guard([&] {
    qdc::Result<uint32_t> found = package->package->findKernel(name);
    return found ? giveKernel(*package, *found, kernel) : fail(found.error());
  });
}

const char *qdrt_kernel_name(qdrt_kernel kernel) {
  return kernel ? kernel->kernel->description().name.c_str() : nullptr;
}

uint32_t qdrt_kernel_argument_count(qdrt_kernel kernel) {
  return kernel ? static_cast<uint32_t>(kernel->kernel->description().arguments.size()) : 0;
}

qdrt_status qdrt_kernel_argument(qdrt_kernel kernel, uint32_t index, qdrt_argument_info *info) {
  if (!kernel)
    return failNull("qdrt_kernel_argument", "kernel");
  if (!info)
    return failNull("qdrt_kernel_argument", "info");
  return guard([&] {
    const std::vector<qdc::Argument> &arguments = kernel->kernel->description().arguments;
    if (index >= arguments.size())
      return failRange("argument", index, arguments.size());
    const qdc::Argument &argument = arguments[index];
    bool isRead = argument.access == qdc::Access::read || argument.access == qdc::Access::readWrite;
    bool isWritten = argument.access == qdc::Access::write || argument.access == qdc::Access::readWrite;
    qdrt_argument_info found = {};
    found.name = argument.name.c_str();
    found.group = argument.group.c_str();
    found.kind = argument.kind == qdc::ArgumentKind::array ? QDRT_ARRAY : QDRT_SCALAR;
    found.type = typeOf(argument.type);
    found.is_unsigned = argument.signedness == qdc::Signedness::unsignedInteger;
    found.rank = static_cast<uint32_t>(argument.shape.size());
    found.shape = argument.shape.data();
    found.access = (isRead ? QDRT_ACCESS_READ : 0u) | (isWritten ? QDRT_ACCESS_WRITE : 0u);
    found.may_alias = argument.mayAlias;
    return writeInfo(info, found, "qdrt_argument_info");
  });
}

qdrt_status qdrt_kernel_find_argument(qdrt_kernel kernel, const char *name, uint32_t *index) {
  if (!kernel)
    return failNull("qdrt_kernel_find_argument", "kernel");
  if (!name)
    return failNull("qdrt_kernel_find_argument", "name");
  if (!index)
    return failNull("qdrt_kernel_find_argument", "index");
  return guard([&] {
    const qdc::Kernel &description = kernel->kernel->description();
    std::string known;
    for (uint32_t at = 0; at < description.arguments.size(); ++at) {
      if (description.arguments[at].name == name) {
        *index = at;
        return QDRT_OK;
      }
      known += qdc::formatText("{}{}'", known.empty() ? "there are '" : ", '", description.arguments[at].name);
    }
    return fail(QDRT_NOT_FOUND, "kernel '{}' has no argument '{}'; {}", description.name, name,
                known.empty() ? "there are none" : known.c_str());
  });
}

uint32_t qdrt_kernel_result_count(qdrt_kernel kernel) {
  return kernel ? static_cast<uint32_t>(kernel->kernel->description().results.size()) : 0;
}

qdrt_status qdrt_kernel_result(qdrt_kernel kernel, uint32_t index, qdrt_type *type, int *is_unsigned) {
  if (!kernel)
    return failNull("qdrt_kernel_result", "kernel");
  if (!type)
    return failNull("qdrt_kernel_result", "type");
  if (!is_unsigned)
    return failNull("qdrt_kernel_result", "is_unsigned");
  return guard([&] {
    const std::vector<qdc::KernelResult> &results = kernel->kernel->description().results;
    if (index >= results.size())
      return failRange("result", index, results.size());
    *type = typeOf(results[index].type);
    *is_unsigned = results[index].signedness == qdc::Signedness::unsignedInteger;
    return QDRT_OK;
  });
}

qdrt_status qdrt_kernel_counters(qdrt_kernel kernel, qdrt_counters *counters) {
  if (!kernel)
    return failNull("qdrt_kernel_counters", "kernel");
  if (!counters)
    return failNull("qdrt_kernel_counters", "counters");
  return guard([&] { return writeInfo(counters, kernel->kernel->counters(), "qdrt_counters"); });
}

uint32_t qdrt_kernel_loop_count(qdrt_kernel kernel) {
  return kernel ? static_cast<uint32_t>(kernel->kernel->general().program.loops.size()) : 0;
}

qdrt_status qdrt_kernel_loop(qdrt_kernel kernel, uint32_t index, qdrt_loop_info *info) {
  if (!kernel)
    return failNull("qdrt_kernel_loop", "kernel");
  if (!info)
    return failNull("qdrt_kernel_loop", "info");
  return guard([&] {
    const Kernel &found = *kernel->kernel;
    const std::vector<ProgramLoop> &loops = found.general().program.loops;
    if (index >= loops.size())
      return failRange("loop", index, loops.size());
    const qdc::Site &site = found.module().description().sites[loops[index].node->site];
    qdrt_loop_info loop = {};
    loop.name = site.message.c_str();
    loop.file = site.location.file.c_str();
    loop.line = site.location.line;
    loop.iterations = found.loopIterations(index);
    const LoopRun run = found.loopRun(index);
    loop.strategy = qdc::enumName(run.strategy).data();
    loop.reason = run.reason;
    static_assert(std::extent_v<decltype(loop.estimates)> == std::tuple_size_v<decltype(run.estimates.nanoseconds)>);
    std::ranges::copy(run.estimates.nanoseconds, loop.estimates);
    return writeInfo(info, loop, "qdrt_loop_info");
  });
}

const char *qdrt_loop_strategy_name(uint32_t index) {
  const std::span<const std::string_view> names = enumNames(qdc::LoopStrategy()).names;
  return index < names.size() ? names[index].data() : nullptr;
}

//===- WorkspaceAPI.cpp - Sizes of workspaces of qdrt.h -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/Arguments/NamedExtents.h"
#include "Runtime/Core/Error.h"
#include "Runtime/Graph/WorkspaceSizes.h"

using namespace qdrt::loader;

/// Of all regions together.
static qdc::Result<uint64_t> workspaceBytes(const Kernel &kernel, const qdrt_argument *given) {
  const qdc::Kernel &description = kernel.description();
  std::vector<BoundArgument> arguments(description.arguments.size());
  for (uint32_t index = 0; index < arguments.size(); ++index)
    if (qdc::Status checked = checkSizes(description, index, given[index], arguments[index]); !checked)
      return checked;
  if (qdc::Status agreed = NamedExtents(description).check(arguments); !agreed)
    return agreed;
  const Variant &variant = variantFor(kernel, arguments);
  const ArgumentBindings bindings(*variant.description, arguments);
  if (qdc::Status checked = checkTemporaries(variant, bindings); !checked)
    return checked;
  uint64_t sum = 0;
  for (size_t index = 0; index < variant.regions.size(); ++index) {
    qdc::Result<uint64_t> bytes = regionBytes(variant, index, bindings);
    if (!bytes)
      return bytes.error();
    if (__builtin_add_overflow(sum, *bytes, &sum))
      return invalidArgument("workspace of kernel '{}' has more than 2^64 - 1 bytes", description.name);
  }
  return sum;
}

qdrt_status qdrt_workspace_query(qdrt_kernel kernel, const qdrt_argument *arguments, uint64_t *bytes) {
  if (!kernel)
    return failNull("qdrt_workspace_query", "kernel");
  if (!arguments && !kernel->kernel.description().arguments.empty())
    return failNull("qdrt_workspace_query", "arguments");
  if (!bytes)
    return failNull("qdrt_workspace_query", "bytes");
  return guard([&] {
    qdc::Result<uint64_t> found = workspaceBytes(kernel->kernel, arguments);
    if (!found)
      return fail(found.error());
    *bytes = *found;
    return QDRT_OK;
  });
}

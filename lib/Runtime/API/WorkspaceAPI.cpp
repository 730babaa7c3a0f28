//===- WorkspaceAPI.cpp - Workspaces of qdrt.h ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/Arguments/NamedExtents.h"
#include "Runtime/Core/Error.h"
#include "Runtime/Graph/BoundWorkspace.h"
#include "Runtime/Graph/WorkspaceSizes.h"

using namespace qdrt::loader;

/// Of all regions together; unsupported where some get their sizes from tasks: then of the others.
static qdc::Status findBytes(const Kernel &kernel, const qdrt_argument *given, uint64_t &sum) {
  const qdc::Kernel &description = kernel.description();
  std::vector<BoundArgument> arguments(description.arguments.size());
  for (uint32_t index = 0; index < arguments.size(); ++index)
    if (qdc::Status checked = checkSizes(description, index, given[index], arguments[index]); !checked)
      return checked;
  if (qdc::Status agreed = NamedExtents(description).check(arguments); !agreed)
    return agreed;
  const Variant &variant = variantFor(kernel, arguments);
  const ArgumentBindings bindings(*variant.description, arguments);
  if (qdc::Status checked = checkTemporaries(variant, {}, bindings); !checked)
    return checked;
  uint64_t known = 0;
  std::optional<size_t> unknown;
  for (size_t index = 0; index < variant.regions.size(); ++index) {
    if (sizedAfter(variant, index)) {
      unknown = unknown.value_or(index);
      continue;
    }
    qdc::Result<uint64_t> bytes = regionBytes(variant, index, bindings);
    if (!bytes)
      return bytes.error();
    known = withRegion(known, *bytes);
    if (known == UINT64_MAX)
      return invalidArgument("workspace of kernel '{}' has more than 2^64 - 1 bytes", description.name);
  }
  sum = known;
  if (unknown)
    return qdc::makeError(qdc::ErrorCode::unsupported,
                          "{} has a size that tasks of a launch compute; what is known before takes {} bytes",
                          nameOfRegion(variant, *unknown), known);
  return {};
}

qdrt_status qdrt_workspace_query(qdrt_kernel kernel, const qdrt_argument *arguments, uint64_t *bytes) {
  if (!kernel)
    return failNull("qdrt_workspace_query", "kernel");
  if (!arguments && !kernel->kernel->description().arguments.empty())
    return failNull("qdrt_workspace_query", "arguments");
  if (!bytes)
    return failNull("qdrt_workspace_query", "bytes");
  return guard([&] {
    qdc::Status found = findBytes(*kernel->kernel, arguments, *bytes);
    return found ? QDRT_OK : fail(found.error());
  });
}

static qdc::Status checkBrought(const qdrt_kernel_s &kernel, const qdrt_buffer_s &buffer, uint64_t offset,
                                uint64_t bytes) {
  if (buffer.session.get() != &kernel.session)
    return invalidArgument("the buffer is of another device than the kernel");
  if (offset % QDC_ALLOCATION_ALIGNMENT != 0)
    return invalidArgument("a workspace can't begin at byte {} of a buffer; it takes multiples of {}", offset,
                           QDC_ALLOCATION_ALIGNMENT);
  // One that the caller brought may begin anywhere.
  if (reinterpret_cast<uintptr_t>(buffer.buffer->address()) % QDC_ALLOCATION_ALIGNMENT != 0)
    return invalidArgument("a workspace can't lie in a buffer whose address is no multiple of {}",
                           QDC_ALLOCATION_ALIGNMENT);
  return buffer.buffer->checkRange(offset, bytes);
}

qdrt_status qdrt_workspace_bind(qdrt_kernel kernel, qdrt_stream stream, qdrt_buffer buffer, uint64_t offset,
                                uint64_t bytes) {
  if (!kernel)
    return failNull("qdrt_workspace_bind", "kernel");
  if (!buffer && (offset != 0 || bytes != 0))
    return failNull("qdrt_workspace_bind", "buffer");
  return guard([&] {
    BoundWorkspace workspace;
    if (buffer) {
      if (qdc::Status checked = checkBrought(*kernel, *buffer, offset, bytes); !checked)
        return fail(checked.error());
      workspace = {buffer->buffer->memory(), offset, bytes};
    }
    Stream *on = streamOf(kernel->session, stream);
    if (!on)
      return failForeignStream();
    Turn turn(on->mutex);
    qdc::Status bound = on->bindWorkspace(*kernel->kernel, workspace);
    return bound ? QDRT_OK : fail(bound.error());
  });
}

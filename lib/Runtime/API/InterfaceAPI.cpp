//===- InterfaceAPI.cpp - Kernels as a program was compiled for them ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/API/Structs.h"
#include "Runtime/Core/Types.h"

#include "qdc/Package/Signature.h"

using namespace qdrt::loader;

static qdc::Status badInterface(const char *kernel, const std::string &finding) {
  return qdc::makeError(qdc::ErrorCode::invalidArgument, "the interface of kernel '{}' {}", kernel, finding);
}

/// Element `index` of a list of structs whose size the first one says.
template <typename Info>
static qdc::Result<Info> readElement(const Info *list, uint32_t index, const char *name) {
  const auto *element = reinterpret_cast<const Info *>(reinterpret_cast<const std::byte *>(list) + index * list->size);
  Info info;
  qdc::Status read = readOptions(element, name, info);
  return read ? qdc::Result<Info>(info) : qdc::Result<Info>(std::move(read));
}

static bool isType(qdrt_type type) { return qdrt_type_bytes(type) != 0; }

static qdc::Result<qdc::Argument> readArgument(const qdrt_interface &interface, uint32_t index) {
  qdc::Result<qdrt_argument_info> info = readElement(interface.arguments, index, "qdrt_argument_info");
  if (!info)
    return info.error();
  const bool isArray = info->kind == QDRT_ARRAY;
  if (!info->name || (!isArray && info->kind != QDRT_SCALAR) || !isType(info->type) ||
      (isArray && (info->rank > QDRT_MAX_RANK || (info->rank > 0 && !info->shape))))
    return badInterface(interface.kernel, qdc::formatText("describes argument {} by what is no name, kind, type, rank "
                                                          "or shape",
                                                          index));
  qdc::Argument argument;
  argument.name = info->name;
  argument.kind = isArray ? qdc::ArgumentKind::array : qdc::ArgumentKind::scalar;
  argument.type = static_cast<qdc::ElementType>(info->type);
  argument.signedness = info->is_unsigned ? qdc::Signedness::unsignedInteger : qdc::Signedness::signedInteger;
  if (isArray && info->rank > 0)
    argument.shape.assign(info->shape, info->shape + info->rank);
  if (isArray && (info->access & QDRT_ACCESS_WRITE))
    argument.access = qdc::Access::write;
  return argument;
}

static qdc::Result<qdc::KernelResult> readResult(const qdrt_interface &interface, uint32_t index) {
  qdc::Result<qdrt_result_info> info = readElement(interface.results, index, "qdrt_result_info");
  if (!info)
    return info.error();
  if (!isType(info->type))
    return badInterface(interface.kernel, qdc::formatText("gives result {} what is no type", index));
  qdc::KernelResult result;
  result.name = info->name ? info->name : "";
  result.type = static_cast<qdc::ElementType>(info->type);
  result.signedness = info->is_unsigned ? qdc::Signedness::unsignedInteger : qdc::Signedness::signedInteger;
  return result;
}

static qdc::Status compare(const qdrt_interface &expected, const qdc::Kernel &kernel) {
  std::vector<qdc::Argument> arguments;
  for (uint32_t index = 0; index < expected.argument_count; ++index) {
    qdc::Result<qdc::Argument> argument = readArgument(expected, index);
    if (!argument)
      return argument.error();
    arguments.push_back(std::move(*argument));
  }
  std::vector<qdc::KernelResult> results;
  for (uint32_t index = 0; index < expected.result_count; ++index) {
    qdc::Result<qdc::KernelResult> result = readResult(expected, index);
    if (!result)
      return result.error();
    results.push_back(*result);
  }
  std::optional<std::string> difference = qdc::signatureDifference({qdc::Signature(arguments, results), "the program"},
                                                                   {qdc::Signature(kernel), "the package"});
  if (!difference)
    return {};
  return qdc::makeError(qdc::ErrorCode::incompatible,
                        "kernel '{}' {}; compile the program with the header of this package", kernel.name,
                        *difference);
}

qdrt_status qdrt_package_find_interface(qdrt_package package, const qdrt_interface *expected, qdrt_kernel *kernel) {
  if (!package)
    return failNull("qdrt_package_find_interface", "package");
  if (!expected)
    return failNull("qdrt_package_find_interface", "expected");
  if (!kernel)
    return failNull("qdrt_package_find_interface", "kernel");
  return guard([&] {
    qdrt_interface interface;
    if (qdc::Status read = readOptions(expected, "qdrt_interface", interface); !read)
      return fail(read.error());
    if (!interface.kernel)
      return failNull("qdrt_package_find_interface", "expected->kernel");
    if ((interface.argument_count > 0 && !interface.arguments) || (interface.result_count > 0 && !interface.results))
      return failNull("qdrt_package_find_interface", interface.arguments || interface.argument_count == 0
                                                         ? "expected->results"
                                                         : "expected->arguments");
    qdc::Result<uint32_t> index = package->package->findKernel(interface.kernel);
    if (!index)
      return fail(index.error());
    qdc::Result<qdrt_kernel> found = package->kernel(*index);
    if (!found)
      return fail(found.error());
    if (qdc::Status same = compare(interface, (*found)->kernel->description()); !same)
      return fail(same.error());
    *kernel = *found;
    return QDRT_OK;
  });
}

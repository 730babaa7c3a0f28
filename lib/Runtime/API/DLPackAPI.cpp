//===- DLPackAPI.cpp - DLPack tensors of qdrt.h ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/DLPack.h"
#include "Runtime/API/Handles.h"
#include "qdc/Support/ArrayBytes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

using namespace qdrt::loader;

namespace {
/// A type of the kernel language as DLPack describes it.
struct TypeRow {
  DLDataTypeCode code;
  uint8_t bits;
  qdrt_type type;
};

/// The memory that a tensor of ours points to.
struct OwnedTensor {
  DLManagedTensor tensor = {};
  std::shared_ptr<Buffer> buffer;
  std::array<int64_t, QDRT_MAX_RANK> shape = {};
};
} // namespace

// The first row of a type is the one it is exported as. A signless integer takes both signs.
static constexpr TypeRow kTypes[] = {
    {dlBool, 8, QDRT_I1},    {dlInt, 8, QDRT_I8},     {dlInt, 16, QDRT_I16},   {dlInt, 32, QDRT_I32},
    {dlInt, 64, QDRT_I64},   {dlInt, 64, QDRT_INDEX}, {dlFloat, 16, QDRT_F16}, {dlBfloat, 16, QDRT_BF16},
    {dlFloat, 32, QDRT_F32}, {dlFloat, 64, QDRT_F64}, {dlUInt, 8, QDRT_I8},    {dlUInt, 16, QDRT_I16},
    {dlUInt, 32, QDRT_I32},  {dlUInt, 64, QDRT_I64},
};

static std::optional<qdrt_type> typeOf(DLDataType given) {
  for (const TypeRow &row : kTypes)
    if (row.code == given.code && row.bits == given.bits && given.lanes == 1)
      return row.type;
  return std::nullopt;
}

/// An array without elements is contiguous, and so is any stride of an axis of extent 1.
static qdc::Status checkContiguous(const DLTensor &tensor) {
  for (int32_t axis = 0; axis < tensor.ndim; ++axis)
    if (tensor.shape[axis] == 0)
      return {};
  int64_t stride = 1;
  for (int32_t axis = tensor.ndim - 1; tensor.strides && axis >= 0; --axis) {
    if (tensor.shape[axis] != 1 && tensor.strides[axis] != stride)
      return qdc::makeError(qdc::ErrorCode::unsupported,
                            "the tensor's stride on axis {} is {}; a contiguous one has {}", axis, tensor.strides[axis],
                            stride);
    if (__builtin_mul_overflow(stride, tensor.shape[axis], &stride))
      return invalidArgument("the tensor is larger than 2^63 - 1 elements");
  }
  return {};
}

qdrt_status qdrt_argument_from_dlpack(qdrt_device device, const struct DLManagedTensor *tensor,
                                      qdrt_argument *argument) {
  if (!device)
    return failNull("qdrt_argument_from_dlpack", "device");
  if (!tensor)
    return failNull("qdrt_argument_from_dlpack", "tensor");
  if (!argument)
    return failNull("qdrt_argument_from_dlpack", "argument");
  return guard([&] {
    const DLTensor &given = tensor->dl_tensor;
    const DeviceDescription &about = device->session->device().description();
    if (given.device.device_type != about.dlpackType || given.device.device_id != static_cast<int32_t>(about.index))
      return fail(QDRT_UNSUPPORTED, "the tensor is on DLPack device {}:{}; device '{}' takes {}:{}",
                  given.device.device_type, given.device.device_id, about.spelling, about.dlpackType, about.index);
    if (given.ndim < 0 || given.ndim > QDRT_MAX_RANK)
      return fail(QDRT_UNSUPPORTED, "the tensor has rank {}; arrays have rank 0 to {}", given.ndim, QDRT_MAX_RANK);
    if (given.ndim != 0 && !given.shape)
      return fail(QDRT_INVALID_ARGUMENT, "the tensor has no shape");
    std::optional<qdrt_type> type = typeOf(given.dtype);
    if (!type)
      return fail(QDRT_UNSUPPORTED, "the tensor's type (code {}, {} bits, {} lanes) has no counterpart in kernels",
                  given.dtype.code, given.dtype.bits, given.dtype.lanes);
    qdc::Status contiguous = checkContiguous(given);
    if (!contiguous)
      return fail(contiguous.error());
    *argument = {};
    argument->type = *type;
    argument->rank = static_cast<uint32_t>(given.ndim);
    argument->memory = QDRT_MEMORY_DEVICE;
    argument->shape = given.shape;
    argument->data = given.data ? static_cast<std::byte *>(given.data) + given.byte_offset : nullptr;
    return QDRT_OK;
  });
}

/// Bytes of an array of that shape; nothing if an extent is negative or the product does not fit.
static std::optional<int64_t> arrayBytes(qdrt_type type, uint32_t rank, const int64_t *shape) {
  const std::span<const int64_t> extents(shape, rank);
  if (std::ranges::any_of(extents, [](int64_t extent) { return extent < 0; }))
    return std::nullopt;
  return qdc::checkedArrayBytes(static_cast<int64_t>(qdrt_type_bytes(type)), extents);
}

qdrt_status qdrt_buffer_to_dlpack(qdrt_buffer buffer, uint64_t offset, qdrt_type type, uint32_t rank,
                                  const int64_t *shape, struct DLManagedTensor **tensor) {
  if (!buffer)
    return failNull("qdrt_buffer_to_dlpack", "buffer");
  if (!shape && rank != 0)
    return failNull("qdrt_buffer_to_dlpack", "shape");
  if (!tensor)
    return failNull("qdrt_buffer_to_dlpack", "tensor");
  return guard([&] {
    if (rank > QDRT_MAX_RANK)
      return fail(QDRT_INVALID_ARGUMENT, "rank {} is too high; arrays have rank 0 to {}", rank, QDRT_MAX_RANK);
    const TypeRow *row = nullptr;
    for (const TypeRow &each : kTypes)
      if (each.type == type && !row)
        row = &each;
    if (!row)
      return fail(QDRT_INVALID_ARGUMENT, "type {} does not exist", static_cast<int>(type));
    const std::optional<int64_t> bytes = arrayBytes(type, rank, shape);
    if (!bytes)
      return fail(QDRT_INVALID_ARGUMENT, "the shape has a negative extent or more than 2^63 - 1 bytes");
    qdc::Status inside = buffer->buffer->checkRange(offset, static_cast<uint64_t>(*bytes));
    if (!inside)
      return fail(inside.error());
    auto owned = std::make_unique<OwnedTensor>();
    owned->buffer = buffer->buffer;
    for (uint32_t axis = 0; axis < rank; ++axis)
      owned->shape[axis] = shape[axis];
    const DeviceDescription &about = buffer->buffer->device()->description();
    DLTensor &made = owned->tensor.dl_tensor;
    made.data = buffer->buffer->address();
    made.device = {about.dlpackType, static_cast<int32_t>(about.index)};
    made.ndim = static_cast<int32_t>(rank);
    made.dtype = {row->code, row->bits, 1};
    made.shape = owned->shape.data();
    made.byte_offset = offset;
    owned->tensor.manager_ctx = owned.get();
    owned->tensor.deleter = [](DLManagedTensor *self) { delete static_cast<OwnedTensor *>(self->manager_ctx); };
    *tensor = &owned.release()->tensor;
    return QDRT_OK;
  });
}

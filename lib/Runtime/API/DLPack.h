//===- DLPack.h - The tensor structs of DLPack 0.8 --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the published layout that qdrt.h speaks of, under its names,
// because callers pass structs that they declared with dlpack.h.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_API_DLPACK_H
#define QDRT_API_DLPACK_H

#include "qdrt/qdrt.h"

struct DLDevice {
  int32_t device_type; // 1: CPU
  int32_t device_id;
};

struct DLDataType {
  uint8_t code; // DLDataTypeCode
  uint8_t bits;
  uint16_t lanes; // of a vector element; 1 else
};

struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; // in elements; NULL: contiguous, last index fastest
  uint64_t byte_offset;
};

struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensor *self);
};

namespace qdrt::loader {
enum DLDataTypeCode : uint8_t { dlInt = 0, dlUInt = 1, dlFloat = 2, dlBfloat = 4, dlBool = 6 };
} // namespace qdrt::loader

static_assert(sizeof(DLDevice) == 8 && sizeof(DLDataType) == 4, "layout of dlpack.h");
static_assert(sizeof(DLTensor) == 48 && offsetof(DLTensor, shape) == 24 && offsetof(DLTensor, byte_offset) == 40,
              "layout of dlpack.h");
static_assert(sizeof(DLManagedTensor) == 64 && offsetof(DLManagedTensor, deleter) == 56, "layout of dlpack.h");

#endif // QDRT_API_DLPACK_H

//===- DLPackTest.cpp - Tensors of other libraries ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>
#include <string>

using namespace runtime_test;

// The structs as dlpack.h declares them, written down once more: a test must not share the loader's mistakes.
extern "C" {
struct TestTensor {
  void *data;
  struct {
    int32_t type, id;
  } device;
  int32_t ndim;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } dtype;
  int64_t *shape, *strides;
  uint64_t byteOffset;
};
struct DLManagedTensor {
  TestTensor tensor;
  void *context;
  void (*deleter)(DLManagedTensor *);
};
}

/// DLPack's number for the kind of device under test.
static int32_t deviceType() { return isCPU() ? 1 : isNull() ? 12 : isVulkan() ? 7 : 2; }
/// The number of the device under test, which its spelling ends with: "cuda:1".
static int32_t deviceNumber() {
  return isCPU() || isNull() ? 0 : std::stoi(deviceUnderTest().substr(deviceUnderTest().find(':') + 1));
}

namespace {
struct Setup {
  qdrt::Device device = openDevice();
  float data[24] = {};
  int64_t shape[3] = {2, 3, 4}, strides[3] = {12, 4, 1};
  DLManagedTensor managed = {
      {data, {deviceType(), deviceNumber()}, 3, {2, 32, 1}, shape, nullptr, 0}, nullptr, nullptr};
  TestTensor &tensor = managed.tensor;
  qdrt_argument argument = {};
  qdrt_status convert() { return qdrt_argument_from_dlpack(device.get(), &managed, &argument); }
};
} // namespace

TEST_CASE_METHOD(Setup, "a contiguous tensor becomes an argument without a copy") {
  tensor.byteOffset = 16;
  REQUIRE(convert() == QDRT_OK);
  CHECK(argument.type == QDRT_F32);
  CHECK(argument.rank == 3);
  CHECK(argument.shape == shape);
  CHECK(argument.data == data + 4);
  tensor.strides = strides;
  CHECK(convert() == QDRT_OK);
  // The stride of an axis of one element says nothing.
  shape[0] = 1;
  strides[0] = 999;
  CHECK(convert() == QDRT_OK);
}

TEST_CASE_METHOD(Setup, "types map to those of kernels") {
  struct Row {
    uint8_t code, bits;
    qdrt_type type;
  };
  for (Row row : {Row{0, 8, QDRT_I8},
                  {0, 64, QDRT_I64},
                  {1, 8, QDRT_I8},
                  {1, 32, QDRT_I32},
                  {2, 16, QDRT_F16},
                  {2, 64, QDRT_F64},
                  {4, 16, QDRT_BF16},
                  {6, 8, QDRT_I1}}) {
    tensor.dtype = {row.code, row.bits, 1};
    REQUIRE(convert() == QDRT_OK);
    CHECK(argument.type == row.type);
  }
  tensor.dtype = {5, 64, 1};
  CHECK_FAILS(convert(), QDRT_UNSUPPORTED, "the tensor's type (code 5, 64 bits, 1 lanes) has no counterpart");
  tensor.dtype = {2, 32, 4};
  CHECK_FAILS(convert(), QDRT_UNSUPPORTED, "4 lanes");
}

TEST_CASE_METHOD(Setup, "what does not fit is refused by name", "[results]") {
  tensor.strides = strides;
  strides[1] = 5;
  CHECK_FAILS(convert(), QDRT_UNSUPPORTED, "the tensor's stride on axis 1 is 5; a contiguous one has 4");
  strides[1] = 4;
  int64_t hugeShape[3] = {int64_t{1} << 40, int64_t{1} << 40, 4}, hugeStrides[3] = {int64_t{1} << 42, 4, 1};
  tensor.shape = hugeShape;
  tensor.strides = hugeStrides;
  CHECK_FAILS(convert(), QDRT_INVALID_ARGUMENT, "the tensor is larger than 2^63 - 1 elements");
  tensor.shape = shape;
  tensor.strides = strides;
  const std::string type = std::to_string(deviceType()), number = std::to_string(deviceNumber());
  tensor.device.type = 12;
  CHECK_FAILS(convert(), QDRT_UNSUPPORTED,
              "the tensor is on DLPack device 12:" + number + "; device '" + deviceUnderTest() + "' takes " + type +
                  ":" + number);
  tensor.device = {deviceType(), 99};
  CHECK_FAILS(convert(), QDRT_UNSUPPORTED, "DLPack device " + type + ":99");
  tensor.device.id = deviceNumber();
  tensor.ndim = 9;
  CHECK_FAILS(convert(), QDRT_UNSUPPORTED, "the tensor has rank 9; arrays have rank 0 to 8");
  tensor.ndim = 3;
  tensor.shape = nullptr;
  CHECK_FAILS(convert(), QDRT_INVALID_ARGUMENT, "the tensor has no shape");
  CHECK_FAILS(qdrt_argument_from_dlpack(nullptr, &managed, &argument), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_argument_from_dlpack(device.get(), nullptr, &argument), QDRT_INVALID_ARGUMENT, "'tensor'");
  CHECK_FAILS(qdrt_argument_from_dlpack(device.get(), &managed, nullptr), QDRT_INVALID_ARGUMENT, "'argument'");
}

TEST_CASE("a tensor keeps the buffer alive") {
  DLManagedTensor *managed = nullptr;
  int64_t shape[] = {2, 3};
  {
    qdrt::Device device = openDevice();
    qdrt::Array<float> array(device, {10}, std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    REQUIRE(qdrt_buffer_to_dlpack(array.get(), 8, QDRT_F32, 2, shape, &managed) == QDRT_OK);
  }
  shape[0] = 77;
  CHECK(managed->tensor.device.type == deviceType());
  CHECK(managed->tensor.ndim == 2);
  CHECK(managed->tensor.shape[0] == 2);
  CHECK(managed->tensor.dtype.code == 2);
  CHECK(managed->tensor.dtype.bits == 32);
  if (isCPU()) {
    float value = 0;
    std::memcpy(&value, static_cast<char *>(managed->tensor.data) + managed->tensor.byteOffset + 5 * 4, 4);
    CHECK(value == 7);
  }
  managed->deleter(managed);
}

TEST_CASE("a tensor lies inside its buffer") {
  qdrt::Device device = openDevice();
  qdrt::Array<float> array(device, {10});
  DLManagedTensor *managed = nullptr;
  int64_t shape[9] = {11, 1, 1, 1, 1, 1, 1, 1, 1};
  CHECK_FAILS(qdrt_buffer_to_dlpack(array.get(), 0, QDRT_F32, 1, shape, &managed), QDRT_INVALID_ARGUMENT,
              "the range of 44 bytes from offset 0 does not lie inside the buffer of 40 bytes");
  shape[0] = -1;
  CHECK_FAILS(qdrt_buffer_to_dlpack(array.get(), 0, QDRT_F32, 1, shape, &managed), QDRT_INVALID_ARGUMENT,
              "the shape has a negative extent");
  CHECK_FAILS(qdrt_buffer_to_dlpack(array.get(), 0, QDRT_F32, 9, shape, &managed), QDRT_INVALID_ARGUMENT,
              "rank 9 is too high");
  CHECK_FAILS(qdrt_buffer_to_dlpack(array.get(), 0, static_cast<qdrt_type>(50), 1, shape, &managed),
              QDRT_INVALID_ARGUMENT, "type 50 does not exist");
  CHECK_FAILS(qdrt_buffer_to_dlpack(nullptr, 0, QDRT_F32, 1, shape, &managed), QDRT_INVALID_ARGUMENT, "'buffer'");
  CHECK_FAILS(qdrt_buffer_to_dlpack(array.get(), 0, QDRT_F32, 1, nullptr, &managed), QDRT_INVALID_ARGUMENT, "'shape'");
  CHECK_FAILS(qdrt_buffer_to_dlpack(array.get(), 0, QDRT_F32, 1, shape, nullptr), QDRT_INVALID_ARGUMENT, "'tensor'");
}

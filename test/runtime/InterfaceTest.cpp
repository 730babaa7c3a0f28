//===- InterfaceTest.cpp - Kernels as a program was compiled for them -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdrt/typed.hpp"

#include <cstddef>

using namespace qdc;
using namespace runtime_test;

namespace {

/// The interface of the kernel 'store', each part of which a test may change.
struct Expected {
  int64_t shape[2] = {QDRT_DYNAMIC, 3};
  qdrt_argument_info arguments[3] = {};
  qdrt_result_info results[1] = {{sizeof(qdrt_result_info), QDRT_I64, 0, ""}};
  qdrt_interface interface = {sizeof(qdrt_interface), "store", 3, 1, arguments, results};

  Expected() {
    const char *names[] = {"p", "x", "value"};
    for (int index = 0; index < 3; ++index) {
      arguments[index].size = sizeof(qdrt_argument_info);
      arguments[index].name = names[index];
      arguments[index].kind = index == 2 ? QDRT_SCALAR : QDRT_ARRAY;
      arguments[index].type = QDRT_I64;
    }
    arguments[0].access = QDRT_ACCESS_WRITE;
    arguments[1].type = QDRT_F32;
    arguments[1].rank = 2;
    arguments[1].shape = shape;
    arguments[1].access = QDRT_ACCESS_READ;
  }

  qdrt_status find(const qdrt::Package &package, qdrt_kernel *kernel) const {
    return qdrt_package_find_interface(package.get(), &interface, kernel);
  }
};

PackageBuilder makeBuilder() {
  PackageBuilder package;
  KernelBuilder &kernel = package.kernel("store");
  uint32_t p = kernel.array("p", ElementType::i64, {});
  kernel.array("x", ElementType::f32, {kDynamicDimension, 3}, Access::read);
  uint32_t value = kernel.scalar("value", ElementType::i64);
  kernel.result(ElementType::i64, 0);
  kernel.graph({kernel.task("store", {array(p), scalar(value)})});
  return package;
}

} // namespace

TEST_CASE("a kernel with the interface of the program is found") {
  PackageBuilder builder = makeBuilder();
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, builder.bytes());
  qdrt_kernel kernel = nullptr;
  Expected expected;
  CHECK(expected.find(package, &kernel) == QDRT_OK);
  CHECK(kernel == package.kernel("store").get());
  // Groups, aliases and whether a written array is read too are no part of it.
  expected.arguments[0].group = "outputs";
  expected.arguments[0].may_alias = 1;
  expected.arguments[0].access |= QDRT_ACCESS_READ;
  CHECK(expected.find(package, &kernel) == QDRT_OK);
  // A struct without a result's name, as it was before results had any: what lies behind it is not read.
  expected.results[0].size = offsetof(qdrt_result_info, name);
  expected.results[0].name = "not read";
  CHECK(expected.find(package, &kernel) == QDRT_OK);
}

TEST_CASE("another interface is refused by what differs") {
  PackageBuilder builder = makeBuilder();
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, builder.bytes());
  qdrt_kernel kernel = nullptr;
  const auto refuses = [&](const Expected &expected, const std::string &finding) {
    CHECK_FAILS(expected.find(package, &kernel), QDRT_INCOMPATIBLE,
                "kernel 'store' " + finding + "; compile the program with the header of this package");
    CHECK(kernel == nullptr);
  };
  SECTION("a name") {
    Expected expected;
    expected.arguments[2].name = "number";
    refuses(expected, "has the argument 2 'number' of type 'i64' in the program, and 'value' of type 'i64' in the "
                      "package");
  }
  SECTION("an order") {
    Expected expected;
    std::swap(expected.arguments[0], expected.arguments[1]);
    refuses(expected, "has the argument 0 'x' of type 'f32[?x3]' in the program, and 'p' of type 'i64[]', written in "
                      "the package");
  }
  SECTION("a kind") {
    Expected expected;
    expected.arguments[2].kind = QDRT_ARRAY;
    refuses(expected, "has the argument 2 'value' of type 'i64[]' in the program, and 'value' of type 'i64' in the "
                      "package");
  }
  SECTION("a type") {
    Expected expected;
    expected.arguments[2].type = QDRT_INDEX;
    refuses(expected, "has the argument 2 'value' of type 'index' in the program, and 'value' of type 'i64' in the "
                      "package");
  }
  SECTION("a sign") {
    Expected expected;
    expected.arguments[2].is_unsigned = 1;
    refuses(expected, "has the argument 2 'value' of type 'i64 unsigned' in the program, and 'value' of type 'i64' in "
                      "the package");
  }
  SECTION("a rank") {
    Expected expected;
    expected.arguments[1].rank = 1;
    refuses(expected, "has the argument 1 'x' of type 'f32[?]' in the program, and 'x' of type 'f32[?x3]' in the "
                      "package");
  }
  SECTION("an extent") {
    Expected expected;
    expected.shape[1] = 4;
    refuses(expected, "has the argument 1 'x' of type 'f32[?x4]' in the program, and 'x' of type 'f32[?x3]' in the "
                      "package");
  }
  SECTION("what is written") {
    Expected expected;
    expected.arguments[0].access = QDRT_ACCESS_READ;
    refuses(expected, "has the argument 0 'p' of type 'i64[]' in the program, and 'p' of type 'i64[]', written in the "
                      "package");
  }
  SECTION("fewer arguments") {
    Expected expected;
    expected.interface.argument_count = 2;
    refuses(expected, "takes 2 arguments in the program, and 3 in the package, among them 'value'");
  }
  SECTION("a result") {
    Expected expected;
    expected.results[0].type = QDRT_F64;
    refuses(expected, "has the result 0 of type 'f64' in the program, and of type 'i64' in the package");
  }
  SECTION("the name of a result") {
    Expected expected;
    expected.results[0].name = "sum";
    refuses(expected, "has the result 0 'sum' of type 'i64' in the program, and of type 'i64' in the package");
  }
  SECTION("fewer results") {
    Expected expected;
    expected.interface.result_count = 0;
    refuses(expected, "gives 0 results in the program, and 1 in the package");
  }
}

TEST_CASE("what describes no interface is refused") {
  PackageBuilder builder = makeBuilder();
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, builder.bytes());
  qdrt_kernel kernel = nullptr;
  Expected expected;
  CHECK_FAILS(qdrt_package_find_interface(nullptr, &expected.interface, &kernel), QDRT_INVALID_ARGUMENT,
              "qdrt_package_find_interface: parameter 'package' must not be NULL");
  CHECK_FAILS(qdrt_package_find_interface(package.get(), nullptr, &kernel), QDRT_INVALID_ARGUMENT,
              "qdrt_package_find_interface: parameter 'expected' must not be NULL");
  CHECK_FAILS(expected.find(package, nullptr), QDRT_INVALID_ARGUMENT,
              "qdrt_package_find_interface: parameter 'kernel' must not be NULL");
  SECTION("no kernel of that name") {
    expected.interface.kernel = "none";
    CHECK_FAILS(expected.find(package, &kernel), QDRT_NOT_FOUND, "the package has no kernel 'none'; there are 'store'");
    expected.interface.kernel = nullptr;
    CHECK_FAILS(expected.find(package, &kernel), QDRT_INVALID_ARGUMENT,
                "qdrt_package_find_interface: parameter 'expected->kernel' must not be NULL");
  }
  SECTION("lists") {
    expected.interface.arguments = nullptr;
    CHECK_FAILS(expected.find(package, &kernel), QDRT_INVALID_ARGUMENT,
                "qdrt_package_find_interface: parameter 'expected->arguments' must not be NULL");
    expected.interface.arguments = expected.arguments;
    expected.interface.results = nullptr;
    CHECK_FAILS(expected.find(package, &kernel), QDRT_INVALID_ARGUMENT,
                "qdrt_package_find_interface: parameter 'expected->results' must not be NULL");
  }
  SECTION("an argument") {
    const auto isRefused = [&] {
      CHECK_FAILS(expected.find(package, &kernel), QDRT_INVALID_ARGUMENT,
                  "the interface of kernel 'store' describes argument 1 by what is no name, kind, type, rank or shape");
    };
    const qdrt_argument_info right = expected.arguments[1];
    qdrt_argument_info &argument = expected.arguments[1];
    argument.name = nullptr;
    isRefused();
    argument = right;
    argument.type = static_cast<qdrt_type>(99);
    isRefused();
    argument = right;
    argument.kind = static_cast<qdrt_argument_kind>(2);
    isRefused();
    argument = right;
    argument.rank = QDRT_MAX_RANK + 1;
    isRefused();
    argument = right;
    argument.shape = nullptr;
    isRefused();
  }
  SECTION("a result") {
    expected.results[0].type = static_cast<qdrt_type>(-1);
    CHECK_FAILS(expected.find(package, &kernel), QDRT_INVALID_ARGUMENT,
                "the interface of kernel 'store' gives result 0 what is no type");
  }
  SECTION("sizes") {
    expected.arguments[0].size = 0;
    CHECK(expected.find(package, &kernel) == QDRT_INVALID_ARGUMENT);
    expected.interface.size = 0;
    CHECK(expected.find(package, &kernel) == QDRT_INVALID_ARGUMENT);
  }
}

TEST_CASE("arguments of a typed header become those of the C interface") {
  float values[2][3] = {};
  const qdrt::In<float, qdrt::any, 3> array = values;
  const qdrt_argument argument = array.get();
  CHECK(argument.type == QDRT_F32);
  CHECK(argument.rank == 2);
  CHECK(argument.memory == QDRT_MEMORY_HOST);
  CHECK((argument.shape[0] == 2 && argument.shape[1] == 3));
  CHECK(argument.data == static_cast<void *>(values));
  constexpr qdrt_argument_info info = qdrt::InOut<uint8_t, qdrt::any, 3>::describe("x");
  CHECK((info.kind == QDRT_ARRAY && info.type == QDRT_I8 && info.is_unsigned == 1 && info.access == QDRT_ACCESS_WRITE));

  CHECK(qdrt::Scalar<int8_t>(-128).get().value.bits == 0x80);
  CHECK(qdrt::Scalar<qdrt::Index>(size_t{5}).get().value.i64 == 5);
  CHECK(qdrt::Scalar<float>(0.5).get().value.f32 == 0.5f);
  CHECK(qdrt::Scalar<qdrt::Float16>(qdrt::Float16{0x3c00}).get().value.f16 == 0x3c00);
  CHECK_THROWS_WITH(qdrt::Scalar<int8_t>(128), "a scalar is given a value that 'i8' does not hold");
  CHECK_THROWS_WITH(qdrt::Scalar<uint8_t>(-1), "a scalar is given a value that 'i8' does not hold");
  CHECK_THROWS_WITH(qdrt::Scalar<int64_t>(UINT64_MAX), "a scalar is given a value that 'i64' does not hold");
  CHECK_THROWS_WITH(qdrt::Scalar<uint64_t>(-1), "a scalar is given a value that 'i64' does not hold");

  std::vector<float> six(6);
  CHECK(qdrt::ranked(six, 2, 3).shape()[1] == 3);
  CHECK_THROWS_WITH(qdrt::ranked(six, 2, 4), "a host array of 6 elements is given extents with another product");
  qdrt::Device device = openDevice();
  qdrt::Array<float> buffer(device, {2, 3});
  CHECK(qdrt::ranked<2>(buffer).shape()[0] == 2);
  CHECK_THROWS_WITH(qdrt::ranked<1>(buffer), "an array of rank 2 is given where one of rank 1 is taken");
  const qdrt::RankedArray<float, 2> ranked(device, {2, 3});
  CHECK(qdrt::In<float, qdrt::any, 3>(ranked).get().memory == QDRT_MEMORY_DEVICE);
  CHECK_FALSE((std::is_constructible_v<qdrt::InOut<float, qdrt::any, 3>, const qdrt::RankedArray<float, 2> &>));
}

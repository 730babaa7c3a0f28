//===- ReportsTest.cpp - Records of asserts and prints --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

using namespace qdc;

namespace {

CompiledModule assertModule() {
  return CompiledModule::compile(taskModule("(%x: memref<?x?xi32> {qd.slot = #qd.slot<array(0)>}, "
                                            "%n: index {qd.slot = #qd.slot<dim(0, 0)>}, "
                                            "%m: index {qd.slot = #qd.slot<dim(0, 1)>})",
                                            R"(%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c4 = arith.constant 4 : index
%zero = arith.constant 0 : i32
%seven = arith.constant 7 : i32
qd.for (%i, %j) in (%n, %m) {
  %v = memref.load %x[%i, %j] : memref<?x?xi32>
  // From inside a loop and a branch.
  scf.for %k = %c0 to %c4 step %c1 {
    %even = arith.cmpi eq, %k, %c1 : index
    scf.if %even {
      %ok = arith.cmpi sge, %v, %zero : i32
      qd.assert %ok, "not negative" {site = 5 : i32}
    }
  }
  memref.store %seven, %x[%i, %j] : memref<?x?xi32>
})"));
}

} // namespace

TEST_CASE("a failing assert ends its iteration and leaves site and flat iteration") {
  CompiledModule module = assertModule();
  std::vector<int32_t> x = {1, 2, 3, 4, -5, 6};
  qd_error_record error{};
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {2, 3}).errorRecord = &error;
  module.run(arguments, 0, 6);
  CHECK(x == std::vector<int32_t>{7, 7, 7, 7, -5, 7});
  CHECK(error.code == QD_ERROR_ASSERT);
  CHECK(error.site == 5);
  CHECK(error.iteration == 4);
}

TEST_CASE("the first failure of a launch owns the record") {
  CompiledModule module = assertModule();
  std::vector<int32_t> x = {-1, 2, -3, 4};
  qd_error_record error{};
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {2, 2}).errorRecord = &error;
  module.run(arguments, 2, 4);
  CHECK(error.iteration == 2);
  module.run(arguments, 0, 2);
  CHECK(error.iteration == 2);
  CHECK(x == std::vector<int32_t>{-1, 7, -3, 7});
}

TEST_CASE("an assert that holds leaves no record, and one in serial code ends the task") {
  CompiledModule module = CompiledModule::compile(taskModule("(%x: memref<i32> {qd.slot = #qd.slot<array(0)>})",
                                                             R"(%zero = arith.constant 0 : i32
%seven = arith.constant 7 : i32
%v = memref.load %x[] : memref<i32>
%ok = arith.cmpi sge, %v, %zero : i32
qd.assert %ok, "not negative" {site = 0 : i32}
memref.store %seven, %x[] : memref<i32>)"));
  int32_t x = 1;
  qd_error_record error{};
  CompiledModule::Arguments arguments;
  arguments.array(&x, {}).errorRecord = &error;
  module.run(arguments, 0, 1);
  CHECK(x == 7);
  CHECK(error.code == QD_ERROR_NONE);
  x = -1;
  module.run(arguments, 0, 1);
  CHECK(x == -1);
  CHECK(error.code == QD_ERROR_ASSERT);
  CHECK(error.iteration == 0);
}

TEST_CASE("an assert in a reduction ends the iteration") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 R"(%zero = arith.constant 0.0 : f32
%s = qd.for (%i) in (%n) reduce(addf) -> f32 {
  %v = memref.load %x[%i] : memref<?xf32>
  %ok = arith.cmpf oge, %v, %zero : f32
  qd.assert %ok, "not negative" {site = 3 : i32}
  qd.yield %v : f32
})",
                 "", "partials [64]"));
  std::vector<float> x(3000, 1.0f);
  x[2050] = -1.0f;
  std::vector<uint64_t> workspace(16);
  qd_error_record error{};
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {3000});
  arguments.workspace = workspace.data();
  arguments.errorRecord = &error;
  module.run(arguments, 0, 3);
  CHECK(error.site == 3);
  CHECK(error.iteration == 2050);
}

TEST_CASE("a print writes site, iteration and values; a full buffer counts what it drops") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 R"(qd.for (%i) in (%n) {
  %v = memref.load %x[%i] : memref<?xf32>
  %b = arith.cmpf ogt, %v, %v : f32
  %h = arith.truncf %v : f32 to f16
  %k = arith.index_cast %i : index to i32
  %m = arith.constant -1 : i32
  %p = arith.muli %k, %m : i32
  qd.print "{} {} {} {} {}", %v, %i, %p, %b, %h : f32, index, i32, i1, f16 {site = 2 : i32}
})"));
  struct {
    qd_print_buffer header;
    uint64_t words[16];
  } buffer{};
  buffer.header.capacity = 16;
  std::vector<float> x = {0.5f, 1.5f, 2.5f};
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {3}).printBuffer = &buffer.header;
  module.run(arguments, 0, 3);
  CHECK(buffer.header.used >= 14);
  CHECK(buffer.header.dropped == 1);
  for (uint64_t i = 0; i < 2; ++i) {
    const uint64_t *record = buffer.words + 7 * i;
    uint32_t bits;
    std::memcpy(&bits, &x[i], 4);
    CHECK(record[0] == (3 | uint64_t(5) << 32));
    CHECK(record[1] == i);
    CHECK(record[2] == bits);
    CHECK(record[3] == i);
    CHECK(record[4] == uint32_t(-int32_t(i)));
    CHECK(record[5] == 0);
    _Float16 half = _Float16(x[i]);
    uint16_t halfBits;
    std::memcpy(&halfBits, &half, 2);
    CHECK(record[6] == halfBits);
  }
  CHECK(buffer.words[14] == 0);
  // Once full, nothing more is reserved.
  uint32_t used = buffer.header.used;
  module.run(arguments, 0, 3);
  CHECK(buffer.header.used == used);
  CHECK(buffer.header.dropped == 4);
}

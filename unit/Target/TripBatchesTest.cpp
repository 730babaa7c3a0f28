//===- TripBatchesTest.cpp - Several trips, then one decision -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <limits>

using namespace qdc;

namespace {

constexpr int64_t count = 64;

/// From x[i] and the number n[i] on, x = 5 x + 1 and the number grows, while x has one of the bits of the mask and the
/// number is below the limit. `type` is that of the numbers.
std::string search(const std::string &type) {
  return taskModule(
      "(%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: memref<?xi64> {qd.slot = #qd.slot<array(1)>}, "
      "%limit: i64 {qd.slot = #qd.slot<scalar(2)>}, %mask: i32 {qd.slot = #qd.slot<scalar(3)>}, "
      "%count: index {qd.slot = #qd.slot<dim(0, 0)>})",
      "qd.for (%i) in (%count) block_dim(32) {\n%zero = arith.constant 0 : i32\n%zero64 = arith.constant 0 : i64\n%one "
      "= arith.constant 1 : " +
          type +
          "\n%more = arith.constant 1 : i32\n%five = arith.constant 5 : i32\n%x0 = memref.load %x[%i] : memref<?xi32>\n"
          "%wide0 = memref.load %n[%i] : memref<?xi64>\n" +
          (type == "i64" ? "%n0 = arith.addi %wide0, %zero64 : i64\n%bound = arith.addi %limit, %zero64 : i64\n"
                         : "%n0 = arith.trunci %wide0 : i64 to i32\n%bound = arith.trunci %limit : i64 to i32\n") +
          "%nEnd, %xEnd = scf.while (%number = %n0, %value = %x0) : (" + type + ", i32) -> (" + type +
          ", i32) {\n%bits = arith.andi %value, %mask : i32\n%has = arith.cmpi ne, %bits, %zero : i32\n"
          "%below = arith.cmpi slt, %number, %bound : " +
          type + "\n%goesOn = arith.andi %below, %has : i1\nscf.condition(%goesOn) %number, %value : " + type +
          ", i32\n} do {\n^bb0(%number: " + type + ", %value: i32):\n%next = arith.addi %number, %one : " + type +
          "\n%product = arith.muli %value, %five : i32\n%sum = arith.addi %product, %more : i32\nscf.yield %next, "
          "%sum : " +
          type + ", i32\n}\n" +
          (type == "i64" ? "%wide = arith.addi %nEnd, %zero64 : i64\n" : "%wide = arith.extsi %nEnd : i32 to i64\n") +
          "memref.store %wide, %n[%i] : memref<?xi64>\nmemref.store %xEnd, %x[%i] : memref<?xi32>\n}");
}

template <typename T>
void check(const GPUThreads &kernel, int64_t first, int64_t limit, uint32_t mask) {
  CAPTURE(first, limit, mask);
  std::vector<uint32_t> x(count), wantedX(count);
  std::vector<int64_t> n(count), wantedN(count);
  for (int64_t i = 0; i < count; ++i) {
    uint32_t value = x[i] = static_cast<uint32_t>(i * 2654435761u);
    T number = static_cast<T>(n[i] = first + i % 7);
    for (; number < static_cast<T>(limit) && (value & mask) != 0; ++number)
      value = 5 * value + 1;
    wantedX[i] = value;
    wantedN[i] = number;
  }
  auto slot = [](const auto &array) { return reinterpret_cast<qd_slot>(array.data()); };
  kernel.run({slot(x), slot(n), static_cast<qd_slot>(limit), mask, count}, 2);
  CHECK(x == wantedX);
  CHECK(n == wantedN);
}

template <typename T>
void checkLimits(const std::string &type) {
  const GPUThreads kernel(search(type));
  constexpr int64_t least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  for (uint32_t mask : {0u, 1u, 12u, 0x700u, ~0u}) {
    for (int64_t first : {-9, 0, 3})
      for (int64_t limit : {least, least + 2, int64_t{-8}, int64_t{0}, int64_t{1}, int64_t{3}, int64_t{4}, int64_t{5},
                            int64_t{9}, int64_t{100}})
        check<T>(kernel, first, limit, mask);
    check<T>(kernel, most - 12, most, mask);
    check<T>(kernel, most - 6, most - 3, mask);
    check<T>(kernel, least, least + 3, mask);
    check<T>(kernel, least, least + 20, mask);
  }
}

} // namespace

TEST_CASE("batches of trips end where single ones do, next to the limits of numbers too") {
  checkLimits<int32_t>("i32");
  checkLimits<int64_t>("i64");
}

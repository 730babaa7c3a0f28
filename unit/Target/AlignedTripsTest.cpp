//===- AlignedTripsTest.cpp - Loops of a subgroup that end together -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <algorithm>

using namespace qdc;

namespace {

constexpr int64_t count = 71; // no multiple of a subgroup

/// Keeps x, 3 x + 1 and so on for n[i] trips, and takes them from the last one to the first: y = `trip` of y, the kept
/// %u and the number %k of the trip, %y0 being x.
std::string countDown(int64_t slots, const std::string &trip) {
  const std::string array = "memref<" + std::to_string(slots) + "xi32>";
  return taskModule(
      "(%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: memref<?xi32> {qd.slot = #qd.slot<array(1)>}, "
      "%sums: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %count: index {qd.slot = #qd.slot<dim(0, 0)>})",
      "qd.for (%i) in (%count) block_dim(32) {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
      "%one = arith.constant 1 : i32\n%three = arith.constant 3 : i32\n%kept = memref.alloca() : " +
          array +
          "\n%y0 = memref.load %x[%i] : memref<?xi32>\n%trips = memref.load %n[%i] : memref<?xi32>\n"
          "%length = arith.index_cast %trips : i32 to index\n%last = arith.subi %length, %c1 : index\n"
          "%end = scf.for %k = %c0 to %length step %c1 iter_args(%u = %y0) -> (i32) {\nmemref.store %u, %kept[%k] : " +
          array +
          "\n%product = arith.muli %u, %three : i32\n%sum = arith.addi %product, %one : i32\nscf.yield %sum : i32\n}\n"
          "%y = scf.for %k = %c0 to %length step %c1 iter_args(%y = %end) -> (i32) {\n%slot = arith.subi %last, %k : "
          "index\n%u = memref.load %kept[%slot] : " +
          array + "\n" + trip + "scf.yield %next : i32\n}\nmemref.store %y, %x[%i] : memref<?xi32>\n}");
}

/// y = 5 y + u where u is odd, else y ^ (u + k).
constexpr const char *branch =
    "%five = arith.constant 5 : i32\n%bit = arith.andi %u, %one : i32\n%isOdd = arith.cmpi eq, %bit, %one : i32\n"
    "%k32 = arith.index_cast %k : index to i32\n%shifted = arith.addi %u, %k32 : i32\n"
    "%next = scf.if %isOdd -> (i32) {\n%product = arith.muli %y, %five : i32\n%sum = arith.addi %product, %u : i32\n"
    "scf.yield %sum : i32\n} else {\n%other = arith.xori %y, %shifted : i32\nscf.yield %other : i32\n}\n";

/// The same, which also makes sums[i] 3 sums[i] + u ^ k.
const std::string effect = std::string(branch) +
                           "%old = memref.load %sums[%i] : memref<?xi32>\n%triple = arith.muli %old, %three : i32\n"
                           "%mixed = arith.xori %u, %k32 : i32\n%new = arith.addi %triple, %mixed : i32\n"
                           "memref.store %new, %sums[%i] : memref<?xi32>\n";

struct Memory {
  std::vector<uint32_t> x = std::vector<uint32_t>(count), sums = std::vector<uint32_t>(count);
  bool operator==(const Memory &) const = default;
};

/// What the kernel is to do.
Memory expected(Memory memory, const std::vector<int32_t> &trips, bool addsUp) {
  for (int64_t i = 0; i < count; ++i) {
    std::vector<uint32_t> kept;
    uint32_t y = memory.x[i];
    for (int32_t k = 0; k < trips[i]; ++k, y = 3 * y + 1)
      kept.push_back(y);
    for (uint32_t k = 0; !kept.empty(); ++k) {
      const uint32_t u = kept.back();
      kept.pop_back();
      y = u % 2 == 1 ? 5 * y + u : y ^ (u + k);
      memory.sums[i] = addsUp ? 3 * memory.sums[i] + (u ^ k) : 0;
    }
    memory.x[i] = y;
  }
  return memory;
}

void check(int64_t slots, bool addsUp) {
  const GPUThreads kernel(countDown(slots, addsUp ? effect : branch));
  Memory before;
  std::vector<int32_t> trips;
  for (int64_t i = 0; i < count; ++i) {
    before.x[i] = static_cast<uint32_t>(i * 2654435761u);
    trips.push_back(i % 5 == 4 ? -static_cast<int32_t>(i) : static_cast<int32_t>(i * 29 % (slots + 1)));
  }
  trips[3] = static_cast<int32_t>(slots);
  const Memory wanted = expected(before, trips, addsUp);
  for (uint32_t company = 0; company <= slots; ++company) {
    CAPTURE(slots, addsUp, company);
    Memory memory = before;
    kernel.run({address(memory.x.data()), address(trips.data()), address(memory.sums.data()), count}, 3, company);
    CHECK(memory == wanted);
  }
}

} // namespace

TEST_CASE("threads that count down together make their own trips") {
  check(64, /*addsUp=*/false); // four at once
  check(63, /*addsUp=*/false);
  check(64, /*addsUp=*/true);
}

//===- GridBodiesTest.cpp - Entry points that run several bodies ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

using namespace qdc;

/// Two bodies, of which one writes what the other reads, and an entry point that runs them in turn, four times, with a
/// barrier of the grid after each: y[thread] += x[thread + 1], and x[thread] = y[thread]. No thread writes what it
/// reads of x, so that a promise that nothing overlaps x would let the load leave the loop.
static const std::string twoBodies = R"(
func.func private @add.body(%x: memref<?xi32>, %y: memref<?xi32>, %thread: i64) {
  %c1 = arith.constant 1 : i64
  %next = arith.addi %thread, %c1 : i64
  %a = qd.flat_load %x[%next] : memref<?xi32> -> i32
  %b = qd.flat_load %y[%thread] : memref<?xi32> -> i32
  %c = arith.addi %a, %b : i32
  qd.flat_store %c, %y[%thread] : i32, memref<?xi32>
  return
}
func.func private @copy.body(%x: memref<?xi32>, %y: memref<?xi32>, %thread: i64) {
  %a = qd.flat_load %y[%thread] : memref<?xi32> -> i32
  qd.flat_store %a, %x[%thread] : i32, memref<?xi32>
  return
}
func.func @both(%x: memref<?xi32>, %y: memref<?xi32>, %words: memref<?xi32>)
    attributes {qd.entry_point = #qd.entry_point<task = <"t.0" of "t">, slots = [<array(0)>, <array(1)>, <workspace(0)>],
                launch = <block_threads = 64, subgroup_width = 32, grid = resident>>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %place = gpu.thread_id x upper_bound 64
  %thread = arith.index_cast %place : index to i64
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @add.body(%x, %y, %thread) : (memref<?xi32>, memref<?xi32>, i64) -> ()
    qd.grid_barrier %words : memref<?xi32>
    func.call @copy.body(%x, %y, %thread) : (memref<?xi32>, memref<?xi32>, i64) -> ()
    qd.grid_barrier %words : memref<?xi32>
  }
  return
}
)";

static size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST_CASE(
    "no load of a body moves across a barrier between bodies, nor reads through a cache that does not follow it") {
  for (const char *target : {"cuda:compute_75", "cuda:compute_90"}) {
    CAPTURE(target);
    std::string ptx = compileImage(twoBodies, {}, target).bytes;
    CAPTURE(ptx);
    CHECK(count(ptx, "ld.global.nc") == 0);
    // Between two barriers of blocks, each of which a barrier of the grid has twice, stands what one body does. Where
    // the four turns are unrolled there are four of each.
    size_t turns = count(ptx, "bar") / 4;
    REQUIRE(turns > 0);
    CHECK(count(ptx, "ld.global.b32") + count(ptx, "ld.global.u32") + count(ptx, "ld.global.s32") == 3 * turns);
    CHECK(count(ptx, "st.global.b32") + count(ptx, "st.global.u32") + count(ptx, "st.global.s32") == 2 * turns);
  }
}

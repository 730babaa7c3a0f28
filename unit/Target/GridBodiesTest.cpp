//===- GridBodiesTest.cpp - Entry points that run several bodies ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <sstream>

using namespace qdc;

/// Two bodies, of which one writes what the other reads: y[thread] += x[thread + 1], and x[thread] = y[thread]. No
/// thread writes what it reads of x, so that a promise that nothing overlaps x would let the load leave a loop.
static const std::string bodies = R"(
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
)";

/// An entry point that runs them in turn, four times, with a barrier of the grid after each.
static const std::string twoBodies = bodies + R"(
func.func @both(%x: memref<?xi32>, %y: memref<?xi32>, %words: memref<?xi64>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "t" as grid>, slots = [<array(0)>, <array(1)>, <workspace(0)>],
                launch = <block_threads = 64, subgroup_width = 32, grid = cooperative>>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %place = gpu.thread_id x upper_bound 64
  %thread = arith.index_cast %place : index to i64
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @add.body(%x, %y, %thread) : (memref<?xi32>, memref<?xi32>, i64) -> ()
    qd.grid_barrier at %words[0] : memref<?xi64> {
    ^bb0(%lane: i64):
      qd.grid_barrier_end
    }
    func.call @copy.body(%x, %y, %thread) : (memref<?xi32>, memref<?xi32>, i64) -> ()
    qd.grid_barrier at %words[0] : memref<?xi64> {
    ^bb0(%lane: i64):
      qd.grid_barrier_end
    }
  }
  return
}
)";

/// What the PTX does to memory, in its order: 'L' and 'S' for plain loads and stores of 32 bits, 'N' for loads through
/// a cache that does not follow writes, 'B' for barriers of a block, 'R' for those that tell a bit.
static std::string accesses(const std::string &ptx) {
  std::istringstream lines(ptx);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    auto does = [&](const char *what) { return line.find(what) != std::string::npos; };
    if (does("ld.global.nc"))
      found += 'N';
    else if (does("\tld.global."))
      found += 'L';
    else if (does("\tst.global."))
      found += 'S';
    else if (does("\tbar.red") || does("\tbarrier.red") || does("\tbarrier.cta.red"))
      found += 'R';
    else if (does("\tbar.sync") || does("\tbarrier.sync"))
      found += 'B';
  }
  return found;
}

TEST_CASE(
    "no load of a body moves across a barrier between bodies, nor reads through a cache that does not follow it") {
  for (const char *target : {"cuda:compute_75", "cuda:compute_90"}) {
    CAPTURE(target);
    std::string ptx = compileImage(twoBodies, {}, target).bytes;
    CAPTURE(ptx);
    // A body, the two barriers of blocks in a barrier of the grid, the other body, again two. The turns may be
    // unrolled.
    const std::string turn = "LLSBBLSBB";
    std::string found = accesses(ptx);
    REQUIRE(!found.empty());
    REQUIRE(found.size() % turn.size() == 0);
    for (size_t at = 0; at < found.size(); at += turn.size())
      CHECK(found.substr(at, turn.size()) == turn);
  }
}

/// An entry point that runs one of them, and the other one in a barrier's body, as long as x[0] is not 0 then. `words`
/// is what the barrier waits at.
static std::string bodyInBarrier(const std::string &words, const std::string &strategy, const std::string &grid) {
  return bodies + R"(
func.func @both(%x: memref<?xi32>, %y: memref<?xi32>, %words: memref<?xi64>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "t" as )" +
         strategy + R"(>, slots = [<array(0)>, <array(1)>, <workspace(0)>],
                launch = <block_threads = 64, subgroup_width = 32, grid = )" +
         grid + R"(>>} {
  %c0 = arith.constant 0 : i64
  %zero = arith.constant 0 : i32
  %place = gpu.thread_id x upper_bound 64
  %thread = arith.index_cast %place : index to i64
  func.call @add.body(%x, %y, %thread) : (memref<?xi32>, memref<?xi32>, i64) -> ()
  %more = qd.grid_barrier )" +
         words + R"( -> i1 {
  ^bb0(%lane: i64):
    func.call @copy.body(%x, %y, %lane) : (memref<?xi32>, memref<?xi32>, i64) -> ()
    %first = qd.flat_load %x[%c0] : memref<?xi32> -> i32
    %set = arith.cmpi ne, %first, %zero : i32
    qd.grid_barrier_end %set : i1
  }
  scf.if %more {
    func.call @add.body(%x, %y, %thread) : (memref<?xi32>, memref<?xi32>, i64) -> ()
  }
  return
}
)";
}

TEST_CASE("what a barrier's body does stays between the two barriers of its block") {
  for (const char *target : {"cuda:compute_75", "cuda:compute_90"}) {
    CAPTURE(target);
    const std::string block = bodyInBarrier("", "block", "single");
    const std::string grid = bodyInBarrier("at %words[1] : memref<?xi64>", "grid", "cooperative");
    for (const std::string &source : {block, grid})
      CHECK(accesses(compileImage(source, {}, target).bytes) == "LLSBLSLRLLS");
  }
}

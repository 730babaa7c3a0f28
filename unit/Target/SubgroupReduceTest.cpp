//===- SubgroupReduceTest.cpp - The iterations of a reduction -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <array>
#include <bit>
#include <numeric>

using namespace qdc;

/// Iterations of a block, as KernelABI.h has it.
static int64_t blockSize(int64_t total) {
  constexpr int64_t most = int64_t{QDC_REDUCE_MINIMUM_BLOCK} * QDC_REDUCE_MAXIMUM_PARTIALS;
  return QDC_REDUCE_MINIMUM_BLOCK * std::max<int64_t>(1, (total + most - 1) / most);
}

/// Reduces by `reduce` what `value` makes of %flat, the number f of each iteration of ([-2, n1 - 2), [0, 3 n2) by
/// threes, [0, n3)), and writes i * 10^8 + j * 10^4 + k to out[f].
static GPUThreads threeDimensions(const std::string &reduce, const std::string &value) {
  std::string slots;
  for (unsigned argument = 1; argument <= 3; ++argument)
    slots += ", %n" + std::to_string(argument) + ": i64 {qd.slot = #qd.slot<scalar(" + std::to_string(argument) + ")>}";
  return GPUThreads(taskModule(
      "(%out: memref<?xi64> {qd.slot = #qd.slot<array(0)>}" + slots + ")",
      "%c0 = arith.constant 0 : i64\n%c1 = arith.constant 1 : i64\n%c3 = arith.constant 3 : i64\n"
      "%low = arith.constant -2 : i64\n%high = arith.addi %low, %n1 : i64\n%wide = arith.muli %n2, %c3 : i64\n"
      "%sum = qd.for (%i, %j, %k) in (%high, %wide, %n3) from (%low, %c0, %c0) step (%c1, %c3, %c1) : i64 "
      "block_dim(32) reduce" +
          reduce +
          " {\n%d = arith.subi %i, %low : i64\n%e = arith.divsi %j, %c3 : i64\n%f = arith.muli %d, %n2 : i64\n"
          "%g = arith.addi %f, %e : i64\n%h = arith.muli %g, %n3 : i64\n%flat = arith.addi %h, %k : i64\n"
          "%at = arith.index_cast %flat : i64 to index\n%c8 = arith.constant 100000000 : i64\n"
          "%c4 = arith.constant 10000 : i64\n%p = arith.muli %i, %c8 : i64\n%q = arith.muli %j, %c4 : i64\n"
          "%r = arith.addi %p, %q : i64\n%s = arith.addi %r, %k : i64\nmemref.store %s, %out[%at] : memref<?xi64>\n" +
          value + "\n}",
      "", "partials [64]"));
}

/// Runs it with several extents. `bitsOf` gives the partial, as it lies in memory, of the iterations that the first
/// thread of a subgroup has in a block, which alone writes it.
template <typename BitsOf>
static void checkThreeDimensions(const GPUThreads &kernel, BitsOf bitsOf) {
  REQUIRE(kernel.shape().blockThreads == 32);
  // Dimensions that hold the distance of 32 iterations never, exactly, once, or many times.
  for (auto [n1, n2, n3] : {std::array<int64_t, 3>{1, 1, 1000},
                            {1000, 1, 1},
                            {1, 1000, 1},
                            {40, 5, 7},
                            {5, 40, 7},
                            {3, 32, 32},
                            {7, 11, 33},
                            {31, 2, 31},
                            {0, 5, 7}})
    for (uint32_t blocks : {1, 2, 5}) {
      CAPTURE(n1, n2, n3, blocks);
      int64_t total = n1 * n2 * n3, size = blockSize(total);
      std::vector<int64_t> out(total), wanted, workspace(8 + total / size + 1), partials(8 + total / size + 1);
      for (int64_t i = -2; i < n1 - 2; ++i)
        for (int64_t j = 0; j < 3 * n2; j += 3)
          for (int64_t k = 0; k < n3; ++k)
            wanted.push_back(i * 100000000 + j * 10000 + k);
      std::vector<std::vector<int64_t>> numbers(partials.size());
      for (int64_t f = 0; f < total; f += kernel.shape().subgroupWidth)
        numbers[8 + f / size].push_back(f);
      for (size_t word = 8; word < partials.size(); ++word)
        partials[word] = bitsOf(numbers[word]);
      kernel.run({address(out.data()), static_cast<qd_slot>(n1), static_cast<qd_slot>(n2), static_cast<qd_slot>(n3),
                  address(workspace.data())},
                 blocks);
      CHECK(out == wanted);
      CHECK(workspace == partials);
    }
}

TEST_CASE("the coordinates of a subgroup's reduction are counted up from one iteration of a thread to its next") {
  checkThreeDimensions(
      threeDimensions("(addi) -> i64", "qd.yield %flat : i64"),
      [](const std::vector<int64_t> &numbers) { return std::accumulate(numbers.begin(), numbers.end(), int64_t{0}); });
}

TEST_CASE("and in batches, with a branch in the body") {
  // Of floats a thread runs several iterations together. Sums of whole numbers are exact.
  const char *value = "%c32 = arith.constant 32 : i64\n%zero = arith.constant 0.0 : f64\n"
                      "%turn = arith.divsi %flat, %c32 : i64\n%is_odd = arith.trunci %turn : i64 to i1\n"
                      "%value = scf.if %is_odd -> f64 {\n%odd = arith.sitofp %flat : i64 to f64\n"
                      "scf.yield %odd : f64\n} else {\nscf.yield %zero : f64\n}\nqd.yield %value : f64";
  checkThreeDimensions(threeDimensions("(addf) -> f64", value), [](const std::vector<int64_t> &numbers) {
    double sum = 0;
    for (int64_t f : numbers)
      sum += f / 32 % 2 != 0 ? static_cast<double>(f) : 0.0;
    return std::bit_cast<int64_t>(sum);
  });
}

TEST_CASE("so are those of ranges of more than 2^32 iterations") {
  // Iteration (i, j) of (n, m) writes i and j to the pair of out that its number, less `from`, has.
  GPUThreads kernel(taskModule(
      "(%out: memref<?x2xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, "
      "%m: index {qd.slot = #qd.slot<scalar(2)>}, %from: index {qd.slot = #qd.slot<scalar(3)>})",
      "%sum = qd.for (%i, %j) in (%n, %m) block_dim(32) reduce(addi) -> i64 {\n%c0 = arith.constant 0 : index\n"
      "%c1 = arith.constant 1 : index\n%row = arith.muli %i, %m : index\n%f = arith.addi %row, %j : index\n"
      "%at = arith.subi %f, %from : index\n%p = arith.index_cast %i : index to i64\n"
      "%q = arith.index_cast %j : index to i64\nmemref.store %p, %out[%at, %c0] : memref<?x2xi64>\n"
      "memref.store %q, %out[%at, %c1] : memref<?x2xi64>\nqd.yield %p : i64\n}",
      "", "partials [64]"));
  constexpr int64_t two32 = int64_t{1} << 32;
  for (auto [n, m] :
       {std::array<int64_t, 2>{65536, 65537}, {two32 + 77, 2}, {2, two32 + 5}, {1, two32 + 1}, {3, two32 / 2}}) {
    CAPTURE(n, m);
    int64_t total = n * m, size = blockSize(total), count = (total + size - 1) / size;
    std::vector<int64_t> workspace(8 + count);
    // The block that holds iteration 2^32, and the last one.
    for (int64_t block : {two32 / size, count - 1}) {
      int64_t from = block * size, length = std::min(size, total - from);
      std::vector<int64_t> out(2 * length), wanted;
      for (int64_t f = from; f < from + length; ++f) {
        wanted.push_back(f / m);
        wanted.push_back(f % m);
      }
      for (uint32_t thread = 0; thread < 32; ++thread)
        kernel.runThread({address(out.data()), static_cast<qd_slot>(n), static_cast<qd_slot>(m),
                          static_cast<qd_slot>(from), address(workspace.data())},
                         static_cast<uint32_t>(count), static_cast<uint32_t>(block), thread);
      CHECK((out == wanted));
    }
  }
}

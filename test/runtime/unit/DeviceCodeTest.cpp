//===- DeviceCodeTest.cpp - Kernels of the loader, on the host ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel that checks sizes, compiled for the host, against the evaluator of
// size expressions: a temporary takes what the loader would have allocated.
//
//===----------------------------------------------------------------------===//

#include "Runtime/DeviceCode/Sizes.h"

#include "qdc/SizeExpr/SizeExpr.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <vector>

extern "C" void qdrt_sizes(uint64_t);

namespace {
/// Words of which nothing else is asked.
class Words final : public qdc::SizeExprBindings {
public:
  explicit Words(const std::vector<int64_t> &words) : words(words) {}
  qdc::Result<int64_t> scalar(uint32_t) const override { return qdc::Error{qdc::ErrorCode::internal, "no scalars"}; }
  qdc::Result<int64_t> dim(uint32_t, uint32_t) const override {
    return qdc::Error{qdc::ErrorCode::internal, "no dims"};
  }
  qdc::Result<int64_t> word(uint64_t offset) const override { return words[offset / QDC_WORD_BYTES]; }

private:
  const std::vector<int64_t> &words;
};

uint64_t addressOf(const void *place) { return reinterpret_cast<uintptr_t>(place); }

/// A number with as many bits as chance says.
int64_t anyNumber(std::mt19937_64 &random) { return static_cast<int64_t>((random() >> 1) >> (random() % 63)); }

/// What the kernel finds that a temporary takes: factor times all words.
int64_t bytesByKernel(const std::vector<int64_t> &words, int64_t factor) {
  qd_error_record record = {};
  std::vector<uint64_t> slots = {addressOf(words.data()),       addressOf(&record), 0, 1, 7, 0,
                                 static_cast<uint64_t>(factor), words.size()};
  for (uint64_t axis = 0; axis < words.size(); ++axis)
    slots.push_back(axis | axis << QDRT_SIZES_AXIS_SHIFT);
  qdrt_sizes(addressOf(slots.data()));
  if (record.code == QD_ERROR_NONE)
    return 0; // the limit
  CHECK(record.code == QDRT_ERROR_WORKSPACE);
  CHECK(record.iteration == 7);
  CHECK(record.values[1] == 0);
  return static_cast<int64_t>(record.values[0]);
}
} // namespace

TEST_CASE("a device finds the sizes that the evaluator of size expressions finds, up to 2^63 - 1") {
  std::mt19937_64 random(11);
  uint64_t exact = 0, saturated = 0;
  for (int trial = 0; trial < 200000; ++trial) {
    std::vector<int64_t> words(1 + random() % 4);
    std::ranges::generate(words, [&] { return anyNumber(random); });
    const int64_t factor = anyNumber(random);
    qdc::SizeExpr size = qdc::SizeExpr::constant(factor);
    for (uint64_t index = 0; index < words.size(); ++index)
      size = qdc::SizeExpr::binary(qdc::SizeExprKind::mul, size, qdc::SizeExpr::word(index * QDC_WORD_BYTES));
    const qdc::Result<int64_t> expected = size.evaluate(Words(words));
    const int64_t found = bytesByKernel(words, factor);
    // The kernel goes on after a product that is too large: a 0 that follows makes it 0 again on the device only.
    const bool isZero = factor == 0 || std::ranges::count(words, 0) != 0;
    if (isZero ? found != 0 : found != (expected ? *expected : INT64_MAX))
      FAIL_CHECK("trial " << trial << ": " << found << " in place of " << (expected ? *expected : INT64_MAX));
    ++(expected ? exact : saturated);
  }
  // Both ways were taken often.
  CHECK(exact > 20000);
  CHECK(saturated > 20000);
}

TEST_CASE("products next to 2^63 are exact on a device") {
  CHECK(bytesByKernel({3037000499, 3037000499}, 1) == 3037000499 * 3037000499);
  CHECK(bytesByKernel({INT64_MAX}, 1) == INT64_MAX);
  CHECK(bytesByKernel({1}, INT64_MAX) == INT64_MAX);
  CHECK(bytesByKernel({2}, INT64_MAX / 2) == INT64_MAX - 1);
  CHECK(bytesByKernel({2}, INT64_MAX / 2 + 1) == INT64_MAX);
  CHECK(bytesByKernel({int64_t{1} << 31, (int64_t{1} << 32) - 1}, 1) == ((int64_t{1} << 32) - 1) << 31);
  CHECK(bytesByKernel({int64_t{1} << 31, int64_t{1} << 32}, 1) == INT64_MAX);
  CHECK(bytesByKernel({4294967295, 4294967295}, 1) == INT64_MAX);
  // 2^63 - 1 is 7 * 7 * 73 * 127 * 337 * 92737 * 649657.
  CHECK(bytesByKernel({7 * 7 * 73 * 127, 337, 92737}, 649657) == INT64_MAX);
  CHECK(bytesByKernel({7 * 7 * 73 * 127, 337, 92737}, 649656) == INT64_MAX - int64_t{7} * 7 * 73 * 127 * 337 * 92737);
}

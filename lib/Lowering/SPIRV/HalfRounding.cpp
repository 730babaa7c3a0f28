//===- HalfRounding.cpp - f32 as an f16 can have it -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the 23 bits of an f32's fraction an f16 has the first ten, and below 2^-14
// those from 2^-24 on.
//
//===----------------------------------------------------------------------===//
#include "HalfRounding.h"

using namespace mlir;

namespace qdc {

namespace {
constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000; // bits of f32
constexpr uint32_t kHalf = 0x3f000000; // 0.5, above which the last bit of an f32 is 2^-24
constexpr uint32_t kSubnormalUnit = 0x33800000; // 2^-24
constexpr uint32_t kLeastNormal = 0x38800000; // 2^-14
constexpr uint32_t kBeyond = 0x47800000; // 2^16
constexpr unsigned kDropped = 13; // bits of the fraction
} // namespace

/// Of bits of at least 2^-14.
static Value roundNormal(FunctionConversion &to, Value magnitude) {
  auto word = [&](uint32_t value) { return to.integer(32, value); };
  Value last = to.create<spirv::ShiftRightLogicalOp>(magnitude.getType(), magnitude, word(kDropped));
  Value isOdd = to.create<spirv::BitwiseAndOp>(last, word(1));
  Value sum = to.create<spirv::IAddOp>(magnitude, word((1u << (kDropped - 1)) - 1));
  Value nearest = to.create<spirv::BitwiseAndOp>(to.create<spirv::IAddOp>(sum, isOdd), word(~((1u << kDropped) - 1)));
  return to.select(to.create<spirv::UGreaterThanEqualOp>(nearest, word(kBeyond)), word(kInfinity), nearest);
}

/// Of bits below 2^-14, by the rounding of a sum.
static Value roundSubnormal(FunctionConversion &to, Value magnitude, Type f32) {
  Value half = to.reinterpret(to.integer(32, kHalf), f32);
  Value sum = to.exact(to.create<spirv::FAddOp>(to.reinterpret(magnitude, f32), half));
  Value units = to.create<spirv::ISubOp>(to.reinterpret(sum, magnitude.getType()), to.integer(32, kHalf));
  Value number = to.create<spirv::ConvertUToFOp>(f32, units);
  Value rounded = to.exact(to.create<spirv::FMulOp>(number, to.reinterpret(to.integer(32, kSubnormalUnit), f32)));
  return to.reinterpret(rounded, magnitude.getType());
}

Value roundToHalf(FunctionConversion &to, Value value) {
  Type f32 = value.getType();
  Value bits = to.reinterpret(value, to.builder.getI32Type());
  Value magnitude = to.create<spirv::BitwiseAndOp>(bits, to.integer(32, kSign - 1));
  Value sign = to.create<spirv::BitwiseAndOp>(bits, to.integer(32, kSign));
  Value isNormal = to.create<spirv::UGreaterThanEqualOp>(magnitude, to.integer(32, kLeastNormal));
  Value rounded = to.select(isNormal, roundNormal(to, magnitude), roundSubnormal(to, magnitude, f32));
  Value isNaN = to.create<spirv::UGreaterThanOp>(magnitude, to.integer(32, kInfinity));
  Value known = to.select(isNaN, magnitude, rounded);
  return to.reinterpret(to.create<spirv::BitwiseOrOp>(known, sign), f32);
}

} // namespace qdc

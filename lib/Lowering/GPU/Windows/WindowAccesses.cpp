//===- WindowAccesses.cpp - Accesses of neighbouring iterations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WindowAccesses.h"

#include "../Grid/StraightBody.h"
#include "LinearIndices.h"
#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

std::optional<WindowAccesses> WindowAccesses::of(qd::ForOp loop, int64_t width) {
  WindowAccesses accesses(width);
  const bool areAll = !loop.getBody()
                           .walk([&](Operation *op) {
                             return accesses.add(loop, *op) ? WalkResult::advance() : WalkResult::interrupt();
                           })
                           .wasInterrupted();
  if (!areAll || accesses.places.empty())
    return std::nullopt;
  return accesses;
}

/// False if `op` rules windows out.
bool WindowAccesses::add(qd::ForOp loop, Operation &op) {
  const PlainAccess access = PlainAccess::of(op);
  if (!access || access.isLocal())
    return true;
  llvm::SetVector<Value> needed;
  Value position = cast<qd::ElementAccess>(op).getIndices().front();
  const std::optional<LinearIndex> index = findLinearIndex(loop, position, width, needed);
  if (!index)
    return false;
  if (index->coefficient == 0)
    return true;
  if (std::abs(index->coefficient) != 1 || !index->residue)
    return false;
  const bool isStore = isa<memref::StoreOp>(op);
  if (places.empty() || (!hasStore && isStore)) {
    start = (-index->coefficient * *index->residue) & (width - 1);
    hasStore = isStore;
  }
  places[&op] = {index->coefficient, *index->residue};
  arrays.insert(access.array);
  multiples.insert_range(needed);
  return true;
}

void WindowAccesses::beginAt(Value first) {
  const std::optional<int64_t> known = getConstantIntValue(first);
  start = known.value_or(0) & (width - 1);
  if (!known)
    multiples.insert(first);
}

bool WindowAccesses::haveWholePieces() const {
  return llvm::any_of(places, [&](const auto &entry) {
    const Place &place = entry.second;
    const int64_t lowest = place.coefficient > 0 ? start : -(start + width - 1);
    return ((lowest + place.residue) & (width - 1)) == 0;
  });
}

Value WindowAccesses::areAligned(OpBuilder &builder, Location location) const {
  I64Builder i64{builder, location};
  Value bits = i64.constant(0);
  auto add = [&](Value value, int64_t unit) {
    bits = arith::OrIOp::create(builder, location, bits, i64.bitAnd(i64.fromInteger(value), unit - 1));
  };
  for (Value array : arrays) {
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, location, array);
    add(address, width * PlainAccess{array}.bytes());
  }
  for (Value multiple : multiples)
    add(multiple, width);
  return i64.equal(bits, i64.constant(0));
}

void WindowAccesses::align(Operation *source, Operation *copy, int64_t number) const {
  auto found = places.find(source);
  if (found == places.end())
    return;
  const Place &place = found->second;
  const int64_t element = (place.coefficient * (start + number) + place.residue) & (width - 1);
  const int64_t elements = element == 0 ? width : element & -element;
  const int64_t bytes = PlainAccess::of(*source).bytes();
  if (elements > 1)
    copy->setAttr(qd::alignmentAttr, Builder(source->getContext()).getI64IntegerAttr(elements * bytes));
}

} // namespace qdc

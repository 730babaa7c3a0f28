//===- CheckBounds.cpp - Indices inside of their arrays -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayName.h"
#include "qdc/Analysis/IndexBounds.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/NamedExtents.h"
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {
#define GEN_PASS_DEF_CHECKBOUNDS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
class BoundsChecker {
public:
  explicit BoundsChecker(KernelOp kernel) : kernel(kernel), named(*NamedExtents::read(kernel)) {}

  CheckCounts run();

private:
  std::optional<SizeExpr> knownExtent(Value array, unsigned axis);
  Value extentOf(OpBuilder &builder, Location location, Value array, unsigned axis);
  bool isProven(ElementAccess access);
  void check(ElementAccess access);

  KernelOp kernel;
  NamedExtents named;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> extents; // of arguments
};

struct CheckBounds : qdc::qd::impl::CheckBoundsBase<CheckBounds> {
  void runOnOperation() override { addCounts(getOperation(), checkBounds(getOperation())); }
};
} // namespace

/// As an expression over the kernel's arguments, if it is one.
std::optional<SizeExpr> BoundsChecker::knownExtent(Value array, unsigned axis) {
  auto type = cast<MemRefType>(array.getType());
  if (!type.isDynamicDim(axis))
    return SizeExpr::constant(type.getDimSize(axis));
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument || argument.getOwner() != &kernel.getBody().front())
    return std::nullopt;
  ArrayRef<NamedExtents::Extent> extents = named.of(argument.getArgNumber());
  if (extents.empty() || !extents[axis].value)
    return SizeExpr::dim(argument.getArgNumber(), axis);
  return extents[axis].known ? SizeExpr::constant(*extents[axis].known) : *extents[axis].value;
}

Value BoundsChecker::extentOf(OpBuilder &builder, Location location, Value array, unsigned axis) {
  auto type = cast<MemRefType>(array.getType());
  if (!type.isDynamicDim(axis))
    return arith::ConstantIndexOp::create(builder, location, type.getDimSize(axis));
  if (!isa<BlockArgument>(array))
    return memref::DimOp::create(builder, location, array, axis);
  Value &known = extents[{array, axis}];
  if (!known) {
    OpBuilder atStart = OpBuilder::atBlockBegin(&kernel.getBody().front());
    known = memref::DimOp::create(atStart, kernel.getLoc(), array, axis);
  }
  return known;
}

bool BoundsChecker::isProven(ElementAccess access) {
  SmallVector<SizeExpr> known;
  for (unsigned axis = 0; axis < access.getIndices().size(); ++axis) {
    std::optional<SizeExpr> extent = knownExtent(access.getArray(), axis);
    if (!extent)
      return false;
    known.push_back(*extent);
  }
  IndexBounds bounds(access, known);
  return llvm::all_of(llvm::zip_equal(access.getIndices(), known), [&](auto indexAndExtent) {
    return bounds.isInside(std::get<0>(indexAndExtent), std::get<1>(indexAndExtent));
  });
}

/// "({}, {})", or "{}" for one.
static std::string placeholders(size_t count) {
  std::string text = "{}";
  for (size_t value = 1; value < count; ++value)
    text += ", {}";
  return count == 1 ? text : "(" + text + ")";
}

/// The array's name, in which nothing stands for a value.
static std::string nameInMessage(Value memref) {
  Value array = getAccessedArray(memref);
  std::string name = array ? quotedArrayName(array) : "the array";
  for (size_t at = name.find("{}"); at != std::string::npos; at = name.find("{}"))
    name.insert(at + 1, " ");
  return name;
}

void BoundsChecker::check(ElementAccess access) {
  OpBuilder builder(access);
  Location location = access.getLoc();
  Value isInside;
  SmallVector<Value> reported(access.getIndices());
  for (auto [axis, index] : llvm::enumerate(access.getIndices())) {
    Value extent = extentOf(builder, location, access.getArray(), axis);
    reported.push_back(extent);
    Value fits = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, index, extent);
    isInside = isInside ? arith::AndIOp::create(builder, location, isInside, fits).getResult() : fits;
  }
  size_t rank = access.getIndices().size();
  std::string message = "index " + placeholders(rank) + " is outside of " + nameInMessage(access.getArray()) +
                        (rank == 1 ? ", whose extent is " : ", whose extents are ") + placeholders(rank);
  createCheck(builder, location, isInside, std::move(message), reported);
}

CheckCounts BoundsChecker::run() {
  SmallVector<ElementAccess> accesses;
  kernel.walk([&](ElementAccess access) { accesses.push_back(access); });
  CheckCounts counts;
  for (ElementAccess access : accesses) {
    if (isProven(access)) {
      ++counts.proven;
      continue;
    }
    check(access);
    ++counts.checks;
  }
  return counts;
}

CheckCounts qdc::qd::checkBounds(KernelOp kernel) { return BoundsChecker(kernel).run(); }

//===- UnifyExtents.cpp - Extents of one name are one value ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/UnifyExtents.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringMap.h"

namespace qdc::qd {
#define GEN_PASS_DEF_UNIFYEXTENTS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;
using qdc::SizeExpr;
using qdc::SizeExprKind;

namespace {
/// Makes values of sizes at the start of a kernel, one for each expression.
class SizeValues {
public:
  explicit SizeValues(KernelOp kernel)
      : kernel(kernel), builder(OpBuilder::atBlockBegin(&kernel.getBody().front())), location(kernel.getLoc()) {}

  Value get(const SizeExpr &size) {
    std::string text = size.str();
    if (Value known = values.lookup(text))
      return known;
    Value made = make(size);
    values.try_emplace(text, made);
    return made;
  }

private:
  Value make(const SizeExpr &size);

  KernelOp kernel;
  OpBuilder builder;
  Location location;
  llvm::StringMap<Value> values;
};

struct UnifyExtents : qdc::qd::impl::UnifyExtentsBase<UnifyExtents> {
  void runOnOperation() override { unifyExtents(getOperation()); }
};
} // namespace

Value SizeValues::make(const SizeExpr &size) {
  switch (size.kind()) {
  case SizeExprKind::constant:
    return arith::ConstantIndexOp::create(builder, location, size.value());
  case SizeExprKind::scalar: {
    Value scalar = kernel.getArgument(size.argument());
    return scalar.getType().isIndex()
               ? scalar
               : arith::IndexCastOp::create(builder, location, builder.getIndexType(), scalar).getResult();
  }
  case SizeExprKind::dim:
    return memref::DimOp::create(builder, location, kernel.getArgument(size.argument()),
                                 get(SizeExpr::constant(size.axis())));
  default:
    break;
  }
  Value lhs = get(size.lhs()), rhs = get(size.rhs());
  if (size.kind() == SizeExprKind::add)
    return arith::AddIOp::create(builder, location, lhs, rhs);
  if (size.kind() == SizeExprKind::sub)
    return arith::SubIOp::create(builder, location, lhs, rhs);
  assert(size.kind() == SizeExprKind::mul && "extents are sums of integer * name");
  return arith::MulIOp::create(builder, location, lhs, rhs);
}

void qdc::qd::unifyExtents(KernelOp kernel) {
  FailureOr<DeclaredExtents> named = DeclaredExtents::read(kernel);
  assert(succeeded(named) && "the kernel's verifier has read them");
  SmallVector<memref::DimOp> dims;
  kernel.walk([&](memref::DimOp dim) { dims.push_back(dim); });
  SizeValues values(kernel);
  SmallVector<memref::DimOp> replaced; // erased last: values are made ahead of what stood first
  for (memref::DimOp dim : dims) {
    auto array = dyn_cast<BlockArgument>(dim.getSource());
    std::optional<int64_t> axis = dim.getConstantIndex();
    if (!array || array.getOwner() != &kernel.getBody().front() || !axis)
      continue;
    ArrayRef<DeclaredExtents::Extent> extents = named->of(array.getArgNumber());
    if (*axis < 0 || *axis >= static_cast<int64_t>(extents.size()) || !extents[*axis].value)
      continue;
    const DeclaredExtents::Extent &extent = extents[*axis];
    dim.replaceAllUsesWith(values.get(extent.known ? SizeExpr::constant(*extent.known) : *extent.value));
    replaced.push_back(dim);
  }
  for (memref::DimOp dim : replaced)
    dim.erase();
}

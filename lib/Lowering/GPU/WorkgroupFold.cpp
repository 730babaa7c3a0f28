//===- WorkgroupFold.cpp - Folds through workgroup memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WorkgroupFold.h"

#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

Value createWorkgroupArray(OpBuilder &builder, Location location, const GridBody &body, Type type, unsigned count) {
  func::FuncOp function = body.function;
  auto module = function->getParentOfType<ModuleOp>();
  std::string name;
  for (unsigned number = 0; name.empty() || module.lookupSymbol(name); ++number)
    name = (function.getSymName() + ".shared" + Twine(number)).str();
  OpBuilder inModule(function);
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
  auto array = MemRefType::get({count}, type, MemRefLayoutAttrInterface(), space);
  auto global = memref::GlobalOp::create(inModule, location, name,
                                         /*sym_visibility=*/builder.getStringAttr("private"), array,
                                         /*initial_value=*/builder.getUnitAttr(), /*constant=*/false,
                                         /*alignment=*/builder.getI64IntegerAttr(8));
  return memref::GetGlobalOp::create(builder, location, array, global.getSymName());
}

Value foldBlock(OpBuilder &builder, Location location, const GridBody &body, Value value,
                llvm::function_ref<Value(Value lhs, Value rhs)> fold) {
  I64Builder i64{builder, location};
  Value shared = createWorkgroupArray(builder, location, body, value.getType(), body.shape.blockThreads);
  auto load = [&](Value at) {
    return memref::LoadOp::create(builder, location, shared, i64.toType(at, builder.getIndexType()));
  };
  auto store = [&](Value element, Value at) {
    memref::StoreOp::create(builder, location, element, shared, i64.toType(at, builder.getIndexType()));
  };
  store(value, body.thread);
  for (unsigned distance = body.shape.blockThreads / 2; distance > 0; distance /= 2) {
    gpu::BarrierOp::create(builder, location);
    Value takesPart = i64.less(body.thread, i64.constant(distance));
    auto folds = scf::IfOp::create(builder, location, takesPart, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(folds.thenBlock());
    Value other = load(i64.add(body.thread, i64.constant(distance)));
    store(fold(load(body.thread), other), body.thread);
  }
  Value result = load(body.thread);
  // The next fold may use the array again.
  gpu::BarrierOp::create(builder, location);
  return result;
}

} // namespace qdc

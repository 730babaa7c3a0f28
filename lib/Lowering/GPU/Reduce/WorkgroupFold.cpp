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

static memref::GlobalOp createGlobal(func::FuncOp function, StringRef name, Type type, unsigned count) {
  OpBuilder builder(function);
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
  auto array = MemRefType::get({count}, type, MemRefLayoutAttrInterface(), space);
  return memref::GlobalOp::create(builder, function.getLoc(), name,
                                  /*sym_visibility=*/builder.getStringAttr("private"), array,
                                  /*initial_value=*/builder.getUnitAttr(), /*constant=*/false,
                                  /*alignment=*/builder.getI64IntegerAttr(8));
}

static Value addressOf(OpBuilder &builder, Location location, memref::GlobalOp array) {
  return memref::GetGlobalOp::create(builder, location, array.getType(), array.getSymName());
}

Value createWorkgroupArray(OpBuilder &builder, Location location, const GridBody &body, Type type, unsigned count) {
  func::FuncOp function = body.function();
  auto module = function->getParentOfType<ModuleOp>();
  std::string name;
  for (unsigned number = 0; name.empty() || module.lookupSymbol(name); ++number)
    name = (function.getSymName() + ".shared" + Twine(number)).str();
  return addressOf(builder, location, createGlobal(function, name, type, count));
}

SmallVector<Value> reuseWorkgroupArrays(OpBuilder &builder, Location location, const GridBody &body,
                                        ArrayRef<std::pair<Type, unsigned>> wanted, uint64_t mostBytes) {
  func::FuncOp function = body.function();
  auto module = function->getParentOfType<ModuleOp>();
  const std::string prefix = (body.workgroupName() + ".reused").str();
  auto bytesOf = [](Type element, uint64_t count) {
    return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8u) * count;
  };
  uint64_t bytes = 0;
  SmallVector<memref::GlobalOp> there;
  for (auto array : module.getOps<memref::GlobalOp>())
    if (array.getSymName().starts_with(prefix) && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(array.getType())) {
      there.push_back(array);
      bytes += bytesOf(array.getType().getElementType(), array.getType().getNumElements());
    }
  SmallVector<memref::GlobalOp> found;
  for (auto [type, count] : wanted) {
    auto fits = [&](memref::GlobalOp array) {
      return array && array.getType().getElementType() == type && array.getType().getNumElements() >= count;
    };
    auto it = llvm::find_if(there, fits);
    found.push_back(it == there.end() ? nullptr : *it);
    if (it == there.end())
      bytes += bytesOf(type, count);
    else
      *it = nullptr;
  }
  if (bytes > mostBytes)
    return {};
  unsigned number = there.size();
  SmallVector<Value> arrays;
  for (auto [array, each] : llvm::zip_equal(found, wanted)) {
    std::string name;
    while (!array && (name.empty() || module.lookupSymbol(name)))
      name = prefix + std::to_string(number++);
    if (!array)
      array = createGlobal(function, name, each.first, each.second);
    arrays.push_back(addressOf(builder, location, array));
  }
  return arrays;
}

Value foldBlock(OpBuilder &builder, Location location, const GridBody &body, Value value,
                llvm::function_ref<Value(Value lhs, Value rhs)> fold) {
  I64Builder i64{builder, location};
  Value shared = createWorkgroupArray(builder, location, body, value.getType(), body.shape().blockThreads);
  auto load = [&](Value at) {
    return memref::LoadOp::create(builder, location, shared, i64.toType(at, builder.getIndexType()));
  };
  auto store = [&](Value element, Value at) {
    memref::StoreOp::create(builder, location, element, shared, i64.toType(at, builder.getIndexType()));
  };
  store(value, body.thread());
  const unsigned least = std::max(body.deviceSubgroupWidth(), 1u);
  for (unsigned distance = body.shape().blockThreads / 2; distance >= least; distance /= 2) {
    gpu::BarrierOp::create(builder, location);
    Value takesPart = i64.less(body.thread(), i64.constant(distance));
    auto folds = scf::IfOp::create(builder, location, value.getType(), takesPart, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(folds.elseBlock());
    scf::YieldOp::create(builder, location, value);
    builder.setInsertionPointToStart(folds.thenBlock());
    Value other = load(i64.add(body.thread(), i64.constant(distance)));
    Value both = fold(load(body.thread()), other);
    if (distance > least)
      store(both, body.thread());
    else if (distance > 1)
      both = GridBuilder{builder, location, body.deviceSubgroupWidth()}.foldSubgroup(both, fold);
    scf::YieldOp::create(builder, location, both);
    value = folds.getResult(0);
  }
  // The next fold may use the array again.
  gpu::BarrierOp::create(builder, location);
  return value;
}

} // namespace qdc

//===- ConvertGridToSPIRV.cpp - From grids to compute shaders -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/SPIRV/GridToSPIRV.h"
#include "qdc/Lowering/SPIRV/Passes.h"

#include "BlockBarriers.h"
#include "EntryFunction.h"
#include "IndexOperations.h"
#include "Needs.h"
#include "ShareWorkgroupMemory.h"
#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/CommonOperations.h"
#include "qdc/Lowering/Common/ExpandAtomics.h"
#include "qdc/Lowering/Common/HalfConversions.h"
#include "qdc/Lowering/Common/OutlineEarlyExits.h"
#include "qdc/Lowering/Common/WidenNarrowAtomics.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTGRIDTOSPIRV
#include "qdc/Lowering/SPIRV/Passes.h.inc"

/// Beyond the limits of its type a conversion is not defined, so it gets no such number.
static Value createSaturated(OpBuilder &builder, Location location, Type type, Value value, bool isSigned) {
  const unsigned width = type.getIntOrFloatBitWidth();
  const APInt largest = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  const APInt smallest = isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  auto real = cast<FloatType>(value.getType());
  auto limit = [&](const APInt &number) -> Value {
    APFloat converted(real.getFloatSemantics());
    converted.convertFromAPInt(number, isSigned, APFloat::rmNearestTiesToEven);
    return arith::ConstantOp::create(builder, location, builder.getFloatAttr(real, converted));
  };
  auto whole = [&](const APInt &number) -> Value {
    return arith::ConstantOp::create(builder, location, builder.getIntegerAttr(type, number));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value other) -> Value {
    return arith::CmpFOp::create(builder, location, predicate, value, other);
  };
  // As a float, the largest number may be the one after it, from which on the result is the same.
  Value isLarge = compare(arith::CmpFPredicate::OGE, limit(largest));
  Value isSmall = compare(arith::CmpFPredicate::OLE, limit(smallest));
  Value isNone = compare(arith::CmpFPredicate::UNO, value);
  auto either = [&](Value one, Value other) -> Value { return arith::OrIOp::create(builder, location, one, other); };
  Value zero = arith::ConstantOp::create(builder, location, builder.getFloatAttr(real, 0.0));
  Value inside = arith::SelectOp::create(builder, location, either(either(isLarge, isSmall), isNone), zero, value);
  Value converted = isSigned ? Value(arith::FPToSIOp::create(builder, location, type, inside))
                             : Value(arith::FPToUIOp::create(builder, location, type, inside));
  Value result = arith::SelectOp::create(builder, location, isLarge, whole(largest), converted);
  result = arith::SelectOp::create(builder, location, isSmall, whole(smallest), result);
  return arith::SelectOp::create(builder, location, isNone, whole(APInt::getZero(width)), result);
}

/// What an if makes of two constants becomes a selection of them here, where drivers' errors with some are known
/// (Selection.cpp): they make the same of it.
static void selectConstants(scf::IfOp op) {
  for (OpResult result : op.getResults()) {
    const unsigned index = result.getResultNumber();
    auto yes = op.thenYield().getOperand(index).getDefiningOp<arith::ConstantOp>();
    auto no = op.elseYield().getOperand(index).getDefiningOp<arith::ConstantOp>();
    if (!yes || !no)
      continue;
    OpBuilder builder(op);
    Value ifTrue = builder.clone(*yes)->getResult(0), ifFalse = builder.clone(*no)->getResult(0);
    result.replaceAllUsesWith(
        arith::SelectOp::create(builder, op.getLoc(), op.getCondition(), ifTrue, ifFalse).getResult());
  }
}

/// Steps within the dialects of the grid.
static LogicalResult prepare(ModuleOp module, const VulkanDevices &devices) {
  // Chips compare and swap words, and some also two of them.
  constexpr unsigned narrowestAtomic = 32;
  RewritePatternSet patterns(module.getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  const FrozenRewritePatternSet divisions(std::move(patterns));
  for (auto function : module.getOps<func::FuncOp>()) {
    lowerIndexOperations(function);
    if (failed(widenNarrowAtomics(function, narrowestAtomic)))
      return failure();
    expandAtomics(function, [&](arith::AtomicRMWKind kind, Type type) {
      const bool isSum = kind == arith::AtomicRMWKind::addf && (type.isF32() || type.isF64());
      return isCommonAtomic(kind, type) || (devices.floatAtomics && isSum);
    });
    lowerCommonOperations(function, createSaturated);
    convertDoubleToHalfByF32(function); // Mesa (lavapipe of 22.3) rounds to f32 first
    walkAndApplyPatterns(function, divisions);
    function.walk(selectConstants);
  }
  return success();
}

namespace {

/// Ends an entry point for threads from number `count` on.
void leaveFurtherThreads(func::FuncOp entry, unsigned count) {
  Location location = entry.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.front());
  Value thread = gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x);
  Value threads = arith::ConstantIndexOp::create(builder, location, count);
  Value isWanted = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, thread, threads);
  auto exit = qd::ReturnUnlessOp::create(builder, location, isWanted);
  builder.setInsertionPointToStart(&exit.getBody().front());
  qd::ReturnEarlyOp::create(builder, location, ValueRange());
}

/// The functions of a module and what becomes of them.
class ModuleConversion {
public:
  explicit ModuleConversion(ModuleOp module) : module(module), symbols(module), builder(module.getContext()) {}

  LogicalResult run(spirv::Version version) {
    functions = llvm::to_vector(module.getOps<func::FuncOp>());
    findOwnArrays();
    findCommunicating();
    fillVectors();
    builder.setInsertionPointToEnd(module.getBody());
    result = spirv::ModuleOp::create(builder, module.getLoc(), spirv::AddressingModel::PhysicalStorageBuffer64,
                                     spirv::MemoryModel::Vulkan);
    builder.setInsertionPointToStart(result.getBody());
    declareVariables(builder, module.getLoc());
    for (auto array : module.getOps<memref::GlobalOp>())
      spirv::GlobalVariableOp::create(builder, array.getLoc(), TypeAttr::get(spirvTypeOfGlobal(array.getType())),
                                      array.getSymNameAttr(), declareNumbers(builder, array));
    bool hasFailed = false;
    for (func::FuncOp function : functions)
      hasFailed |= failed(convert(function));
    if (hasFailed)
      return failure();
    declareEntryPoints();
    eraseGrid();
    declareNeeds(result, version);
    return success();
  }

private:
  /// Parameters that callers hand arrays to which are their own. Callers stand after what they call.
  void findOwnArrays() {
    for (func::FuncOp caller : llvm::reverse(functions))
      caller.walk([&](Operation *op) {
        if (auto array = dyn_cast<memref::AllocaOp>(op))
          ownArrays.insert(array);
        auto call = dyn_cast<func::CallOp>(op);
        auto callee = call ? symbols.lookup<func::FuncOp>(call.getCallee()) : func::FuncOp();
        if (!callee || callee.isExternal())
          return;
        for (auto [parameter, operand] : llvm::zip_equal(callee.getArguments(), call.getOperands()))
          if (ownArrays.contains(operand))
            ownArrays.insert(parameter);
      });
  }

  /// Functions of entry points that have a barrier somewhere.
  void findCommunicating() {
    for (func::FuncOp entry : functions) {
      if (!entry->hasAttr(qd::entryPointAttr))
        continue;
      llvm::SetVector<Operation *> called;
      called.insert(entry);
      bool hasBarrier = false;
      for (unsigned index = 0; index < called.size(); ++index)
        called[index]->walk([&](Operation *op) {
          hasBarrier |= isa<gpu::BarrierOp>(op);
          if (auto call = dyn_cast<func::CallOp>(op))
            if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
              called.insert(callee);
        });
      if (hasBarrier)
        communicating.insert_range(called);
    }
  }

  /// Workgroups are whole vectors of lavapipe. That of Mesa 22.3 also runs threads of a vector that are not there; what
  /// these load is nothing, a loop that ends by it never ends, and when the driver gives up it ends all later loops
  /// too.
  void fillVectors() {
    for (func::FuncOp function : functions) {
      auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
      if (!entry || communicating.contains(function))
        continue;
      const unsigned wanted = entry.getLaunch().getBlockThreads();
      workgroups[function.getSymName()] = llvm::alignTo(wanted, QDC_VULKAN_WHOLE_THREADS);
      if (wanted % QDC_VULKAN_WHOLE_THREADS != 0)
        leaveFurtherThreads(function, wanted);
    }
  }

  Type typeOfParameter(BlockArgument parameter) {
    return ownArrays.contains(parameter) ? placedArray(cast<MemRefType>(parameter.getType()))
                                         : spirvType(parameter.getType());
  }

  LogicalResult convert(func::FuncOp function) {
    if (function.isExternal())
      return success();
    auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
    SmallVector<Type> parameters, results;
    if (!entry)
      for (BlockArgument parameter : function.getArguments())
        parameters.push_back(typeOfParameter(parameter));
    for (Type type : function.getResultTypes())
      results.push_back(spirvType(type));
    if (results.size() > 1)
      results = {spirv::StructType::get(results)};
    if (llvm::is_contained(parameters, Type()) || llvm::is_contained(results, Type()))
      return function.emitOpError("has a parameter or a result of a type that targets 'vulkan:...' do not support");
    OpBuilder::InsertionGuard guard(builder);
    auto converted = spirv::FuncOp::create(builder, function.getLoc(), function.getSymName(),
                                           builder.getFunctionType(parameters, results));
    Block *block = converted.addEntryBlock();
    if (entry) {
      converted->setAttr(qd::entryPointAttr, entry);
      if (Attribute equal = function->getAttr(qd::equalTasksAttr))
        converted->setAttr(qd::equalTasksAttr, equal);
    }
    FunctionConversion conversion(function, converted, communicating.contains(function));
    SmallVector<Value> values(block->getArguments());
    if (entry)
      values = readSlots(conversion, function.getArgumentTypes());
    return conversion.run(values);
  }

  void declareEntryPoints() {
    const SmallVector<unsigned> floatWidths = floatWidthsOf(result);
    for (auto function : llvm::make_early_inc_range(result.getOps<spirv::FuncOp>()))
      if (auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr)) {
        auto threads = workgroups.find(function.getSymName());
        const bool isFilled = threads != workgroups.end();
        declareEntryPoint(builder, function, isFilled ? threads->second : entry.getLaunch().getBlockThreads(),
                          floatWidths);
      }
    if (result.getOps<spirv::EntryPointOp>().empty())
      declareNoTask();
  }

  /// A module has an entry point, also where no kernel has a task.
  void declareNoTask() {
    auto function = spirv::FuncOp::create(builder, module.getLoc(), "qdc.none", builder.getFunctionType({}, {}));
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(function.addEntryBlock());
      spirv::ReturnOp::create(builder, module.getLoc());
    }
    declareEntryPoint(builder, function, /*blockThreads=*/1, /*floatWidths=*/{});
  }

  void eraseGrid() {
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (&op != result)
        op.erase();
  }

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  spirv::ModuleOp result;
  SmallVector<func::FuncOp> functions;
  llvm::DenseSet<Value> ownArrays;
  llvm::DenseSet<Operation *> communicating;
  llvm::StringMap<unsigned> workgroups; // threads, of entry points without barriers
};

} // namespace

/// Puts what is in modules of `module` in the place of its declarations.
static void takeFunctions(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto inner : llvm::make_early_inc_range(module.getOps<ModuleOp>())) {
    for (Operation &op : llvm::make_early_inc_range(*inner.getBody())) {
      if (Operation *declared = symbols.lookup(SymbolTable::getSymbolName(&op)))
        symbols.erase(declared);
      op.moveBefore(module.getBody(), module.getBody()->begin());
      symbols.insert(&op);
    }
    inner.erase();
  }
}

/// Entry points are launched without a subgroup width, and find their slots in memory.
static LogicalResult verifyEntryPoints(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
    if (entry && (entry.getLaunch().getSubgroupWidth() != vulkanGPUs.subgroupWidth ||
                  (entry.getLaunch().getSlotPassing() != qd::SlotPassing::memory && !entry.getSlots().empty())))
      return function.emitOpError("is made for subgroups, or for slots by value; run 'convert-tasks-to-grid' with "
                                  "'subgroup-width=0 parameters=0'");
  }
  return success();
}

LogicalResult lowerGridToSPIRV(ModuleOp module, const VulkanDevices &devices) {
  // What further modules have are functions beside the grid's.
  auto standsApart = [&](Operation *op) { return op->getParentOfType<ModuleOp>() != module; };
  if (failed(verifyGrid(module, standsApart)) || failed(verifyEntryPoints(module)) ||
      failed(lowerBlockBarriers(module)))
    return failure();
  shareWorkgroupMemory(module);
  outlineEarlyExits(module);
  takeFunctions(module);
  if (failed(prepare(module, devices)))
    return failure();
  return ModuleConversion(module).run(devices.minor == 2 ? spirv::Version::V_1_5 : spirv::Version::V_1_6);
}

namespace {

struct ConvertGridToSPIRV : impl::ConvertGridToSPIRVBase<ConvertGridToSPIRV> {
  using ConvertGridToSPIRVBase::ConvertGridToSPIRVBase;

  void runOnOperation() override {
    if (minor != 2 && minor != 3) {
      getOperation().emitError("there is no code for Vulkan 1.")
          << minor.getValue() << "; accepted: 'minor=2', 'minor=3'";
      return signalPassFailure();
    }
    if (failed(lowerGridToSPIRV(getOperation(), {minor, floatAtomics})))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc

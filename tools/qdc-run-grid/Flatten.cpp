//===- Flatten.cpp - A grid's function as instructions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flattener.h"

#include "Arithmetic.h"
#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace qdc {

static unsigned bytesOf(Type type) {
  type = memoryType(type);
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

/// A scalar that a register holds.
static bool isRegisterType(Type type) {
  return isa<MemRefType>(type) || type.isIndex() || (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

FailureOr<Program> Flattener::run() {
  auto description = program.entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
  program.subgroupWidth = description.getLaunch().getSubgroupWidth();
  qd::LoopNodeAttr loop = description.getLoop();
  program.endsIteration = loop && loop.getStrategy() == qd::LoopStrategy::graph;
  for (BlockArgument parameter : program.entry.getArguments())
    program.parameters.push_back(define(parameter));
  if (failed(operationsOf(program.entry.getBody().front())))
    return failure();
  add(Opcode::end, program.entry.getBody().front().getTerminator());
  return std::move(program);
}

LogicalResult Flattener::operationsOf(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(operation(&op)))
      return failure();
  return success();
}

LogicalResult Flattener::operation(Operation *op) {
  for (Type type : op->getResultTypes())
    if (!isRegisterType(type))
      return op->emitOpError("gives a value of type ") << type << ", which has more than 64 bits";
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::IfOp, scf::WhileOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, qd::IterationOp, qd::LeaveUnlessOp,
            qd::ReturnUnlessOp, qd::GridBarrierOp, func::CallOp, arith::ConstantOp>(
          [&](auto control) { return flatten(control); })
      .Case<qd::FlatLoadOp, qd::FlatStoreOp, qd::FlatAtomicRMWOp, qd::FlatAtomicCasOp>(
          [&](auto access) { return flattenAccess(access); })
      .Case([&](memref::GetGlobalOp get) { return flatten(get); })
      .Case([&](memref::AllocaOp alloca) { return flatten(alloca); })
      .Default([&](Operation *) { return flattenPlain(op); });
}

LogicalResult Flattener::flattenPlain(Operation *op) {
  std::optional<Opcode> code = llvm::TypeSwitch<Operation *, std::optional<Opcode>>(op)
                                   .Case([](memref::ExtractAlignedPointerAsIndexOp) { return Opcode::address; })
                                   .Case([](gpu::ThreadIdOp) { return Opcode::thread; })
                                   .Case([](gpu::BlockIdOp) { return Opcode::block; })
                                   .Case([](gpu::GridDimOp) { return Opcode::blocks; })
                                   .Case([](gpu::ShuffleOp) { return Opcode::shuffle; })
                                   .Case([](gpu::SubgroupReduceOp) { return Opcode::largest; })
                                   .Case([](gpu::BarrierOp) { return Opcode::barrier; })
                                   .Case([](qd::UniformInSubgroupOp) { return Opcode::uniform; })
                                   .Case([](qd::BlockAnyOp) { return Opcode::blockAny; })
                                   .Case([](qd::SetConditionOp) { return Opcode::setCondition; })
                                   .Default([](Operation *) { return std::nullopt; });
  if (code) {
    addPlain(*code, op).trips = trips;
    return success();
  }
  Compute compute = computeOf(op);
  if (!compute)
    return op->emitOpError("cannot be run by this tool");
  addPlain(Opcode::compute, op).compute = std::move(compute);
  return success();
}

LogicalResult Flattener::flatten(arith::ConstantOp constant) {
  registers[constant.getResult()] = newRegister(bitsOf(constant.getValue()));
  return success();
}

LogicalResult Flattener::flatten(memref::GetGlobalOp get) {
  auto global = symbols.lookup<memref::GlobalOp>(get.getName());
  auto known = llvm::find(program.workgroup, global);
  size_t number = known - program.workgroup.begin();
  if (known == program.workgroup.end())
    program.workgroup.push_back(global);
  addPlain(Opcode::workgroup, get).target = number;
  return success();
}

LogicalResult Flattener::flatten(memref::AllocaOp alloca) {
  addPlain(Opcode::local, alloca).target = program.local.size();
  program.local.push_back(alloca.getType());
  return success();
}

template <typename Access>
LogicalResult Flattener::flattenAccess(Access access) {
  constexpr bool isLoad = std::is_same_v<Access, qd::FlatLoadOp>, isStore = std::is_same_v<Access, qd::FlatStoreOp>,
                 isFold = std::is_same_v<Access, qd::FlatAtomicRMWOp>;
  Type value;
  SmallVector<Register, 4> operands = {of(access.getMemref()), of(access.getIndex())};
  if constexpr (isLoad) {
    value = access.getType();
  } else if constexpr (isStore || isFold) {
    value = access.getValue().getType();
    operands.push_back(of(access.getValue()));
  } else {
    value = access.getExpected().getType();
    operands.append({of(access.getExpected()), of(access.getDesired())});
  }
  Compute fold;
  if constexpr (isFold)
    if (!(fold = foldOf(access.getKind(), value)))
      return access.emitOpError("cannot be run by this tool");
  Opcode code = isLoad ? Opcode::load : isStore ? Opcode::store : isFold ? Opcode::atomic : Opcode::swap;
  Instruction &instruction = add(code, access, std::move(operands), defineAll(access->getResults()));
  instruction.compute = std::move(fold);
  instruction.trips = trips;
  instruction.bytes = bytesOf(value);
  instruction.elementBytes = bytesOf(cast<MemRefType>(access.getMemref().getType()).getElementType());
  instruction.isAtomic = !isLoad && !isStore;
  if constexpr (isLoad) {
    // A volatile load is for what others write meanwhile.
    instruction.isAtomic = access.getScope().has_value() || access.getIsVolatile();
    instruction.isInvariant = access.getIsInvariant();
  }
  auto alignment = access->template getAttrOfType<IntegerAttr>(qd::alignmentAttr);
  instruction.alignment = alignment ? alignment.getInt() : instruction.bytes;
  return success();
}

FailureOr<Program> flattenEntry(func::FuncOp entry) { return Flattener(entry).run(); }

} // namespace qdc

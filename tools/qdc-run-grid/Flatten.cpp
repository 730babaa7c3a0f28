//===- Flatten.cpp - From structured control to jumps ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"
#include "Program.h"
#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace qdc {

namespace {

unsigned bytesOf(Type type) {
  type = memoryType(type);
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

/// A scalar that a register holds.
bool isRegisterType(Type type) {
  return isa<MemRefType>(type) || type.isIndex() || (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

class Flattener {
public:
  explicit Flattener(func::FuncOp entry) : symbols(entry->getParentOfType<ModuleOp>()) { program.entry = entry; }

  FailureOr<Program> run() {
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

private:
  /// The innermost qd.iteration, and the jumps that leave it.
  struct Iteration {
    qd::IterationOp op;
    SmallVector<size_t> leaves;
  };

  Register newRegister(uint64_t value = 0) {
    program.registers.push_back(value);
    return program.registers.size() - 1;
  }
  Register define(Value value) { return registers[value] = newRegister(); }
  Register of(Value value) { return registers.at(value); }
  SmallVector<Register, 4> of(ValueRange values) {
    SmallVector<Register, 4> list;
    for (Value value : values)
      list.push_back(of(value));
    return list;
  }
  SmallVector<Register, 4> defineAll(ValueRange values) {
    SmallVector<Register, 4> list;
    for (Value value : values)
      list.push_back(define(value));
    return list;
  }
  size_t here() const { return program.instructions.size(); }
  Instruction &add(Opcode code, Operation *op, SmallVector<Register, 4> operands = {},
                   SmallVector<Register, 4> results = {}) {
    program.instructions.push_back({code, op, std::move(operands), std::move(results)});
    return program.instructions.back();
  }
  /// One that gives the results of `op` for its operands.
  Instruction &addPlain(Opcode code, Operation *op) {
    SmallVector<Register, 4> operands = of(op->getOperands());
    return add(code, op, std::move(operands), defineAll(op->getResults()));
  }
  size_t addJump(Operation *op) {
    add(Opcode::jump, op);
    return here() - 1;
  }
  size_t addJumpUnless(Operation *op, Register condition) {
    add(Opcode::jumpUnless, op, {condition});
    return here() - 1;
  }
  void jumpHere(size_t jump) { program.instructions[jump].target = here(); }
  void move(Operation *op, SmallVector<Register, 4> from, SmallVector<Register, 4> to) {
    if (!from.empty())
      add(Opcode::move, op, std::move(from), std::move(to));
  }

  /// All but the terminator, whose meaning is known to what holds the block.
  LogicalResult operationsOf(Block &block) {
    for (Operation &op : block.without_terminator())
      if (failed(operation(&op)))
        return failure();
    return success();
  }

  LogicalResult operation(Operation *op) {
    for (Type type : op->getResultTypes())
      if (!isRegisterType(type))
        return op->emitOpError("gives a value of type ") << type << ", which has more than 64 bits";
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<scf::IfOp, scf::WhileOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, qd::IterationOp, qd::LeaveUnlessOp,
              qd::GridBarrierOp, func::CallOp, arith::ConstantOp>([&](auto control) { return flatten(control); })
        .Case<qd::FlatLoadOp, qd::FlatStoreOp, qd::FlatAtomicRMWOp, qd::FlatAtomicCasOp>(
            [&](auto access) { return flattenAccess(access); })
        .Case([&](memref::GetGlobalOp get) { return flatten(get); })
        .Case([&](memref::AllocaOp alloca) { return flatten(alloca); })
        .Default([&](Operation *) { return flattenPlain(op); });
  }

  LogicalResult flattenPlain(Operation *op) {
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

  LogicalResult flatten(arith::ConstantOp constant) {
    registers[constant.getResult()] = newRegister(bitsOf(constant.getValue()));
    return success();
  }

  LogicalResult flatten(memref::GetGlobalOp get) {
    auto global = symbols.lookup<memref::GlobalOp>(get.getName());
    auto known = llvm::find(program.workgroup, global);
    size_t number = known - program.workgroup.begin();
    if (known == program.workgroup.end())
      program.workgroup.push_back(global);
    addPlain(Opcode::workgroup, get).target = number;
    return success();
  }

  LogicalResult flatten(memref::AllocaOp alloca) {
    addPlain(Opcode::local, alloca).target = program.local.size();
    program.local.push_back(alloca.getType());
    return success();
  }

  template <typename Access>
  LogicalResult flattenAccess(Access access) {
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

  LogicalResult flatten(scf::IfOp op) {
    SmallVector<Register, 4> results = defineAll(op.getResults());
    size_t unless = addJumpUnless(op, of(op.getCondition()));
    if (failed(regionOf(op.getThenRegion(), results)))
      return failure();
    if (op.getElseRegion().empty()) {
      jumpHere(unless);
      return success();
    }
    size_t after = addJump(op);
    jumpHere(unless);
    if (failed(regionOf(op.getElseRegion(), results)))
      return failure();
    jumpHere(after);
    return success();
  }

  /// A region of one block, whose yield gives `results`.
  LogicalResult regionOf(Region &region, const SmallVector<Register, 4> &results) {
    if (failed(operationsOf(region.front())))
      return failure();
    Operation *yield = region.front().getTerminator();
    move(yield, of(yield->getOperands()), results);
    return success();
  }

  LogicalResult flatten(scf::ExecuteRegionOp op) { return regionOf(op.getRegion(), defineAll(op.getResults())); }

  LogicalResult flatten(scf::IndexSwitchOp op) {
    SmallVector<Register, 4> results = defineAll(op.getResults());
    SmallVector<size_t> done;
    for (auto [value, region] : llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
      Register isCase = newRegister();
      Instruction &compare = add(Opcode::compute, op, {of(op.getArg())}, {isCase});
      compare.compute = [value = value](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) {
        out[0] = in[0] == static_cast<uint64_t>(value);
        return nullptr;
      };
      size_t unless = addJumpUnless(op, isCase);
      if (failed(regionOf(region, results)))
        return failure();
      done.push_back(addJump(op));
      jumpHere(unless);
    }
    if (failed(regionOf(op.getDefaultRegion(), results)))
      return failure();
    for (size_t jump : done)
      jumpHere(jump);
    return success();
  }

  /// Counts the trips of a loop, so that threads know whether they meet in the same one.
  Register beginTrips(Operation *loop) {
    Register trip = newRegister();
    move(loop, {zero()}, {trip});
    trips.push_back(trip);
    return trip;
  }
  Register zero() { return zeroRegister ? *zeroRegister : *(zeroRegister = newRegister()); }

  LogicalResult flatten(scf::WhileOp op) {
    SmallVector<Register, 4> carried = defineAll(op.getBeforeArguments()), results = defineAll(op.getResults());
    move(op, of(op.getInits()), carried);
    Register trip = beginTrips(op);
    size_t begin = here();
    if (failed(operationsOf(*op.getBeforeBody())))
      return failure();
    scf::ConditionOp condition = op.getConditionOp();
    size_t leave = addJumpUnless(condition, of(condition.getCondition()));
    move(condition, of(condition.getArgs()), defineAll(op.getAfterArguments()));
    if (failed(operationsOf(*op.getAfterBody())))
      return failure();
    move(op.getYieldOp(), of(op.getYieldOp().getOperands()), carried);
    add(Opcode::count, op, {}, {trip});
    program.instructions[addJump(op)].target = begin;
    trips.pop_back();
    jumpHere(leave);
    move(condition, of(condition.getArgs()), results);
    return success();
  }

  LogicalResult flatten(qd::IterationOp op) {
    SmallVector<Register, 4> results = defineAll(op.getResults());
    iterations.push_back({op, {}});
    if (failed(regionOf(op.getBody(), results)))
      return failure();
    for (size_t jump : iterations.pop_back_val().leaves)
      jumpHere(jump);
    return success();
  }

  LogicalResult flatten(qd::LeaveUnlessOp op) {
    size_t leaves = addJumpUnless(op, of(op.getCondition())), stays = addJump(op);
    jumpHere(leaves);
    if (failed(regionOf(op.getBody(), {})))
      return failure();
    SmallVector<Register, 4> results = of(iterations.back().op.getResults());
    move(op, SmallVector<Register, 4>(results.size(), zero()), results);
    size_t leave = addJump(op);
    iterations.back().leaves.push_back(leave);
    jumpHere(stays);
    return success();
  }

  LogicalResult flatten(qd::GridBarrierOp op) {
    SmallVector<Register, 4> results = defineAll(op.getResults()), lane = {define(op.getThread())};
    size_t barrier = here();
    // Without words the grid is one block; where it then ends with the body, nobody waits at all.
    Opcode code = !op.getEnds() ? Opcode::gridBarrier : op.getMemref() ? Opcode::lastBlock : Opcode::firstSubgroup;
    add(code, op, {}, lane).trips = trips;
    if (failed(operationsOf(op.getBody().front())))
      return failure();
    Operation *end = op.getBody().front().getTerminator();
    if (code == Opcode::gridBarrier)
      add(Opcode::gridBarrierEnd, end, of(end->getOperands()), results).trips = trips;
    jumpHere(barrier);
    return success();
  }

  /// Bodies become part of the entry point; they call nothing.
  LogicalResult flatten(func::CallOp call) {
    auto body = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!body || body.isExternal() || body == program.entry)
      return call.emitOpError("calls no body; run grids before '--qd-lower-math-calls'");
    for (auto [parameter, operand] : llvm::zip_equal(body.getArguments(), call.getOperands()))
      registers[parameter] = of(operand);
    return operationsOf(body.getBody().front());
  }

  Program program;
  SymbolTable symbols;
  llvm::DenseMap<Value, Register> registers;
  SmallVector<Register, 4> trips; // of the loops around what is made
  SmallVector<Iteration> iterations;
  std::optional<Register> zeroRegister;
};

} // namespace

FailureOr<Program> flattenEntry(func::FuncOp entry) { return Flattener(entry).run(); }

} // namespace qdc

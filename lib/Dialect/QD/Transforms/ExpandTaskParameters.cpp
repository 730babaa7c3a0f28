//===- ExpandTaskParameters.cpp - One parameter, one slot -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/Transforms/ExpandTaskParameters.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/AddedConstants.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/Dialect/QD/IR/Invariance.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <cstdlib>

using namespace mlir;

namespace qdc::qd {

#define GEN_PASS_DEF_EXPANDTASKPARAMETERS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"

namespace {

/// An array before it became an address: what its shape was and where its dims come from.
struct ArrayShape {
  MemRefType type;
  /// The argument that a dim slot names; nothing for globals and local arrays, which are static, and temporaries.
  std::optional<uint32_t> argument;
  /// Of a temporary: the extents that the type leaves open.
  SmallVector<Value> extents = {};
};

/// Works on one task: collects the ops first, then rewrites kind by kind. Values of new parameters are made when first
/// asked for, so that a task has only what it uses.
class Expansion {
public:
  Expansion(TaskOp task, const DeclaredExtents *named, const GlobalNumbers &globals, ConstantTables &tables,
            bool hasErrorRecord)
      : task(task), named(named), globals(globals), tables(tables), hasErrorRecord(hasErrorRecord),
        block(&task.getBody().front()), builder(task.getContext()) {}

  LogicalResult run();

private:
  void collect();
  LogicalResult verifyUses();
  void expandWordParameters();
  void flattenSources();
  void flattenAccess(ElementAccess access);
  void expandDim(memref::DimOp op);
  void expandWriteWord(WriteWordOp op);
  void expandNeed(NeedsSlot op);
  void updateSignature();

  /// The parameter of a slot, added if the task has none yet.
  Value parameter(SlotAttr slot, Type type);
  /// The same for kinds that have one place in a launch.
  Value parameter(SlotKind kind);
  Value workspace() { return parameter(SlotKind::workspace); }
  Value extent(const ArrayShape &shape, unsigned axis, Location location);
  Value namedExtent(const DeclaredExtents::Extent &extent, Location location);
  Value dimParameter(uint32_t argument, unsigned axis);
  Value linearIndex(const ArrayShape &shape, ValueRange indices, Location location);
  Value index(int64_t value, Location location) { return arith::ConstantIndexOp::create(builder, location, value); }
  Value wordIndex(uint64_t byteOffset, Location location) { return index(byteOffset / QDC_WORD_BYTES, location); }
  MemRefType flatType(Type element) { return MemRefType::get({ShapedType::kDynamic}, element); }
  MLIRContext *context() { return task.getContext(); }

  TaskOp task;
  const DeclaredExtents *named; // of its kernel; NULL: none are
  const GlobalNumbers &globals;
  ConstantTables &tables;
  bool hasErrorRecord;
  Block *block;
  OpBuilder builder;
  llvm::DenseMap<Value, ArrayShape> shapes; // of every array in the task, by its value after flattenSources
  llvm::DenseMap<Attribute, Value> parameters;
  SmallVector<DictionaryAttr> added; // attributes of the parameters that the task's type does not have yet
  SmallVector<ElementAccess> accesses;
  SmallVector<memref::DimOp> dims;
  SmallVector<memref::GetGlobalOp> globalUses;
  SmallVector<memref::AllocaOp> localArrays;
  SmallVector<TemporaryOp> temporaries;
  SmallVector<NeedsSlot> needs;
};

Value Expansion::parameter(SlotAttr slot, Type type) {
  Value &value = parameters[slot];
  if (value)
    return value;
  added.push_back(builder.getDictionaryAttr(builder.getNamedAttr(slotAttr, slot)));
  return value = block->addArgument(type, task.getLoc());
}

Value Expansion::parameter(SlotKind kind) {
  Type i8 = builder.getI8Type(), i64 = builder.getI64Type();
  Type type = isRecord(kind) ? flatType(i8) : kind == SlotKind::workspace ? flatType(i64) : i64;
  return parameter(SlotAttr::get(context(), kind, 0, 0, 0), type);
}

void Expansion::collect() {
  for (auto [index, argument] : llvm::enumerate(task.getArguments())) {
    SlotAttr slot = task.getSlot(index);
    parameters.try_emplace(slot, argument);
    if (auto type = dyn_cast<MemRefType>(argument.getType()))
      shapes[argument] = {type, slot.getKind() == SlotKind::array ? std::optional(slot.getIndex()) : std::nullopt};
  }
  task.walk([&](Operation *op) {
    if (auto access = dyn_cast<ElementAccess>(op))
      accesses.push_back(access);
    else if (auto dim = dyn_cast<memref::DimOp>(op))
      dims.push_back(dim);
    else if (auto use = dyn_cast<memref::GetGlobalOp>(op))
      globalUses.push_back(use);
    else if (auto alloca = dyn_cast<memref::AllocaOp>(op))
      localArrays.push_back(alloca);
    else if (auto temporary = dyn_cast<TemporaryOp>(op))
      temporaries.push_back(temporary);
    else if (auto need = dyn_cast<NeedsSlot>(op))
      needs.push_back(need);
  });
  for (memref::GetGlobalOp use : globalUses)
    shapes[use] = {use.getType(), std::nullopt};
  for (memref::AllocaOp alloca : localArrays)
    shapes[alloca] = {alloca.getType(), std::nullopt};
  for (TemporaryOp temporary : temporaries)
    shapes[temporary] = {cast<MemRefType>(temporary.getType()), std::nullopt, temporary.getExtents()};
}

LogicalResult Expansion::verifyUses() {
  for (auto &[array, shape] : shapes)
    for (OpOperand &use : array.getUses()) {
      Operation *user = use.getOwner();
      auto access = dyn_cast<ElementAccess>(user);
      if (access ? &use == &access.getArrayMutable() : isa<memref::DimOp>(user))
        continue;
      return user->emitError("'") << user->getName()
                                  << "' cannot take an array; accepted: loads, stores and atomics of its elements, "
                                     "and 'memref.dim'";
    }
  return success();
}

/// Words that a task reads were written by tasks before it: all are read where it starts.
void Expansion::expandWordParameters() {
  builder.setInsertionPointToStart(block);
  for (unsigned i = 0, count = task.getNumArguments(); i < count; ++i) {
    SlotAttr slot = task.getSlot(i);
    if (slot.getKind() != SlotKind::word)
      continue;
    BlockArgument argument = task.getArgument(i);
    Location location = argument.getLoc();
    Type type = argument.getType();
    Value source = workspace();
    Value word = memref::LoadOp::create(builder, location, source, wordIndex(slot.getOffset(), location));
    if (type.isIndex()) {
      word = arith::IndexCastOp::create(builder, location, type, word);
    } else if (unsigned width = type.getIntOrFloatBitWidth(); width < 64 || isa<FloatType>(type)) {
      Type bits = builder.getIntegerType(width);
      if (width < 64)
        word = arith::TruncIOp::create(builder, location, bits, word);
      if (type != bits)
        word = arith::BitcastOp::create(builder, location, type, word);
    }
    argument.replaceAllUsesWith(word);
  }
}

/// Once for all parameters: types and attributes are kept for ever, so one of each size would be too many.
void Expansion::updateSignature() {
  unsigned before = task.getNumArguments();
  llvm::BitVector words(block->getNumArguments());
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (auto [i, argument] : llvm::enumerate(block->getArguments())) {
    if (i < before && task.getSlot(i).getKind() == SlotKind::word) {
      words.set(i);
      continue;
    }
    types.push_back(argument.getType());
    attributes.push_back(i < before ? task.getArgAttrDict(i) : added[i - before]);
  }
  block->eraseArguments(words);
  task.setFunctionType(builder.getFunctionType(types, {}));
  task.setAllArgAttrs(attributes);
}

/// Turns the types of parameters, globals, temporaries and local arrays into flat ones.
void Expansion::flattenSources() {
  for (memref::GetGlobalOp use : globalUses) {
    for (Operation *user : use->getUsers())
      if (auto load = dyn_cast<memref::LoadOp>(user); load && tables.tableOf(load))
        load->setAttr(invariantAttr, builder.getUnitAttr());
    uint32_t number = globals.lookup(use.getNameAttr().getAttr());
    Value array = parameter(SlotAttr::get(context(), SlotKind::global, number, 0, 0), use.getType());
    shapes[array] = shapes.lookup(use);
    use.replaceAllUsesWith(array);
    use.erase();
  }
  for (TemporaryOp temporary : temporaries) {
    Value array =
        parameter(SlotAttr::get(context(), SlotKind::region, temporary.getRegion(), 0, 0), temporary.getType());
    ArrayShape shape = shapes.lookup(temporary);
    // Words among them have been read since.
    shape.extents = temporary.getExtents();
    shapes[array] = shape;
    temporary.replaceAllUsesWith(array);
    temporary.erase();
  }
  for (memref::AllocaOp alloca : localArrays)
    alloca.getResult().setType(MemRefType::get({alloca.getType().getNumElements()}, alloca.getType().getElementType()));
  for (BlockArgument argument : block->getArguments())
    if (auto type = dyn_cast<MemRefType>(argument.getType()))
      argument.setType(flatType(type.getElementType()));
}

Value Expansion::dimParameter(uint32_t argument, unsigned axis) {
  return parameter(SlotAttr::get(context(), SlotKind::dim, argument, axis, 0), builder.getIndexType());
}

/// Equal ones are one constant or parameter, which is the scalar that bounds of loops are made of, if it has the type.
Value Expansion::namedExtent(const DeclaredExtents::Extent &extent, Location location) {
  if (extent.known)
    return index(*extent.known, location);
  if (extent.value && extent.value->kind() == SizeExprKind::scalar) {
    SlotAttr slot = SlotAttr::get(context(), SlotKind::scalar, extent.value->argument(), 0, 0);
    if (Value scalar = parameters.lookup(slot); scalar && scalar.getType().isIndex())
      return scalar;
  }
  return dimParameter(extent.first.argument, extent.first.axis);
}

/// The extent of a dim: a constant, a parameter, or what a temporary was made with.
Value Expansion::extent(const ArrayShape &shape, unsigned axis, Location location) {
  if (!shape.type.isDynamicDim(axis))
    return index(shape.type.getDimSize(axis), location);
  if (!shape.argument)
    return shape.extents[shape.type.getDynamicDimIndex(axis)];
  ArrayRef<DeclaredExtents::Extent> extents = named ? named->of(*shape.argument) : ArrayRef<DeclaredExtents::Extent>();
  // A task that no pass made may have an array of another rank than its kernel.
  return axis < extents.size() ? namedExtent(extents[axis], location) : dimParameter(*shape.argument, axis);
}

/// Neighbours that are no further away than this along each axis share the index of the element that they are around.
/// Small enough that no sum overflows: an element that exists lies in an array of less than 2^57 bytes, the most that
/// processors address, and has at most 8 coordinates.
static constexpr int64_t kMaximumNeighbourDistance = 4;

/// An index as a neighbour of another one; all else with 0.
static OffsetValue splitNeighbour(Value index) {
  const std::optional<OffsetValue> sum = takeOffConstant(index);
  return sum && std::abs(sum->offset) <= kMaximumNeighbourDistance ? *sum : OffsetValue{index, 0};
}

/// Row-major. An access outside the array is undefined, and an array has fewer than 2^63 elements, so nothing wraps.
/// Neighbours of an element are reached from there, a stride away, so that they share its products; but the element
/// itself may be outside, and its index negative.
Value Expansion::linearIndex(const ArrayShape &shape, ValueRange indices, Location location) {
  if (indices.empty())
    return index(0, location);
  const auto noSignedWrap = arith::IntegerOverflowFlags::nsw;
  const auto noWrap = noSignedWrap | arith::IntegerOverflowFlags::nuw;
  SmallVector<Value> centers(indices);
  SmallVector<int64_t> offsets(indices.size(), 0);
  if (indices.size() > 1)
    for (unsigned axis = 0; axis < indices.size(); ++axis) {
      const OffsetValue neighbour = splitNeighbour(indices[axis]);
      centers[axis] = neighbour.base, offsets[axis] = neighbour.offset;
    }
  const auto flags = llvm::all_of(offsets, [](int64_t offset) { return offset == 0; }) ? noWrap : noSignedWrap;
  auto add = [&](Value lhs, Value rhs) -> Value { return arith::AddIOp::create(builder, location, lhs, rhs, flags); };
  Value linear = centers.front();
  for (unsigned axis = 1; axis < indices.size(); ++axis)
    linear = add(arith::MulIOp::create(builder, location, linear, extent(shape, axis, location), flags), centers[axis]);

  // The constant of the last axis comes last: in an address it costs nothing.
  Value stride;
  SmallVector<Value> steps;
  const unsigned first = llvm::find_if(offsets, [](int64_t offset) { return offset != 0; }) - offsets.begin();
  for (unsigned axis = indices.size(); axis-- > first;) {
    if (offsets[axis] != 0) {
      Value step = index(offsets[axis], location);
      steps.push_back(stride ? arith::MulIOp::create(builder, location, stride, step, noSignedWrap) : step);
    }
    if (axis > first) {
      Value inner = extent(shape, axis, location);
      stride = stride ? arith::MulIOp::create(builder, location, stride, inner, noWrap) : inner;
    }
  }
  for (Value step : llvm::reverse(steps))
    linear = add(linear, step);
  return linear;
}

void Expansion::flattenAccess(ElementAccess access) {
  builder.setInsertionPoint(access);
  const ArrayShape &shape = shapes.find(access.getArray())->second;
  Value linear = linearIndex(shape, access.getIndices(), access.getLoc());
  access.getIndicesMutable().assign(linear);
}

void Expansion::expandDim(memref::DimOp op) {
  builder.setInsertionPoint(op);
  const ArrayShape shape = shapes.find(op.getSource())->second;
  Location location = op.getLoc();
  int64_t rank = shape.type.getRank();
  std::optional<int64_t> axis = op.getConstantIndex();
  Value result = index(0, location); // of an axis beyond the rank, which is undefined
  if (axis) {
    if (*axis >= 0 && *axis < rank)
      result = extent(shape, *axis, location);
  } else {
    for (unsigned i = 0; i < rank; ++i) {
      Value isThis =
          arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, op.getIndex(), index(i, location));
      result = arith::SelectOp::create(builder, location, isThis, extent(shape, i, location), result);
    }
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

void Expansion::expandWriteWord(WriteWordOp op) {
  builder.setInsertionPoint(op);
  Location location = op.getLoc();
  Value word = op.getValue();
  Type i64 = builder.getI64Type();
  if (word.getType().isIndex())
    word = arith::IndexCastOp::create(builder, location, i64, word);
  else if (isa<FloatType>(word.getType()))
    word = arith::BitcastOp::create(builder, location, builder.getIntegerType(word.getType().getIntOrFloatBitWidth()),
                                    word);
  if (word.getType() != i64)
    word = arith::ExtUIOp::create(builder, location, i64, word);
  memref::StoreOp::create(builder, location, word, workspace(), wordIndex(op.getOffset(), location));
  op.erase();
}

/// Gives the task the slot. An operation whose result is a slot, not where one leads to, is nothing more.
void Expansion::expandNeed(NeedsSlot op) {
  Value slot = parameter(op.getNeededSlot());
  if (auto write = dyn_cast<WriteWordOp>(*op))
    return expandWriteWord(write);
  if (isa<MemRefType>(slot.getType()))
    return;
  op->getResult(0).replaceAllUsesWith(slot);
  op->erase();
}

LogicalResult Expansion::run() {
  collect();
  if (failed(verifyUses()))
    return failure();
  expandWordParameters();
  flattenSources();
  for (ElementAccess access : accesses)
    flattenAccess(access);
  for (memref::DimOp op : dims)
    expandDim(op);
  for (NeedsSlot op : needs)
    expandNeed(op);
  if (task.getPartials())
    workspace();
  if (hasErrorRecord)
    parameter(SlotKind::error_record);
  updateSignature();
  return success();
}

} // namespace

LogicalResult expandTaskParameters(TaskOp task, const DeclaredExtents *named, const GlobalNumbers &globals,
                                   ConstantTables &tables, bool hasErrorRecord) {
  return Expansion(task, named, globals, tables, hasErrorRecord).run();
}

namespace {

/// Whether tasks compute the size of an array, which may turn out too large for the memory that there is.
bool computesSizes(KernelOp kernel) {
  ArrayAttr temporaries = kernel.getTemporariesAttr();
  return temporaries && llvm::any_of(temporaries.getAsRange<TemporaryAttr>(), [](TemporaryAttr temporary) {
           return llvm::any_of(temporary.getExtents(), [](SizeAttr extent) { return extent.getExpr().readsWord(); });
         });
}

/// The names of the kernels whose launches may fail: a task may, or the graph has a loop of several iterations,
/// which may be stopped, or there may be too little memory for what tasks have computed.
llvm::StringSet<> failingKernels(ModuleOp module) {
  llvm::StringSet<> kernels;
  for (auto task : module.getOps<TaskOp>())
    task.walk([&](NeedsSlot op) {
      if (op.getNeededSlot() == SlotKind::error_record)
        kernels.insert(task.getKernel());
    });
  for (auto kernel : module.getOps<KernelOp>()) {
    if (computesSizes(kernel))
      kernels.insert(kernel.getSymName());
    kernel.walk([&](Operation *op) {
      auto counted = dyn_cast<GraphRepeatOp>(op);
      if (isGraphLoop(op) && !(counted && constantIterations(counted) == 1))
        kernels.insert(kernel.getSymName());
    });
  }
  return kernels;
}

/// Those of each kernel that has some, by its name.
llvm::StringMap<DeclaredExtents> readDeclaredExtents(ModuleOp module) {
  llvm::StringMap<DeclaredExtents> extents;
  for (auto kernel : module.getOps<KernelOp>())
    if (FailureOr<DeclaredExtents> read = DeclaredExtents::read(kernel); succeeded(read))
      extents.try_emplace(kernel.getSymName(), std::move(*read));
  return extents;
}

struct ExpandTaskParameters : impl::ExpandTaskParametersBase<ExpandTaskParameters> {
  using ExpandTaskParametersBase::ExpandTaskParametersBase;

  void runOnOperation() override {
    GlobalNumbers globals = numberGlobals(getOperation());
    ConstantTables tables;
    llvm::StringSet<> checking;
    if (checkErrors)
      checking = failingKernels(getOperation());
    llvm::StringMap<DeclaredExtents> extents = readDeclaredExtents(getOperation());
    for (auto task : getOperation().getOps<TaskOp>()) {
      auto named = extents.find(task.getKernel());
      if (failed(expandTaskParameters(task, named == extents.end() ? nullptr : &named->second, globals, tables,
                                      checking.contains(task.getKernel()))))
        return signalPassFailure();
    }
  }
};

} // namespace

} // namespace qdc::qd

//===- TaskOps.cpp - qd.task and the ops in its body ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentNames.h"
#include "OpChecks.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// TaskOp
//===----------------------------------------------------------------------===//

ForOp TaskOp::getParallelLoop() {
  auto loops = getBody().getOps<ForOp>();
  return loops.empty() ? ForOp() : *loops.begin();
}

SlotAttr TaskOp::getSlot(unsigned parameter) { return getArgAttrOfType<SlotAttr>(parameter, slotAttr); }

bool qdc::qd::mayAlias(TaskOp task, unsigned parameter, SymbolTableCollection &symbols) {
  SlotAttr slot = task.getSlot(parameter);
  if (slot.getKind() != SlotKind::array)
    return false;
  auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(task, task.getKernelAttr());
  return kernel && slot.getIndex() < kernel.getNumArguments() && bool(kernel.getArgAttr(slot.getIndex(), mayAliasAttr));
}

/// What stands on a task beside what it, its parameters and equal tasks are called. Its extent is the manifest's.
static DictionaryAttr ownAttributes(TaskOp task) {
  NamedAttrList attributes(task->getDiscardableAttrDictionary());
  attributes.erase(sourceTaskAttr);
  attributes.erase(equalTasksAttr);
  if (std::optional<ArrayRef<int64_t>> partials = task.getPartials())
    attributes.set(task.getPartialsAttrName(), task.getPartialsAttr());
  return attributes.getDictionary(task.getContext());
}

bool qdc::qd::haveEqualSignatures(TaskOp first, TaskOp second, SymbolTableCollection &symbols) {
  if (first.getFunctionType() != second.getFunctionType() || ownAttributes(first) != ownAttributes(second))
    return false;
  for (unsigned parameter = 0; parameter < first.getNumArguments(); ++parameter)
    if (first.getSlot(parameter).getKind() != second.getSlot(parameter).getKind() ||
        mayAlias(first, parameter, symbols) != mayAlias(second, parameter, symbols))
      return false;
  return true;
}

void TaskOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) { nameArguments(*this, setName); }

ParseResult TaskOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  FlatSymbolRefAttr kernel;
  SizeAttr extent;
  DenseI64ArrayAttr partials;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name), result.attributes) || parser.parseKeyword("of") ||
      parser.parseAttribute(kernel, getKernelAttrName(result.name), result.attributes) ||
      parser.parseKeyword("extent") || parser.parseLParen() ||
      parser.parseAttribute(extent, getExtentAttrName(result.name), result.attributes) || parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("partials"))) {
    partials = dyn_cast_or_null<DenseI64ArrayAttr>(DenseI64ArrayAttr::parse(parser, Type()));
    if (!partials)
      return failure();
    result.addAttribute(getPartialsAttrName(result.name), partials);
  }

  SmallVector<OpAsmParser::Argument> parameters;
  if (parser.parseArgumentList(parameters, OpAsmParser::Delimiter::Paren, /*allowType=*/true, /*allowAttrs=*/true) ||
      parseOwnAttributes(parser, result))
    return failure();
  Builder &builder = parser.getBuilder();
  recordArgumentNames(builder, parameters);
  auto types = llvm::map_to_vector(parameters, [](const OpAsmParser::Argument &parameter) { return parameter.type; });
  result.addAttribute(getFunctionTypeAttrName(result.name), TypeAttr::get(builder.getFunctionType(types, {})));
  call_interface_impl::addArgAndResultAttrs(builder, result, parameters, {}, getArgAttrsAttrName(result.name),
                                            getResAttrsAttrName(result.name));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, parameters))
    return failure();
  ensureTerminator(*body, builder, result.location);
  return success();
}

void TaskOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << " of " << getKernelAttr() << " extent(" << getExtent() << ") ";
  if (DenseI64ArrayAttr partials = getPartialsAttr()) {
    printer << "partials ";
    partials.print(printer);
    printer << ' ';
  }
  printArguments(printer, *this);
  function_interface_impl::printFunctionAttributes(printer, *this,
                                                   {getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                                    getResAttrsAttrName(), getKernelAttrName(), getExtentAttrName(),
                                                    getPartialsAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/false);
}

/// What a slot holds, with an article.
static StringRef describe(qdc::SlotValue value) {
  switch (value) {
  case qdc::SlotValue::address:
    return "an address";
  case qdc::SlotValue::integer:
    return "a 64-bit integer";
  case qdc::SlotValue::scalar:
    return "a scalar";
  }
  llvm_unreachable("all values are above");
}

static bool canBe(Type type, qdc::SlotValue value) {
  switch (value) {
  case qdc::SlotValue::address:
    return !isScalarType(type);
  case qdc::SlotValue::integer:
    return type.isIndex() || type.isInteger(64);
  case qdc::SlotValue::scalar:
    return isScalarType(type);
  }
  llvm_unreachable("all values are above");
}

/// Checks that a parameter has a source that can have its type.
static LogicalResult verifyParameter(TaskOp task, unsigned parameter) {
  std::string name = getArgumentName(task, parameter);
  SlotAttr slot = task.getSlot(parameter);
  if (!slot)
    return task.emitOpError() << "parameter '" << name << "' has no '" << slotAttr
                              << "', which says where a launch takes it from";
  Type type = task.getArgumentTypes()[parameter];
  qdc::SlotValue value = heldValue(slot.getKind());
  if (canBe(type, value))
    return success();
  return task.emitOpError() << "parameter '" << name << "' has type " << type << ", but a slot of kind '"
                            << stringifySlotKind(slot.getKind()) << "' gives " << describe(value);
}

/// Checks that what stands in the body agrees with being a parallel or a serial task.
static LogicalResult verifyTaskBody(TaskOp task) {
  ForOp loop;
  for (Operation &op : task.getBody().front()) {
    if (isa<ForOp>(op) && loop)
      return task.emitOpError("holds more than one 'qd.for'; a task is one launch").attachNote(op.getLoc())
             << "the second one";
    if (isa<WriteWordOp>(op) && loop)
      return op.emitOpError("stands after the 'qd.for' of a parallel task; words are written by serial tasks");
    if (auto candidate = dyn_cast<ForOp>(op))
      loop = candidate;
  }
  size_t partials = task.getPartials() ? task.getPartials()->size() : 0;
  if (loop && partials != loop.getNumResults())
    return task.emitOpError() << "holds a loop with " << loop.getNumResults() << " results, but names " << partials
                              << " places for partials; each result needs one";
  if (!loop && partials != 0)
    return task.emitOpError() << "names " << partials << " places for partials, but holds no 'qd.for' that reduces";
  return success();
}

LogicalResult TaskOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError("has results, but a task writes to arrays and words");
  for (unsigned parameter = 0; parameter < getNumArguments(); ++parameter)
    if (failed(verifyParameter(*this, parameter)))
      return failure();
  return verifyTaskBody(*this);
}

//===----------------------------------------------------------------------===//
// TemporaryOp
//===----------------------------------------------------------------------===//

LogicalResult TemporaryOp::verify() {
  auto type = dyn_cast<MemRefType>(getArray().getType());
  int64_t open = type ? type.getNumDynamicDims() : 0;
  if (getRegion() == 0)
    return emitOpError("lies in region 0, which is for words");
  if (type && static_cast<size_t>(open) == getExtents().size())
    return success();
  return emitOpError() << "has " << getExtents().size() << " extents, but its type " << getArray().getType()
                       << " leaves " << open << " open";
}

//===----------------------------------------------------------------------===//
// WriteWordOp, CombinePartialsOp
//===----------------------------------------------------------------------===//

LogicalResult WriteWordOp::verify() {
  if (!isScalarType(getValue().getType()))
    return emitOpError() << "writes a value of type " << getValue().getType() << ", but words hold " << elementTypeList
                         << ", and index";
  return verifyWord(*this, "the offset", getOffset());
}

LogicalResult CombinePartialsOp::verify() {
  return failure(failed(verifyReduces(*this, getReduce(), getType())) ||
                 failed(verifyWord(*this, "the offset", getOffset())));
}

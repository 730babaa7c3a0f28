//===- LoopOps.cpp - qd.for and qd.do_while -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EnumSyntax.h"
#include "OpChecks.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// Syntax shared by the loops
//===----------------------------------------------------------------------===//

/// Parses `attribute(value)` if it is there; `kind` is what the value is.
template <typename Kind>
static ParseResult parseOptionalValue(OpAsmParser &parser, StringAttr attribute, StringRef kind, Type type,
                                      OperationState &result) {
  if (failed(parser.parseOptionalKeyword(attribute.getValue())))
    return success();
  Attribute value;
  SMLoc location;
  if (parser.parseLParen() || parser.getCurrentLocation(&location) || parser.parseAttribute(value, type))
    return failure();
  if (!isa<Kind>(value))
    return parser.emitError(location) << "'" << result.name.getStringRef() << "' op has '" << attribute.getValue()
                                      << "' = " << value << ", but it is " << kind;
  result.addAttribute(attribute, value);
  return parser.parseRParen();
}

/// Parses `name("...")` if it is there.
static ParseResult parseOptionalName(OpAsmParser &parser, StringAttr attribute, OperationState &result) {
  return parseOptionalValue<StringAttr>(parser, attribute, "a name in quotes", Type(), result);
}

static void printOptionalName(OpAsmPrinter &printer, StringAttr name) {
  if (name)
    printer << " name(" << name << ')';
}

/// Names become parts of symbols and of reports.
static LogicalResult verifyName(Operation *op, StringAttr name) {
  if (name && name.empty())
    return op->emitOpError("has an empty name; leave it out");
  return success();
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state, ValueRange lowerBounds, ValueRange upperBounds,
                  ValueRange steps, TypeRange results, ArrayRef<ReduceKind> reduce) {
  state.addOperands(upperBounds);
  state.addOperands(lowerBounds);
  state.addOperands(steps);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(upperBounds.size()), static_cast<int32_t>(lowerBounds.size()),
                                    static_cast<int32_t>(steps.size())};
  state.addTypes(results);
  if (!reduce.empty())
    properties.reduce = builder.getArrayAttr(llvm::map_to_vector(
        reduce, [&](ReduceKind kind) -> Attribute { return ReduceKindAttr::get(builder.getContext(), kind); }));

  OpBuilder::InsertionGuard guard(builder);
  Region *body = state.addRegion();
  SmallVector<Location> locations(upperBounds.size(), state.location);
  builder.createBlock(body, body->end(), upperBounds.getTypes(), locations);
  if (results.empty())
    ensureTerminator(*body, builder, state.location);
}

SmallVector<ReduceKind> ForOp::getReduceKinds() {
  SmallVector<ReduceKind> kinds;
  if (std::optional<ArrayAttr> reduce = getReduce())
    for (Attribute kind : *reduce)
      kinds.push_back(cast<ReduceKindAttr>(kind).getValue());
  return kinds;
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getBody()}; }

void ForOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  static constexpr StringLiteral letters = "ijklmnop";
  for (auto [index, variable] : llvm::enumerate(region.getArguments()))
    if (index < letters.size())
      setName(variable, letters.substr(index, 1));
}

/// Parses `reduce(kind, ...) -> type, ...` if it is there.
static ParseResult parseOptionalReduce(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("reduce")))
    return success();
  SmallVector<Attribute> kinds;
  auto parseKind = [&]() -> ParseResult {
    ReduceKindAttr kind;
    if (parseEnum(parser, kind))
      return failure();
    kinds.push_back(kind);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseKind) || parser.parseArrow() ||
      parser.parseTypeList(result.types))
    return failure();
  result.addAttribute(ForOp::getReduceAttrName(result.name), parser.getBuilder().getArrayAttr(kinds));
  return success();
}

/// Parses a list by `parseList`, which takes its delimiter. The parser's own message for a list without parentheses
/// does not tell the form.
static ParseResult parseInParentheses(OpAsmParser &parser,
                                      function_ref<ParseResult(OpAsmParser::Delimiter)> parseList) {
  SMLoc location = parser.getCurrentLocation();
  if (parseList(OpAsmParser::Delimiter::OptionalParen))
    return failure();
  if (parser.getCurrentLocation() == location)
    return parser.emitError(location, "'qd.for' has parentheses around each of its lists: expected "
                                      "'qd.for (%i) in (%n)'");
  return success();
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getNameLoc();
  SmallVector<OpAsmParser::Argument> variables;
  SmallVector<OpAsmParser::UnresolvedOperand> upperBounds, lowerBounds, steps;
  auto parseValues = [&](SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values) {
    return parseInParentheses(parser, [&](auto delimiter) { return parser.parseOperandList(values, delimiter); });
  };
  if (parseInParentheses(parser, [&](auto delimiter) { return parser.parseArgumentList(variables, delimiter); }) ||
      parser.parseKeyword("in") || parseValues(upperBounds))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("from")) && parseValues(lowerBounds))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("step")) && parseValues(steps))
    return failure();

  Builder &builder = parser.getBuilder();
  Type boundType = builder.getIndexType();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(boundType))
    return failure();
  if (parser.resolveOperands(upperBounds, boundType, result.operands) ||
      parser.resolveOperands(lowerBounds, boundType, result.operands) ||
      parser.resolveOperands(steps, boundType, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().operandSegmentSizes = {static_cast<int32_t>(upperBounds.size()),
                                                                 static_cast<int32_t>(lowerBounds.size()),
                                                                 static_cast<int32_t>(steps.size())};

  if (parseOptionalValue<IntegerAttr>(parser, getBlockDimAttrName(result.name), "a number of threads from 1 to 1024",
                                      builder.getI32Type(), result))
    return failure();
  Region *body = result.addRegion();
  for (OpAsmParser::Argument &variable : variables)
    variable.type = boundType;
  if (parseOptionalName(parser, getNameAttrName(result.name), result) || parseOptionalReduce(parser, result) ||
      parseOwnAttributes(parser, result) || parser.parseRegion(*body, variables))
    return failure();
  if (result.types.empty()) {
    ensureTerminator(*body, builder, result.location);
    return success();
  }
  // Ahead of the verifier of blocks, whose message names neither the loop nor the fix.
  if (body->empty() || !body->back().mightHaveTerminator())
    return parser.emitError(location, "'qd.for' has 'reduce', but its body does not end with 'qd.yield' and a value "
                                      "for each result");
  return success();
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << " (" << getInductionVars() << ") in (" << getUpperBounds() << ')';
  if (!getLowerBounds().empty())
    printer << " from (" << getLowerBounds() << ')';
  if (!getSteps().empty())
    printer << " step (" << getSteps() << ')';
  if (!getBoundType().isIndex())
    printer << " : " << getBoundType();
  if (std::optional<uint32_t> blockDim = getBlockDim())
    printer << " block_dim(" << *blockDim << ')';
  printOptionalName(printer, getNameAttr());
  if (isReduction()) {
    printer << " reduce(";
    llvm::interleaveComma(getReduceKinds(), printer, [&](ReduceKind kind) { printer << stringifyReduceKind(kind); });
    printer << ") -> " << getResultTypes();
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getOperandSegmentSizesAttrName(), getBlockDimAttrName(), getNameAttrName(), getReduceAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/isReduction());
}

/// Checks the number and type of the bounds and of what the body gets.
static LogicalResult verifyRange(ForOp loop) {
  size_t rank = loop.getUpperBounds().size();
  if (rank < 1 || rank > maximumRank)
    return loop.emitOpError() << "has " << counted(rank, "upper bound") << ", but a parallel loop has rank 1 to "
                              << maximumRank;
  if (loop.getBody().getNumArguments() != rank)
    return loop.emitOpError() << "has " << counted(rank, "upper bound") << " and "
                              << counted(loop.getBody().getNumArguments(), "induction variable")
                              << "; each dimension needs one of both";
  for (auto [what, values] : {std::pair("lower bound", loop.getLowerBounds()), std::pair("step", loop.getSteps())})
    if (!values.empty() && values.size() != rank)
      return loop.emitOpError() << "has " << counted(rank, "upper bound") << " and " << counted(values.size(), what)
                                << "; give one for each dimension, or leave them all out";
  Type type = loop.getBoundType();
  auto hasType = [&](Type other) { return other == type; };
  if (!llvm::all_of(loop->getOperandTypes(), hasType) || !llvm::all_of(loop.getBody().getArgumentTypes(), hasType))
    return loop.emitOpError() << "has bounds, steps or induction variables of different types; they all have one of "
                              << "'index', 'i32' and 'i64', as the first upper bound has " << type << "";
  return success();
}

static LogicalResult verifyReduction(ForOp loop) {
  SmallVector<ReduceKind> kinds = loop.getReduceKinds();
  if (kinds.size() != loop.getNumResults())
    return loop.emitOpError() << "reduces " << counted(kinds.size(), "value") << " to "
                              << counted(loop.getNumResults(), "result") << "; there is one of each";
  for (auto [kind, type] : llvm::zip(kinds, loop.getResultTypes()))
    if (failed(verifyReduces(loop, kind, type)))
      return failure();
  auto yield = dyn_cast<YieldOp>(loop.getBody().front().back());
  if (!yield || yield.getOperandTypes() != loop.getResultTypes())
    return loop.emitOpError() << "reduces values of types (" << loop.getResultTypes() << "), but its body yields ("
                              << (yield ? TypeRange(yield.getOperandTypes()) : TypeRange()) << ")";
  return success();
}

/// getSourceLoops relies on it.
static LogicalResult verifySourceLoops(ForOp loop) {
  Attribute attribute = loop->getAttr(sourceLoopsAttr);
  auto list = dyn_cast_if_present<ArrayAttr>(attribute);
  bool areLocations =
      list && !list.empty() && llvm::all_of(list, [](Attribute entry) { return isa<LocationAttr>(entry); });
  if (attribute && !areLocations)
    return loop.emitOpError() << "has '" << sourceLoopsAttr << "' = " << attribute
                              << ", which is no list of locations; leave it out, 'qd-fuse-loops' makes it";
  return success();
}

/// getNotFused relies on it.
static LogicalResult verifyNeighbour(ForOp loop) {
  Attribute attribute = loop->getAttr(notFusedAttr);
  if (attribute && !isNotFused(attribute))
    return loop.emitOpError() << "has '" << notFusedAttr << "' = " << attribute
                              << ", which is no reason with a location; leave it out, 'qd-fuse-loops' makes it";
  return success();
}

LogicalResult ForOp::verify() {
  if (failed(verifyRange(*this)) || failed(verifyReduction(*this)) || failed(verifySourceLoops(*this)) ||
      failed(verifyNeighbour(*this)))
    return failure();
  // `block_dim` is a hint, but one that no device can take is a mistake.
  if (std::optional<uint32_t> blockDim = getBlockDim(); blockDim && (*blockDim < 1 || *blockDim > 1024))
    return emitOpError() << "has block_dim(" << static_cast<int32_t>(*blockDim)
                         << "), but a block has 1 to 1024 threads";
  return verifyName(*this, getNameAttr());
}

void ForOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (isReduction() && isa_and_nonnull<TaskOp>((*this)->getParentOp()))
    effects.emplace_back(MemoryEffects::Write::get());
}

/// A loop whose range is empty, as its constants tell, vanishes.
LogicalResult ForOp::canonicalize(ForOp loop, PatternRewriter &rewriter) {
  if (loop.isReduction())
    return failure();
  for (unsigned axis = 0; axis < loop.getRank(); ++axis) {
    APInt upper, lower, step;
    bool hasStep = !loop.getSteps().empty();
    if (hasStep && matchPattern(loop.getSteps()[axis], m_ConstantInt(&step)) && !step.isStrictlyPositive())
      return rewriter.eraseOp(loop), success();
    if (!matchPattern(loop.getUpperBounds()[axis], m_ConstantInt(&upper)))
      continue;
    lower = APInt::getZero(upper.getBitWidth());
    if (!loop.getLowerBounds().empty() && !matchPattern(loop.getLowerBounds()[axis], m_ConstantInt(&lower)))
      continue;
    if (upper.sle(lower))
      return rewriter.eraseOp(loop), success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// YieldOp
//===----------------------------------------------------------------------===//

LogicalResult YieldOp::verify() {
  if (isa<DoWhileOp>((*this)->getParentOp()) && getNumOperands() != 0)
    return emitOpError("yields values from a 'qd.do_while', which has none to take; store them to an array");
  return success();
}

//===----------------------------------------------------------------------===//
// DoWhileOp
//===----------------------------------------------------------------------===//

void DoWhileOp::build(OpBuilder &builder, OperationState &state, Value flag, Value maximum, OnMaximum onMax,
                      StringAttr name) {
  state.addOperands(flag);
  if (maximum)
    state.addOperands(maximum);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.on_max = OnMaximumAttr::get(builder.getContext(), onMax);
  properties.name = name;
  state.addTypes(builder.getI64Type());

  OpBuilder::InsertionGuard guard(builder);
  Region *body = state.addRegion();
  builder.createBlock(body);
  ensureTerminator(*body, builder, state.location);
}

SmallVector<Region *> DoWhileOp::getLoopRegions() { return {&getBody()}; }

/// Parses `max(%n : type)` if it is there; the type is i64 where it is left out.
static ParseResult parseOptionalMaximum(OpAsmParser &parser, std::optional<OpAsmParser::UnresolvedOperand> &maximum,
                                        Type &type) {
  type = parser.getBuilder().getI64Type();
  if (failed(parser.parseOptionalKeyword("max")))
    return success();
  if (parser.parseLParen() || parser.parseOperand(maximum.emplace()) ||
      (succeeded(parser.parseOptionalColon()) && parser.parseType(type)))
    return failure();
  return parser.parseRParen();
}

/// Parses `on_max(stop)` or `on_max(error)` if it is there.
static ParseResult parseOptionalOnMaximum(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("on_max")))
    return success();
  OnMaximumAttr onMaximum;
  if (parser.parseLParen() || parseEnum(parser, onMaximum) || parser.parseRParen())
    return failure();
  result.addAttribute(DoWhileOp::getOnMaxAttrName(result.name), onMaximum);
  return success();
}

ParseResult DoWhileOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand flag;
  std::optional<OpAsmParser::UnresolvedOperand> maximum;
  Type flagType, maximumType;
  Region *body = result.addRegion();
  if (parser.parseOperand(flag) || parseOptionalMaximum(parser, maximum, maximumType) ||
      parseOptionalOnMaximum(parser, result) || parseOptionalName(parser, getNameAttrName(result.name), result) ||
      parser.parseColonType(flagType) || parser.resolveOperand(flag, flagType, result.operands) ||
      (maximum && parser.resolveOperand(*maximum, maximumType, result.operands)) ||
      parseOwnAttributes(parser, result) || parser.parseRegion(*body))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  result.addTypes(parser.getBuilder().getI64Type());
  return success();
}

void DoWhileOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getFlag();
  if (Value maximum = getMaximum()) {
    printer << " max(" << maximum;
    if (!maximum.getType().isInteger(64))
      printer << " : " << maximum.getType();
    printer << ')';
  }
  if (getOnMax() != OnMaximum::stop)
    printer << " on_max(" << stringifyOnMaximum(getOnMax()) << ')';
  printOptionalName(printer, getNameAttr());
  printer << " : " << getFlag().getType();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getOnMaxAttrName(), getNameAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/false);
}

LogicalResult DoWhileOp::verify() {
  Type flagType = getFlag().getType().getElementType();
  if (!isElementType(flagType))
    return emitOpError() << "has a flag of type " << flagType << ", but flags are i1, i8, i16, i32 or i64";
  Operation *owner = getFlag().getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(getFlag()).getOwner()->getParentOp();
  if (!isa<FunctionOpInterface, memref::GetGlobalOp, memref::AllocOp>(owner))
    return emitOpError() << "has a flag that '" << owner->getName()
                         << "' makes, but a flag outlives the loop: an argument of the kernel, a global, or a "
                            "memref.alloc";
  if (getBody().getNumArguments() != 0)
    return emitOpError("has a body with arguments, but nothing is passed to it; leave them out");
  if (getOnMax() == OnMaximum::error && !getMaximum())
    return emitOpError("has on_max(error) without a maximum; add max(%n)");
  return verifyName(*this, getNameAttr());
}

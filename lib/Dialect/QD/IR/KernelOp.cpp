//===- KernelOp.cpp - qd.kernel and qd.return -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentNames.h"
#include "OpChecks.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace qdc::qd;

std::string KernelOp::getArgumentName(unsigned index) { return qdc::qd::getArgumentName(*this, index); }

void KernelOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) { nameArguments(*this, setName); }

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name), result.attributes))
    return failure();

  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttributes;
  bool isVariadic = false;
  if (function_interface_impl::parseFunctionSignatureWithArguments(parser, /*allowVariadic=*/false, arguments,
                                                                   isVariadic, resultTypes, resultAttributes) ||
      parseOwnAttributes(parser, result))
    return failure();
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (argument.ssaName.name.empty())
      return parser.emitError(parser.getNameLoc())
             << "argument " << index << ", of type " << argument.type << ", has no name; write one before its type";

  Builder &builder = parser.getBuilder();
  recordArgumentNames(builder, arguments);
  auto inputTypes = llvm::map_to_vector(arguments, [](const OpAsmParser::Argument &argument) { return argument.type; });
  result.addAttribute(getFunctionTypeAttrName(result.name),
                      TypeAttr::get(builder.getFunctionType(inputTypes, resultTypes)));
  call_interface_impl::addArgAndResultAttrs(builder, result, arguments, resultAttributes,
                                            getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  if (Block &block = body->back(); block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>()) {
    OpBuilder atEnd(builder.getContext()); // the block has no operation around it yet that would know its context
    atEnd.setInsertionPointToEnd(&block);
    ReturnOp::create(atEnd, result.location);
  }
  return success();
}

/// Prints ` -> type` or ` -> (type {attributes}, ...)`, or nothing.
static void printResults(OpAsmPrinter &printer, KernelOp kernel) {
  ArrayRef<Type> types = kernel.getResultTypes();
  if (types.empty())
    return;
  printer << " -> ";
  bool inParentheses = types.size() > 1 || !kernel.getResultAttrs(0).empty();
  if (inParentheses)
    printer << '(';
  llvm::interleaveComma(llvm::enumerate(types), printer, [&](auto result) {
    printer << result.value();
    printer.printOptionalAttrDict(kernel.getResultAttrs(result.index()));
  });
  if (inParentheses)
    printer << ')';
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printArguments(printer, *this);
  printResults(printer, *this);
  function_interface_impl::printFunctionAttributes(
      printer, *this, {getFunctionTypeAttrName(), getArgAttrsAttrName(), getResAttrsAttrName()});
  printer << ' ';
  bool returnsNothing = getBody().front().getTerminator()->getNumOperands() == 0;
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/!returnsNothing);
}

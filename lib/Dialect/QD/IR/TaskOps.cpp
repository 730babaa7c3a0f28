//===- TaskOps.cpp - qd.task and the graph --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentNames.h"
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
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
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

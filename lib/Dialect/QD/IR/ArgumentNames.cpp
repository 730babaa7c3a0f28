//===- ArgumentNames.cpp - SSA names of arguments, kept -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentNames.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

static std::string defaultName(unsigned index) { return "arg" + llvm::utostr(index); }

std::string qdc::qd::getArgumentName(FunctionOpInterface function, unsigned index) {
  if (auto name = function.getArgAttrOfType<StringAttr>(index, argNameAttr))
    return name.str();
  return defaultName(index);
}

void qdc::qd::recordArgumentNames(Builder &builder, MutableArrayRef<OpAsmParser::Argument> arguments) {
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    StringRef name = argument.ssaName.name.drop_front(); // the '%'
    if (llvm::isDigit(name.front()) || name == defaultName(index) ||
        (argument.attrs && argument.attrs.contains(argNameAttr)))
      continue;
    NamedAttrList attributes;
    if (argument.attrs)
      attributes.append(argument.attrs.begin(), argument.attrs.end());
    attributes.append(argNameAttr, builder.getStringAttr(name));
    argument.attrs = attributes.getDictionary(builder.getContext());
  }
}

void qdc::qd::nameArguments(FunctionOpInterface function, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : function.getArguments())
    setName(argument, getArgumentName(function, argument.getArgNumber()));
}

void qdc::qd::printArguments(OpAsmPrinter &printer, FunctionOpInterface function) {
  printer << '(';
  llvm::interleaveComma(function.getArguments(), printer, [&](BlockArgument argument) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    printer.printOperand(argument, stream);
    ArrayRef<NamedAttribute> attributes = function.getArgAttrs(argument.getArgNumber());
    auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), argNameAttr);
    bool isNamed = name && "%" + name.str() == printed;
    printer.printRegionArgument(argument,
                                llvm::to_vector(llvm::make_filter_range(attributes, [&](NamedAttribute attribute) {
                                  return !(isNamed && attribute.getName() == argNameAttr);
                                })));
  });
  printer << ')';
}

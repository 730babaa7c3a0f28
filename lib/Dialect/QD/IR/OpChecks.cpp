//===- OpChecks.cpp - Checks that verifiers of several ops make -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpChecks.h"

#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;

std::string qdc::qd::counted(size_t number, StringRef what) {
  return std::to_string(number) + ' ' + what.str() + (number == 1 ? "" : "s");
}

LogicalResult qdc::qd::verifyWord(Operation *op, StringRef what, std::optional<int64_t> offset) {
  if (!offset || (*offset >= 0 && *offset % 8 == 0))
    return success();
  return op->emitOpError() << "has " << what << ' ' << *offset << ", but words lie at multiples of 8 from 0";
}

LogicalResult qdc::qd::verifyReduces(Operation *op, ReduceKind kind, Type type) {
  if (reducesType(kind, type))
    return success();
  return op->emitOpError() << "reduces values of type " << type << " by '" << stringifyReduceKind(kind)
                           << "'; addf, mulf, minimumf and maximumf take floats, the others integers and index";
}

LogicalResult qdc::qd::verifyFormat(Operation *op, StringRef does, size_t placeholders, ValueRange values) {
  for (Type type : values.getTypes())
    if (!isScalarType(type))
      return op->emitOpError() << does << " a value of type " << type << ", but it takes " << elementTypeList
                               << ", and index";
  if (placeholders == values.size())
    return success();
  return op->emitOpError("needs one '{}' in its format for each value: there are ")
         << placeholders << " for " << counted(values.size(), "value");
}

ParseResult qdc::qd::parseOwnAttributes(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  NamedAttrList attributes;
  if (parser.parseOptionalAttrDictWithKeyword(attributes))
    return failure();
  StringRef op = result.name.getStringRef();
  for (StringRef name : {"function_type", "arg_attrs", "res_attrs", "operandSegmentSizes"})
    if (attributes.get(name))
      return parser.emitError(location) << "'" << op << "' op has '" << name
                                        << "', which the rest of its text says; leave it out";
  result.attributes.append(attributes.begin(), attributes.end());
  return result.name.verifyInherentAttrs(attributes,
                                         [&] { return parser.emitError(location) << "'" << op << "' op "; });
}

//===- QDAttributes.cpp - Attributes of the qd dialect --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EnumSyntax.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace qdc::qd;
using qdc::SlotOperand;

#include "qdc/Dialect/QD/IR/QDEnums.cpp.inc"

//===----------------------------------------------------------------------===//
// Lists in brackets
//===----------------------------------------------------------------------===//

template <typename Element>
static FailureOr<SmallVector<Element>> parseList(AsmParser &parser) {
  SmallVector<Element> elements;
  auto parseElement = [&]() -> ParseResult {
    FailureOr<Element> element = FieldParser<Element>::parse(parser);
    if (failed(element))
      return failure();
    elements.push_back(*element);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseElement))
    return failure();
  return elements;
}

template <typename Element>
static void printList(AsmPrinter &printer, ArrayRef<Element> elements) {
  printer << '[';
  printer.printStrippedAttrOrType(elements);
  printer << ']';
}

#define GET_ATTRDEF_CLASSES
#include "qdc/Dialect/QD/IR/QDAttributes.cpp.inc"

void QDDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "qdc/Dialect/QD/IR/QDAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// SlotAttr
//===----------------------------------------------------------------------===//

SlotAttr SlotAttr::getAtOffset(MLIRContext *context, SlotKind kind, uint64_t offset) {
  return SlotAttr::get(context, kind, 0, 0, offset);
}

Attribute SlotAttr::parse(AsmParser &parser, Type) {
  uint32_t index = 0, axis = 0;
  uint64_t offset = 0;
  SlotKind kind;
  if (parser.parseLess() || parseEnumWord(parser, kind))
    return {};
  auto [first, second] = slotOperands(kind);
  auto parseOperand = [&](SlotOperand operand) -> ParseResult {
    return operand == SlotOperand::offset ? parser.parseInteger(offset)
           : operand == SlotOperand::axis ? parser.parseInteger(axis)
                                          : parser.parseInteger(index);
  };
  if (first != SlotOperand::none &&
      (parser.parseLParen() || parseOperand(first) ||
       (second != SlotOperand::none && (parser.parseComma() || parseOperand(second))) || parser.parseRParen()))
    return {};
  if (parser.parseGreater())
    return {};
  return SlotAttr::get(parser.getContext(), kind, index, axis, offset);
}

void SlotAttr::print(AsmPrinter &printer) const {
  auto [first, second] = slotOperands(getKind());
  auto value = [&](SlotOperand operand) -> uint64_t {
    return operand == SlotOperand::offset ? getOffset() : operand == SlotOperand::axis ? getAxis() : getIndex();
  };
  printer << '<' << stringifySlotKind(getKind());
  if (first != SlotOperand::none)
    printer << '(' << value(first);
  if (second != SlotOperand::none)
    printer << ", " << value(second);
  printer << (first != SlotOperand::none ? ")>" : ">");
}

//===----------------------------------------------------------------------===//
// SizeAttr
//===----------------------------------------------------------------------===//

LogicalResult SizeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, StringRef text) {
  qdc::Result<qdc::SizeExpr> expr = qdc::SizeExpr::parse(text);
  if (!expr)
    return emitError() << "'" << text << "' is not a SizeExpr: " << expr.error().message;
  if (std::string canonical = expr->str(); canonical != text)
    return emitError() << "a SizeExpr is written in its canonical form, '" << canonical << "', not '" << text << "'";
  return success();
}

qdc::SizeExpr SizeAttr::getExpr() const { return *qdc::SizeExpr::parse(getText()); }

SizeAttr SizeAttr::get(MLIRContext *context, const qdc::SizeExpr &expr) { return get(context, expr.str()); }

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

/// True if a slot of that kind is found by its byte offset.
static bool hasOffset(SlotKind kind) { return kind == SlotKind::workspace || kind == SlotKind::word; }

/// True if a slot of that kind is found by its index.
static bool hasIndex(SlotKind kind) {
  return kind == SlotKind::array || kind == SlotKind::dim || kind == SlotKind::scalar || kind == SlotKind::global;
}

Attribute SlotAttr::parse(AsmParser &parser, Type) {
  uint32_t index = 0, axis = 0;
  uint64_t offset = 0;
  SlotKind kind;
  if (parser.parseLess() || parseEnumWord(parser, kind))
    return {};
  if (hasOffset(kind) && (parser.parseLParen() || parser.parseInteger(offset) || parser.parseRParen()))
    return {};
  if (hasIndex(kind) &&
      (parser.parseLParen() || parser.parseInteger(index) ||
       (kind == SlotKind::dim && (parser.parseComma() || parser.parseInteger(axis))) || parser.parseRParen()))
    return {};
  if (parser.parseGreater())
    return {};
  return SlotAttr::get(parser.getContext(), kind, index, axis, offset);
}

void SlotAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifySlotKind(getKind());
  if (hasOffset(getKind()))
    printer << '(' << getOffset() << ')';
  if (getKind() == SlotKind::dim)
    printer << '(' << getIndex() << ", " << getAxis() << ')';
  else if (hasIndex(getKind()))
    printer << '(' << getIndex() << ')';
  printer << '>';
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

bool qdc::qd::isAddress(SlotKind kind) {
  switch (kind) {
  case SlotKind::array:
  case SlotKind::global:
  case SlotKind::workspace:
  case SlotKind::error_record:
  case SlotKind::print_buffer:
    return true;
  case SlotKind::dim:
  case SlotKind::scalar:
  case SlotKind::word:
  case SlotKind::seed:
  case SlotKind::launch_ordinal:
    return false;
  }
  llvm_unreachable("all kinds are above");
}

//===- EnumSyntax.h - Enumerations written as bare words ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Custom assembly for enumerations, with an error that lists what there is.
// Used by hand-written parsers and, as custom<Enum>(...), by the .td files.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_IR_ENUMSYNTAX_H
#define QDC_LIB_DIALECT_QD_IR_ENUMSYNTAX_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Parses one word of an enumeration.
template <typename Enum>
mlir::ParseResult parseEnumWord(mlir::AsmParser &parser, Enum &value) {
  llvm::SMLoc location = parser.getCurrentLocation();
  llvm::StringRef spelling;
  if (parser.parseKeyword(&spelling))
    return mlir::failure();
  if (std::optional<Enum> known = symbolizeEnum<Enum>(spelling)) {
    value = *known;
    return mlir::success();
  }
  mlir::InFlightDiagnostic error = parser.emitError(location) << "'" << spelling << "' is none of";
  for (uint32_t known = 0; !stringifyEnum(static_cast<Enum>(known)).empty(); ++known)
    error << (known ? ", '" : " '") << stringifyEnum(static_cast<Enum>(known)) << "'";
  return error;
}

/// The same, for parameters of attributes.
template <typename Enum>
mlir::FailureOr<Enum> parseEnumWord(mlir::AsmParser &parser) {
  Enum value;
  if (parseEnumWord(parser, value))
    return mlir::failure();
  return value;
}

/// Parses one word of the enumeration that `EnumAttribute` holds.
template <typename EnumAttribute>
mlir::ParseResult parseEnum(mlir::OpAsmParser &parser, EnumAttribute &attribute) {
  decltype(attribute.getValue()) value;
  if (parseEnumWord(parser, value))
    return mlir::failure();
  attribute = EnumAttribute::get(parser.getContext(), value);
  return mlir::success();
}

template <typename EnumAttribute>
void printEnum(mlir::OpAsmPrinter &printer, mlir::Operation *, EnumAttribute attribute) {
  printer << stringifyEnum(attribute.getValue());
}

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_IR_ENUMSYNTAX_H

//===- Json.h - JSON, by nlohmann/json --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of JSON values and the two ways between them and text. JsonValue.h has the type itself, for files that make
// values or look into them; it takes a second to compile, so other headers do with this one.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_JSON_H
#define QDC_SUPPORT_JSON_H

#include "qdc/Support/Result.h"

#include <string>
#include <string_view>

// The library's code is ours alone: it throws nothing (what would throw is a mistake of ours, and aborts), and a
// program that links libqdrt.a may have another nlohmann/json, of any version and with exceptions.
#define NLOHMANN_JSON_NAMESPACE nlohmann::qdc_json
#define NLOHMANN_JSON_NAMESPACE_BEGIN                                                                                  \
  namespace nlohmann {                                                                                                 \
  inline namespace qdc_json {
#define NLOHMANN_JSON_NAMESPACE_END                                                                                    \
  }                                                                                                                    \
  }
#define JSON_NOEXCEPTION
#define JSON_NO_IO
#define JSON_USE_IMPLICIT_CONVERSIONS 0
#include <nlohmann/json_fwd.hpp>

namespace qdc {

/// A value; the keys of an object keep their order.
using Json = nlohmann::ordered_json;

/// Reads one JSON text (RFC 8259). Besides what is none, a key that occurs twice in an object, a byte order mark, a
/// zero byte, a number too large or too close to 0 for a double and nesting deeper than `maximumDepth`, 1000 at most,
/// are refused. Integers that fit into 64 bits are exact; one that is not negative is unsigned. The error tells the
/// line and column, the byte, or the key that occurs twice, and has the code invalidArgument.
Result<Json> parseJson(std::string_view text, unsigned maximumDepth = 256);

/// The text of a value, with `indent` spaces for each level; 0 writes one line without spaces. The same value gives the
/// same bytes. Bytes that are not UTF-8 become U+FFFD, since JSON cannot hold them. What is not for show
/// (PrintableText.h) is written as an escape. Floats have the shortest digits that read back as the same double; one
/// that is whole looks like an integer, except negative zero, which is "-0.0": a reader takes "-0" for the integer 0.
std::string writeJson(const Json &json, unsigned indent = 0);

/// A float as a value. JSON has no infinities and NaNs: they are the strings "inf", "-inf" and "nan".
Json floatJson(double number);
/// The same; the value has the shortest digits that read back as the same float.
Json floatJson(float number);

/// "an object", "a string" and so on, for messages.
std::string_view kindName(const Json &json);

} // namespace qdc

#endif // QDC_SUPPORT_JSON_H

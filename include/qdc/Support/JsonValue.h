//===- JsonValue.h - Inside of JSON values ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole of nlohmann/json, as Json.h sets it up. Nothing includes the library but these two. A function of the
// library that is asked for what a value is not aborts: ask for the kind first, or use get_ptr, which is NULL then.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_JSONVALUE_H
#define QDC_SUPPORT_JSONVALUE_H

#include "qdc/Support/Json.h"

#include <nlohmann/json.hpp>

/// The digits of a float in JSON. The library's own are one too many for one of two thousand numbers.
template <>
char *nlohmann::detail::to_chars(char *first, const char *last, double value);

/// The library's own takes memory to free a value, and where there is none left it ends the program. Ours calls itself
/// for what is inside.
template <>
void nlohmann::ordered_json::json_value::destroy(value_t type);

namespace qdc {

/// Keys and values, in their order.
using JsonMembers = Json::object_t::Container;

/// The value as that type, or NULL if it is of another one.
inline const bool *asBool(const Json &json) { return json.get_ptr<const Json::boolean_t *>(); }
inline const std::string *asString(const Json &json) { return json.get_ptr<const Json::string_t *>(); }
inline const Json::array_t *asArray(const Json &json) { return json.get_ptr<const Json::array_t *>(); }
inline const JsonMembers *asObject(const Json &json) { return json.get_ptr<const Json::object_t *>(); }
/// An integer that is not negative, of a parsed value.
inline const uint64_t *asUint64(const Json &json) { return json.get_ptr<const Json::number_unsigned_t *>(); }

/// Of an object: the member of that name, or NULL; NULL for other kinds.
inline const Json *findMember(const Json &json, std::string_view key) {
  const auto member = json.find(key);
  return member == json.end() ? nullptr : &*member;
}

} // namespace qdc

#endif // QDC_SUPPORT_JSONVALUE_H

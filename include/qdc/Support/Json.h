//===- Json.h - Strict JSON -------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON (RFC 8259) without exceptions and without surprises: a key that occurs twice in an object, anything but white
// space around the value, comments, invalid UTF-8, a byte order mark, numbers past the range of a double, be they too
// large (1e400) or too close to zero (1e-400), and nesting past a limit are errors; integers are exact; keys keep their
// order. The writer gives the same bytes for the same calls.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_JSON_H
#define QDC_SUPPORT_JSON_H

#include "qdc/Support/Result.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qdc {

struct JsonMember;

/// A parsed value.
class JsonValue {
public:
  using Array = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;

  JsonValue() = default; // null
  template <typename T>
    requires(!std::same_as<std::remove_cvref_t<T>, JsonValue>)
  explicit JsonValue(T &&value) : storage(std::forward<T>(value)) {}

  bool isNull() const { return std::holds_alternative<std::monostate>(storage); }
  /// The value as that type, or NULL if it is of another one.
  const bool *asBool() const { return std::get_if<bool>(&storage); }
  const std::string *asString() const { return std::get_if<std::string>(&storage); }
  const Array *asArray() const { return std::get_if<Array>(&storage); }
  const Object *asObject() const { return std::get_if<Object>(&storage); }
  Array *asArray() { return std::get_if<Array>(&storage); }
  Object *asObject() { return std::get_if<Object>(&storage); }
  /// An integer, written without fraction and exponent, that fits.
  std::optional<int64_t> asInt64() const;
  std::optional<uint64_t> asUint64() const;
  /// Any number, rounded to the nearest double.
  std::optional<double> asDouble() const;

  /// Of an object: the member of that name, or NULL; NULL for other kinds.
  const JsonValue *find(std::string_view key) const;

  /// "an object", "a string" and so on, for messages.
  std::string_view kindName() const;

private:
  // Integers are an int64_t where they are negative, else a uint64_t.
  std::variant<std::monostate, bool, int64_t, uint64_t, double, std::string, Array, Object> storage;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

/// A key that occurs twice in an object, or none.
std::optional<std::string_view> repeatedKey(const JsonValue::Object &object);

/// Reads one JSON text. The error tells the line and column, the byte, or the key that occurs twice, and has the code
/// invalidArgument. Arrays and objects may nest `maximumDepth` deep.
Result<JsonValue> parseJson(std::string_view text, unsigned maximumDepth = 256);

/// Writes one JSON text, value by value:
///
///   JsonWriter json;
///   json.beginObject();
///   json.key("shape");
///   json.beginArray();
///   json.value(64);
///   json.endArray();
///   json.endObject();
///   std::string text = json.take(); // {"shape":[64]}
///
/// The caller keeps begins, ends and keys in step.
class JsonWriter {
public:
  /// `indent` spaces for each level; 0 writes one line without spaces.
  explicit JsonWriter(unsigned indent = 0) : indent(indent) {}

  void beginObject() { open('{'); }
  void endObject() { close('}'); }
  void beginArray() { open('['); }
  void endArray() { close(']'); }
  void key(std::string_view name);

  void null();
  /// Bytes that are not UTF-8 become U+FFFD, since JSON cannot hold them. What
  /// is not for show (PrintableText.h) is written as an escape.
  void value(std::string_view text);
  void value(const char *text) { value(std::string_view(text)); }
  /// The shortest digits that read back as the same number. JSON has no
  /// infinities and NaNs: they become the strings "inf", "-inf" and "nan".
  void value(double number);
  void value(float number);
  template <std::integral T>
  void value(T number) {
    if constexpr (std::same_as<T, bool>)
      raw(number ? "true" : "false");
    else
      raw(std::to_string(number));
  }

  /// A key with its value.
  template <typename T>
  void member(std::string_view name, const T &content) {
    key(name);
    value(content);
  }

  /// The text; the writer is empty then.
  std::string take() { return std::move(text); }

private:
  void open(char bracket);
  void close(char bracket);
  void raw(std::string_view token);
  void separate();
  void newLine();
  void quote(std::string_view string);

  std::string text;
  unsigned indent;
  unsigned depth = 0;
  bool isFirst = true; // of the open array or object
  bool afterKey = false;
};

} // namespace qdc

#endif // QDC_SUPPORT_JSON_H

//===- JsonParser.cpp - Strict JSON: reading ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

using namespace qdc;

std::optional<int64_t> JsonValue::asInt64() const {
  if (const auto *negative = std::get_if<int64_t>(&storage))
    return *negative;
  const auto *positive = std::get_if<uint64_t>(&storage);
  if (positive && *positive <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return static_cast<int64_t>(*positive);
  return std::nullopt;
}

std::optional<uint64_t> JsonValue::asUint64() const {
  const auto *positive = std::get_if<uint64_t>(&storage);
  return positive ? std::optional(*positive) : std::nullopt;
}

std::optional<double> JsonValue::asDouble() const {
  if (const auto *number = std::get_if<double>(&storage))
    return *number;
  if (const auto *negative = std::get_if<int64_t>(&storage))
    return static_cast<double>(*negative);
  if (const auto *positive = std::get_if<uint64_t>(&storage))
    return static_cast<double>(*positive);
  return std::nullopt;
}

const JsonValue *JsonValue::find(std::string_view key) const {
  if (const Object *members = asObject())
    for (const JsonMember &member : *members)
      if (member.key == key)
        return &member.value;
  return nullptr;
}

std::string_view JsonValue::kindName() const {
  constexpr std::string_view names[] = {"null",     "a boolean", "a number", "a number",
                                        "a number", "a string",  "an array", "an object"};
  return names[storage.index()];
}

namespace {

/// Builds a JsonValue from the events of the nlohmann parser, which gives the
/// lexer; its own document type keeps only the last of equal keys.
class DocumentBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
  explicit DocumentBuilder(unsigned maximumDepth) : maximumDepth(maximumDepth) {}

  JsonValue document;
  std::string failure;

  bool null() override { return add(JsonValue()); }
  bool boolean(bool value) override { return add(JsonValue(value)); }
  bool number_integer(int64_t value) override {
    return add(value < 0 ? JsonValue(value) : JsonValue(static_cast<uint64_t>(value)));
  }
  bool number_unsigned(uint64_t value) override { return add(JsonValue(value)); }
  bool number_float(double value, const std::string &) override { return add(JsonValue(value)); }
  bool string(std::string &value) override { return add(JsonValue(std::move(value))); }
  bool binary(nlohmann::json::binary_t &) override { return false; }
  bool key(std::string &name) override {
    open.back()->asObject()->push_back({std::move(name), JsonValue()});
    return true;
  }
  bool start_object(size_t) override { return enter(JsonValue(JsonValue::Object())); }
  bool start_array(size_t) override { return enter(JsonValue(JsonValue::Array())); }
  bool end_array() override { return open.pop_back(), true; }
  bool end_object() override {
    std::vector<std::string_view> keys;
    for (const JsonMember &member : *open.back()->asObject())
      keys.push_back(member.key);
    std::sort(keys.begin(), keys.end());
    if (auto twice = std::adjacent_find(keys.begin(), keys.end()); twice != keys.end()) {
      failure = formatText("the key '{}' occurs twice in one object", *twice);
      return false;
    }
    open.pop_back();
    return true;
  }
  bool parse_error(size_t, const std::string &, const nlohmann::detail::exception &error) override {
    std::string_view what = error.what();
    what.remove_prefix(std::min(what.size(), what.find("] ") + 2)); // the library's own error number
    failure = what;
    return false;
  }

private:
  JsonValue *place(JsonValue value) {
    if (open.empty())
      return &(document = std::move(value));
    if (JsonValue::Array *array = open.back()->asArray())
      return &array->emplace_back(std::move(value));
    return &(open.back()->asObject()->back().value = std::move(value));
  }
  bool add(JsonValue value) { return place(std::move(value)), true; }
  bool enter(JsonValue value) {
    if (open.size() == maximumDepth) {
      failure = formatText("arrays and objects nest deeper than {}", maximumDepth);
      return false;
    }
    // The containers that are open do not grow until this one is closed, so
    // the pointer stays valid.
    open.push_back(place(std::move(value)));
    return true;
  }

  unsigned maximumDepth;
  std::vector<JsonValue *> open;
};

} // namespace

static Status notJson(const std::string &reason) {
  return makeError(ErrorCode::invalidArgument, "not valid JSON: {}", reason);
}

Result<JsonValue> qdc::parseJson(std::string_view text, unsigned maximumDepth) {
  // The library takes the one for the end of the text, and skips the other.
  if (size_t zero = text.find('\0'); zero != std::string_view::npos)
    return notJson(formatText("byte {} is zero", zero));
  if (text.starts_with("\xEF\xBB\xBF"))
    return notJson("it starts with a byte order mark");
  DocumentBuilder builder(maximumDepth);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
    return notJson(builder.failure);
  return std::move(builder.document);
}

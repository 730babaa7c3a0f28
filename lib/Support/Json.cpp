//===- Json.cpp - JSON, by nlohmann/json ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/JsonValue.h"

#include "qdc/Support/PrintableText.h"

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace qdc;

template <>
char *nlohmann::detail::to_chars(char *first, const char *last, double value) {
  // As "-0" it would be an integer for who reads it, without a sign.
  if (value == 0 && std::signbit(value))
    return std::ranges::copy(std::string_view("-0.0"), first).out;
  return std::to_chars(first, first + (last - first), value).ptr;
}

std::string_view qdc::kindName(const Json &json) {
  constexpr std::string_view names[] = {"null",     "an object", "an array", "a string", "a boolean",
                                        "a number", "a number",  "a number", "bytes",    "nothing"};
  return names[static_cast<size_t>(json.type())];
}

std::string qdc::writeJson(const Json &json, unsigned indent) {
  const int spaces = indent == 0 ? -1 : static_cast<int>(indent);
  return printableJson(json.dump(spaces, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace));
}

Json qdc::floatJson(double number) {
  if (std::isfinite(number))
    return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

Json qdc::floatJson(float number) {
  if (!std::isfinite(number))
    return floatJson(double{number});
  char digits[32];
  double nearest = 0;
  std::from_chars(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr, nearest);
  return nearest;
}

namespace {

/// Makes a value of what the library's parser finds. Each function is false where the parser is to stop.
class Builder {
public:
  explicit Builder(unsigned maximumDepth) : maximumDepth(maximumDepth) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  // -0 is the only one that is not negative.
  bool number_integer(int64_t value) { return value < 0 ? add(value) : add(uint64_t{0}); }
  bool number_unsigned(uint64_t value) { return add(value); }
  bool number_float(double value, const std::string &) { return add(value); }
  bool string(std::string &value) { return add(std::move(value)); }
  bool binary(Json::binary_t &) { return false; }
  bool start_array(size_t) { return enter(Json::array()); }
  bool start_object(size_t) { return enter(Json::object()); }
  bool key(std::string &name);
  bool end_array();
  bool end_object();
  template <typename Exception>
  bool parse_error(size_t position, const std::string &, const Exception &error) {
    return refuse(position, error.what());
  }

  Json document;
  std::string failure;

private:
  bool add(Json value);
  bool enter(Json value);
  bool refuse(size_t position, std::string_view why);

  const unsigned maximumDepth;
  std::vector<Json *> open; // from the document to the array or object that the next value is in
};

} // namespace

/// The value of an object's member takes the place of the null that its key made.
bool Builder::add(Json value) {
  if (open.empty())
    document = std::move(value);
  else if (open.back()->is_array())
    open.back()->get_ref<Json::array_t &>().push_back(std::move(value));
  else
    open.back()->get_ref<Json::object_t &>().back().second = std::move(value);
  return true;
}

bool Builder::enter(Json value) {
  if (open.size() == maximumDepth) {
    failure = formatText("arrays and objects nest deeper than {}", maximumDepth);
    return false;
  }
  add(std::move(value));
  Json *here = &document;
  if (!open.empty())
    here = open.back()->is_array() ? &open.back()->get_ref<Json::array_t &>().back()
                                   : &open.back()->get_ref<Json::object_t &>().back().second;
  open.push_back(here);
  return true;
}

/// The library would look through all keys for each; end_object does so once.
bool Builder::key(std::string &name) {
  open.back()->get_ref<Json::object_t &>().emplace_back(std::move(name), Json());
  return true;
}

bool Builder::end_array() {
  open.pop_back();
  return true;
}

bool Builder::end_object() {
  std::vector<std::string_view> keys;
  for (const auto &[key, value] : open.back()->get_ref<const Json::object_t &>())
    keys.push_back(key);
  std::ranges::sort(keys);
  if (const auto twice = std::ranges::adjacent_find(keys); twice != keys.end()) {
    failure = formatText("the key '{}' occurs twice in one object", *twice);
    return false;
  }
  open.pop_back();
  return true;
}

/// Without the library's name of the error, which stands in brackets, and without the end of a text that is as long as
/// what was read.
bool Builder::refuse(size_t position, std::string_view why) {
  constexpr size_t longest = 200;
  why.remove_prefix(std::min(why.find("] ") + 2, why.size()));
  failure = why.starts_with("parse error at ") ? "" : formatText("at byte {}: ", position);
  failure += why.substr(0, longest);
  failure += why.size() > longest ? "..." : "";
  return false;
}

static Status notJson(const std::string &reason) {
  return makeError(ErrorCode::invalidArgument, "not valid JSON: {}", reason);
}

Result<Json> qdc::parseJson(std::string_view text, unsigned maximumDepth) {
  // The library takes a zero for the end of the text, and passes over the mark.
  if (size_t zero = text.find('\0'); zero != std::string_view::npos)
    return notJson(formatText("byte {} is zero", zero));
  if (text.starts_with("\xEF\xBB\xBF"))
    return notJson("it starts with a byte order mark");
  Builder builder(maximumDepth);
  if (!Json::sax_parse(text.data(), text.data() + text.size(), &builder))
    return notJson(builder.failure);
  return std::move(builder.document);
}

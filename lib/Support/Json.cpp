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
#include <memory>

using namespace qdc;

template <>
char *nlohmann::detail::to_chars(char *first, const char *last, double value) {
  // As "-0" it would be an integer for who reads it, without a sign.
  if (value == 0 && std::signbit(value))
    return std::ranges::copy(std::string_view("-0.0"), first).out;
  return std::to_chars(first, first + (last - first), value).ptr;
}

template <>
void Json::json_value::destroy(value_t type) {
  const auto free = [](auto *owned) {
    if (owned) {
      std::destroy_at(owned);
      std::allocator<std::remove_pointer_t<decltype(owned)>>().deallocate(owned, 1);
    }
  };
  switch (type) {
  case value_t::object:
    return free(object);
  case value_t::array:
    return free(array);
  case value_t::string:
    return free(string);
  case value_t::binary:
    return free(binary);
  default:
    return;
  }
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

/// Makes a value of what the library's parser finds. Each function is false where the parser is to stop. Arrays and
/// objects are made when they end: the members of an object of the library are copied as they become more.
class Builder {
public:
  explicit Builder(unsigned maximumDepth) : maximumDepth(maximumDepth) { open.emplace_back(); }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  // -0 is the only one that is not negative.
  bool number_integer(int64_t value) { return value < 0 ? add(value) : add(uint64_t{0}); }
  bool number_unsigned(uint64_t value) { return add(value); }
  bool number_float(double value, const std::string &text);
  bool string(std::string &value) { return add(std::move(value)); }
  bool binary(Json::binary_t &) { return false; }
  bool start_array(size_t) { return enter(); }
  bool start_object(size_t) { return enter(); }
  bool key(std::string &name);
  bool end_array();
  bool end_object();
  template <typename Exception>
  bool parse_error(size_t position, const std::string &, const Exception &error) {
    return refuse(position, error.what());
  }

  Json take() { return std::move(open.front().values.front()); }
  std::string failure;

private:
  /// An array or object that has not ended. The last value of the one around it is its place.
  struct Open {
    std::vector<std::string> keys; // of an object, for each of the values
    std::vector<Json> values;
  };

  bool add(Json scalar);
  bool enter();
  bool refuse(size_t position, std::string_view why);
  /// The place of the innermost one.
  Json &place() { return open[open.size() - 2].values.back(); }

  const unsigned maximumDepth;
  std::vector<Open> open; // the first one stands for what is around the document
};

} // namespace

bool Builder::add(Json scalar) {
  open.back().values.push_back(std::move(scalar));
  return true;
}

/// The library refuses what is too large for a double, and takes 0 for what is too small.
bool Builder::number_float(double value, const std::string &text) {
  const std::string_view digits = std::string_view(text).substr(0, text.find_first_of("eE"));
  if (value == 0 && digits.find_first_of("123456789") != std::string_view::npos) {
    constexpr size_t longest = 40;
    failure = formatText("the number {}{} is too close to 0 for a double", std::string_view(text).substr(0, longest),
                         text.size() > longest ? "..." : "");
    return false;
  }
  return add(value);
}

bool Builder::enter() {
  if (open.size() > maximumDepth) {
    failure = formatText("arrays and objects nest deeper than {}", maximumDepth);
    return false;
  }
  open.back().values.emplace_back();
  open.emplace_back();
  return true;
}

bool Builder::key(std::string &name) {
  open.back().keys.push_back(std::move(name));
  return true;
}

bool Builder::end_array() {
  place() = Json::array();
  place().get_ref<Json::array_t &>() = std::move(open.back().values);
  open.pop_back();
  return true;
}

/// The library would look through all keys for each; here that is done once.
bool Builder::end_object() {
  Open &ended = open.back();
  std::vector<std::string_view> sorted(ended.keys.begin(), ended.keys.end());
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    failure = formatText("the key '{}' occurs twice in one object", *twice);
    return false;
  }
  place() = Json::object();
  auto &members = place().get_ref<Json::object_t &>();
  members.reserve(ended.keys.size());
  for (size_t i = 0; i < ended.keys.size(); ++i)
    members.emplace_back(std::move(ended.keys[i]), std::move(ended.values[i]));
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
  return builder.take();
}

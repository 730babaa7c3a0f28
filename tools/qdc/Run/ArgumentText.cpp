//===- ArgumentText.cpp - NAME=VALUE on qdc run's command line ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/ArgumentText.h"

#include "Run/Element.h"

#include <cctype>
#include <charconv>

using namespace qdc;

static Error usage(std::string message) { return Error{ErrorCode::invalidArgument, std::move(message)}; }

static bool isNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }

/// Reads "64x64", "" or a name into `argument`; false if it is none of them.
static bool parseShape(std::string_view text, ArgumentText &argument) {
  if (text.empty())
    return true;
  if (isNameStart(text[0])) {
    argument.shapeOf = text;
    return true;
  }
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find('x', begin), text.size());
    int64_t extent = 0;
    auto [stop, failure] = std::from_chars(text.data() + begin, text.data() + end, extent);
    if (failure != std::errc() || stop != text.data() + end || extent < 0)
      return false;
    argument.shape.push_back(extent);
    begin = end + 1;
  }
  return true;
}

static Status readValues(std::string_view text, const std::string &where, ArgumentText &argument) {
  Result<ArrayValues> values = parseArrayValues(text);
  if (!values)
    return usage(where + ": " + values.error().message);
  argument.values = std::move(*values);
  return {};
}

static Status parseNewArray(size_t bracket, ArgumentText &argument) {
  std::string_view value = argument.value;
  std::string where = "in '" + argument.name + "=" + argument.value + "'";
  size_t close = value.find(']', bracket);
  std::optional<qdrt_type> type = parseElementType(value.substr(0, bracket));
  if (!type)
    return usage("unknown element type '" + std::string(value.substr(0, bracket)) + "' " + where +
                 ": expected one of " + elementTypeList());
  argument.type = *type;
  const std::string_view shape = value.substr(bracket + 1, std::min(close, value.size()) - bracket - 1);
  if (close == std::string_view::npos || !parseShape(shape, argument))
    return usage("bad shape " + where +
                 ": expected extents as in 'f32[64x64]', 'f32[]' for rank 0, or an array's name" +
                 (shape.find_first_of(",[") == std::string_view::npos
                      ? ""
                      : "; a list of values has no type before it, as in '" + argument.name + "=[1,2,3]'"));
  if (argument.shape.size() > QDRT_MAX_RANK)
    return usage("rank " + std::to_string(argument.shape.size()) + " " + where + ": arrays have at most rank " +
                 std::to_string(QDRT_MAX_RANK));
  std::string_view rest = value.substr(close + 1);
  if (rest.empty())
    return {};
  if (!rest.starts_with(":"))
    return usage("unexpected '" + std::string(rest) + "' " + where + ": expected ':' and what to fill it with");
  return readValues(rest.substr(1), where, argument);
}

Result<ArgumentText> qdc::parseArgumentText(std::string_view word) {
  size_t equals = word.find('=');
  ArgumentText argument;
  argument.name = word.substr(0, equals);
  argument.value = word.substr(equals + 1);
  if (argument.name.empty())
    return usage("'" + std::string(word) + "' has no name before the '=': expected NAME=VALUE");
  if (argument.value.empty())
    return usage("'" + std::string(word) +
                 "' has no value: expected a number, '@FILE.npy' or an array, as 'f32[64x64]' or '[1,2,3]'");
  if (argument.value.starts_with("@")) {
    argument.form = ArgumentForm::file;
    argument.text = argument.value.substr(1);
    if (argument.text.empty())
      return usage("'" + std::string(word) + "' names no file: expected '@FILE.npy'");
    return argument;
  }
  size_t bracket = argument.value.find('[');
  if (bracket == std::string::npos) {
    argument.text = argument.value;
    return argument;
  }
  argument.form = bracket == 0 ? ArgumentForm::list : ArgumentForm::newArray;
  Status status = bracket == 0 ? readValues(argument.value, "in '" + std::string(word) + "'", argument)
                               : parseNewArray(bracket, argument);
  if (!status)
    return status.error();
  return argument;
}

std::string qdc::arrayTypeText(qdrt_type type, uint32_t rank, const int64_t *shape) {
  std::string text = std::string(qdrt_type_name(type)) + "[";
  for (uint32_t axis = 0; axis < rank; ++axis)
    text += (axis ? "x" : "") + (shape[axis] == QDRT_DYNAMIC ? "?" : std::to_string(shape[axis]));
  return text + "]";
}

std::string qdc::howToGive(const qdrt_argument_info &argument) {
  std::string name = argument.name;
  if (argument.kind == QDRT_SCALAR)
    return name + "=NUMBER (" + qdrt_type_name(argument.type) + ")";
  static constexpr char kLetters[] = "NMKLPQRS";
  std::string shape;
  for (uint32_t axis = 0; axis < argument.rank; ++axis) {
    shape += axis ? "x" : "";
    shape +=
        argument.shape[axis] == QDRT_DYNAMIC ? std::string(1, kLetters[axis]) : std::to_string(argument.shape[axis]);
  }
  return name + "=" + qdrt_type_name(argument.type) + "[" + shape + "] or " + name + "=@FILE.npy";
}

//===- FieldReader.cpp - A JSON object to a struct ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FieldReader.h"

#include <charconv>

using namespace qdc;

static std::string listed(std::span<const std::string_view> names) {
  std::string list;
  for (size_t i = 0; i < names.size(); ++i)
    list.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return list;
}

void qdc::expected(const Json &json, const ManifestPath &where, ReadState &state, std::string_view what) {
  state.fail(where.error("is {}, not {}", kindName(json), what));
}

uint64_t qdc::readInteger(const Json &json, const ManifestPath &where, ReadState &state, int64_t minimum,
                          uint64_t maximum) {
  if (const uint64_t *number = asUint64(json)) {
    if (*number <= maximum)
      return *number;
  } else if (const int64_t *negative = json.get_ptr<const Json::number_integer_t *>()) {
    if (*negative >= minimum)
      return static_cast<uint64_t>(*negative);
  }
  state.fail(where.error("is not an integer from {} to {}", minimum, maximum));
  return 0;
}

size_t qdc::readEnumerator(const Json &json, const ManifestPath &where, ReadState &state, EnumNames known) {
  const std::string *name = asString(json);
  if (!name) {
    expected(json, where, state, formatText("the name of a known {}", known.what));
    return 0;
  }
  for (size_t i = 0; i < known.names.size(); ++i)
    if (known.names[i] == *name)
      return i;
  state.fail(where.error(ErrorCode::incompatible, "is an unknown {}, '{}'; this reader knows {}", known.what, *name,
                         listed(known.names)));
  return 0;
}

uint64_t qdc::readBits(const Json &json, const ManifestPath &where, ReadState &state) {
  const std::string *text = asString(json);
  uint64_t value = 0;
  if (text && text->starts_with("0x")) {
    const char *end = text->data() + text->size();
    auto [stop, error] = std::from_chars(text->data() + 2, end, value, 16);
    if (error == std::errc() && stop == end)
      return value;
  }
  state.fail(where.error("is no number of up to 64 bits written like \"0x3f800000\""));
  return 0;
}

SizeExpr qdc::readSizeExpr(const Json &json, const ManifestPath &where, ReadState &state) {
  const std::string *text = asString(json);
  if (!text) {
    expected(json, where, state, "a size expression in a string");
    return SizeExpr();
  }
  Result<SizeExpr> parsed = SizeExpr::parse(*text);
  if (parsed)
    return *std::move(parsed);
  state.fail(where.error("is wrong: {}", parsed.error().message));
  return SizeExpr();
}

const Json *FieldReader::find(std::string_view key, bool isRequired) {
  if (!state.status)
    return nullptr;
  // Our own writer has the keys in the order in which they are asked for.
  for (size_t tried = 0; tried < members.size(); ++tried) {
    size_t i = (next + tried) % members.size();
    if (members[i].first == key) {
      next = i + 1;
      isUsed[i] = true;
      return &members[i].second;
    }
  }
  if (isRequired)
    state.fail(path.error("lacks the key '{}'", key));
  return nullptr;
}

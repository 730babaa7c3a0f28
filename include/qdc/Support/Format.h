//===- Format.h - Text with values in it ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the shape of std::format, which the oldest standard library that we build
// with lacks:
//
//   formatText("cannot allocate {} bytes on '{}'", bytes, name)
//
// Each {} is a place for an argument; {{ and }} are braces. An argument is an
// integer, which is shown in decimal, Hexadecimal, a char, or text. Whether there are as
// many places as arguments is checked when the call is compiled.
//
// What makes messages takes text and arguments itself, as formatText() does:
//
//   template <typename... Args>
//   void warn(FormatString<Args...> text, const Args &...args) {
//     warn(text, {args...});
//   }
//   void warn(FormatPattern text, FormatValues values); // shows formatText(text, values)
//
// So a message costs little where it is made: a store for each argument, and
// one call.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_FORMAT_H
#define QDC_SUPPORT_FORMAT_H

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace qdc {

/// A number that is shown as 0x1f.
struct Hexadecimal {
  uint64_t number;
};

/// An argument, without its type. It refers to text, which must outlive it.
union FormatValue {
  FormatValue(std::integral auto number) : number(static_cast<uint64_t>(number)) {}
  FormatValue(Hexadecimal value) : number(value.number) {}
  FormatValue(const char *text) : zeroTerminated(text) {}
  FormatValue(const std::string &text) : string(&text) {}
  FormatValue(const std::string_view &text) : view(&text) {}

  uint64_t number;
  const char *zeroTerminated;
  const std::string *string;
  const std::string_view *view;
};

enum class FormatKind : uint8_t {
  none,
  signedNumber,
  unsignedNumber,
  hexadecimal,
  character,
  zeroTerminated,
  string,
  view
};

/// How a T is shown; none: it cannot be an argument.
template <typename T>
consteval FormatKind formatKindOf() {
  if constexpr (std::same_as<T, char>)
    return FormatKind::character;
  else if constexpr (std::signed_integral<T>)
    return FormatKind::signedNumber;
  else if constexpr (std::unsigned_integral<T> && !std::same_as<T, bool>)
    return FormatKind::unsignedNumber;
  else if constexpr (std::same_as<T, Hexadecimal>)
    return FormatKind::hexadecimal;
  else if constexpr (std::same_as<std::decay_t<T>, const char *> || std::same_as<std::decay_t<T>, char *>)
    return FormatKind::zeroTerminated;
  else if constexpr (std::same_as<T, std::string>)
    return FormatKind::string;
  else if constexpr (std::same_as<T, std::string_view>)
    return FormatKind::view;
  else
    return FormatKind::none;
}

/// A text and the kinds of its arguments, which formatText() trusts: FormatString makes it.
struct FormatPattern {
  static constexpr unsigned kKindBits = 4, kMaximumArguments = 8;

  const char *text;
  uint32_t kinds = 0; // the first argument in the lowest bits
};

/// The number of {} in a text; nothing if a brace is neither of these nor doubled.
constexpr std::optional<size_t> countPlaces(std::string_view text) {
  size_t places = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '}')
      continue;
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (next != '}' && next != text[at])
      return std::nullopt;
    places += next != text[at];
    ++at;
  }
  return places;
}

/// Not constant, so that a call ends the compilation of a text that is wrong, and stands in the message.
void theTextNeedsAPlaceForEachArgument();

template <typename... Args>
struct CheckedFormatPattern : FormatPattern {
  static_assert(sizeof...(Args) <= kMaximumArguments);
  static_assert(((formatKindOf<Args>() != FormatKind::none) && ...), "only integers, char and text can be formatted");

  consteval CheckedFormatPattern(const char *format) : FormatPattern{format} {
    unsigned shift = 0;
    ((kinds |= static_cast<uint32_t>(formatKindOf<Args>()) << shift, shift += kKindBits), ...);
    if (countPlaces(format) != sizeof...(Args))
      theTextNeedsAPlaceForEachArgument();
  }
};

/// The text of a function that has the arguments `args` of the types Args.
template <typename... Args>
using FormatString = CheckedFormatPattern<std::type_identity_t<Args>...>;

/// The arguments of a text.
using FormatValues = std::initializer_list<FormatValue>;

/// The text with an argument of `values` in each place. They are of the kinds that `text` names.
std::string formatText(FormatPattern text, FormatValues values);

template <typename... Args>
std::string formatText(FormatString<Args...> text, const Args &...args) {
  return formatText(text, {args...});
}

} // namespace qdc

#endif // QDC_SUPPORT_FORMAT_H

//===- CacheURL.cpp - Where a cache's server is ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheURL.h"

#include <algorithm>
#include <charconv>

using namespace qdc;

static constexpr std::string_view kMark = "://", kPlain = "http://", kEncrypted = "https://";

bool qdc::isURL(std::string_view text) { return text.find(kMark) != std::string_view::npos; }

std::string qdc::withoutPassword(std::string_view text) {
  const size_t at = text.rfind('@');
  if (at == std::string_view::npos)
    return std::string(text);
  const size_t mark = text.find(kMark);
  const std::string_view scheme = mark < at ? text.substr(0, mark + kMark.size()) : "";
  return std::string(scheme) + std::string(text.substr(at + 1));
}

static bool isVisible(char c) { return c > ' ' && c < '\x7f'; }

static constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";

/// "user:password", of which all else is written as %40 and so on.
static bool isUser(std::string_view text) {
  constexpr std::string_view kMarks = "~%!$&'()*+,;=:";
  return std::ranges::all_of(
      text, [&](char c) { return kNameLetters.find(c) != kNameLetters.npos || kMarks.find(c) != kMarks.npos; });
}

static bool isPort(std::string_view text) {
  constexpr unsigned kMost = 65535;
  unsigned number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 && number <= kMost;
}

/// The host of "host:8080" or "[::1]:8080"; empty: it is wrong.
static std::string_view hostOf(std::string_view authority) {
  const bool isAddress = authority.starts_with('[');
  const size_t close = authority.find(']'), end = isAddress ? close + 1 : authority.find(':');
  if (isAddress && close == std::string_view::npos)
    return "";
  const std::string_view host = authority.substr(0, end), port = authority.substr(host.size());
  const std::string_view name = isAddress ? host.substr(1, host.size() - 2) : host;
  if (name.empty() || name.find_first_not_of(isAddress ? "0123456789abcdefABCDEF:." : kNameLetters) != name.npos)
    return "";
  return port.empty() || (port.starts_with(':') && isPort(port.substr(1))) ? host : "";
}

static bool isThisMachine(std::string_view host) {
  return host == "localhost" || host == "[::1]" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

Result<CacheURL> qdc::readCacheURL(std::string_view text) {
  const Status wrong = makeError(ErrorCode::invalidArgument,
                                 "'{}' is no URL of a cache: expected http://HOST[:PORT][/PATH] or https://..., with "
                                 "%20 and so on for other characters than those of names",
                                 withoutPassword(text));
  CacheURL url;
  url.isEncrypted = text.starts_with(kEncrypted);
  const std::string_view scheme = url.isEncrypted ? kEncrypted : kPlain;
  if (!text.starts_with(scheme) || !std::ranges::all_of(text, isVisible) || text.find_first_of("?#") != text.npos)
    return wrong.error();
  std::string_view rest = text.substr(scheme.size());
  while (rest.ends_with('/'))
    rest.remove_suffix(1);
  std::string_view authority = rest.substr(0, rest.find('/'));
  const std::string_view path = rest.substr(authority.size());
  // A password with a '/' in it would be cut there, and its end be shown as part of the path.
  if (path.find('@') != path.npos)
    return wrong.error();
  if (const size_t at = authority.rfind('@'); at != authority.npos) {
    url.hasPassword = true;
    if (!isUser(authority.substr(0, at)))
      return wrong.error();
    authority.remove_prefix(at + 1);
  }
  const std::string_view host = hostOf(authority);
  if (host.empty())
    return wrong.error();
  url.isOfThisMachine = isThisMachine(host);
  url.whole = std::string(scheme) + std::string(rest);
  url.shown = std::string(scheme) + std::string(authority) + std::string(path);
  return url;
}

//===- CacheServer.cpp - Content by key, on a server ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheServer.h"

#include "HTTP/HTTPClient.h"
#include "qdc/Cache/CacheEntry.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace qdc;

struct CacheServer::State {
  CacheServerAccess access;
  std::optional<HTTPClient> client; // from the first request on
  // Why the server is asked no more, and why it is given no more entries.
  std::optional<Error> failure, writeFailure;

  /// Opens the client where there is none.
  Status prepare() {
    if (failure)
      return *failure;
    if (client)
      return {};
    Result<HTTPClient> opened = HTTPClient::open({access.token, access.certificates, !access.url.isOfThisMachine});
    if (!opened && opened.error().code == ErrorCode::toolMissing)
      return fail(opened.error());
    if (!opened)
      return fail(makeError(opened.error().code, "cannot ask '{}': {}", access.url.shown, opened.error().message));
    client.emplace(std::move(*opened));
    return {};
  }
  Status fail(const Status &status) {
    failure = status.error();
    return status;
  }
};

namespace {
struct StatusMeaning {
  long status;
  const char *text;
};
} // namespace

static constexpr StatusMeaning kMeanings[] = {
    {301, "moved; redirects are not followed"},
    {302, "found elsewhere; redirects are not followed"},
    {303, "see elsewhere; redirects are not followed"},
    {307, "found elsewhere; redirects are not followed"},
    {308, "moved; redirects are not followed"},
    {401, "unauthorized: it expects QDC_CACHE_TOKEN, or a user and a password in the URL"},
    {403, "forbidden"},
    {405, "method not allowed"},
    {409, "conflict: it does not make the folders of entries"},
    {413, "content too large"},
    {500, "internal server error"},
    {502, "bad gateway"},
    {503, "service unavailable"},
    {507, "insufficient storage"},
};

/// "the server answers 403, forbidden"
static std::string answerText(long status) {
  const auto *known = std::ranges::find(kMeanings, status, &StatusMeaning::status);
  const std::string text = formatText("the server answers {}", status);
  return known == std::end(kMeanings) ? text : text + ", " + known->text;
}

static constexpr long kFound = 200;
static bool saysAbsent(long status) { return status == 404 || status == 410; }
static bool saysTaken(long status) { return status >= 200 && status < 300; }

Status qdc::checkCacheServer(const CacheServerAccess &access) {
  const CacheURL &url = access.url;
  auto isVisible = [](char c) { return c > ' ' && c < '\x7f'; };
  if (!std::ranges::all_of(access.token, isVisible))
    return makeError(ErrorCode::invalidArgument,
                     "the token of QDC_CACHE_TOKEN has a character that no token has: expected visible ASCII");
  if (!access.token.empty() && url.hasPassword)
    return makeError(ErrorCode::invalidArgument,
                     "'{}' is given with a user or password, and QDC_CACHE_TOKEN is set: expected one of them",
                     url.shown);
  if ((!access.token.empty() || url.hasPassword) && !url.isEncrypted && !url.isOfThisMachine)
    return makeError(ErrorCode::invalidArgument,
                     "everybody on the way to '{}' could read the {}: expected https://, or a server on this machine",
                     url.shown, url.hasPassword ? "password" : "token of QDC_CACHE_TOKEN");
  return {};
}

CacheServer::CacheServer(CacheServerAccess access) : state(std::make_unique<State>()) {
  state->access = std::move(access);
}

CacheServer::~CacheServer() = default;

/// What follows a URL.
static std::string pathOf(const std::string &key) {
  return "/" + key.substr(0, cacheFolderDigits) + "/" + key.substr(cacheFolderDigits);
}

std::string CacheServer::entry(const std::string &key) const { return state->access.url.shown + pathOf(key); }

Result<std::optional<ByteVector>> CacheServer::read(const std::string &key) const {
  if (Status status = state->prepare(); !status)
    return status.error();
  Result<HTTPAnswer> answer = state->client->get(state->access.url.whole + pathOf(key));
  if (answer && saysAbsent(answer->status))
    return std::optional<ByteVector>();
  if (!answer || answer->status != kFound)
    return state
        ->fail(makeError(ErrorCode::inputOutput, "cannot read '{}': {}", entry(key),
                         answer ? answerText(answer->status) : answer.error().message))
        .error();
  return contentOfEntry(*this, key, std::move(answer->body), state->access.secret);
}

Status CacheServer::write(const std::string &key, ByteSpan content) const {
  auto refused = [&](const std::string &reason) {
    return makeError(ErrorCode::inputOutput, "cannot write '{}': {}", entry(key), reason);
  };
  if (content.size() > cacheEntryMost - cacheEntryHead)
    return refused(formatText("it has more than {} bytes", cacheEntryMost));
  if (state->writeFailure)
    return *state->writeFailure;
  if (Status status = state->prepare(); !status)
    return status;
  const ByteVector bytes = writeCacheEntry(key, content, state->access.secret);
  Result<HTTPAnswer> answer = state->client->put(state->access.url.whole + pathOf(key), bytes);
  if (answer && saysTaken(answer->status))
    return {};
  if (!answer)
    return state->fail(refused(answer.error().message));
  const Status refusal = refused(answerText(answer->status));
  constexpr long kTooLarge = 413; // a smaller one may be taken
  if (answer->status != kTooLarge)
    state->writeFailure = refusal.error();
  return refusal;
}

/// Whether the server has an entry of so many bytes; where it does not say how many, `otherwise`.
Result<bool> CacheServer::hasEntry(const std::string &key, uint64_t bytes, bool otherwise) const {
  if (Status status = state->prepare(); !status)
    return status.error();
  Result<HTTPAnswer> answer = state->client->head(state->access.url.whole + pathOf(key));
  if (answer && saysAbsent(answer->status))
    return false;
  if (!answer || answer->status != kFound)
    return state
        ->fail(makeError(ErrorCode::inputOutput, "cannot look for '{}': {}", entry(key),
                         answer ? answerText(answer->status) : answer.error().message))
        .error();
  return answer->announced < 0 ? otherwise : static_cast<uint64_t>(answer->announced) == bytes;
}

Status CacheServer::provide(const std::string &key, ByteSpan content, bool isWrong) const {
  const uint64_t bytes = cacheEntryHead + content.size();
  Result<bool> before = isWrong ? Result<bool>(false) : hasEntry(key, bytes, false);
  if (!before || *before)
    return before ? Status() : Status(before.error());
  if (Status status = write(key, content); !status)
    return status;
  Result<bool> after = hasEntry(key, bytes, true);
  if (!after)
    return after.error();
  return *after ? Status()
                : makeError(ErrorCode::inputOutput, "cannot write '{}': the server takes it and does not have it then",
                            entry(key));
}

bool CacheServer::isAsked() const { return !state->failure; }

bool CacheServer::takesEntries() const { return !state->failure && !state->writeFailure; }

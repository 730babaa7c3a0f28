//===- HTTPClient.cpp - Requests to one server ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HTTPClient.h"

#include <csignal>
#include <ctime>
#include <vector>

using namespace qdc;

namespace {
/// What comes, within limits.
struct Receiver {
  const HTTPLimits &limits;
  ByteVector body;
  size_t headerBytes = 0;
  std::string refusal; // of what came; empty: nothing is wrong with it
};

/// While it lives, a connection that the other end has closed is an error and no signal. libcurl would otherwise change
/// what the whole process does at that signal, for the time of a transfer.
class WithoutPipeSignal {
public:
  WithoutPipeSignal() {
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    wasPending = isPending();
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
  }
  ~WithoutPipeSignal() {
    const timespec now = {};
    if (!wasPending && isPending())
      (void)sigtimedwait(&pipe, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  WithoutPipeSignal(const WithoutPipeSignal &) = delete;

private:
  static bool isPending() {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
  }

  sigset_t pipe, before;
  bool wasPending = false;
};
} // namespace

/// Other counts than `size` end the transfer.
static size_t takeBody(char *bytes, size_t, size_t size, void *to) {
  auto &receiver = *static_cast<Receiver *>(to);
  if (size > receiver.limits.mostBytes - receiver.body.size()) {
    receiver.refusal = formatText("the answer is larger than {} bytes", receiver.limits.mostBytes);
    return 0;
  }
  const ByteSpan piece = asBytes({bytes, size});
  receiver.body.insert(receiver.body.end(), piece.begin(), piece.end());
  return size;
}

static size_t takeHeader(char *, size_t, size_t size, void *to) {
  auto &receiver = *static_cast<Receiver *>(to);
  receiver.headerBytes += size;
  if (receiver.headerBytes <= receiver.limits.mostHeaderBytes)
    return size;
  receiver.refusal = formatText("the answer has a header of more than {} bytes", receiver.limits.mostHeaderBytes);
  return 0;
}

static Status outOfMemory() { return makeError(ErrorCode::outOfMemory, "libcurl has no memory for a request"); }

Result<HTTPClient> HTTPClient::open(HTTPSettings settings) {
  const Result<Curl> &library = qdc::curl();
  if (!library)
    return library.error();
  Handle handle(library->easyInit(), library->easyCleanup);
  if (!handle)
    return outOfMemory();
  return HTTPClient(*library, std::move(handle), std::move(settings));
}

void HTTPClient::begin(const std::string &url) {
  constexpr long kMilliseconds = 1000;
  const HTTPLimits &limits = settings.limits;
  refused = CURLE_OK;
  curl->easyReset(handle.get()); // the connection stays open
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  set(CURLOPT_HTTP09_ALLOWED, 0L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_USERAGENT, "qdc");
  // Without it libcurl would set an alarm where it finds hosts in the calling thread, and leave that by a long jump.
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectSeconds * kMilliseconds);
  set(CURLOPT_LOW_SPEED_LIMIT, limits.slowBytes);
  set(CURLOPT_LOW_SPEED_TIME, limits.stalledSeconds);
  set(CURLOPT_TIMEOUT_MS, limits.wholeSeconds * kMilliseconds);
  set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(limits.mostBytes));
  // A proxy of the environment would see what is sent unencrypted, tokens too.
  if (!settings.usesProxies)
    set(CURLOPT_NOPROXY, "*");
  if (!settings.certificates.empty())
    set(CURLOPT_CAINFO, settings.certificates.c_str());
  // A name that is not found in time is left to a thread, which nobody waits for. Older libraries, which do not know
  // the option, wait: that is all that they lack.
  (void)curl->easySetOption(handle.get(), CURLOPT_QUICK_EXIT, 1L);
}

Result<HTTPAnswer> HTTPClient::get(const std::string &url) {
  begin(url);
  return perform();
}

Result<HTTPAnswer> HTTPClient::head(const std::string &url) {
  begin(url);
  set(CURLOPT_NOBODY, 1L);
  return perform();
}

Result<HTTPAnswer> HTTPClient::put(const std::string &url, ByteSpan bytes) {
  begin(url);
  // A body from memory, under the name of the other method: libcurl can send it again where the connection, which was
  // open from an earlier request, turns out to be closed.
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(bytes.size()));
  set(CURLOPT_POSTFIELDS, bytes.data());
  set(CURLOPT_CUSTOMREQUEST, "PUT");
  return perform();
}

Result<HTTPAnswer> HTTPClient::perform() {
  std::vector<std::string> lines = {"Expect:", // servers that do not know it would cost a second
                                    "Content-Type: application/octet-stream"};
  if (!settings.token.empty())
    lines.push_back("Authorization: Bearer " + settings.token);
  std::unique_ptr<curl_slist, decltype(Curl::listFree)> headers(nullptr, curl->listFree);
  for (const std::string &line : lines) {
    curl_slist *longer = curl->listAppend(headers.get(), line.c_str());
    if (!longer)
      return outOfMemory();
    (void)headers.release();
    headers.reset(longer);
  }
  set(CURLOPT_HTTPHEADER, headers.get());

  Receiver receiver{settings.limits, {}, 0, ""};
  char reason[CURL_ERROR_SIZE] = "";
  set(CURLOPT_WRITEFUNCTION, takeBody);
  set(CURLOPT_WRITEDATA, &receiver);
  set(CURLOPT_HEADERFUNCTION, takeHeader);
  set(CURLOPT_HEADERDATA, &receiver);
  set(CURLOPT_ERRORBUFFER, static_cast<char *>(reason));
  CURLcode code = refused;
  if (code != CURLE_OK)
    return makeError(ErrorCode::inputOutput,
                     "libcurl does not take an option of the request: {}; expected libcurl 7.64 or newer",
                     curl->easyErrorText(code));
  {
    WithoutPipeSignal guard;
    code = curl->easyPerform(handle.get());
  }
  if (code == CURLE_FILESIZE_EXCEEDED)
    receiver.refusal = formatText("the answer is larger than {} bytes", settings.limits.mostBytes);
  if (code != CURLE_OK)
    return makeError(ErrorCode::inputOutput, "{}",
                     !receiver.refusal.empty() ? receiver.refusal
                     : reason[0] != 0          ? std::string(reason)
                                               : std::string(curl->easyErrorText(code)));
  HTTPAnswer answer;
  curl_off_t announced = -1;
  curl->easyGetInfo(handle.get(), CURLINFO_RESPONSE_CODE, &answer.status);
  curl->easyGetInfo(handle.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
  answer.announced = announced;
  answer.body = std::move(receiver.body);
  return answer;
}

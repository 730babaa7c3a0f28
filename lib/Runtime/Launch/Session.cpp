//===- Session.cpp - An open device and its streams -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Session.h"

#include "Runtime/Launch/Stream.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Result<std::shared_ptr<Session>> Session::create(std::shared_ptr<Device> device) {
  qdc::Result<std::unique_ptr<BackendStream>> work = device->backend().createStream();
  if (!work)
    return work.error();
  std::shared_ptr<Session> session(new Session(std::move(device)));
  session->stream = std::make_unique<Stream>(*session, std::move(*work));
  return session;
}

Session::Session(std::shared_ptr<Device> device) : opened(std::move(device)) {}

Session::~Session() = default;

Turns Session::turnOfEach() {
  std::vector<FairMutex *> mutexes;
  for (Stream *each : streams)
    mutexes.push_back(&each->mutex);
  return Turns(waiters, mutexes);
}

LaunchFailure Session::synchronize() {
  Turn turn(streamsMutex);
  Turns all = turnOfEach();
  return synchronizeStreams();
}

LaunchFailure Session::synchronizeStreams() {
  LaunchFailure first;
  // One failure is told at a time: those of other streams stay with them.
  for (Stream *each : streams)
    if (first.status == QDRT_OK)
      first = each->finishAndTell();
    else
      (void)each->finish();
  if (qdc::Status waited = device().backend().synchronize(); !waited && first.status == QDRT_OK)
    first = failureOf(waited.error());
  return first;
}

LaunchFailure Session::reset() {
  Turn turn(streamsMutex);
  Turns all = turnOfEach();
  LaunchFailure first = synchronizeStreams();
  for (Stream *each : streams)
    each->forgetAll();
  device().backend().releaseCaches();
  return first;
}

void Session::attach(Stream &added) {
  std::lock_guard lock(streamsMutex);
  streams.push_back(&added);
}

void Session::detach(Stream &removed) {
  std::lock_guard lock(streamsMutex);
  std::erase(streams, &removed);
}

void Session::forget(const Package &package) {
  Turn turn(streamsMutex);
  for (Stream *each : streams) {
    Turn ofStream(each->mutex);
    each->forget(package);
  }
}

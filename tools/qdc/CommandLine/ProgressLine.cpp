//===- ProgressLine.cpp - What long work is at ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ProgressLine.h"

#include "CommandLine/Terminal.h"
#include "qdc/Support/PrintableText.h"

#include <unistd.h>

using namespace qdc;

static constexpr std::chrono::milliseconds kInterval{200};
static constexpr const char *kErase = "\r\033[K";

ProgressLine::ProgressLine(int descriptor, Describe describe, std::chrono::milliseconds delay)
    : descriptor(descriptor), describe(std::move(describe)), start(std::chrono::steady_clock::now()) {
  if (canErase(descriptor))
    thread = std::thread([this, delay] { run(delay); });
}

ProgressLine::~ProgressLine() {
  {
    std::lock_guard lock(mutex);
    isStopped = true;
  }
  changed.notify_one();
  if (thread.joinable())
    thread.join();
  erase();
}

void ProgressLine::erase() {
  std::lock_guard lock(mutex);
  if (isDrawn)
    write(kErase);
  isDrawn = false;
}

void ProgressLine::run(std::chrono::milliseconds delay) {
  std::unique_lock lock(mutex);
  for (std::chrono::milliseconds pause = delay; !changed.wait_for(lock, pause, [this] { return isStopped; });
       pause = kInterval) {
    std::string text =
        printableLine(describe(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()));
    // A line that wraps could not be erased.
    write(kErase + text.substr(0, terminalWidth(descriptor) - 1));
    isDrawn = true;
  }
}

void ProgressLine::write(const std::string &text) const {
  // A terminal that takes no more is no reason to fail.
  [[maybe_unused]] ssize_t written = ::write(descriptor, text.data(), text.size());
}

std::string qdc::progressText(const std::string &activity, uint64_t done, uint64_t total, double seconds) {
  std::string text = activity + " " + std::to_string(done) + " of " + std::to_string(total) + ", " +
                     std::to_string(static_cast<uint64_t>(seconds)) + " s";
  if (done == 0 || done > total)
    return text;
  double rest = seconds / static_cast<double>(done) * static_cast<double>(total - done);
  return rest < 1e9 ? text + ", " + std::to_string(static_cast<uint64_t>(rest)) + " s to go" : text;
}

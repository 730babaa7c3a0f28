//===- CrashHandler.cpp - Report a crash with what reproduces it ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Crash/CrashHandler.h"

#include "CommandLine/ExitCode.h"
#include "Crash/SignalSafeText.h"
#include "qdc/Support/FileDescriptor.h"
#include "qdc/Support/Version.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <unistd.h>

using namespace qdc;

static constexpr int kCrashSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};

/// A signal handler has no other way to its data.
static std::atomic<const CrashHandler *> installed = nullptr;

static void onSignal(int signal) {
  if (const CrashHandler *handler = installed.load())
    handler->reportAndExit(::sigdescr_np(signal));
  ::_exit(static_cast<int>(ExitCode::internalError));
}

static void onFatalError(void *handler, const char *reason, bool) {
  static_cast<const CrashHandler *>(handler)->reportAndExit(reason);
}

static void onBadAllocation(void *handler, const char *, bool) {
  static_cast<const CrashHandler *>(handler)->reportAndExit("out of memory");
}

static void onFailedNew() { onBadAllocation(const_cast<CrashHandler *>(installed.load()), nullptr, false); }

std::string qdc::crashFolder() {
  std::error_code error;
  std::string folder = std::filesystem::temp_directory_path(error).string();
  if (error)
    folder = "/tmp";
  return folder.ends_with('/') ? folder : folder + "/";
}

std::string qdc::quotedWord(std::string_view word) {
  std::string text = "\"";
  for (char c : word)
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return text + "\"";
}

CrashHandler::CrashHandler(CrashReport report, const CompileProgress &progress)
    : report(std::move(report)), progress(progress) {
  installed = this;
  llvm::install_fatal_error_handler(onFatalError, this);
  llvm::install_bad_alloc_error_handler(onBadAllocation, this);
  std::set_new_handler(onFailedNew);
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_ONSTACK;
  for (int signal : kCrashSignals)
    ::sigaction(signal, &action, nullptr);
}

CrashHandler::~CrashHandler() {
  for (int signal : kCrashSignals)
    ::signal(signal, SIG_DFL);
  std::set_new_handler(nullptr);
  llvm::remove_bad_alloc_error_handler();
  llvm::remove_fatal_error_handler();
  installed = nullptr;
}

/// A file that was not there; no descriptor if there cannot be one.
static FileDescriptor createNew(const SignalSafeText &path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
}

namespace {
/// Source and command line of a crash; two files with one number.
struct Reproducer {
  SignalSafeText source;
  SignalSafeText words;
  bool isWritten = false;

  void write(const CrashReport &report, std::string_view reason, ByteSpan bytes);
};
} // namespace

void Reproducer::write(const CrashReport &report, std::string_view reason, ByteSpan bytes) {
  constexpr unsigned kAttempts = 1000;
  FileDescriptor sourceFile;
  for (unsigned number = 0; number < kAttempts && !sourceFile; ++number) {
    source = {}, words = {};
    source << report.stem << "-" << number << ".qir";
    words << report.stem << "-" << number << ".rsp";
    sourceFile = createNew(source);
    if (!sourceFile && errno != EEXIST)
      return;
  }
  FileDescriptor wordsFile = createNew(words);
  SignalSafeText text;
  text << "# qdc " << kVersion << ": " << reason << "\n";
  SignalSafeText input; // a name with quotes in it needs none more than one with spaces
  for (char c : source.text())
    input << (c == '"' || c == '\\' ? "\\" : "") << std::string_view(&c, 1);
  text << "compile \"" << input.text() << "\" -o /dev/null";
  isWritten = sourceFile && sourceFile.writeAll(bytes) && wordsFile && wordsFile.writeAll(asBytes(text.text())) &&
              wordsFile.writeAll(asBytes(report.words)) && wordsFile.writeAll(asBytes("\n"));
}

void CrashHandler::reportAndExit(std::string_view reason) const {
  static std::atomic<pid_t> reporter = 0;
  pid_t self = ::gettid(), known = 0;
  if (!reporter.compare_exchange_strong(known, self)) {
    if (known == self) // the report itself crashed
      ::_exit(static_cast<int>(ExitCode::internalError));
    for (;;)
      ::pause(); // the other thread ends the process
  }

  SignalSafeText finding;
  finding.addPrintable("internal error: ").addPrintable(reason);
  if (const char *phase = progress.phase.load())
    finding << " in phase '" << phase << "'";
  Reproducer reproducer;
  if (progress.hasSource)
    reproducer.write(report, finding.text(), progress.source);
  if (reproducer.isWritten)
    finding.addPrintable("; please report it with '")
        .addPrintable(reproducer.source.text())
        .addPrintable("' and '")
        .addPrintable(reproducer.words.text())
        .addPrintable("'; 'qdc @")
        .addPrintable(reproducer.words.text())
        .addPrintable("' runs it again");
  else
    finding.addPrintable("; what reproduces it could not be written to '").addPrintable(report.stem) << "-*'";

  SignalSafeText line;
  if (report.format == DiagnosticFormat::json)
    (line << R"({"severity":"error","file":"","line":0,"column":0,"message":")").addJson(finding.text())
        << "\",\"notes\":[]}\n";
  else
    line << "qdc: " << finding.text() << "\n";
  ssize_t ignored = ::write(STDERR_FILENO, line.text().data(), line.text().size());
  static_cast<void>(ignored);
  ::_exit(static_cast<int>(ExitCode::internalError));
}

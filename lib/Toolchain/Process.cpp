//===- Process.cpp - Run another program ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/Process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qdc;

std::string qdc::passedFilePath(size_t index) {
  return "/proc/self/fd/" + std::to_string(kFirstPassedFile + static_cast<int>(index));
}

std::string qdc::whatItSaid(const ProcessResult &result, const std::string &firstFile) {
  std::string text = result.errors + result.output, path = passedFilePath(0);
  for (size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + firstFile.size()))
    text.replace(at, path.size(), firstFile);
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

std::string qdc::inOneLine(std::string_view words) {
  std::string text;
  while (!words.empty()) {
    std::string_view line = words.substr(0, words.find('\n'));
    words.remove_prefix(std::min(line.size() + 1, words.size()));
    line.remove_suffix(line.size() - (line.find_last_not_of(" \r") + 1));
    text.append(text.empty() || line.empty() ? "" : "; ").append(line);
  }
  return text;
}

std::string qdc::howItEnded(const ProcessResult &result) {
  if (result.signal)
    return "was ended by signal " + std::to_string(result.signal) + " (" + ::strsignal(result.signal) + ")";
  return "ended with exit code " + std::to_string(result.exitCode);
}

namespace {

struct Pipe {
  FileDescriptor readEnd, writeEnd;

  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      return false;
    readEnd = FileDescriptor(ends[0]);
    writeEnd = FileDescriptor(ends[1]);
    return true;
  }
};

/// What a new process begins with: its files and its signals.
class SpawnSettings {
public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  SpawnSettings &operator=(const SpawnSettings &) = delete;

  bool addEmptyInput() {
    return ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0;
  }

  /// Makes `file` the new process's file `number`. A copy with a high number is what is given, so that no file is
  /// replaced before it is given itself.
  bool add(const FileDescriptor &file, int number) {
    constexpr int kAboveAllNumbers = 64;
    FileDescriptor copy(::fcntl(file.get(), F_DUPFD_CLOEXEC, kAboveAllNumbers));
    if (!copy || ::posix_spawn_file_actions_adddup2(&actions, copy.get(), number) != 0)
      return false;
    copies.push_back(std::move(copy));
    return true;
  }

  /// Closes the files from `number` on; what qdc opens closes itself, but whoever started qdc may have left some.
  bool closeFrom(int number) { return ::posix_spawn_file_actions_addclosefrom_np(&actions, number) == 0; }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

private:
  std::vector<FileDescriptor> copies;
};

/// Reads what is there; false at the end.
bool readSome(const FileDescriptor &file, std::string &text) {
  std::array<char, 16 * 1024> buffer;
  ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
  if (count > 0)
    text.append(buffer.data(), static_cast<size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

/// Reads both outputs until the last process that has them open is gone.
void drain(const FileDescriptor &output, const FileDescriptor &errors, ProcessResult &result) {
  pollfd waiting[] = {{output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (::poll(waiting, std::size(waiting), -1) < 0) {
      if (errno != EINTR)
        return;
      continue;
    }
    if (waiting[0].revents && !readSome(output, result.output))
      waiting[0].fd = -1; // poll skips it from now on
    if (waiting[1].revents && !readSome(errors, result.errors))
      waiting[1].fd = -1;
  }
}

Error cannotRun(const std::string &path, int reason) {
  return {ErrorCode::inputOutput, "cannot run '" + path + "': " + std::strerror(reason)};
}

} // namespace

/// Starts the program; gives its process id, or the negative number of an error.
static int spawn(const std::string &path, const std::vector<std::string> &arguments,
                 std::span<const FileDescriptor *const> files, const FileDescriptor &output,
                 const FileDescriptor &errors) {
  SpawnSettings settings;
  if (!settings.addEmptyInput() || !settings.add(output, STDOUT_FILENO) || !settings.add(errors, STDERR_FILENO))
    return -errno;
  for (size_t index = 0; index < files.size(); ++index)
    if (!settings.add(*files[index], kFirstPassedFile + static_cast<int>(index)))
      return -errno;
  if (!settings.closeFrom(kFirstPassedFile + static_cast<int>(files.size())))
    return -errno;
  std::vector<char *> words = {const_cast<char *>(path.c_str())}; // exec's types are older than const
  for (const std::string &argument : arguments)
    words.push_back(const_cast<char *>(argument.c_str()));
  words.push_back(nullptr);
  pid_t process = 0;
  int reason = ::posix_spawn(&process, path.c_str(), &settings.actions, &settings.attributes, words.data(), environ);
  return reason ? -reason : process;
}

bool qdc::waitForProcess(pid_t process, ProcessResult &result) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return false;
  if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  else
    result.exitCode = WEXITSTATUS(status);
  return true;
}

Result<ProcessResult> qdc::runProcess(const std::string &path, const std::vector<std::string> &arguments,
                                      std::span<const FileDescriptor *const> files) {
  if (!files.empty())
    if (Result<std::string> reachable = files.front()->path(); !reachable)
      return reachable.error();
  Pipe output, errors;
  if (!output.open() || !errors.open())
    return cannotRun(path, errno);
  int process = spawn(path, arguments, files, output.writeEnd, errors.writeEnd);
  if (process < 0)
    return cannotRun(path, -process);
  output.writeEnd.close();
  errors.writeEnd.close();

  ProcessResult result;
  drain(output.readEnd, errors.readEnd, result);
  if (!waitForProcess(process, result))
    return Error{ErrorCode::inputOutput, "cannot tell how '" + path + "' ended: " + std::strerror(errno)};
  return result;
}

//===- FailingCall.c - A system call that goes wrong ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loaded ahead of the C library, this gives a program calls that fail or end
// it, as FAILING_CALL=CALL:ACTION in the environment says.
//
// CALL: memfd_create (the linker's first one, in a compiling thread), fsync,
// linkat, rename (those that write the output, in this order), fork (of the
// process that reads bytecode), alarm (in that process), proc (access and open of
// what lies in /proc), tool (qdc's own open of a file called ptxas), read (of a
// shared object, as from the linker).
// ACTION: segv, abort (what a bug does), stack (recurse without end), memory
// (let nothing more be allocated, and go on), sleep (for an hour), xcpu (what
// the system does where processor time has run out), term, kill (what others do
// to a process), nospace, denied, absent (return the error), damage (what was
// read: a program where a shared object was).
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// Never ends: `more` stays 1, which the compiler cannot know.
static int recurse(volatile char *more) {
  volatile char frame[4096];
  frame[0] = *more;
  return *more ? recurse(frame) + frame[0] : 0;
}

/// Lets the next allocation fail, of whatever size: no more address space, and all that is free is taken.
static void takeMemory(void) {
  void *volatile taken; // or the compiler leaves the calls out
  setrlimit(RLIMIT_AS, &(struct rlimit){0, 0});
  for (size_t size = (size_t)1 << 30; size > 1024; size /= 2)
    while ((taken = malloc(size)))
      ;
  for (size_t size = 1024; size > 0; size -= 8)
    while ((taken = malloc(size)))
      ;
}

/// The result of the call, or 0 for going on.
static int act(const char *call) {
  const char *text = getenv("FAILING_CALL");
  size_t length = strlen(call);
  if (!text || strncmp(text, call, length) != 0 || text[length] != ':')
    return 0;
  const char *action = text + length + 1;
  if (!strcmp(action, "segv"))
    raise(SIGSEGV);
  else if (!strcmp(action, "abort"))
    abort();
  else if (!strcmp(action, "stack"))
    return recurse(&(volatile char){1});
  else if (!strcmp(action, "memory"))
    takeMemory();
  else if (!strcmp(action, "sleep"))
    sleep(3600);
  else if (!strcmp(action, "xcpu"))
    raise(SIGXCPU);
  else if (!strcmp(action, "term"))
    kill(getpid(), SIGTERM);
  else if (!strcmp(action, "kill"))
    kill(getpid(), SIGKILL);
  else if (!strcmp(action, "nospace"))
    return errno = ENOSPC, -1;
  else if (!strcmp(action, "denied"))
    return errno = EACCES, -1;
  else if (!strcmp(action, "absent"))
    return errno = ENOENT, -1;
  else if (!strcmp(action, "damage"))
    return 1;
  return 0;
}

/// The C library's own function.
static void *next(const char *call) {
  void *function = dlsym(RTLD_NEXT, call);
  if (!function)
    abort();
  return function;
}

int memfd_create(const char *name, unsigned flags) {
  int result = act("memfd_create");
  return result ? result : ((int (*)(const char *, unsigned))next("memfd_create"))(name, flags);
}

int fsync(int file) {
  int result = act("fsync");
  return result ? result : ((int (*)(int))next("fsync"))(file);
}

int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags) {
  int result = act("linkat");
  return result ? result
                : ((int (*)(int, const char *, int, const char *, int))next("linkat"))(fromFolder, from, toFolder, to,
                                                                                       flags);
}

int rename(const char *from, const char *to) {
  int result = act("rename");
  return result ? result : ((int (*)(const char *, const char *))next("rename"))(from, to);
}

pid_t fork(void) {
  int result = act("fork");
  return result ? result : ((pid_t (*)(void))next("fork"))();
}

unsigned alarm(unsigned seconds) {
  act("alarm");
  return ((unsigned (*)(unsigned))next("alarm"))(seconds);
}

ssize_t read(int file, void *to, size_t size) {
  ssize_t count = ((ssize_t (*)(int, void *, size_t))next("read"))(file, to, size);
  Elf64_Ehdr *header = to;
  if (count >= (ssize_t)sizeof(*header) && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_type == ET_DYN &&
      act("read"))
    header->e_type = ET_EXEC;
  return count;
}

static int actOnPath(const char *path) { return strncmp(path, "/proc/", 6) == 0 ? act("proc") : 0; }

/// What a tool itself opens goes well, also where it is a script.
static int actOnOpening(const char *path) {
  const char *name = strrchr(path, '/');
  const int isTool = name && !strcmp(name, "/ptxas") && !strcmp(program_invocation_short_name, "qdc");
  return isTool ? act("tool") : actOnPath(path);
}

int access(const char *path, int mode) {
  int result = actOnPath(path);
  return result ? result : ((int (*)(const char *, int))next("access"))(path, mode);
}

static int openNext(const char *call, const char *path, int flags, va_list rest) {
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  int result = actOnOpening(path);
  return result ? result : ((int (*)(const char *, int, ...))next(call))(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int result = openNext("open", path, flags, rest);
  va_end(rest);
  return result;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int result = openNext("open64", path, flags, rest);
  va_end(rest);
  return result;
}

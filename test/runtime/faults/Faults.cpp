//===- Faults.cpp - Makes one call of the system fail ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linker's --wrap (CMakeLists.txt has the list) leads calls of F to __wrap_F
// here and calls of __real_F to F. operator new and delete are replaced as the
// C++ standard allows, which reaches the C++ library too.
//
//===----------------------------------------------------------------------===//
#include "Faults.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The functions that are replaced have no object that could own this.
static std::atomic<long> countdown = 0; // to the point that fails; below 1: none does
static std::atomic<bool> kills = false; // the process, in place of failing
static std::atomic<long> points = 0;
static std::atomic<const char *> failed = nullptr;
static std::atomic<long> allocations = 0, files = 0, mappings = 0, libraries = 0, threads = 0;
static std::atomic<bool> unnamedForbidden = false;
static std::atomic<bool> disturbed = false;
static std::atomic<bool> interruptedLast = false;
static std::atomic<int> directory = -1;     // the last one that was opened
static std::atomic<bool> linkerFailed = false; // dlerror() is asked next

void faults::arm(long number) {
  points = 0;
  failed = nullptr;
  countdown = number;
}

void faults::armKill(long number) {
  kills = true;
  arm(number);
}

faults::Report faults::disarm() {
  countdown = 0;
  return {points, failed};
}

faults::Live faults::live() { return {allocations, files, mappings, libraries, threads}; }

void faults::forbidUnnamedFiles(bool forbidden) { unnamedForbidden = forbidden; }

void faults::disturbFiles(bool disturb) { disturbed = disturb; }

/// True for every other call while files are disturbed, which sets errno.
static bool isInterrupted() {
  interruptedLast = disturbed && !interruptedLast;
  if (interruptedLast)
    errno = EINTR;
  return interruptedLast;
}

/// How many of so many bytes are transferred at once.
static size_t portion(size_t bytes) {
  constexpr size_t kFew = 1000;
  return disturbed && bytes > kFew ? kFew : bytes;
}

/// Passes a point. True if it is the one that fails.
static bool fails(const char *function) {
  ++points;
  if (countdown <= 0 || --countdown != 0)
    return false;
  if (kills)
    raise(SIGKILL);
  failed = function;
  return true;
}

/// The same for a system call, which then sets errno.
static bool failsWith(const char *function, int reason) {
  if (!fails(function))
    return false;
  errno = reason;
  return true;
}

/// Counts what a call made and passes it on.
static void *made(void *thing, std::atomic<long> &count) {
  count += thing != nullptr;
  return thing;
}
static int made(int file) {
  files += file >= 0;
  return file;
}

static void *allocate(size_t bytes, size_t alignment) {
  if (fails("operator new"))
    return nullptr;
  void *block = nullptr;
  if (posix_memalign(&block, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes == 0 ? 1 : bytes) != 0)
    return nullptr;
  return made(block, allocations);
}

static void *allocateOrThrow(size_t bytes, size_t alignment) {
  if (void *block = allocate(bytes, alignment))
    return block;
  throw std::bad_alloc();
}

extern "C" void __real_free(void *block);

static void release(void *block) {
  allocations -= block != nullptr;
  __real_free(block);
}

static constexpr size_t kAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

void *operator new(size_t bytes) { return allocateOrThrow(bytes, kAlignment); }
void *operator new[](size_t bytes) { return allocateOrThrow(bytes, kAlignment); }
void *operator new(size_t bytes, std::align_val_t alignment) {
  return allocateOrThrow(bytes, static_cast<size_t>(alignment));
}
void *operator new[](size_t bytes, std::align_val_t alignment) {
  return allocateOrThrow(bytes, static_cast<size_t>(alignment));
}
void *operator new(size_t bytes, const std::nothrow_t &) noexcept { return allocate(bytes, kAlignment); }
void *operator new[](size_t bytes, const std::nothrow_t &) noexcept { return allocate(bytes, kAlignment); }
void operator delete(void *block) noexcept { release(block); }
void operator delete[](void *block) noexcept { release(block); }
void operator delete(void *block, size_t) noexcept { release(block); }
void operator delete[](void *block, size_t) noexcept { release(block); }
void operator delete(void *block, std::align_val_t) noexcept { release(block); }
void operator delete[](void *block, std::align_val_t) noexcept { release(block); }
void operator delete(void *block, size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void *block, size_t, std::align_val_t) noexcept { release(block); }
void operator delete(void *block, const std::nothrow_t &) noexcept { release(block); }
void operator delete[](void *block, const std::nothrow_t &) noexcept { release(block); }

extern "C" {

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes) {
  return failsWith("malloc", ENOMEM) ? nullptr : made(__real_malloc(bytes), allocations);
}

void *__real_calloc(size_t count, size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes) {
  return failsWith("calloc", ENOMEM) ? nullptr : made(__real_calloc(count, bytes), allocations);
}

void __wrap_free(void *block) { release(block); }

char *__real_realpath(const char *path, char *to);
char *__wrap_realpath(const char *path, char *to) {
  if (failsWith("realpath", EIO))
    return nullptr;
  char *resolved = __real_realpath(path, to);
  allocations += resolved && !to;
  return resolved;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
  bool isUnnamed = (flags & O_TMPFILE) == O_TMPFILE;
  mode_t mode = 0;
  if ((flags & O_CREAT) || isUnnamed) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  bool isDirectory = (flags & O_DIRECTORY) && !isUnnamed;
  if (isUnnamed && unnamedForbidden) {
    errno = EOPNOTSUPP;
    return -1;
  }
  if (failsWith(isDirectory ? "open of a directory" : "open", EIO))
    return -1;
  int file = made(__real_open(path, flags, mode));
  if (isDirectory)
    directory = file;
  return file;
}

/// Also a close that fails closes.
int __real_close(int file);
int __wrap_close(int file) {
  int closed = __real_close(file);
  files -= closed == 0;
  if (file == directory)
    directory = -1;
  return failsWith("close", EIO) ? -1 : closed;
}

ssize_t __real_read(int file, void *to, size_t bytes);
ssize_t __wrap_read(int file, void *to, size_t bytes) {
  return failsWith("read", EIO) || isInterrupted() ? -1 : __real_read(file, to, portion(bytes));
}

ssize_t __real_write(int file, const void *from, size_t bytes);
ssize_t __wrap_write(int file, const void *from, size_t bytes) {
  return failsWith("write", ENOSPC) || isInterrupted() ? -1 : __real_write(file, from, portion(bytes));
}

int __real_fstat(int file, struct stat *status);
int __wrap_fstat(int file, struct stat *status) { return failsWith("fstat", EIO) ? -1 : __real_fstat(file, status); }

int __real_stat(const char *path, struct stat *status);
int __wrap_stat(const char *path, struct stat *status) {
  return failsWith("stat", EIO) ? -1 : __real_stat(path, status);
}

int __real_fchmod(int file, mode_t mode);
int __wrap_fchmod(int file, mode_t mode) { return failsWith("fchmod", EIO) ? -1 : __real_fchmod(file, mode); }

int __real_fsync(int file);
int __wrap_fsync(int file) {
  return failsWith(file == directory ? "fsync of a directory" : "fsync", EIO) ? -1 : __real_fsync(file);
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) { return failsWith("rename", EIO) ? -1 : __real_rename(from, to); }

int __real_linkat(int oldFolder, const char *from, int newFolder, const char *to, int flags);
int __wrap_linkat(int oldFolder, const char *from, int newFolder, const char *to, int flags) {
  return failsWith("linkat", EIO) ? -1 : __real_linkat(oldFolder, from, newFolder, to, flags);
}

int __real_unlink(const char *path);
int __wrap_unlink(const char *path) { return failsWith("unlink", EIO) ? -1 : __real_unlink(path); }

int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode) { return failsWith("mkdir", EIO) ? -1 : __real_mkdir(path, mode); }

int __real_memfd_create(const char *name, unsigned flags);
int __wrap_memfd_create(const char *name, unsigned flags) {
  return failsWith("memfd_create", EMFILE) ? -1 : made(__real_memfd_create(name, flags));
}

/// All uses take an int.
int __real_fcntl(int file, int command, ...);
int __wrap_fcntl(int file, int command, ...) {
  va_list more;
  va_start(more, command);
  int value = va_arg(more, int);
  va_end(more);
  return failsWith("fcntl", EPERM) || failsWith("fcntl of a busy file", EBUSY) ? -1
                                                                               : __real_fcntl(file, command, value);
}

void *__real_mmap(void *hint, size_t bytes, int protection, int flags, int file, off_t offset);
void *__wrap_mmap(void *hint, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (failsWith("mmap", ENOMEM))
    return MAP_FAILED;
  void *memory = __real_mmap(hint, bytes, protection, flags, file, offset);
  mappings += memory != MAP_FAILED;
  return memory;
}

int __real_munmap(void *memory, size_t bytes);
int __wrap_munmap(void *memory, size_t bytes) {
  int unmapped = __real_munmap(memory, bytes);
  mappings -= unmapped == 0;
  return unmapped;
}

int __real_madvise(void *memory, size_t bytes, int advice);
int __wrap_madvise(void *memory, size_t bytes, int advice) {
  return failsWith("madvise", EINVAL) ? -1 : __real_madvise(memory, bytes, advice);
}

int __real_sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set);
int __wrap_sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set) {
  return failsWith("sched_getaffinity", EINVAL) ? -1 : __real_sched_getaffinity(process, bytes, set);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (fails("pthread_create"))
    return EAGAIN;
  int created = __real_pthread_create(thread, attributes, start, argument);
  threads += created == 0;
  return created;
}

int __real_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_join(pthread_t thread, void **result) {
  int joined = __real_pthread_join(thread, result);
  threads -= joined == 0;
  return joined;
}

void *__real_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags) {
  linkerFailed = fails("dlopen");
  return linkerFailed ? nullptr : made(__real_dlopen(path, flags), libraries);
}

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name) {
  linkerFailed = fails("dlsym");
  return linkerFailed ? nullptr : __real_dlsym(library, name);
}

char *__real_dlerror(void);
char *__wrap_dlerror(void) {
  static char text[] = "a fault of the test";
  return linkerFailed.exchange(false) ? text : __real_dlerror();
}

int __real_dlclose(void *library);
int __wrap_dlclose(void *library) {
  int closed = __real_dlclose(library);
  libraries -= closed == 0;
  return closed;
}

} // extern "C"

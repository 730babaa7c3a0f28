//===- FakeCuda.h - A CUDA driver without a GPU -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libcuda.so.1 for tests. Its device memory is memory of the host that it
// keeps account of. Work on a stream runs when somebody waits for it and not
// before, and of other streams only what that work waits for, so that a wait
// that is missing shows. Its images are PTX with a comment that holds a shared
// object with the entry points (images/entry.h), digit by digit; the loader's
// own PTX, which decides about loops and publishes what a launch left, it knows by
// the kernel's name. The machine code that its linker makes of PTX is the head of an
// ELF file with the device's capability in e_flags, and the PTX after it.
//
// A program that links it finds it with dlopen("libcuda.so.1") too. One that
// does not is told by the environment variable FAKE_CUDA, a list of settings:
// FAKE_CUDA="devices=2 version=12020 cuInit=999" (a name: what its calls give).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKECUDA_H
#define QDC_TEST_RUNTIME_FAKECUDA_H

#include "Runtime/CUDA/DriverTypes.h"

#include <string>

#define FAKE_CUDA_API __attribute__((visibility("default")))

namespace fake_cuda {

using namespace qdrt::loader::cuda;

/// What the driver says about itself and its devices.
struct Settings {
  int version = 13000;
  int devices = 1;
  int capability = 90;
  int warpSize = 32;
  int multiprocessors = 4;
  int blocksPerMultiprocessor = 2;
  int maximumGrid = 2147483647;
  int maximumBlock = 1024; // threads
  bool hasMemoryPools = true;
  bool launchesTogether = true;
  bool usesPageableMemory = false;
  bool linksNothing = false; // the linker says that it went well, and has no bytes
  unsigned long long memoryBytes = 1ull << 40;
};
FAKE_CUDA_API Settings &settings();

/// Lets the call number `number` from now on, counted from 1, of the function give `code` instead of doing anything;
/// "": of any function, but for those that give something back and that look at the current context. 0: none.
FAKE_CUDA_API void failCall(const std::string &function, long number, CUresult code);
/// True if that call came.
FAKE_CUDA_API bool hasFailed();

/// Calls since the last clear, one a line: the name, and what tells kernels, copies and nodes apart.
FAKE_CUDA_API std::string takeCalls();

/// Things that somebody has to give back.
struct Live {
  long contexts = 0, streams = 0, events = 0, modules = 0, links = 0, allocations = 0, pools = 0, graphs = 0,
       executables = 0, userObjects = 0;
  /// What a context took with it when it ended, and what was given back twice or never existed.
  long lost = 0, wrong = 0;
  bool operator==(const Live &) const = default;
};
FAKE_CUDA_API Live live();

/// What else a program does with the driver, and the loader does not.
FAKE_CUDA_API CUcontext createContext(CUdevice device);
/// A context that has so many of the device's multiprocessors.
FAKE_CUDA_API CUcontext createGreenContext(CUdevice device, int multiprocessors);
FAKE_CUDA_API void destroyContext(CUcontext context);
/// Gives a context access to what is allocated on another device, until the context ends.
FAKE_CUDA_API void enablePeerAccess(CUcontext context, CUdevice device);
/// Memory that every device can use, of the current context; cuMemFree frees it.
FAKE_CUDA_API CUdeviceptr allocateManaged(unsigned long long bytes);
/// Of the current context.
FAKE_CUDA_API CUstream createStream();
FAKE_CUDA_API void destroyStream(CUstream stream);
FAKE_CUDA_API void beginCapture(CUstream stream);
FAKE_CUDA_API CUgraph endCapture(CUstream stream);
/// Instantiates, launches, waits.
FAKE_CUDA_API CUresult runGraph(CUgraph graph, CUstream stream);
FAKE_CUDA_API void destroyGraph(CUgraph graph);

} // namespace fake_cuda

#endif // QDC_TEST_RUNTIME_FAKECUDA_H

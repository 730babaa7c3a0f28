//===- Allocator.cpp - How qdc's allocator is set up ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// jemalloc reads `malloc_conf` before main. One arena, which it makes at the
// start: making another one for a thread fails without memory, and jemalloc 5.3
// then dereferences a null pointer, where qdc is to say that memory ran out. Its
// caches of each thread keep the compiling threads apart all the same.
//
//===----------------------------------------------------------------------===//

extern "C" const char *malloc_conf = "narenas:1";

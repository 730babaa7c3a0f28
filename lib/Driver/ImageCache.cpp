//===- ImageCache.cpp - Images that were made before ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ImageCache.h"

#include "Archive.h"

namespace qdc {

template <typename Bytes>
static void archive(Bytes &bytes, SlotSource &slot) {
  auto &[kind, index, axis, offset] = slot;
  archive(bytes, kind, index, axis, offset);
}

template <typename Bytes>
static void archive(Bytes &bytes, PrivateArray &array) {
  auto &[slot, mergeSymbol, neutralBits] = array;
  archive(bytes, slot, mergeSymbol, neutralBits);
}

template <typename Bytes>
static void archive(Bytes &bytes, PrivateForm &form) {
  auto &[symbol, atomics, arrays] = form;
  archive(bytes, symbol, atomics, arrays);
}

template <typename Bytes>
static void archive(Bytes &bytes, CPULaunch &launch) {
  auto &[privateForm] = launch;
  archive(bytes, privateForm);
}

template <typename Bytes>
static void archive(Bytes &bytes, LaunchShape &shape) {
  auto &[blockThreads, threadsPerIteration, subgroupWidth, slotPassing, grid, iterationsPerThread,
         waitsForDependencies] = shape;
  archive(bytes, blockThreads, threadsPerIteration, subgroupWidth, slotPassing, grid, iterationsPerThread,
          waitsForDependencies);
}

template <typename Bytes>
static void archive(Bytes &bytes, CompiledLoop &loop) {
  auto &[node, strategy, lastTasks] = loop;
  archive(bytes, node, strategy, lastTasks);
}

template <typename Bytes>
static void archive(Bytes &bytes, CompiledEntryPoint &entry) {
  auto &[symbol, kernel, tasks, slots, launch, loop] = entry;
  archive(bytes, symbol, kernel, tasks, slots, launch, loop);
}

template <typename Bytes>
static void archive(Bytes &bytes, CompiledImage &compiled) {
  auto &[target, triple, architecture, code, features, mathLibrary, assembler, entryPoints] = compiled;
  archive(bytes, target, triple, architecture, code, features, mathLibrary, assembler, entryPoints);
}

template <typename Bytes>
static void archive(Bytes &bytes, CachedImage &cached) {
  auto &[image, toolOutput] = cached;
  archive(bytes, image, toolOutput);
}

ByteVector writeCachedImage(CachedImage cached) { return toArchive(std::move(cached)); }

std::optional<CachedImage> readCachedImage(ByteSpan bytes) { return fromArchive<CachedImage>(bytes); }

} // namespace qdc

//===- Stream.h - Work in order on a GPU of CUDA ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_STREAM_H
#define QDRT_CUDA_STREAM_H

#include "Runtime/CUDA/Context.h"
#include "Runtime/Core/Backend.h"
#include "Runtime/Core/StreamMemory.h"
#include "Runtime/Core/StreamTransfers.h"

#include <optional>

namespace qdrt::loader::cuda {

class Device;
struct Entry;

/// A stream that runs beside the others and beside the driver's default stream, or one of the caller's.
class Stream final : public BackendStream {
public:
  static qdc::Result<std::unique_ptr<BackendStream>> create(Device &device);
  /// invalidArgument if it is of another context. The caller keeps it alive.
  static qdc::Result<std::unique_ptr<BackendStream>> adopt(Device &device, CUstream handle);
  ~Stream() override;

  void beginLaunch() override;
  qdc::Status endLaunch() override;
  qdc::Status runTask(const TaskLaunch &task) override;
  qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes) override;
  qdc::Status read(void *to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) override;
  qdc::Status publish(const GraphPublish &outcome) override;
  qdc::Status checkSizes(const GraphSizeCheck &check) override;
  qdc::Status synchronize() override;
  qdc::Result<std::unique_ptr<BackendGraph>> buildGraph(std::span<const GraphNode> nodes) override;
  bool isCapturing() const override;
  qdc::Status capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) override;

  Device &device() const { return owner; }
  const Context &context() const { return *shared; }
  /// Context::operator(), which a launch asks for the current context once.
  qdc::Status call(const char *attempted, DriverCall call) const { return (*shared)(attempted, call, current()); }
  /// The context is current while the result lives.
  CurrentContext makeCurrent() const { return CurrentContext(*shared, current()); }
  CUstream native() const { return handle; }
  /// Tasks that were added to the stream, the last of them `last`: a failure that a wait finds is one of theirs.
  void noteTasks(uint64_t count, const std::string *last);

private:
  Stream(Device &device, CUstream handle, bool isAdopted);
  const CurrentContext *current() const { return launching ? &*launching : nullptr; }
  qdc::Status refuseWhileCapturing(const char *attempted) const;
  qdc::Status addRead(void *to, const MemoryReference &from, uint64_t bytes);
  /// `attempted` is what an error says.
  CopyApart copyApart(const char *attempted);
  /// Adds to an error what was under way.
  qdc::Status withTasks(qdc::Status status);

  Device &owner;
  const std::shared_ptr<Context> shared;
  CUstream handle;
  const bool isAdopted;
  std::optional<CurrentContext> launching; // between beginLaunch and endLaunch
  StreamMemory memory;
  uint64_t tasksUnderWay = 0; // since the last wait
  const std::string *lastTask = nullptr;
  bool lastHasInternalBarrier = false; // the threads of the task that was added last, but for graphs
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_STREAM_H

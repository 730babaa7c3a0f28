//===- InstanceCollect.cpp - What launches of a stream left ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Graph/Print.h"
#include "Runtime/Launch/Stream.h"

using namespace qdrt::loader;

void Instance::noteRecord(const Scratch &of, uint64_t launch, const qd_error_record &record) {
  if (record.code == QD_ERROR_NONE)
    return;
  LaunchFailure failure = failureOfRecord(kernel.module().description(), *of.variant->description, record);
  stream.noteFailure(launch, failure);
  if (launch == lastNumber)
    lastFailure = std::move(failure);
}

qdc::Status Instance::collectPrints(Scratch &of) {
  if (!of.printBuffer.address() || of.hostReport()->printed.used == 0)
    return {};
  of.hostReport()->printed = {};
  qdc::Result<uint64_t> dropped =
      flushPrintBuffer(kernel.module().description(), stream.device(), stream.work(), of.printBuffer.address());
  if (!dropped)
    return dropped.error();
  kernel.noteDroppedPrints(*dropped);
  // The buffer is being emptied, and may be freed.
  return stream.work().synchronize();
}

qdc::Status Instance::collect() {
  collectCaptured();
  if (!underWay)
    return {};
  underWay = false;
  for (std::optional<Scratch> &each : scratch)
    if (each && each->errors)
      each->errors->empty([&](uint64_t launch, const qd_error_record &record) { noteRecord(*each, launch, record); });
  if (launched && !launched->variant->description->results.empty())
    readback.assign(launched->hostResults(),
                    launched->hostResults() + launched->variant->description->workspace.readbackBytes);
  for (std::optional<Scratch> &each : scratch)
    if (each)
      if (qdc::Status printed = collectPrints(*each); !printed)
        return printed;
  return {};
}

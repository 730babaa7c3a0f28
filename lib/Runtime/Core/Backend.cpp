//===- Backend.cpp - What a backend does not provide ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Backend.h"

using namespace qdrt::loader;

/// The loader asks for the capability first.
static qdc::Status lacking(const char *what) {
  return qdc::makeError(qdc::ErrorCode::internal, "the device was asked for {}, which it does not have", what);
}

qdc::Status BackendStream::publish(const GraphPublish &outcome) { return lacking("the report of a launch"); }

qdc::Status BackendStream::checkSizes(const GraphSizeCheck &check) { return lacking("a check of sizes"); }

qdc::Result<std::unique_ptr<BackendGraph>> BackendStream::buildGraph(std::span<const GraphNode> nodes) {
  return lacking("a graph");
}

qdc::Status BackendStream::capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) {
  return lacking("a capture");
}

qdc::Result<std::unique_ptr<BackendStream>> BackendDevice::adoptStream(void *native) {
  return lacking("a stream of the caller");
}

qdc::Result<std::unique_ptr<BackendInstance>> BackendDevice::createInstance(const qdc::Kernel &kernel,
                                                                            std::span<BackendEntry *const> entries,
                                                                            BackendStream &stream) {
  return std::unique_ptr<BackendInstance>();
}

qdc::Result<AdoptedDevice> Backend::adopt(const qdrt_native_device &native, const qdrt_device_options &options) const {
  return lacking("a native device of the caller");
}

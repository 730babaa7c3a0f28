//===- OffloadKind.cpp - What LLVM's tools call an image ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/OffloadKind.h"

using namespace qdc;

std::optional<OffloadKind> qdc::offloadKindOf(std::string_view target) {
  if (target.starts_with("cpu:"))
    return OffloadKind{OffloadImageKind::object, OffloadProducer::none};
  if (target.starts_with("cuda:sm_"))
    return OffloadKind{OffloadImageKind::cubin, OffloadProducer::cuda};
  if (target.starts_with("cuda:compute_"))
    return OffloadKind{OffloadImageKind::ptx, OffloadProducer::cuda};
  if (target.starts_with("vulkan:"))
    return OffloadKind{OffloadImageKind::spirv, OffloadProducer::none};
  return std::nullopt;
}

std::string_view qdc::offloadImageKindName(OffloadImageKind kind) {
  constexpr std::string_view names[] = {"none", "object", "bitcode", "cubin", "fatbinary", "PTX", "SPIR-V"};
  return names[static_cast<size_t>(kind)];
}

std::string_view qdc::offloadProducerName(OffloadProducer producer) {
  return producer == OffloadProducer::cuda ? "CUDA" : producer == OffloadProducer::hip ? "HIP" : "none";
}

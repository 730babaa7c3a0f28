//===- OffloadKindTest.cpp - Tests of OffloadKind.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/OffloadKind.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("a target decides the kind of its image") {
  CHECK(offloadKindOf("cpu:x86-64-v3") == OffloadKind{OffloadImageKind::object, OffloadProducer::none});
  CHECK(offloadKindOf("cuda:sm_90") == OffloadKind{OffloadImageKind::cubin, OffloadProducer::cuda});
  CHECK(offloadKindOf("cuda:compute_75") == OffloadKind{OffloadImageKind::ptx, OffloadProducer::cuda});
  CHECK(offloadKindOf("vulkan:1.2") == OffloadKind{OffloadImageKind::spirv, OffloadProducer::none});
  for (const char *other : {"", "cpu", "cuda:90", "hip:gfx90a", "acpu:x"})
    CHECK_FALSE(offloadKindOf(other));
}

TEST_CASE("kinds and producers have names") {
  CHECK(offloadImageKindName(OffloadImageKind::none) == "none");
  CHECK(offloadImageKindName(OffloadImageKind::object) == "object");
  CHECK(offloadImageKindName(OffloadImageKind::bitcode) == "bitcode");
  CHECK(offloadImageKindName(OffloadImageKind::cubin) == "cubin");
  CHECK(offloadImageKindName(OffloadImageKind::fatbinary) == "fatbinary");
  CHECK(offloadImageKindName(OffloadImageKind::ptx) == "PTX");
  CHECK(offloadImageKindName(OffloadImageKind::spirv) == "SPIR-V");
  CHECK(offloadProducerName(OffloadProducer::none) == "none");
  CHECK(offloadProducerName(OffloadProducer::cuda) == "CUDA");
  CHECK(offloadProducerName(OffloadProducer::hip) == "HIP");
}

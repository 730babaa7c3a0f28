//===- DriverTypesTest.cpp - Own declarations against cuda.h --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built where a toolkit is found. That it compiles is the test.
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/DriverTypes.h"

// Shows the versions of functions that newer headers hide.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include <catch2/catch.hpp>

#include <type_traits>

namespace ours = qdrt::loader::cuda;

/// Whether two types are passed alike: a pointer and a pointer, or numbers of one size.
template <typename A, typename B>
constexpr bool isAlike() {
  constexpr auto isNumber = []<typename T>(std::type_identity<T>) {
    return std::is_integral_v<T> || std::is_enum_v<T>;
  };
  return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
         isNumber(std::type_identity<A>()) == isNumber(std::type_identity<B>());
}

template <typename A, typename B>
constexpr bool isAlikeFunction = false;
template <typename A, typename... As, typename B, typename... Bs>
constexpr bool isAlikeFunction<A(As...), B(Bs...)> = [] {
  if constexpr (sizeof...(As) == sizeof...(Bs))
    return isAlike<A, B>() && (isAlike<As, Bs>() && ...);
  return false;
}();

namespace qdrt::loader::cuda {
#define QDRT_CUDA_FUNCTION(presence, name, symbol, version, parameters)                                                \
  static_assert(isAlikeFunction<CUresult parameters, decltype(::symbol)>, #symbol " differs from cuda.h");
#include "Runtime/CUDA/DriverFunctions.def"
} // namespace qdrt::loader::cuda

#define SAME_NUMBER(name)                                                                                              \
  static_assert(static_cast<long long>(ours::name) == static_cast<long long>(::name), #name " differs from cuda.h")
SAME_NUMBER(CUDA_SUCCESS);
SAME_NUMBER(CUDA_ERROR_INVALID_VALUE);
SAME_NUMBER(CUDA_ERROR_OUT_OF_MEMORY);
SAME_NUMBER(CUDA_ERROR_NO_DEVICE);
SAME_NUMBER(CUDA_ERROR_INVALID_DEVICE);
SAME_NUMBER(CUDA_ERROR_INVALID_IMAGE);
SAME_NUMBER(CUDA_ERROR_INVALID_CONTEXT);
SAME_NUMBER(CUDA_ERROR_NO_BINARY_FOR_GPU);
SAME_NUMBER(CUDA_ERROR_ECC_UNCORRECTABLE);
SAME_NUMBER(CUDA_ERROR_INVALID_PTX);
SAME_NUMBER(CUDA_ERROR_NVLINK_UNCORRECTABLE);
SAME_NUMBER(CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
SAME_NUMBER(CUDA_ERROR_INVALID_HANDLE);
SAME_NUMBER(CUDA_ERROR_NOT_FOUND);
SAME_NUMBER(CUDA_ERROR_NOT_READY);
SAME_NUMBER(CUDA_ERROR_ILLEGAL_ADDRESS);
SAME_NUMBER(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
SAME_NUMBER(CUDA_ERROR_LAUNCH_TIMEOUT);
SAME_NUMBER(CUDA_ERROR_CONTEXT_IS_DESTROYED);
SAME_NUMBER(CUDA_ERROR_ASSERT);
SAME_NUMBER(CUDA_ERROR_HARDWARE_STACK_ERROR);
SAME_NUMBER(CUDA_ERROR_ILLEGAL_INSTRUCTION);
SAME_NUMBER(CUDA_ERROR_MISALIGNED_ADDRESS);
SAME_NUMBER(CUDA_ERROR_INVALID_ADDRESS_SPACE);
SAME_NUMBER(CUDA_ERROR_INVALID_PC);
SAME_NUMBER(CUDA_ERROR_LAUNCH_FAILED);
SAME_NUMBER(CUDA_ERROR_NOT_SUPPORTED);
SAME_NUMBER(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
SAME_NUMBER(CUDA_ERROR_UNKNOWN);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
SAME_NUMBER(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
SAME_NUMBER(CU_STREAM_CAPTURE_MODE_RELAXED);
SAME_NUMBER(CU_STREAM_CAPTURE_STATUS_NONE);
SAME_NUMBER(CU_STREAM_CAPTURE_STATUS_ACTIVE);
SAME_NUMBER(CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
SAME_NUMBER(CU_POINTER_ATTRIBUTE_DEVICE_POINTER);
SAME_NUMBER(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
SAME_NUMBER(CU_MEMORYTYPE_HOST);
SAME_NUMBER(CU_MEMORYTYPE_DEVICE);
SAME_NUMBER(CU_MEMPOOL_ATTR_RELEASE_THRESHOLD);
SAME_NUMBER(CU_MEM_ALLOCATION_TYPE_PINNED);
SAME_NUMBER(CU_MEM_HANDLE_TYPE_NONE);
SAME_NUMBER(CU_MEM_LOCATION_TYPE_DEVICE);
SAME_NUMBER(CU_DEV_RESOURCE_TYPE_SM);
SAME_NUMBER(CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
SAME_NUMBER(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
SAME_NUMBER(CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
SAME_NUMBER(CU_JIT_ERROR_LOG_BUFFER);
SAME_NUMBER(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME_NUMBER(CU_JIT_INPUT_PTX);
SAME_NUMBER(CU_STREAM_NON_BLOCKING);
SAME_NUMBER(CU_EVENT_DEFAULT);
SAME_NUMBER(CU_STREAM_SET_CAPTURE_DEPENDENCIES);
SAME_NUMBER(CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
SAME_NUMBER(CU_GRAPH_USER_OBJECT_MOVE);
SAME_NUMBER(CU_GRAPH_COND_TYPE_IF);
SAME_NUMBER(CU_GRAPH_COND_TYPE_WHILE);
SAME_NUMBER(CU_GRAPH_NODE_TYPE_CONDITIONAL);
// Macros of cuda.h: their names can't be qualified once it is included, so they are compared with what they say.
static_assert(CU_MEMHOSTALLOC_PORTABLE == 1 && CU_MEMHOSTALLOC_DEVICEMAP == 2 &&
              CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC == 1 && CU_GRAPH_COND_ASSIGN_DEFAULT == 1);

#define SAME_SIZE(ourType, type) static_assert(sizeof(ours::ourType) == sizeof(::type), #type " differs from cuda.h")
#define SAME_OFFSET(ourType, type, field)                                                                              \
  static_assert(offsetof(ours::ourType, field) == offsetof(::type, field), #type "::" #field " differs from cuda.h")
SAME_SIZE(CUmemPoolProps, CUmemPoolProps);
SAME_OFFSET(CUmemPoolProps, CUmemPoolProps, handleTypes);
SAME_OFFSET(CUmemPoolProps, CUmemPoolProps, location);
SAME_OFFSET(CUmemPoolProps, CUmemPoolProps, maxSize);
SAME_SIZE(CUdevResource, CUdevResource);
SAME_OFFSET(CUdevResource, CUdevResource, sm);
SAME_OFFSET(CUdevSmResource, CUdevSmResource, smCount);
SAME_SIZE(CUlaunchAttribute, CUlaunchAttribute);
SAME_OFFSET(CUlaunchAttribute, CUlaunchAttribute, value);
SAME_OFFSET(CUlaunchAttributeValue, CUlaunchAttributeValue, cooperative);
SAME_OFFSET(CUlaunchAttributeValue, CUlaunchAttributeValue, programmaticStreamSerializationAllowed);
SAME_SIZE(CUlaunchConfig, CUlaunchConfig);
SAME_OFFSET(CUlaunchConfig, CUlaunchConfig, blockDimX);
SAME_OFFSET(CUlaunchConfig, CUlaunchConfig, sharedMemBytes);
SAME_OFFSET(CUlaunchConfig, CUlaunchConfig, hStream);
SAME_OFFSET(CUlaunchConfig, CUlaunchConfig, attrs);
SAME_OFFSET(CUlaunchConfig, CUlaunchConfig, numAttrs);
SAME_SIZE(CUgraphEdgeData, CUgraphEdgeData);
SAME_OFFSET(CUgraphEdgeData, CUgraphEdgeData, from_port);
SAME_OFFSET(CUgraphEdgeData, CUgraphEdgeData, to_port);
SAME_OFFSET(CUgraphEdgeData, CUgraphEdgeData, type);
SAME_OFFSET(CUgraphEdgeData, CUgraphEdgeData, reserved);
SAME_SIZE(CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v2);
SAME_OFFSET(CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v2, gridDimX);
SAME_OFFSET(CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v2, blockDimX);
SAME_OFFSET(CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v2, sharedMemBytes);
SAME_OFFSET(CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v2, kernelParams);
SAME_OFFSET(CUDA_KERNEL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v2, ctx);
SAME_SIZE(CUDA_CONDITIONAL_NODE_PARAMS, CUDA_CONDITIONAL_NODE_PARAMS);
SAME_OFFSET(CUDA_CONDITIONAL_NODE_PARAMS, CUDA_CONDITIONAL_NODE_PARAMS, type);
SAME_OFFSET(CUDA_CONDITIONAL_NODE_PARAMS, CUDA_CONDITIONAL_NODE_PARAMS, size);
SAME_OFFSET(CUDA_CONDITIONAL_NODE_PARAMS, CUDA_CONDITIONAL_NODE_PARAMS, phGraph_out);
SAME_OFFSET(CUDA_CONDITIONAL_NODE_PARAMS, CUDA_CONDITIONAL_NODE_PARAMS, ctx);
SAME_SIZE(CUgraphNodeParams, CUgraphNodeParams);
SAME_OFFSET(CUgraphNodeParams, CUgraphNodeParams, conditional);
SAME_SIZE(CUDA_MEMSET_NODE_PARAMS, CUDA_MEMSET_NODE_PARAMS_v1);
SAME_OFFSET(CUDA_MEMSET_NODE_PARAMS, CUDA_MEMSET_NODE_PARAMS_v1, value);
SAME_OFFSET(CUDA_MEMSET_NODE_PARAMS, CUDA_MEMSET_NODE_PARAMS_v1, elementSize);
SAME_OFFSET(CUDA_MEMSET_NODE_PARAMS, CUDA_MEMSET_NODE_PARAMS_v1, width);
SAME_OFFSET(CUDA_MEMSET_NODE_PARAMS, CUDA_MEMSET_NODE_PARAMS_v1, height);

TEST_CASE("the own declarations are those of cuda.h") { SUCCEED(); }

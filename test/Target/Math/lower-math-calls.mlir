// RUN: qdc-opt %s --qd-lower-math-calls | FileCheck %s
// RUN: qdc-opt %s --qd-lower-math-calls=table=gpu | FileCheck %s --check-prefix=GPU

// RUN: qdc-opt %s --qd-lower-math-calls=table=vulkan | FileCheck %s --check-prefix=VULKAN --implicit-check-not=llvm.

// Without LLVM's code generator there are no intrinsics of it.
// VULKAN-LABEL: qd.task @k.0
// VULKAN: call @qdm_sin_f32
// VULKAN: math.sqrt
// VULKAN: call @qdm_exp_f32

// A GPU computes f32 functions in f32; f16 too.
// GPU-LABEL: qd.task @k.0
// GPU: call @qdm_single_sin_f32
// GPU: llvm.call_intrinsic "llvm.sqrt.f32"
// GPU: call @qdm_exp_f32
// GPU: call @qdm_single_sin_f32
// GPU: call @qdm_single_cos_f32
// GPU: call @qdm_erf_f32
// GPU: call @qdm_rsqrt_f32
// GPU: func.func private @qdm_single_sin_f32(f32) -> f32

// RUN: qdc-opt %s --qd-lower-math-calls=table=nvidia | FileCheck %s --check-prefix=NVIDIA
// NVIDIA: call @qdm_single_sin_f32
// NVIDIA: call @qdm_nvidia_exp_f32
// NVIDIA: call @qdm_nvidia_erf_f32
// NVIDIA: call @qdm_nvidia_rsqrt_f32

// RUN: qdc-opt %s --qd-lower-math-calls=table=libdevice | FileCheck %s --check-prefix=LIBDEVICE
// LIBDEVICE-LABEL: qd.task @k.0
// LIBDEVICE: call @__nv_sinf
// LIBDEVICE: llvm.call_intrinsic "llvm.sqrt.f32"
// LIBDEVICE: call @__nv_expf
// libdevice's has 32 bits for the exponent.
// LIBDEVICE: call @qdm_fpowi_f32
// LIBDEVICE: call @__nv_fmodf

qd.kernel @k() {
  qd.return
}
// CHECK-LABEL: qd.task @k.0
// CHECK-SAME: %[[X:[a-z]+]]: f32 {{.*}} %[[H:[a-z]+]]: f16 {{.*}} %[[I:[a-z]+]]: i8 {{.*}}
qd.task @k.0 of @k extent(#qd.size<"1">)
    (%x: f32 {qd.slot = #qd.slot<scalar(0)>}, %h: f16 {qd.slot = #qd.slot<scalar(1)>},
     %i: i8 {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK: call @qdm_sin_f32(%[[X]]) : (f32) -> f32
  %0 = math.sin %x : f32
  // CHECK: llvm.call_intrinsic "llvm.sqrt.f32"(%[[X]])
  %1 = math.sqrt %x : f32
  // Half precision is computed in f32.
  // CHECK: %[[W:.*]] = arith.extf %[[H]] : f16 to f32
  // CHECK: %[[E:.*]] = func.call @qdm_exp_f32(%[[W]])
  // CHECK: arith.truncf %[[E]] : f32 to f16
  %2 = math.exp %h : f16
  // One declaration serves all calls.
  // CHECK: call @qdm_sin_f32
  // CHECK: call @qdm_cos_f32
  %3, %4 = math.sincos %x : f32
  // CHECK: %[[Y:.*]] = arith.extsi %[[I]] : i8 to i64
  // CHECK: call @qdm_fpowi_f32(%[[X]], %[[Y]])
  %5 = math.fpowi %x, %i : f32, i8
  // CHECK: call @qdm_fmod_f32
  %6 = arith.remf %x, %x : f32
  // Others have LLVM's own lowering.
  // CHECK: math.ctlz %[[I]]
  %7 = math.ctlz %i : i8
  // CHECK: math.isnan %[[X]]
  %8 = math.isnan %x : f32
  // What may be approximated is so on NVIDIA's GPUs alone; there an instruction computes rsqrt in any case.
  // CHECK: call @qdm_erf_f32(%[[X]])
  // CHECK: call @qdm_rsqrt_f32(%[[X]])
  %9 = math.erf %x fastmath<afn> : f32
  %10 = math.rsqrt %x : f32
}
// CHECK: func.func private @qdm_sin_f32(f32) -> f32
// CHECK-NOT: func.func private @qdm_sin_f32

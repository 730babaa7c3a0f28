// RUN: qdc-opt %s --qd-verify-kernels --split-input-file --verify-diagnostics

// Operations of accepted dialects that have no lowering.

qd.kernel @f(%x: f32, %low: f32, %high: f32) {
  // expected-error @+1 {{'math.clampf' op is not supported: what it gives for NaN is open; use arith.maximumf and arith.minimumf, or arith.cmpf and arith.select}}
  %y = math.clampf %x to [%low, %high] : f32
}

// -----

qd.kernel @f(%x: f16, %scale: f32) {
  // expected-error @+1 {{'arith.scaling_extf' op is not supported: kernels have no types with a shared scale; use arith.extf or arith.truncf, and arith.mulf or arith.divf}}
  %y = arith.scaling_extf %x, %scale : f16, f32 to f32
}

// -----

qd.kernel @f(%x: f32, %scale: f32) {
  // expected-error @+1 {{'arith.scaling_truncf' op is not supported}}
  %y = arith.scaling_truncf %x, %scale : f32, f32 to f16
}

// -----

qd.kernel @f(%x: f32) {
  // expected-error @+1 {{'arith.truncf' op rounds 'toward_zero', but kernels round 'to_nearest_even', as without a mode}}
  %y = arith.truncf %x toward_zero : f32 to bf16
}

// -----

qd.kernel @f(%x: f32) {
  %y = arith.truncf %x to_nearest_even : f32 to bf16
}

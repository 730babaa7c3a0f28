// RUN: qdc-opt %s --split-input-file --verify-diagnostics

qd.kernel @f(%c: i1, %x: f32) {
  // expected-error @+1 {{needs one '{}' in its format for each value: there are 2 for 1 value}}
  qd.check %c, "{} and {}", %x : f32
}

// -----

qd.kernel @f(%c: i1, %x: f32) {
  %y = arith.extf %x : f32 to f128
  // expected-error @+1 {{reports a value of type 'f128', but it takes i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index}}
  qd.check %c, "{}", %y : f128
}

// -----

qd.kernel @f(%c: i1, %x: f32) {
  // expected-error @+1 {{reports 25 values, but an error record holds 24}}
  qd.check %c, "{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}", %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

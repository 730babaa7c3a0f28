// RUN: qdc-opt %s --split-input-file --verify-diagnostics --qd-verify-kernels

qd.kernel @f(%n: index) {
  // expected-error @+1 {{an adstack has elements of type i1, i8, i16, i32, i64, f16, bf16, f32 and f64, not 'index'}}
  %s = qd.adstack.create %n : !qd.adstack<index>
}

// -----

qd.kernel @f(%n: index, %x: f64) {
  %s = qd.adstack.create %n : !qd.adstack<f32>
  // expected-error @+1 {{'value' has the type of the stack's elements}}
  "qd.adstack.push"(%x, %s) : (f64, !qd.adstack<f32>) -> ()
}

// -----

qd.kernel @f(%n: index) {
  %s = qd.adstack.create %n : !qd.adstack<i32>
  // expected-error @+1 {{asks for the adjoint of an entry of type 'i32', but entries of type f16, bf16, f32 and f64 have one}}
  %a = qd.adstack.adjoint %s : !qd.adstack<i32>
}

// -----

qd.kernel @f(%n: index, %x: i1) {
  %s = qd.adstack.create %n : !qd.adstack<i1>
  // expected-error @+1 {{asks for the adjoint of an entry of type 'i1', but entries of type f16, bf16, f32 and f64 have one}}
  qd.adstack.add_adjoint %x, %s : !qd.adstack<i1>
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{is what passes of the compiler make, and no input; docs/dialect.md lists what kernels take}}
  qd.adstack.overflow %n
}

// -----

qd.kernel @f(%n: index, %x: f32) {
  // expected-note @+1 {{the stack}}
  %s = qd.adstack.create %n : !qd.adstack<f32>
  qd.for (%i) in (%n) {
    // expected-error @+1 {{uses an adstack of serial code in a parallel loop, but a stack is of one iteration; create it in the loop}}
    qd.adstack.push %x, %s : !qd.adstack<f32>
  }
}

// -----

qd.kernel @f(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %s = qd.adstack.create %n : !qd.adstack<f32>
    // A loop in an iteration is a serial one.
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      qd.adstack.push %x, %s : !qd.adstack<f32>
      scf.reduce
    }
    scf.reduce
  }
}

// -----

// No loop or branch carries a stack, and no helper takes one.
qd.kernel @f(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = qd.adstack.create %n : !qd.adstack<f32>
  // expected-error @+1 {{makes a value of type '!qd.adstack<f32>', but kernels compute with scalars: i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index}}
  %t = scf.for %k = %c0 to %n step %c1 iter_args(%u = %s) -> !qd.adstack<f32> {
    scf.yield %u : !qd.adstack<f32>
  }
}

// -----

// expected-error @+1 {{'h': argument 0 has type '!qd.adstack<f32>', but arguments are arrays (memref) and scalars}}
func.func private @h(%s: !qd.adstack<f32>) {
  return
}

// -----

// Each has a count on the stack of the thread.
// expected-error @+4 {{'f' has more than 262144 bytes of local arrays and adstacks here}}
qd.kernel @f(%n: index) {
  qd.for (%i) in (%n) {
    %a = memref.alloca() : memref<262140xi8>
    %s = qd.adstack.create %n : !qd.adstack<f32>
  }
}

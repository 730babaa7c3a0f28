// RUN: qdc-opt %s --split-input-file --verify-diagnostics

qd.kernel @f() {
  // expected-error @+1 {{has 0 upper bounds, but a parallel loop has rank 1 to 8}}
  qd.for () in () {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 9 upper bounds, but a parallel loop has rank 1 to 8}}
  qd.for (%a, %b, %c, %d, %e, %f, %g, %h, %i) in (%n, %n, %n, %n, %n, %n, %n, %n, %n) {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 1 upper bound and 2 induction variables; each dimension needs one of both}}
  qd.for (%i, %j) in (%n) {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 2 upper bounds and 1 lower bound; give one for each dimension, or leave them all out}}
  qd.for (%i, %j) in (%n, %n) from (%n) {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 1 upper bound and 2 steps; give one for each dimension, or leave them all out}}
  qd.for (%i) in (%n) step (%n, %n) {}
}

// -----

qd.kernel @f(%n: index, %m: i32) {
  // expected-error @+1 {{has bounds, steps or induction variables of different types; they all have one of 'index', 'i32' and 'i64', as the first upper bound has 'index'}}
  "qd.for"(%n, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%i: index):
    "qd.yield"() : () -> ()
  }) : (index, i32) -> ()
}

// -----

qd.kernel @f(%n: f32) {
  // expected-error @+1 {{operand #0 must be variadic of index or 32-bit signless integer or 64-bit signless integer, but got 'f32'}}
  qd.for (%i) in (%n) : f32 {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has block_dim(0), but a block has 1 to 1024 threads}}
  qd.for (%i) in (%n) block_dim(0) {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has block_dim(2048), but a block has 1 to 1024 threads}}
  qd.for (%i) in (%n) block_dim(2048) {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 'qd.source_loops' = [1], which is no list of locations; leave it out, 'qd-fuse-loops' makes it}}
  qd.for (%i) in (%n) attributes {qd.source_loops = [1]} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 'qd.source_loops' = [], which is no list of locations; leave it out, 'qd-fuse-loops' makes it}}
  qd.for (%i) in (%n) attributes {qd.source_loops = []} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has 'qd.not_fused' = ["range"], which is no reason with a location; leave it out, 'qd-fuse-loops' makes it}}
  qd.for (%i) in (%n) attributes {qd.not_fused = ["range"]} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{has an empty name; leave it out}}
  qd.for (%i) in (%n) name("") {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'add' is none of 'addf', 'mulf', 'minimumf', 'maximumf', 'addi', 'muli', 'mins', 'maxs', 'minu', 'maxu', 'andi', 'ori', 'xori'}}
  %0 = qd.for (%i) in (%n) reduce(add) -> f32 {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{reduces 2 values to 1 result; there is one of each}}
  %0 = qd.for (%i) in (%n) reduce(addf, addf) -> f32 {
    %x = arith.constant 1.0 : f32
    qd.yield %x : f32
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{reduces values of type 'f32' by 'addi'; addf, mulf, minimumf and maximumf take floats, the others integers and index}}
  %0 = qd.for (%i) in (%n) reduce(addi) -> f32 {
    %x = arith.constant 1.0 : f32
    qd.yield %x : f32
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{reduces values of type 'index' by 'maximumf'}}
  %0 = qd.for (%i) in (%n) reduce(maximumf) -> index {
    qd.yield %i : index
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{reduces values of types ('f32'), but its body yields ('index')}}
  %0 = qd.for (%i) in (%n) reduce(addf) -> f32 {
    qd.yield %i : index
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{reduces values of types (), but its body yields ('index')}}
  qd.for (%i) in (%n) {
    qd.yield %i : index
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' has 'reduce', but its body does not end with 'qd.yield' and a value for each result}}
  %0 = qd.for (%i) in (%n) reduce(addf) -> f32 {
  }
}

// -----

qd.kernel @f(%n: index, %x: memref<?xf32>) {
  // expected-error @+1 {{'qd.for' has 'reduce', but its body does not end with 'qd.yield' and a value for each result}}
  %0 = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{reduces values of types ('f32'), but its body yields ()}}
  %0 = qd.for (%i) in (%n) reduce(addf) -> f32 {
    qd.yield
  }
}

// -----

qd.kernel @f(%go: memref<4xi32>) {
  // expected-error @+1 {{operand #0 must be 0D memref of signless integer values, but got 'memref<4xi32>'}}
  %0 = qd.do_while %go : memref<4xi32> {}
}

// -----

qd.kernel @f() {
  %go = memref.alloca() : memref<i24>
  // expected-error @+1 {{has a flag of type 'i24', but flags are i1, i8, i16, i32 or i64}}
  %0 = qd.do_while %go : memref<i24> {}
}

// -----

qd.kernel @f() {
  %go = memref.alloca() : memref<i32>
  // expected-error @+1 {{has a flag that 'memref.alloca' makes, but a flag outlives the loop: an argument of the kernel, a global, or a memref.alloc}}
  %0 = qd.do_while %go : memref<i32> {}
}

// -----

qd.kernel @f(%go: memref<i32>) {
  // expected-error @+1 {{has on_max(error) without a maximum; add max(%n)}}
  %0 = qd.do_while %go on_max(error) : memref<i32> {}
}

// -----

qd.kernel @f(%go: memref<i32>, %n: i64) {
  // expected-error @+1 {{'trap' is none of 'stop', 'error'}}
  %0 = qd.do_while %go max(%n) on_max(trap) : memref<i32> {}
}

// -----

qd.kernel @f(%go: memref<i32>) {
  // expected-error @+1 {{has an empty name; leave it out}}
  %0 = qd.do_while %go name("") : memref<i32> {}
}

// -----

qd.kernel @f(%go: memref<i32>, %n: i64) {
  %0 = qd.do_while %go : memref<i32> {
    // expected-error @+1 {{yields values from a 'qd.do_while', which has none to take; store them to an array}}
    qd.yield %n : i64
  }
}

// -----

qd.kernel @f(%go: memref<i32>) {
  // expected-error @+1 {{'qd.do_while' op has a body with arguments, but nothing is passed to it; leave them out}}
  %0 = qd.do_while %go : memref<i32> {
  ^bb0(%a: i32):
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op has 'block_dim' = "x" : i32, but it is a number of threads from 1 to 1024}}
  qd.for (%i) in (%n) block_dim("x") {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op has 'name' = 5 : i64, but it is a name in quotes}}
  qd.for (%i) in (%n) name(5) {}
}

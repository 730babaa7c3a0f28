// RUN: qdc-opt %s --split-input-file --verify-diagnostics --qd-verify-kernels

// All that is accepted.
memref.global "private" @go : memref<i32> = dense<1>
memref.global "public" @zeros : memref<4x4xbf16> = uninitialized

func.func private @rotate(%x: memref<?xf32>, %i: index) -> f32 {
  %local = memref.alloca() : memref<3xf32>
  %v = memref.load %x[%i] : memref<?xf32>
  %s = math.sin %v : f32
  return %s : f32
}
func.func private @sweep(%x: memref<?xf32>, %n: index) {
  qd.for (%i) in (%n) {
    %v = func.call @rotate(%x, %i) : (memref<?xf32>, index) -> f32
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}
qd.kernel @accepted(%x: memref<?xf32>, %count: memref<i32>, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = index.constant 1
  %one = arith.constant 1 : i32
  %n = memref.dim %x, %c0 : memref<?xf32>
  func.call @sweep(%x, %n) : (memref<?xf32>, index) -> ()
  %flag = memref.get_global @go : memref<i32>
  %steps = qd.do_while %flag : memref<i32> {
    scf.for %k = %c0 to %n step %c1 {
      scf.if %c {
        func.call @sweep(%x, %n) : (memref<?xf32>, index) -> ()
      }
    }
    scf.while : () -> () {
      %again = memref.load %flag[] : memref<i32>
      %more = arith.cmpi ne, %again, %one : i32
      scf.condition(%more)
    } do {
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        %seven = memref.alloca() : memref<7xi32>
        %old = memref.atomic_rmw addi %one, %count[] : (i32, memref<i32>) -> i32
        scf.reduce
      }
      scf.yield
    }
  }
  // A local array in serial control that lies in one task.
  scf.for %k = %c0 to %n step %c1 {
    %local = memref.alloca() : memref<2xi32>
    memref.store %one, %local[%c0] : memref<2xi32>
  }
  %r = scf.index_switch %n -> i32
  case 1 {
    scf.yield %one : i32
  }
  default {
    %two = memref.load %count[] : memref<i32>
    scf.yield %two : i32
  }
  qd.return %r : i32
}

// -----

// expected-error @+1 {{'func.func' op 'f' is public, but functions are private helpers of kernels; write 'func.func private', or make it a 'qd.kernel'}}
func.func @f() {
  return
}

// -----

// expected-error @+1 {{'f' has no body, but helpers are inlined; there is nothing to link with}}
func.func private @f(%x: f32) -> f32

// -----

// expected-error @+1 {{'f': argument 0 has the layout 'strided<[2]>', but arrays have the identity layout: leave it out, and pass strides as scalars}}
func.func private @f(%x: memref<4xf32, strided<[2]>>) {
  return
}

// -----

// expected-error @+1 {{'f': argument 0 has type 'vector<4xf32>', but arguments are arrays (memref) and scalars: i1,}}
func.func private @f(%x: vector<4xf32>) {
  return
}

// -----

// expected-error @+1 {{'f': result 0 has type 'memref<4xf32>', but results are scalars: i1,}}
func.func private @f(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

// expected-error @+1 {{'memref.global' op 'x' has no value, and is not public, so that no caller can bind memory to it; give it a value, 'uninitialized' for zeros, or "public"}}
memref.global "private" @x : memref<4xf32>

// -----

// expected-error @+1 {{'memref.global' op 'x' holds elements of type 'index', but the element types are}}
memref.global "private" @x : memref<4xindex> = uninitialized

// -----

// expected-error @+1 {{'arith.constant' op stands in the module, which holds 'qd.kernel', 'func.func private' and 'memref.global'}}
%x = arith.constant 0 : i32

// -----

qd.kernel @f() {
  // expected-error @+1 {{'scf.execute_region' op is no control flow that kernels accept; they take scf.for, scf.while, scf.if, scf.index_switch and scf.parallel}}
  scf.execute_region {
    scf.yield
  }
}

// -----

qd.kernel @f() {
  %x = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{'memref.realloc' op is no use of memory that kernels accept; they take memref.load, memref.store, memref.dim, memref.atomic_rmw, memref.alloca, memref.alloc, memref.dealloc and memref.get_global}}
  %y = memref.realloc %x : memref<4xf32> to memref<8xf32>
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.combine_partials' op is what passes of the compiler make, and no input; docs/dialect.md lists what kernels take}}
  %x = qd.combine_partials addf of %n iterations at 0 : f32
}

// -----

// expected-error @+1 {{has more than one block}}
func.func private @f() {
  // expected-error @+1 {{'cf.br' op is not accepted in kernels, which hold operations of arith, math, index, scf, memref and qd, and func.call}}
  cf.br ^bb1
^bb1:
  return
}

// -----

qd.kernel @f() {
  // expected-error @+1 {{'arith.constant' op makes a value of type 'vector<4xf32>', but kernels compute with scalars: i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index}}
  %x = arith.constant dense<0.0> : vector<4xf32>
}

// -----

qd.kernel @f(%x: memref<f32>, %y: memref<f32>, %c: i1) {
  // expected-error @+1 {{'arith.select' op makes an array, but an array is an argument, a memref.get_global, a memref.alloca or a memref.alloc, so that what an access touches is known; choose between indices instead}}
  %z = arith.select %c, %x, %y : memref<f32>
}

// -----

qd.kernel @f(%x: memref<f32>, %c: i1) {
  // expected-error @+1 {{'scf.while' op makes an array}}
  scf.while (%y = %x) : (memref<f32>) -> () {
    scf.condition(%c)
  } do {
    scf.yield %x : memref<f32>
  }
}

// -----

qd.kernel @f(%n: index) {
  qd.for (%i) in (%n) {
    // expected-error @+1 {{'memref.alloca' op makes a local array of type 'memref<?xf32>', but local arrays have a static shape}}
    %x = memref.alloca(%n) : memref<?xf32>
  }
}

// -----

qd.kernel @f(%n: index) {
  qd.for (%i) in (%n) {
    // expected-error @+1 {{'memref.alloca' op makes an array that has the memory space '3 : i64', but arrays are in the default one: leave it out}}
    %x = memref.alloca() : memref<4xf32, 3>
  }
}

// -----

qd.kernel @f(%x: memref<?x?xf32>, %n: index) {
  // expected-error @+1 {{'memref.dim' op reads a dimension that is not a constant; choose between several memref.dim instead}}
  %d = memref.dim %x, %n : memref<?x?xf32>
}

// -----

qd.kernel @f(%x: memref<?x?xf32>) {
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{'memref.dim' op reads dimension 2 of 'memref<?x?xf32>', whose dimensions are numbered from 0 to 1}}
  %d = memref.dim %x, %c2 : memref<?x?xf32>
}

// -----

qd.kernel @f(%n: index) {
  // expected-note @+1 {{the outer loop}}
  qd.for (%i) in (%n) name("rows") {
    scf.for %k = %n to %n step %n {
      // expected-error @+1 {{'qd.for' named 'columns' stands inside 'qd.for' named 'rows', but parallel loops do not nest; add its dimensions to the outer loop, or use 'scf.for'}}
      qd.for (%j) in (%n) name("columns") {}
    }
  }
}

// -----

qd.kernel @f(%n: index) {
  // expected-note @+1 {{the outer loop}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    // An scf.parallel in a parallel loop is a serial loop.
    scf.parallel (%j) = (%n) to (%n) step (%n) {
      // expected-error @+1 {{'qd.for' stands inside 'scf.parallel', but parallel loops do not nest}}
      qd.for (%k) in (%n) {}
      scf.reduce
    }
    scf.reduce
  }
}

// -----

qd.kernel @f(%n: index, %go: memref<i32>) {
  // expected-note @+1 {{the outer loop}}
  qd.for (%i) in (%n) {
    // expected-error @+1 {{'qd.do_while' stands inside 'qd.for', but such a loop controls whole tasks; use 'scf.while'}}
    %0 = qd.do_while %go : memref<i32> {}
  }
}

// -----

// Through two calls.
func.func private @inner(%n: index) {
  // expected-error @+1 {{'qd.for' stands inside 'qd.for' named 'outer', but parallel loops do not nest}}
  qd.for (%i) in (%n) {}
  return
}
func.func private @middle(%n: index) {
  func.call @inner(%n) : (index) -> ()
  return
}
qd.kernel @f(%n: index) {
  // expected-note @+1 {{the outer loop}}
  qd.for (%i) in (%n) name("outer") {
    // expected-note @+1 {{through this call of 'middle'}}
    func.call @middle(%n) : (index) -> ()
  }
}

// -----

qd.kernel @f() {
  // expected-error @+1 {{'memref.alloca' op stands outside of the parallel loops of kernel 'f', where it would have to live across tasks; move it into a loop, or use a memref.alloc}}
  %x = memref.alloca() : memref<4xf32>
}

// -----

// Control that holds a parallel loop is no task either.
qd.kernel @f(%n: index, %c: i1) {
  scf.if %c {
    // expected-error @+1 {{'memref.alloca' op stands outside of the parallel loops of kernel 'f'}}
    %x = memref.alloca() : memref<4xf32>
    qd.for (%i) in (%n) {}
  }
}

// -----

func.func private @scratch() {
  // expected-error @+1 {{'memref.alloca' op stands outside of the parallel loops of kernel 'f'}}
  %x = memref.alloca() : memref<4xf32>
  return
}
qd.kernel @f() {
  // expected-note @+1 {{through this call of 'scratch'}}
  func.call @scratch() : () -> ()
}
// A helper with a local array may be called in a loop.
qd.kernel @g(%n: index) {
  qd.for (%i) in (%n) {
    func.call @scratch() : () -> ()
  }
}

// -----

// expected-error @+1 {{'f' has more than one block, but helpers are inlined; write control flow with scf}}
func.func private @f() {
  return
^unreachable:
  return
}

// -----

func.func private @f() {
  // expected-error @+1 {{'func.call' op makes helpers recursive, but helpers are inlined: 'f' calls 'f'; use a loop}}
  func.call @f() : () -> ()
  return
}

// -----

func.func private @start() {
  func.call @a() : () -> ()
  return
}
func.func private @a() {
  // expected-note @+1 {{'a' calls 'b' here}}
  func.call @b() : () -> ()
  return
}
func.func private @b() {
  // expected-error @+1 {{'func.call' op makes helpers recursive, but helpers are inlined: 'a' calls 'b' calls 'a'; use a loop}}
  func.call @a() : () -> ()
  return
}

// -----

// Kernels are no functions: upstream's verifier refuses the call before the pass runs.
qd.kernel @f() {
  // expected-error @+1 {{'func.call' op 'g' does not reference a valid function}}
  func.call @g() : () -> ()
}
qd.kernel @g() {}

// -----

// A constant global is read only, through helpers too.
// expected-note @+1 {{the global}}
memref.global "public" constant @table : memref<4xf32> = dense<0.5>
func.func private @put(%x: memref<4xf32>, %y: memref<4xf32>, %i: index, %v: f32) {
  %read = memref.load %x[%i] : memref<4xf32>
  %old = memref.atomic_rmw addf %v, %y[%i] : (f32, memref<4xf32>) -> f32
  return
}
func.func private @swap(%x: memref<4xf32>, %y: memref<4xf32>, %i: index, %v: f32) {
  func.call @put(%y, %x, %i, %v) : (memref<4xf32>, memref<4xf32>, index, f32) -> ()
  return
}
qd.kernel @k(%x: memref<4xf32>, %i: index, %v: f32) {
  %table = memref.get_global @table : memref<4xf32>
  func.call @put(%table, %x, %i, %v) : (memref<4xf32>, memref<4xf32>, index, f32) -> ()
  // expected-error @+1 {{'func.call' op writes 'table', which is constant; leave out 'constant' where the global is declared}}
  func.call @put(%x, %table, %i, %v) : (memref<4xf32>, memref<4xf32>, index, f32) -> ()
  // expected-error @+1 {{'func.call' op writes 'table', which is constant}}
  func.call @swap(%table, %x, %i, %v) : (memref<4xf32>, memref<4xf32>, index, f32) -> ()
  qd.for (%j) in (%i) {
    // expected-error @+1 {{'memref.store' op writes 'table', which is constant}}
    memref.store %v, %table[%j] : memref<4xf32>
  }
}

// -----

// expected-error @+1 {{'memref.global' op 'g' has the type 'memref<4611686018427387904xi32>', but arrays have less than 2^63 bytes}}
memref.global @g : memref<4611686018427387904xi32> = dense<1>

// -----

func.func private @scratch() {
  %x = memref.alloca() : memref<100000xi8>
  return
}
// expected-error @+4 {{'f' has more than 262144 bytes of local arrays and adstacks here, counting those of the helpers that it calls; they lie on a thread's stack, so larger ones are arguments or globals}}
qd.kernel @f(%n: index) {
  qd.for (%i) in (%n) {
    %x = memref.alloca() : memref<25000x2xf32>
    func.call @scratch() : () -> ()
  }
}

// -----

qd.kernel @f(%n: index) {
  qd.for (%i) in (%n) {
    // expected-error @+1 {{'f' has more than 262144 bytes of local arrays and adstacks here}}
    %x = memref.alloca() : memref<1000000000000xf64>
  }
}

// -----

// expected-error @+1 {{'qd.kernel' op has an empty name; the loader finds kernels and globals by name}}
qd.kernel @"" () {
}

// -----

// expected-error @+1 {{'qd.kernel' op has the text "a\00b", but names and messages are UTF-8 without zero bytes}}
qd.kernel @"a\00b"() {
}

// -----

// expected-error @+1 {{'qd.kernel' op has the text "\FF", but names and messages are UTF-8 without zero bytes}}
qd.kernel @f(%x: i32 {qd.arg_group = "\FF"}) {
}

// -----

qd.kernel @f(%x: i1) {
  // expected-error @+1 {{'qd.assert' op has the text "\C3(", but names and messages are UTF-8 without zero bytes}}
  qd.assert %x, "\C3("
}

// -----

// expected-error @+1 {{'memref.global' op has the text "\FF", but names and messages are UTF-8 without zero bytes}}
memref.global @"\FF" : memref<i32> = dense<0>

// -----

// A constant step below 1 of a loop that holds parallel loops, also where it has no iterations, in a branch, through casts
// and where constants alone make it.
qd.kernel @f(%n: index, %c: i1, %go: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %m2 = arith.constant -2 : i64
  %n64 = arith.index_cast %n : index to i64
  // expected-error @+1 {{'scf.for' op has the step 0; a loop that holds parallel loops takes 1 or more}}
  scf.for %k = %c5 to %c0 step %c0 {
    qd.for (%i) in (%n) {}
  }
  scf.if %c {
    // expected-error @+1 {{'scf.for' op has the step -2; a loop that holds parallel loops takes 1 or more}}
    scf.for %k = %m2 to %n64 step %m2 : i64 {
      %done = qd.do_while %go : memref<i32> {}
    }
  }
  %one_i32 = arith.constant 1 : i32
  %zero_i32 = arith.constant 0 : i32
  %m1_i32 = arith.subi %zero_i32, %one_i32 : i32
  %m1_i64 = arith.extsi %m1_i32 : i32 to i64
  %m1 = arith.index_cast %m1_i64 : i64 to index
  // expected-error @+1 {{'scf.for' op has the step -1}}
  scf.for %k = %c0 to %n step %m1 {
    scf.parallel (%i) = (%c0) to (%n) step (%n) {}
  }
  // A folder may change an operation before it gives its value: here it narrows at once.
  %m1_i16 = arith.trunci %m1_i64 : i64 to i16
  %m1_i8 = arith.trunci %m1_i16 : i16 to i8
  %narrowed = arith.index_cast %m1_i8 : i8 to index
  // expected-error @+1 {{'scf.for' op has the step -1}}
  scf.for %k = %c0 to %n step %narrowed {
    scf.parallel (%i) = (%c0) to (%n) step (%n) {}
  }
}

// -----

// In helpers, where they are called; what runs within a task just has no iterations.
func.func private @rounds(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'scf.for' op has the step 0; a loop that holds parallel loops takes 1 or more}}
  scf.for %k = %c0 to %n step %c0 {
    func.call @fill(%n) : (index) -> ()
  }
  return
}
func.func private @fill(%n: index) {
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%n) to (%n) step (%c1) {}
  return
}
qd.kernel @f(%n: index) {
  // expected-note @+1 {{through this call of 'rounds'}}
  func.call @rounds(%n) : (index) -> ()
}
qd.kernel @g(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  qd.for (%i) in (%n) {
    func.call @rounds(%n) : (index) -> ()
    scf.for %k = %c0 to %n step %c0 {
      memref.store %zero, %x[%k] : memref<?xi32>
    }
  }
  scf.for %k = %c0 to %n step %c0 {
    memref.store %zero, %x[%k] : memref<?xi32>
  }
}

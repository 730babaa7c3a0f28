// RUN: qdc-opt %s --split-input-file --verify-diagnostics --qd-differentiate

// What a kernel asks for.

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' is {mode = "reverse", wrt = ["x"]} or a list of such, not "reverse"}}
qd.kernel @form(%x: memref<?xf32>) attributes {qd.differentiate = "reverse"} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' has 'mode' = "backward", but it is "reverse" or "forward"}}
qd.kernel @mode(%x: memref<?xf32>) attributes {qd.differentiate = {mode = "backward"}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' has 'with', but its entries are 'mode' and 'wrt'}}
qd.kernel @entry(%x: memref<?xf32>) attributes {qd.differentiate = {with = "x"}} {
}

// -----

// The compiler's own, in checked variants.

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' has 'plain', but its entries are 'mode' and 'wrt'}}
qd.kernel @plain(%x: memref<?xf32>) attributes {qd.differentiate = {plain = ["x"]}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' has 'wrt' = "x", but it is a list of names, for example ["x"]}}
qd.kernel @names(%x: memref<?xf32>) attributes {qd.differentiate = {wrt = "x"}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' names 'y', which is no argument of kernel 'unknown'; those of floats are 'x'}}
qd.kernel @unknown(%x: memref<?xf32>) attributes {qd.differentiate = {wrt = ["y"]}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' names the argument 'x' twice}}
qd.kernel @twice(%x: memref<?xf32>) attributes {qd.differentiate = {wrt = ["x", "x"]}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' names the argument 'n' of type 'i32', but derivatives are with respect to floats and arrays of floats}}
qd.kernel @integer(%n: i32) attributes {qd.differentiate = {wrt = ["n"]}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.differentiate' asks for mode "reverse" twice; ask once, with respect to all arguments that are wanted}}
qd.kernel @modes(%x: f32, %y: f32) attributes {qd.differentiate = [{wrt = ["x"]}, {wrt = ["y"]}]} {
}

// -----

// expected-error @+1 {{'qd.kernel' op 'qd.arg_role' of argument 'x' is "shadow", "tangent" or "seed", not "primal"}}
qd.kernel @role(%x: memref<?xf32> {qd.arg_role = "primal"}) {
}

// -----

// expected-error @+1 {{'qd.kernel' op is to be differentiated with respect to 'a', on which none of its float outputs depends}}
qd.kernel @unreached(%x: memref<f32>, %a: f32, %flag: memref<i32>) attributes {qd.differentiate = {wrt = ["a"]}} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %above = arith.cmpf ogt, %a, %zero : f32
  scf.if %above {
    memref.store %one, %flag[] : memref<i32>
  }
}

// -----

// expected-error @+1 {{'qd.kernel' op is to be differentiated, but none of its float outputs depends on a float argument}}
qd.kernel @none(%n: i32) attributes {qd.differentiate = {}} {
}

// -----

// expected-error @+1 {{'qd.kernel' op is to have the derivative 'taken.jvp', but that name is taken; rename one}}
qd.kernel @taken(%x: memref<f32>) attributes {qd.differentiate = {mode = "forward"}} {
  %v = memref.load %x[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}
// expected-note @+1 {{here}}
qd.kernel @taken.jvp() {
}

// -----

// What the source has is no shadow, even where it could be one.

// expected-error @+1 {{'memref.global' op 'g' is to have the shadow 'g.grad', but that name is taken; rename one}}
memref.global @g : memref<f32> = dense<2.0>
// expected-note @+1 {{here}}
memref.global @g.grad : memref<f32> = dense<3.0>
qd.kernel @uses(%x: memref<f32>) attributes {qd.differentiate = {}} {
  %g = memref.get_global @g : memref<f32>
  %v = memref.load %g[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}

// -----

// expected-error @+1 {{'memref.global' op 'g' is to have the tangent 'g.tangent', but that name is taken; rename one}}
memref.global @g : memref<8xf32> = dense<2.0>
// expected-note @+1 {{here}}
memref.global constant @g.tangent : memref<i8> = dense<3>
qd.kernel @uses(%x: memref<f32>) attributes {qd.differentiate = {mode = "forward"}} {
  %c7 = arith.constant 7 : index
  %g = memref.get_global @g : memref<8xf32>
  %v = memref.load %g[%c7] : memref<8xf32>
  memref.store %v, %x[] : memref<f32>
}

// -----

// expected-error @+1 {{'memref.global' op 'g' is to have the shadow 'g.grad', but that name is taken; rename one}}
memref.global @g : memref<f32> = dense<2.0>
qd.kernel @uses(%x: memref<f32>) attributes {qd.differentiate = {}} {
  %g = memref.get_global @g : memref<f32>
  %v = memref.load %g[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}
// expected-note @+1 {{here}}
qd.kernel @g.grad() {
}

// -----

// expected-error @+2 {{'qd.kernel' op argument 'x' is to have the shadow 'x.grad', but that name is taken; rename one}}
// expected-note @+1 {{here}}
qd.kernel @argument(%x: memref<f32>, %x.grad: memref<f32>) attributes {qd.differentiate = {}} {
  %v = memref.load %x[] : memref<f32>
  memref.store %v, %x.grad[] : memref<f32>
}

// -----

// expected-error @+2 {{'qd.kernel' op argument 'x' is to have the tangent 'x.tangent', but that name is taken; rename one}}
// expected-note @+1 {{here}}
qd.kernel @tangent(%x: memref<f32>, %x.tangent: i32) attributes {qd.differentiate = {mode = "forward"}} {
  %v = memref.load %x[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}

// -----

// The shadow of another argument, too.

// expected-error @+2 {{'qd.kernel' op result 0 is to have the seed 'result0.grad', but that name is taken; rename one}}
// expected-note @+1 {{here}}
qd.kernel @result(%result0: f32) -> f32 attributes {qd.differentiate = {}} {
  qd.return %result0 : f32
}

// -----

// Neither mode.

// expected-error @+1 {{'qd.kernel' op argument 'x' is differentiated and has 'qd.may_alias', but derivatives need arrays that do not overlap; leave it out}}
qd.kernel @alias(%x: memref<f32> {qd.may_alias}) attributes {qd.differentiate = {mode = "forward"}} {
  %v = memref.load %x[] : memref<f32>
  memref.store %v, %x[] : memref<f32>
}

// -----

qd.kernel @product(%x: memref<?xf32>, %y: memref<f32>, %n: index) attributes {qd.differentiate = {mode = "forward"}} {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-error @+1 {{'memref.atomic_rmw' op updates 'y', which is differentiated, but of atomic operations only 'addf', 'maximumf' and 'minimumf' have a derivative; use a qd.for with 'reduce', or one of these}}
    %old = memref.atomic_rmw mulf %v, %y[] : (f32, memref<f32>) -> f32
  }
}

// -----

qd.kernel @maximum(%x: memref<?xf32>, %y: memref<f32>, %n: index) attributes {qd.differentiate = {mode = "forward"}} {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-error @+1 {{'memref.atomic_rmw' op updates 'y', which is differentiated, but of atomic operations forward mode supports 'addf' alone, reverse mode 'maximumf' and 'minimumf' too; use a qd.for with 'reduce'}}
    %old = memref.atomic_rmw maximumf %v, %y[] : (f32, memref<f32>) -> f32
  }
}

// -----

qd.kernel @local(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %w = memref.alloca() : memref<f32>
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-error @+1 {{'memref.atomic_rmw' op updates a local array, which is differentiated; not supported there: atomic operations but 'addf'; use arith.maximumf or arith.minimumf}}
    %old = memref.atomic_rmw minimumf %v, %w[] : (f32, memref<f32>) -> f32
    %u = memref.load %w[] : memref<f32>
    memref.store %u, %x[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @old(%x: memref<?xf32>, %y: memref<f32>, %z: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-error @+1 {{'memref.atomic_rmw' op gives the old value of an element of 'y', which depends on the order of iterations and has no derivative; do not compute outputs from it}}
    %old = memref.atomic_rmw addf %v, %y[] : (f32, memref<f32>) -> f32
    memref.store %old, %z[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @volatile(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    // expected-error @+1 {{'qd.volatile_load' op reads 'x', which is differentiated, but what the host writes during the launch has no derivative; use memref.load}}
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @product(%x: memref<?xf32>, %n: index) -> f32 attributes {qd.differentiate = {}} {
  // expected-error @+1 {{'qd.for' op reduces floats that are differentiated by 'mulf', but only 'addf', 'maximumf' and 'minimumf' have a derivative; not supported: other reductions}}
  %p = qd.for (%i) in (%n) reduce(mulf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  qd.return %p : f32
}

// -----

qd.kernel @bits(%x: memref<f32>) attributes {qd.differentiate = {}} {
  %v = memref.load %x[] : memref<f32>
  // expected-error @+1 {{'arith.bitcast' op takes the bits of a float that is differentiated, and what is computed from bits has no derivative; use operations on floats}}
  %b = arith.bitcast %v : f32 to i32
  %w = arith.bitcast %b : i32 to f32
  memref.store %w, %x[] : memref<f32>
}

// -----

qd.kernel @rule(%x: memref<f16>) attributes {qd.differentiate = {}} {
  %v = memref.load %x[] : memref<f16>
  // expected-error @+1 {{'math.clampf' op has no derivative, but the result is differentiated; use other operations}}
  %w = math.clampf %v to [%v, %v] : f16
  memref.store %w, %x[] : memref<f16>
}

// -----

// Reverse mode.

qd.kernel @graph(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  // expected-error @+1 {{'scf.for' op holds parallel loops and is differentiated in reverse mode; not supported: control around tasks; call the kernel without it and repeat launches, or use mode "forward"}}
  scf.for %step = %c0 to %n step %c1 {
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %two : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// -----

qd.kernel @neighbour(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %j = arith.addi %i, %c1 : index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%j] : memref<?xf32>
    // expected-note @+1 {{the write}}
    memref.store %v, %x[%i] : memref<?xf32>
  }
}

// -----

// Intervals that meet in one element, at either end of what is written.

qd.kernel @meets_below(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%c4) {
    %j = arith.addi %i, %c3 : index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%j] : memref<?xf32>
  }
}

// -----

qd.kernel @meets_above(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  qd.for (%i) in (%c5) from (%c1) {
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%c4] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @first(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) from (%c1) {
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%c1] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @last(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %last = arith.subi %n, %c1 : index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%last] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%i] : memref<?xf32>
  }
}

// -----

qd.kernel @half(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %k = arith.addi %i, %n : index
    %j = arith.subi %k, %c1 : index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%j] : memref<?xf32>
  }
}

// -----

// Another bound than the loop's.

qd.kernel @other_half(%x: memref<?xf32>, %n: index, %m: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %j = arith.addi %i, %m : index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%j] : memref<?xf32>
  }
}

// -----

// A remainder with a sign may be anything from -3 on, and so 1 after 4 is added.

qd.kernel @rest(%x: memref<?xf32>, %n: index, %at: memref<?xi64>) attributes {qd.differentiate = {}} {
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%c4) {
    %word = memref.load %at[%i] : memref<?xi64>
    %index = arith.index_cast %word : i64 to index
    %r = arith.remsi %index, %c4 : index
    %j = arith.addi %r, %c4 : index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%j] : memref<?xf32>
  }
}

// -----

// A sum of 32 bits may wrap, and come back.

qd.kernel @narrow(%x: memref<?xf32>, %n: i32) attributes {qd.differentiate = {}} {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) : i32 {
    %sum = arith.addi %i, %one : i32
    %twice = arith.muli %sum, %n : i32
    %j = arith.index_cast %twice : i32 to index
    // expected-error @+1 {{'memref.load' op reads an element of 'x' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    %v = memref.load %x[%c0] : memref<?xf32>
    %p = arith.mulf %v, %v : f32
    // expected-note @+1 {{the write}}
    memref.store %p, %x[%j] : memref<?xf32>
  }
}

// -----

qd.kernel @mixed(%x: memref<?xf32>, %y: memref<f32>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-error @+1 {{'memref.atomic_rmw' op updates 'y', which is differentiated, and the same task accesses the array in another way; not supported: use a loop of its own}}
    %old = memref.atomic_rmw maximumf %v, %y[] : (f32, memref<f32>) -> f32
    // expected-note @+1 {{the other access}}
    %older = memref.atomic_rmw addf %v, %y[] : (f32, memref<f32>) -> f32
  }
}

// -----

// The gradient has a copy of what was there; the reverse sweep alone would not.

qd.kernel @highest(%x: memref<?xf32>, %y: memref<f32>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-remark @+1 {{kernel 'highest.reverse' is not made: 'memref.atomic_rmw' op updates 'y', and the gradient needs what was there before; 'highest.grad' has it}}
    %old = memref.atomic_rmw maximumf %v, %y[] : (f32, memref<f32>) -> f32
  }
}

// -----

qd.kernel @race(%x: memref<?xf32>, %y: memref<f32>, %n: index) attributes {qd.differentiate = {}} {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    // expected-error @+2 {{'memref.store' op writes an element of 'y' that another iteration of the parallel loop may write, so the gradient would depend on their order; not supported: use another array, or a loop of its own}}
    // expected-note @+1 {{the write}}
    memref.store %v, %y[] : memref<f32>
  }
}

// -----

qd.kernel @largest(%x: memref<?xf32>, %count: memref<i32>) -> f32 attributes {qd.differentiate = {mode = "forward"}} {
  %t = memref.load %count[] : memref<i32>
  %n = arith.index_cast %t : i32 to index
  // expected-error @+1 {{'qd.for' op reduces floats that are differentiated by 'maximumf' over a range that constants, arguments and shapes do not bound; forward mode needs a bound, for example by arith.minsi with an argument}}
  %m = qd.for (%i) in (%n) reduce(maximumf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  qd.return %m : f32
}

// -----

// What is kept needs a slot for each time that it is read. What decides how often that is may not be written before.

qd.kernel @written(%x: memref<?xf32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) {
    // expected-note @+1 {{which this may overwrite before}}
    memref.store %two, %trips[%i] : memref<?xi32>
    // expected-note @+1 {{its trips depend on this}}
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    // expected-note @+1 {{the loop}}
    scf.for %k = %c0 to %end step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// -----

// Nor by another trip, or another iteration.

qd.kernel @again(%x: memref<?xf32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) {
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{its trips depend on this}}
      %t = memref.load %trips[%i] : memref<?xi32>
      %end = arith.index_cast %t : i32 to index
      // expected-note @+1 {{the loop}}
      scf.for %k = %c0 to %end step %c1 {
        // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%i] : memref<?xf32>
      }
      // expected-note @+1 {{which this may overwrite before}}
      memref.store %two, %trips[%i] : memref<?xi32>
    }
  }
}

// -----

qd.kernel @neighbour(%x: memref<?xf32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  qd.for (%i) in (%n) {
    %next = arith.addi %i, %c1 : index
    // expected-note @+1 {{its trips depend on this}}
    %t = memref.load %trips[%next] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    // expected-note @+1 {{the loop}}
    scf.for %k = %c0 to %end step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
    // expected-note @+1 {{which this may overwrite before}}
    memref.store %two, %trips[%i] : memref<?xi32>
  }
}

// -----

// Serial code likewise.

qd.kernel @serial(%x: memref<?xf32>, %trips: memref<i32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @+1 {{its trips depend on this}}
    %t = memref.load %trips[] : memref<i32>
    %end = arith.index_cast %t : i32 to index
    // expected-note @+1 {{the loop}}
    scf.for %k = %c0 to %end step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
    // expected-note @+1 {{which this may overwrite before}}
    memref.store %two, %trips[] : memref<i32>
  }
}

// -----

qd.kernel @local(%x: memref<?xf32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %both = memref.alloca() : memref<2xi32>
  scf.for %i = %c0 to %n step %c1 {
    %first = memref.load %trips[%i] : memref<?xi32>
    // expected-note @+1 {{which this may overwrite before}}
    memref.store %first, %both[%c0] : memref<2xi32>
    // expected-note @+1 {{its trips depend on this}}
    %t = memref.load %both[%c0] : memref<2xi32>
    %end = arith.index_cast %t : i32 to index
    // expected-note @+1 {{the loop}}
    scf.for %k = %c0 to %end step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// -----

qd.kernel @ticket(%x: memref<?xf32>, %next: memref<i32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%n) {
    // expected-note @+1 {{its trips depend on this, which would give another value when it ran ahead}}
    %t = memref.atomic_rmw addi %one, %next[] : (i32, memref<i32>) -> i32
    %end = arith.index_cast %t : i32 to index
    // expected-note @+1 {{the loop}}
    scf.for %k = %c0 to %end step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// -----

// An assert may keep a loop from being counted.

qd.kernel @asserted(%x: memref<?xf32>, %trips: memref<?xi32>, %n: index) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%n) {
    // expected-note @+1 {{which this may overwrite before}}
    memref.store %zero, %x[%i] : memref<?xf32>
    // expected-note @+1 {{its trips depend on this}}
    %u = memref.load %x[%i] : memref<?xf32>
    %is = arith.cmpf oge, %u, %zero : f32
    qd.assert %is, "negative"
    %t = memref.load %trips[%i] : memref<?xi32>
    %end = arith.index_cast %t : i32 to index
    // expected-note @+1 {{the loop}}
    scf.for %k = %c0 to %end step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%i] : memref<?xf32>
    }
  }
}

// -----

qd.kernel @uncounted(%x: memref<?xf32>, %n: index) attributes {qd.differentiate = {}} {
  %limit = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    // expected-note @+1 {{the loop}}
    %last = scf.while : () -> f32 {
      // expected-error @+2 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in a loop whose trips depend on what the same task writes; use an scf.for with a bound from arguments, for example by arith.minsi, or write to another array}}
      // expected-note @+1 {{its trips depend on this}}
      %v = memref.load %x[%i] : memref<?xf32>
      %less = arith.cmpf olt, %v, %limit : f32
      scf.condition(%less) %v : f32
    } do {
    ^bb0(%v: f32):
      %w = arith.mulf %v, %v : f32
      // expected-note @+1 {{which this may overwrite before}}
      memref.store %w, %x[%i] : memref<?xf32>
      scf.yield
    }
  }
}

// -----

qd.kernel @deep(%x: memref<2x2x2x2x2x2x2x2xf32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2 : index
  qd.for (%a, %b, %c, %d, %e, %f, %g, %h) in (%n, %n, %n, %n, %n, %n, %n, %n) {
    scf.for %k = %c0 to %n step %c1 {
      // expected-error @+1 {{'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; not supported: values kept in loops with more than 8 variables together}}
      %v = memref.load %x[%a, %b, %c, %d, %e, %f, %g, %h] : memref<2x2x2x2x2x2x2x2xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %x[%a, %b, %c, %d, %e, %f, %g, %h] : memref<2x2x2x2x2x2x2x2xf32>
    }
  }
}

// -----

// The gradient has the value that is overwritten; the reverse sweep alone would not.

qd.kernel @alone(%x: memref<f32>) -> f32 attributes {qd.differentiate = {}} {
  %zero = arith.constant 0.0 : f32
  // expected-remark @+1 {{kernel 'alone.reverse' is not made: 'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; 'alone.grad' has it}}
  %v = memref.load %x[] : memref<f32>
  %w = arith.mulf %v, %v : f32
  // expected-note @+1 {{overwritten here}}
  memref.store %zero, %x[] : memref<f32>
  qd.return %w : f32
}

// -----

// A later task writes another row, which the compiler does not see; with an array for each row there is an f.reverse.

qd.kernel @row(%x: memref<?x?xf32>, %force: memref<?xf32>, %t: index) attributes {qd.differentiate = {wrt = ["x"]}} {
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %next = arith.addi %t, %c1 : index
  qd.for (%i) in (%n) {
    // expected-remark @+1 {{kernel 'row.reverse' is not made: 'memref.load' op reads 'x', and the gradient needs the value again when the kernel has overwritten it; 'row.grad' has it}}
    %v = memref.load %x[%t, %i] : memref<?x?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %force[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %f = memref.load %force[%i] : memref<?xf32>
    // expected-note @+1 {{overwritten here}}
    memref.store %f, %x[%next, %i] : memref<?x?xf32>
  }
}

// -----

// So it is with temporaries.

qd.kernel @temporary(%x: memref<?xf32>, %y: memref<?xf32>) attributes {qd.differentiate = {}} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // expected-remark @+1 {{kernel 'temporary.reverse' is not made: 'memref.alloc' op makes a temporary that the gradient needs; 'temporary.grad' has it}}
  %t = memref.alloc(%n) : memref<?xf32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %t[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
}

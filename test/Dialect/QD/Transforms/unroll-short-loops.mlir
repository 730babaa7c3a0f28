// RUN: qdc-opt %s --qd-unroll-local-loops=short-loops --canonicalize | FileCheck %s
// RUN: qdc-opt %s --qd-unroll-local-loops --canonicalize | FileCheck %s --check-prefix=PLAIN

// Loops of few trips are unrolled where the iteration is straight code then.

// PLAIN-COUNT-11: scf.for

qd.kernel @k(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  qd.return
}

// CHECK-LABEL: qd.task @k.0
// CHECK: qd.for
// CHECK-NOT: scf.for
// CHECK-COUNT-9: memref.load
// CHECK-NOT: memref.load
// CHECK: memref.store
qd.task @k.0 of @k extent(#qd.size<"8">) (%x: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>},
                                         %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%i) in (%c8) {
    %all = scf.for %a = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (f32) {
      %row = scf.for %b = %c0 to %c3 step %c1 iter_args(%r = %s) -> (f32) {
        %e = arith.addi %i, %b : index
        %v = memref.load %x[%a, %e] : memref<?x?xf32>
        %t = arith.addf %r, %v : f32
        scf.yield %t : f32
      }
      scf.yield %row : f32
    }
    memref.store %all, %y[%i] : memref<?xf32>
  }
}

// Not beside a branch, an atomic or a loop whose trips are not known or many.
// CHECK-LABEL: qd.task @k.1
// CHECK: scf.for
qd.task @k.1 of @k extent(#qd.size<"8">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%c8) {
    %v = memref.load %y[%i] : memref<?xf32>
    %w = scf.for %a = %c0 to %c3 step %c1 iter_args(%s = %v) -> (f32) {
      %t = arith.mulf %s, %v : f32
      scf.yield %t : f32
    }
    %is = arith.cmpf olt, %w, %one : f32
    scf.if %is {
      memref.store %w, %y[%i] : memref<?xf32>
    }
  }
}

// CHECK-LABEL: qd.task @k.2
// CHECK: scf.for
qd.task @k.2 of @k extent(#qd.size<"8">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%c8) {
    scf.for %a = %c0 to %c3 step %c1 {
      memref.atomic_rmw addf %one, %y[%a] : (f32, memref<?xf32>) -> f32
    }
  }
}

// But beside an atomic of a private form, which is none.
// CHECK-LABEL: qd.task @k.2.private
// CHECK-NOT: scf.for
// CHECK-COUNT-3: memref.atomic_rmw addf
qd.task @k.2.private of @k extent(#qd.size<"8">) (%y: memref<?xf32> {qd.private_kind = 0 : i64,
                                                                     qd.slot = #qd.slot<array(1)>})
    attributes {qd.private_form = #qd.private_form<of = @k.2, atomics = 3>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%c8) {
    scf.for %a = %c0 to %c3 step %c1 {
      memref.atomic_rmw addf %one, %y[%a] {qd.private_fold} : (f32, memref<?xf32>) -> f32
    }
  }
}

// Not beside a loop whose trips are not known.
// CHECK-LABEL: qd.task @k.3
// CHECK-COUNT-2: scf.for
qd.task @k.3 of @k extent(#qd.size<"8">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%c8) {
    %v = memref.load %y[%i] : memref<?xf32>
    %w = scf.for %a = %c0 to %c3 step %c1 iter_args(%s = %v) -> (f32) {
      %t = arith.mulf %s, %v : f32
      scf.yield %t : f32
    }
    %u = scf.for %a = %c0 to %i step %c1 iter_args(%s = %w) -> (f32) {
      %t = arith.mulf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %u, %y[%i] : memref<?xf32>
  }
}

// CHECK-LABEL: qd.task @k.4
// CHECK: scf.for
qd.task @k.4 of @k extent(#qd.size<"8">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%c8) {
    %v = memref.load %y[%i] : memref<?xf32>
    %w = scf.for %a = %c0 to %c5 step %c1 iter_args(%s = %v) -> (f32) {
      %t = arith.mulf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %w, %y[%i] : memref<?xf32>
  }
}

// Nor in a serial task, which no loop makes vector code of.
// CHECK-LABEL: qd.task @k.5
// CHECK: scf.for
qd.task @k.5 of @k extent(#qd.size<"1">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  scf.for %a = %c0 to %c3 step %c1 {
    memref.store %one, %y[%a] : memref<?xf32>
  }
}

// Nor if that were more than 1500 operations: 4 * 4 * 4 * 4 * 6.
// CHECK-LABEL: qd.task @k.6
// CHECK-COUNT-4: scf.for
qd.task @k.6 of @k extent(#qd.size<"8">) (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  qd.for (%i) in (%c8) {
    scf.for %a = %c0 to %c4 step %c1 {
      scf.for %b = %c0 to %c4 step %c1 {
        scf.for %c = %c0 to %c4 step %c1 {
          scf.for %d = %c0 to %c4 step %c1 {
            %v = memref.load %y[%i] : memref<?xf32>
            %w = arith.mulf %v, %v : f32
            %u = arith.addf %v, %w : f32
            %t = arith.mulf %u, %w : f32
            memref.store %t, %y[%i] : memref<?xf32>
          }
        }
      }
    }
  }
}

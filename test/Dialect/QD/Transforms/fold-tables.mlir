// RUN: qdc-opt %s --qd-fold-tables | FileCheck %s
// RUN: qdc-opt %s --qd-fold-tables=unroll-loops=false | FileCheck %s --check-prefix=FOLD

memref.global "private" constant @cx : memref<3xi32> = dense<[0, 1, -1]>
memref.global "private" constant @order : memref<3xi8> = dense<[2, 0, 1]>
memref.global "private" constant @grid : memref<2x3xf64> = dense<[[0.5, -0.0, 2.5], [3.5, 4.5, 0x7FF8000000001234]]>
memref.global "private" constant @small : memref<3xf32> = dense<[0x7FA00001, 0x80000000, 1.5]>
memref.global "private" constant @halves : memref<2xf16> = dense<[0x7D01, 0x8000]>
memref.global "private" constant @brains : memref<2xbf16> = dense<[0x7FA1, 0x8000]>
memref.global "private" constant @flags : memref<9xi1> = dense<[true, false, false, true, false, false, false, false, true]>
memref.global "private" constant @wide : memref<2xi64> = dense<[-9223372036854775808, 7]>
memref.global "private" constant @short : memref<2xi16> = dense<[-2, 7]>
memref.global "private" constant @same : memref<4xf32> = dense<2.5>
memref.global "private" constant @sixths : memref<6xf32> = dense<[1.5, 2.5, 3.5, 4.5, 5.5, 6.5]>
memref.global "private" constant @zeros : memref<4xi16> = uninitialized
memref.global "public" constant @single : memref<i32> = dense<42>
memref.global "private" constant @bytes : memref<2xi16> = dense_resource<blob>
memref.global "private" constant @none : memref<0xi32> = dense<[]>
memref.global "public" constant @bound : memref<4xi32>
memref.global "public" @written : memref<4xi32> = dense<7>

// Every type, with its bits; an index by arithmetic; an element that another one tells.
// CHECK-LABEL: qd.kernel @types
// CHECK-NOT: memref.load
// CHECK-DAG: arith.constant -1 : i32
// CHECK-DAG: arith.constant -0.000000e+00 : f64
// CHECK-DAG: arith.constant 0x7FF8000000001234 : f64
// CHECK-DAG: arith.constant 0x7FA00001 : f32
// CHECK-DAG: arith.constant 0x7D01 : f16
// CHECK-DAG: arith.constant 0x7FA1 : bf16
// CHECK-DAG: arith.constant true
// CHECK-DAG: arith.constant -9223372036854775808 : i64
// CHECK-DAG: arith.constant -2 : i16
// CHECK-DAG: arith.constant 42 : i32
// CHECK-DAG: arith.constant 515 : i16
// FOLD-LABEL: qd.kernel @types
// FOLD-NOT: memref.load
// FOLD: qd.kernel @uniform
qd.kernel @types(%a: memref<i32>, %b: memref<f64>, %c: memref<f32>, %d: memref<f16>, %e: memref<bf16>, %f: memref<i1>,
                 %g: memref<i64>, %h: memref<i16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %cx = memref.get_global @cx : memref<3xi32>
  %order = memref.get_global @order : memref<3xi8>
  %grid = memref.get_global @grid : memref<2x3xf64>
  %small = memref.get_global @small : memref<3xf32>
  %halves = memref.get_global @halves : memref<2xf16>
  %brains = memref.get_global @brains : memref<2xbf16>
  %flags = memref.get_global @flags : memref<9xi1>
  %wide = memref.get_global @wide : memref<2xi64>
  %short = memref.get_global @short : memref<2xi16>
  %single = memref.get_global @single : memref<i32>
  %bytes = memref.get_global @bytes : memref<2xi16>
  %at = arith.subi %c3, %c1 : index
  %0 = memref.load %cx[%at] : memref<3xi32>
  memref.store %0, %a[] : memref<i32>
  %1 = memref.load %order[%c0] : memref<3xi8>
  %2 = arith.index_cast %1 : i8 to index
  %3 = memref.load %grid[%c1, %2] : memref<2x3xf64>
  memref.store %3, %b[] : memref<f64>
  %4 = memref.load %grid[%c0, %c1] : memref<2x3xf64>
  memref.store %4, %b[] : memref<f64>
  %5 = memref.load %small[%c0] : memref<3xf32>
  memref.store %5, %c[] : memref<f32>
  %6 = memref.load %halves[%c0] : memref<2xf16>
  memref.store %6, %d[] : memref<f16>
  %7 = memref.load %brains[%c0] : memref<2xbf16>
  memref.store %7, %e[] : memref<bf16>
  %8 = memref.load %flags[%c3] : memref<9xi1>
  memref.store %8, %f[] : memref<i1>
  %9 = memref.load %wide[%c0] : memref<2xi64>
  memref.store %9, %g[] : memref<i64>
  %10 = memref.load %short[%c0] : memref<2xi16>
  memref.store %10, %h[] : memref<i16>
  %11 = memref.load %single[] : memref<i32>
  memref.store %11, %a[] : memref<i32>
  %12 = memref.load %bytes[%c1] : memref<2xi16>
  memref.store %12, %h[] : memref<i16>
}

// Where all elements are the same, the index does not matter.
// CHECK-LABEL: qd.kernel @uniform
// CHECK-NOT: memref.load
// CHECK: arith.constant 2.500000e+00 : f32
// CHECK: arith.constant 0 : i16
qd.kernel @uniform(%i: index, %a: memref<f32>, %b: memref<i16>) {
  %same = memref.get_global @same : memref<4xf32>
  %zeros = memref.get_global @zeros : memref<4xi16>
  %0 = memref.load %same[%i] : memref<4xf32>
  memref.store %0, %a[] : memref<f32>
  %1 = memref.load %zeros[%i] : memref<4xi16>
  memref.store %1, %b[] : memref<i16>
}

// What stays: an element that is not there, an index that nobody knows, memory that a caller binds or the kernel writes,
// a load that polls.
// CHECK-LABEL: qd.kernel @stays
// CHECK-COUNT-7: memref.load
// CHECK: qd.volatile_load
qd.kernel @stays(%i: index, %a: memref<i32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %minus = arith.constant -1 : index
  %cx = memref.get_global @cx : memref<3xi32>
  %none = memref.get_global @none : memref<0xi32>
  %bound = memref.get_global @bound : memref<4xi32>
  %written = memref.get_global @written : memref<4xi32>
  %0 = memref.load %cx[%c3] : memref<3xi32>
  memref.store %0, %a[] : memref<i32>
  %1 = memref.load %cx[%minus] : memref<3xi32>
  memref.store %1, %a[] : memref<i32>
  %2 = memref.load %cx[%i] : memref<3xi32>
  memref.store %2, %a[] : memref<i32>
  %3 = memref.load %none[%c1] : memref<0xi32>
  memref.store %3, %a[] : memref<i32>
  %4 = memref.load %bound[%c1] : memref<4xi32>
  memref.store %4, %a[] : memref<i32>
  %5 = memref.load %written[%c1] : memref<4xi32>
  memref.store %5, %a[] : memref<i32>
  %6 = memref.load %a[] : memref<i32>
  %7 = qd.volatile_load %cx[%c1] : memref<3xi32>
  memref.store %7, %a[] : memref<i32>
}

// A loop over a table becomes its iterations, with what it carries.
// CHECK-LABEL: qd.kernel @loop(
// CHECK: qd.for
// CHECK-NOT: {{scf.for|memref.load %.*3xi32}}
// CHECK: memref.load %{{.*}}[%i] : memref<?xf32>
// CHECK: arith.addf
// CHECK: memref.load
// CHECK: arith.addf
// CHECK: memref.load
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: memref.store %[[SUM]]
// CHECK-NOT: scf.for
// FOLD-LABEL: qd.kernel @loop(
// FOLD: scf.for
// FOLD: memref.load %{{.*}} : memref<3xi32>
qd.kernel @loop(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %cx = memref.get_global @cx : memref<3xi32>
  qd.for (%i) in (%n) {
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> f32 {
      %d = memref.load %cx[%k] : memref<3xi32>
      %e = arith.index_cast %d : i32 to index
      %at = arith.addi %i, %e : index
      %v = memref.load %x[%at] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
  }
}

// Backwards, by an index that is carried, without a sign, and the bounds of an inner loop from a table: all are known.
// CHECK-LABEL: qd.kernel @ways
// CHECK-NOT: {{scf.for|memref.load}}
qd.kernel @ways(%y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b0 = arith.constant 0 : i8
  %b1 = arith.constant 1 : i8
  %b3 = arith.constant 3 : i8
  %cx = memref.get_global @cx : memref<3xi32>
  %order = memref.get_global @order : memref<3xi8>
  scf.for %k = %c0 to %c3 step %c1 {
    %at = arith.subi %c2, %k : index
    %v = memref.load %cx[%at] : memref<3xi32>
    memref.store %v, %y[%k] : memref<?xi32>
  }
  %end = scf.for %k = %c0 to %c3 step %c1 iter_args(%at = %c0) -> index {
    %v = memref.load %cx[%at] : memref<3xi32>
    memref.store %v, %y[%k] : memref<?xi32>
    %next = arith.addi %at, %c1 : index
    scf.yield %next : index
  }
  scf.for unsigned %k = %b0 to %b3 step %b1 : i8 {
    %at = arith.index_cast %k : i8 to index
    %v = memref.load %cx[%at] : memref<3xi32>
    memref.store %v, %y[%at] : memref<?xi32>
  }
  scf.for %k = %c0 to %c3 step %c1 {
    %o = memref.load %order[%k] : memref<3xi8>
    %last = arith.index_cast %o : i8 to index
    scf.for %l = %c0 to %last step %c1 {
      %v = memref.load %cx[%l] : memref<3xi32>
      memref.store %v, %y[%l] : memref<?xi32>
    }
  }
}

// What stays a loop: one whose end nobody knows, one that holds parallel loops, one that would be too much, one around a
// loop over a table that reads none itself, and in a loop over a table one that does not.
// CHECK-LABEL: qd.kernel @loops_stay
// CHECK: scf.for %{{.*}} = %c0 to %n step
// CHECK: scf.for %{{.*}} = %c0 to %c3 step
// CHECK-NEXT: memref.load
// CHECK-NEXT: qd.for
// CHECK: scf.for %{{.*}} = %c0 to %c4000 step
// CHECK: scf.for %{{.*}} = %c0 to %c8 step
// CHECK-NOT: scf.for
// CHECK-COUNT-3: scf.for %{{.*}} = %c0 to %c1000 step
// CHECK-NOT: scf.for
qd.kernel @loops_stay(%y: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %c4000 = arith.constant 4000 : index
  %cx = memref.get_global @cx : memref<3xi32>
  scf.for %k = %c0 to %n step %c1 {
    %v = memref.load %cx[%k] : memref<3xi32>
    memref.store %v, %y[%k] : memref<?xi32>
  }
  scf.for %k = %c0 to %c3 step %c1 {
    %v = memref.load %cx[%k] : memref<3xi32>
    qd.for (%i) in (%n) {
      memref.store %v, %y[%i] : memref<?xi32>
    }
  }
  scf.for %k = %c0 to %c4000 step %c1 {
    %at = arith.remui %k, %c3 : index
    %v = memref.load %cx[%at] : memref<3xi32>
    memref.store %v, %y[%k] : memref<?xi32>
  }
  scf.for %t = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %c3 step %c1 {
      %v = memref.load %cx[%k] : memref<3xi32>
      memref.store %v, %y[%k] : memref<?xi32>
    }
  }
  scf.for %k = %c0 to %c3 step %c1 {
    %v = memref.load %cx[%k] : memref<3xi32>
    scf.for %t = %c0 to %c1000 step %c1 {
      memref.store %v, %y[%t] : memref<?xi32>
    }
  }
}

// A coordinate whose offset is 0 is inside of the range for sure; a neighbour's is not, nor is one of a range that begins
// below 0, without a sign.
// CHECK-LABEL: qd.kernel @inside
// CHECK: qd.for
// CHECK-COUNT-2: arith.cmpi
// CHECK-NOT: arith.cmpi
// CHECK: qd.for
// CHECK-COUNT-3: arith.cmpi
// CHECK-NOT: arith.cmpi
// CHECK: qd.kernel @no_table
qd.kernel @inside(%y: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = arith.constant -1 : index
  %cx = memref.get_global @cx : memref<3xi32>
  %d = memref.load %cx[%c0] : memref<3xi32>
  qd.for (%i) in (%n) {
    %0 = arith.cmpi ult, %i, %n : index
    memref.store %0, %y[%i] : memref<?xi1>
    %1 = arith.cmpi slt, %i, %n : index
    memref.store %1, %y[%i] : memref<?xi1>
    %2 = arith.cmpi sge, %i, %c0 : index
    memref.store %2, %y[%i] : memref<?xi1>
    %3 = arith.cmpi uge, %i, %n : index
    memref.store %3, %y[%i] : memref<?xi1>
    %next = arith.addi %i, %c1 : index
    %4 = arith.cmpi ult, %next, %n : index
    memref.store %4, %y[%i] : memref<?xi1>
    %5 = arith.cmpi sge, %i, %c1 : index
    memref.store %5, %y[%i] : memref<?xi1>
  }
  qd.for (%i) in (%n) from (%minus) {
    %0 = arith.cmpi ult, %i, %n : index
    memref.store %0, %y[%c0] : memref<?xi1>
    %1 = arith.cmpi slt, %i, %n : index
    memref.store %1, %y[%c0] : memref<?xi1>
    %2 = arith.cmpi sge, %i, %c0 : index
    memref.store %2, %y[%c0] : memref<?xi1>
    %3 = arith.cmpi uge, %i, %n : index
    memref.store %3, %y[%c0] : memref<?xi1>
  }
}

// CHECK: qd.for
// CHECK: arith.cmpi ult
qd.kernel @no_table(%y: memref<?xi1>, %n: index) {
  qd.for (%i) in (%n) {
    %0 = arith.cmpi ult, %i, %n : index
    memref.store %0, %y[%i] : memref<?xi1>
  }
}

// A nest is counted once: all of it, about 900 operations, is unrolled.
// CHECK-LABEL: qd.kernel @nest
// CHECK-NOT: scf.for
qd.kernel @nest(%y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %sixths = memref.get_global @sixths : memref<6xf32>
  qd.for (%i) in (%n) {
    %sum = scf.for %a = %c0 to %c6 step %c1 iter_args(%s0 = %one) -> f32 {
      %u = memref.load %sixths[%a] : memref<6xf32>
      %s1 = scf.for %b = %c0 to %c6 step %c1 iter_args(%t0 = %s0) -> f32 {
        %v = memref.load %sixths[%b] : memref<6xf32>
        %t1 = scf.for %c = %c0 to %c6 step %c1 iter_args(%r0 = %t0) -> f32 {
          %w = memref.load %sixths[%c] : memref<6xf32>
          %uv = arith.mulf %u, %v : f32
          %uvw = arith.mulf %uv, %w : f32
          %r1 = arith.addf %r0, %uvw : f32
          scf.yield %r1 : f32
        }
        scf.yield %t1 : f32
      }
      scf.yield %s1 : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
  }
}

// What an inner loop reads is known once the outer one is unrolled; it is counted then, and too long.
// CHECK-LABEL: qd.kernel @late
// CHECK-COUNT-3: scf.for
// CHECK-NOT: scf.for
// CHECK-LABEL: qd.kernel @narrow
qd.kernel @late(%y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %many = arith.constant 1000000000 : index
  %cx = memref.get_global @cx : memref<3xi32>
  %sixths = memref.get_global @sixths : memref<6xf32>
  qd.for (%i) in (%n) {
    %last = scf.for %a = %c0 to %c3 step %c1 iter_args(%k = %c0) -> index {
      %e = memref.load %cx[%a] : memref<3xi32>
      %f = arith.sitofp %e : i32 to f32
      memref.store %f, %y[%i] : memref<?xf32>
      %end = scf.for %b = %c0 to %many step %c1 iter_args(%j = %k) -> index {
        %w = memref.load %sixths[%j] : memref<6xf32>
        memref.store %w, %y[%b] : memref<?xf32>
        scf.yield %j : index
      }
      %next = arith.addi %k, %c1 : index
      scf.yield %next : index
    }
  }
}

// The index is cast twice, which folds to one cast.
// CHECK-NOT: memref.load
// CHECK: {-#
qd.kernel @narrow(%y: memref<?xi32>, %n: index) {
  %lower = arith.constant 0 : i8
  %upper = arith.constant 3 : i8
  %step = arith.constant 1 : i8
  %cx = memref.get_global @cx : memref<3xi32>
  qd.for (%i) in (%n) {
    scf.for %a = %lower to %upper step %step : i8 {
      %wider = arith.extsi %a : i8 to i16
      %widest = arith.extsi %wider : i16 to i64
      %k = arith.index_cast %widest : i64 to index
      %e = memref.load %cx[%k] : memref<3xi32>
      memref.store %e, %y[%i] : memref<?xi32>
    }
  }
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000302"
    }
  }
#-}

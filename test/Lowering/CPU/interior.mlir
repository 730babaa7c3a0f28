// RUN: qdc-opt %s --convert-tasks-to-cpu --canonicalize | FileCheck %s
// RUN: qdc-opt %s --convert-tasks-to-cpu=split-interior=false --canonicalize | FileCheck %s --check-prefix=OFF

// CHECK-DAG: #[[DISABLE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[FULL:.*]] = #llvm.loop_unroll<full = true>
// CHECK-DAG: #[[UNROLLED:.*]] = #llvm.loop_annotation<unroll = #[[FULL]], parallelAccesses
// CHECK-DAG: #[[VECTOR:.*]] = #llvm.loop_annotation<vectorize = #{{.*}}, unroll = #[[FULL]]>
// CHECK-DAG: #[[THEN:.*]] = #llvm.loop_vectorize<followupVectorized = #[[VECTOR]]>
// CHECK-DAG: #[[GROUP_LOOP:.*]] = #llvm.loop_annotation<vectorize = #[[THEN]], unroll = #[[DISABLE]]

qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>) {
  qd.return
}

// A comparison with the row's end is settled in the interior: its load is unconditional. The interior's columns are
// those below %n - 1.
// CHECK-LABEL: llvm.func internal @k.0.chunk
// CHECK-SAME: %{{[^,]*}}: !llvm.ptr {llvm.noalias}, %{{[^,]*}}: !llvm.ptr {llvm.noalias}, %[[N:.*]]: i64, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK-DAG: %[[MINUS_ONE:.*]] = llvm.mlir.constant(-1 : i64)
// CHECK: llvm.add %{{.*}}, %[[MINUS_ONE]]{{.*}} : i64
// CHECK: llvm.cond_br %{{.*}}, ^[[INTERIOR:[a-z0-9]+]](%[[COLUMN:.*]] : i64), ^[[EDGE:[a-z0-9]+]]
// CHECK: ^[[EDGE]]
// CHECK: llvm.icmp "slt" %{{.*}}, %[[N]] : i64
// CHECK: llvm.cond_br
// CHECK: llvm.load
// CHECK: ^[[INTERIOR]](%[[J:.*]]: i64):
// CHECK-NOT: llvm.icmp
// CHECK: llvm.load
// CHECK-NOT: llvm.icmp
// CHECK: llvm.store
// CHECK: llvm.cond_br %{{.*}}, ^[[INTERIOR]]
// OFF-LABEL: llvm.func internal @k.0.chunk
// OFF: llvm.store
// OFF-NOT: llvm.store
// OFF: llvm.func @k.0
qd.task @k.0 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  qd.for (%j) in (%n) {
    %east = arith.addi %j, %c1 : index
    %inside = arith.cmpi slt, %east, %n : index
    %v = scf.if %inside -> f32 {
      %w = memref.load %x[%east] : memref<?xf32>
      scf.yield %w : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %v, %y[%j] : memref<?xf32>
  }
}

// A clamped index is the index itself in the interior.
// CHECK-LABEL: llvm.func internal @k.1.chunk
// CHECK: llvm.intr.smax
// CHECK: llvm.load
// CHECK: ^{{.*}}(%[[J:.*]]: i64):
// CHECK-NEXT: %[[WEST:.*]] = llvm.sub %[[J]], %{{.*}} : i64
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[WEST]]]
// CHECK-NEXT: llvm.load %[[AT]]
qd.task @k.1 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  qd.for (%j) in (%n) {
    %west = arith.subi %j, %c1 : index
    %left = arith.maxsi %west, %c0 : index
    %w = memref.load %x[%left] : memref<?xf32>
    memref.store %w, %y[%j] : memref<?xf32>
  }
}

// No second body: the bound is read from memory in the loop, so it may differ from iteration to iteration.
// CHECK-LABEL: llvm.func internal @k.2.chunk
// CHECK: llvm.store
// CHECK-NOT: llvm.store
// CHECK: llvm.func @k.2
qd.task @k.2 of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xindex> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %zero = arith.constant 0.0 : f32
  qd.for (%j) in (%n) {
    %bound = memref.load %x[%j] : memref<?xindex>
    %inside = arith.cmpi slt, %j, %bound : index
    scf.if %inside {
      memref.store %zero, %y[%j] : memref<?xf32>
    }
  }
}

// Nor with steps, between which a limit on columns would have to be divided.
// CHECK-LABEL: llvm.func internal @k.3.chunk
// CHECK: llvm.store
// CHECK-NOT: llvm.store
// CHECK: llvm.func @k.3
qd.task @k.3 of @k extent(#qd.size<"dim(0, 0)">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  qd.for (%j) in (%n) from (%c0) step (%c2) {
    %inside = arith.cmpi sge, %j, %c1 : index
    scf.if %inside {
      memref.store %zero, %y[%j] : memref<?xf32>
    }
  }
}

// Nor where the body holds an assert that is not settled: its report belongs to one iteration's end.
// CHECK-LABEL: llvm.func internal @k.4.chunk
// CHECK: llvm.store %{{.*}}, %{{.*}} {access_groups
// CHECK-NOT: llvm.store {{.*}}access_groups
// CHECK: llvm.func @k.4
qd.task @k.4 of @k extent(#qd.size<"dim(0, 0)">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %ok: i1 {qd.slot = #qd.slot<scalar(2)>}, %e: memref<4xi64> {qd.slot = #qd.slot<error_record>}) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  qd.for (%j) in (%n) {
    %inside = arith.cmpi sge, %j, %c1 : index
    qd.assert %ok, "ok" {site = 0 : i32}
    scf.if %inside {
      memref.store %zero, %y[%j] : memref<?xf32>
    }
  }
}

// Of a reduction the interior holds whole groups of lanes, with conditions or without: 64 iterations, unrolled once
// they are vector code.
// CHECK-LABEL: llvm.func internal @k.5.chunk
// CHECK-DAG: %[[LANES:.*]] = llvm.mlir.constant(64 : i64)
// CHECK-DAG: %[[MASK:.*]] = llvm.mlir.constant(-64 : i64)
// CHECK: llvm.and %{{.*}}, %[[MASK]] : i64
// CHECK: llvm.cond_br %{{.*}}, ^[[GROUPS:[a-z0-9]+]](
// CHECK: ^[[GROUPS]](%[[GROUP:.*]]: i64)
// CHECK: ^[[LANE:[a-z0-9]+]](%[[L:.*]]: i64):
// CHECK-NEXT: %[[COLUMN:.*]] = llvm.add %[[GROUP]], %[[L]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[L]]
// CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[NEXT]], %[[LANES]]
// CHECK: llvm.cond_br %[[MORE]], ^[[LANE]]({{.*}}), ^{{.*}} {loop_annotation = #[[GROUP_LOOP]]}
qd.task @k.5 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %s = qd.for (%j) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%j] : memref<?xf32>
    qd.yield %v : f32
  }
}

// A loop of run-time trips around another loop keeps iterations from the lanes of vectors: there is one body. In a loop of
// constant trips, which may be unrolled, it does not.
// CHECK-LABEL: llvm.func internal @k.7.chunk
// CHECK: llvm.fmul
// CHECK-NOT: llvm.fmul
// CHECK-LABEL: llvm.func @k.7(
qd.task @k.7 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = qd.for (%j) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%j] : memref<?xf32>
    %r = scf.for %a = %c0 to %n step %c1 iter_args(%outer = %v) -> (f32) {
      %inner = scf.for %b = %c0 to %a step %c1 iter_args(%t = %outer) -> (f32) {
        %p = arith.mulf %t, %v : f32
        scf.yield %p : f32
      }
      scf.yield %inner : f32
    }
    qd.yield %r : f32
  }
}

// CHECK-LABEL: llvm.func internal @k.8.chunk
// CHECK: llvm.fmul
// CHECK: llvm.fmul
// CHECK-LABEL: llvm.func @k.8(
qd.task @k.8 of @k extent(#qd.size<"1">) partials [64]
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = qd.for (%j) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%j] : memref<?xf32>
    %r = scf.for %a = %c0 to %c2 step %c1 iter_args(%outer = %v) -> (f32) {
      %inner = scf.for %b = %c0 to %n step %c1 iter_args(%t = %outer) -> (f32) {
        %p = arith.mulf %t, %v : f32
        scf.yield %p : f32
      }
      scf.yield %inner : f32
    }
    qd.yield %r : f32
  }
}

// Whole rows of three columns: the loop along the row is unrolled, and the one over rows may become vector code.
// CHECK-LABEL: llvm.func internal @k.6.chunk
// CHECK-DAG: %[[THREE:.*]] = llvm.mlir.constant(3 : i64)
// CHECK: llvm.cond_br %{{.*}}, ^[[ROW:[a-z0-9]+]](%{{.*}} : i64), ^
// CHECK: ^[[ROW]](%[[I:.*]]: i64)
// CHECK: ^[[COLUMN:[a-z0-9]+]](%[[K:.*]]: i64):
// CHECK: %[[NEXT_K:.*]] = llvm.add %[[K]]
// CHECK: %[[MORE_K:.*]] = llvm.icmp "slt" %[[NEXT_K]], %[[THREE]]
// CHECK: llvm.cond_br %[[MORE_K]], ^[[COLUMN]]({{.*}}), ^[[NEXT_ROW:.*]] {loop_annotation = #[[UNROLLED]]}
// CHECK: ^[[NEXT_ROW]]:
// CHECK: %[[NEXT_I:.*]] = llvm.add %[[I]]
// CHECK: llvm.cond_br %{{.*}}, ^[[ROW]](%[[NEXT_I]] : i64), ^{{.*}} {loop_annotation
qd.task @k.6 of @k extent(#qd.size<"mul(dim(0, 0), 3)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %c3 = arith.constant 3 : index
  qd.for (%i, %k) in (%n, %c3) {
    %row = arith.muli %i, %c3 : index
    %at = arith.addi %row, %k : index
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%at] : memref<?xf32>
  }
}

// Checks are not in the interior, where what they ask for is settled: also one that a value from outside settles alone.
// CHECK-LABEL: llvm.func internal @k.checked.chunk
// CHECK: ^[[EDGE:[a-z0-9]+]]{{.*}}:
// CHECK: llvm.icmp "ult"
// CHECK: llvm.cmpxchg
// CHECK: ^[[INTERIOR:[a-z0-9]+]](%[[J:.*]]: i64):
// CHECK-NEXT: llvm.getelementptr
// CHECK-NOT: llvm.icmp "ult"
// CHECK: llvm.store
// CHECK: llvm.cond_br %{{.*}}, ^[[INTERIOR]]
qd.task @k.checked of @k extent(#qd.size<"dim(0, 0)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}, %m: index {qd.slot = #qd.slot<dim(1, 0)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  %whole = arith.cmpi ule, %n, %m : index
  qd.for (%j) in (%n) {
    %v = memref.load %x[%j] : memref<?xf32>
    %fits = arith.cmpi ult, %j, %m : index
    %ok = arith.ori %whole, %fits : i1
    qd.check %ok, "index {} is outside of 'y'; the loop is at ({})", %j, %j : index, index {site = 0 : i32}
    memref.store %v, %y[%j] : memref<?xf32>
  }
}

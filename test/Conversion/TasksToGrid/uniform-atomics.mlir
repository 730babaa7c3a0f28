// RUN: qdc-opt %s --qd-name-symbols --convert-qd-to-gpu --canonicalize --split-input-file | FileCheck %s

// A row sum: neighbours share the row as a rule, so a whole warp of one row adds once.
qd.kernel @rows(%x: memref<?xf32>, %rows: memref<?xf32>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @rows$0(
// CHECK-SAME: grid = "iterations"
qd.task @rows.0 of @rows extent(#qd.size<"mul(scalar(2), scalar(3))">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %rows: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}) {
  // CHECK: %[[ROW:.*]] = llvm.udiv
  // CHECK: %[[V:.*]] = llvm.load
  // CHECK: %[[ACTIVE:.*]] = llvm.call_intrinsic "llvm.nvvm.activemask"
  // CHECK: %[[MATCH:.*]] = llvm.call_intrinsic "llvm.nvvm.match.all.sync.i64p"(%[[ACTIVE]], %[[ROW]])
  // CHECK: %[[SAME:.*]] = llvm.extractvalue %[[MATCH]][1]
  // CHECK: %[[WHOLE:.*]] = llvm.icmp "eq" %[[ACTIVE]]
  // CHECK: %[[UNIFORM:.*]] = llvm.and %[[WHOLE]], %[[SAME]]
  // CHECK: llvm.cond_br %[[UNIFORM]], ^[[FOLD:.*]], ^[[KEEP:.*]]{{$}}
  // CHECK: ^[[FOLD]]:
  // CHECK-COUNT-5: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK: llvm.br ^[[JOIN:.*]](%{{.*}} : f32)
  // CHECK: ^[[KEEP]]:
  // CHECK: llvm.br ^[[JOIN]](%[[V]] : f32)
  // CHECK: ^[[JOIN]](%[[VALUE:.*]]: f32):
  // CHECK: llvm.cond_br %{{.*}}, ^[[WRITE:.*]], ^{{.*}}
  // CHECK: ^[[WRITE]]:
  // CHECK: llvm.atomicrmw fadd %{{.*}}, %[[VALUE]]
  // CHECK-NOT: llvm.atomicrmw
  qd.for (%i, %j) in (%n, %m) {
    %v = memref.load %x[%j] : memref<?xf32>
    memref.atomic_rmw addf %v, %rows[%i] : (f32, memref<?xf32>) -> f32
  }
}

// -----

// A key that is loaded may be the same; a cell that comes from a position is not, nor is an element for each iteration.
qd.kernel @keys(%keys: memref<?xi32>, %at: memref<?xf32>, %a: memref<?xi32>, %b: memref<?xi32>, %c: memref<?xi32>,
                %n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @keys$0(
qd.task @keys.0 of @keys extent(#qd.size<"scalar(5)">)
    (%keys: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %at: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %a: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %b: memref<?xi32> {qd.slot = #qd.slot<array(3)>},
     %c: memref<?xi32> {qd.slot = #qd.slot<array(4)>}, %n: index {qd.slot = #qd.slot<scalar(5)>}) {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.match.all.sync.i64p"
  // CHECK-COUNT-3: llvm.atomicrmw
  // CHECK-NOT: llvm.nvvm.match
  %one = arith.constant 1 : i32
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    %key = memref.load %keys[%i] : memref<?xi32>
    %k = arith.index_cast %key : i32 to index
    memref.atomic_rmw addi %one, %a[%k] : (i32, memref<?xi32>) -> i32
    %position = memref.load %at[%i] : memref<?xf32>
    %cell = arith.fptosi %position : f32 to i32
    %l = arith.index_cast %cell : i32 to index
    memref.atomic_rmw addi %one, %b[%l] : (i32, memref<?xi32>) -> i32
    %next = arith.addi %i, %c3 : index
    memref.atomic_rmw addi %one, %c[%next] : (i32, memref<?xi32>) -> i32
  }
}

// -----

// A factor that may be 0 leaves the same element for all; an array's extent is not 0 where there are elements.
qd.kernel @strides(%any: memref<?xi1>, %a: memref<?xi32>, %b: memref<?xi32>, %n: index, %stride: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @strides$0(
qd.task @strides.0 of @strides extent(#qd.size<"scalar(3)">)
    (%any: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %a: memref<?xi32> {qd.slot = #qd.slot<array(1)>},
     %b: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<scalar(3)>},
     %stride: index {qd.slot = #qd.slot<scalar(4)>}, %extent: index {qd.slot = #qd.slot<dim(2, 0)>}) {
  // CHECK: %[[AT:.*]] = llvm.mul %{{.*}}, %arg4 : i64
  // CHECK: llvm.call_intrinsic "llvm.nvvm.match.all.sync.i64p"(%{{.*}}, %[[AT]])
  // CHECK-COUNT-5: llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"
  // CHECK: llvm.atomicrmw _xor %{{.*}} : !llvm.ptr<1>, i8
  // CHECK: llvm.call_intrinsic "llvm.nvvm.match.all.sync.i64p"
  // CHECK: llvm.atomicrmw add
  // CHECK-NOT: llvm.nvvm.match
  // CHECK: llvm.atomicrmw add
  // CHECK-NOT: llvm.nvvm.match
  // CHECK: llvm.atomicrmw add
  // CHECK-NOT: llvm.nvvm.match
  %true = arith.constant true
  %one = arith.constant 1 : i32
  %c3 = arith.constant 3 : index
  qd.for (%i) in (%n) {
    %at = arith.muli %i, %stride : index
    memref.atomic_rmw addi %true, %any[%at] : (i1, memref<?xi1>) -> i1
    memref.atomic_rmw addi %one, %a[%at] : (i32, memref<?xi32>) -> i32
    %row = arith.muli %i, %extent : index
    memref.atomic_rmw addi %one, %b[%row] : (i32, memref<?xi32>) -> i32
    %third = arith.muli %i, %c3 : index
    memref.atomic_rmw addi %one, %b[%third] : (i32, memref<?xi32>) -> i32
  }
}

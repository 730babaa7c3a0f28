// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 --convert-grid-to-nvvm --canonicalize --split-input-file | FileCheck %s

// What a kernel only loads from cannot change while it runs: all loads of %x, also those after a branch. %y is written;
// of %z one load is volatile; %a may overlap %b, which is written.
qd.kernel @arrays(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %a: memref<?xf32> {qd.may_alias},
                  %b: memref<?xf32> {qd.may_alias}, %n: index) {
  qd.return
}
// CHECK-LABEL: @arrays$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[Y:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[Z:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[A:[a-z0-9]+]]: !llvm.ptr<1>, %[[B:[a-z0-9]+]]: !llvm.ptr<1>,
qd.task @arrays.0 of @arrays extent(#qd.size<"scalar(5)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %z: memref<?xf32> {qd.slot = #qd.slot<array(2)>}, %a: memref<?xf32> {qd.slot = #qd.slot<array(3)>},
     %b: memref<?xf32> {qd.slot = #qd.slot<array(4)>}, %n: index {qd.slot = #qd.slot<scalar(5)>}) {
  // CHECK: llvm.load %[[X]] invariant : !llvm.ptr<1> -> f32
  // CHECK: %[[Y0:.*]] = llvm.getelementptr inbounds %[[Y]][
  // CHECK: llvm.load %[[Y0]] : !llvm.ptr<1> -> f32
  // CHECK: %[[Z0:.*]] = llvm.getelementptr inbounds %[[Z]][
  // CHECK: llvm.load volatile %[[Z0]] : !llvm.ptr<1> -> f32
  // CHECK: llvm.load %[[Z]] : !llvm.ptr<1> -> f32
  // CHECK: %[[A0:.*]] = llvm.getelementptr inbounds %[[A]][
  // CHECK: llvm.load %[[A0]] : !llvm.ptr<1> -> f32
  // CHECK: %[[X1:.*]] = llvm.getelementptr inbounds %[[X]][
  // CHECK: llvm.load %[[X1]] invariant : !llvm.ptr<1> -> f32
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %u = memref.load %x[%c0] : memref<?xf32>
    %v = memref.load %y[%i] : memref<?xf32>
    %w = qd.volatile_load %z[%i] : memref<?xf32>
    %z0 = memref.load %z[%c0] : memref<?xf32>
    %o = memref.load %a[%i] : memref<?xf32>
    %large = arith.cmpf ogt, %u, %v : f32
    scf.if %large {
      %t = memref.load %x[%i] : memref<?xf32>
      memref.store %t, %y[%i] : memref<?xf32>
    }
    %uo = arith.addf %z0, %o : f32
    %all = arith.addf %uo, %w : f32
    memref.store %all, %b[%i] : memref<?xf32>
  }
}

// -----

// An element of a table is the same for ever, whatever else the kernel writes.
qd.kernel @table(%y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: @table$0(
// CHECK: llvm.load %{{.*}} invariant : !llvm.ptr<1> -> f32
qd.task @table.0 of @table extent(#qd.size<"scalar(1)">)
    (%y: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %t: memref<?xf32> {qd.slot = #qd.slot<global(0)>}) {
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %v = memref.load %t[%i] {qd.invariant} : memref<?xf32>
    %w = qd.volatile_load %t[%c0] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
}

// RUN: qdc-opt %s --qd-name-symbols --convert-qd-to-gpu --canonicalize --split-input-file | FileCheck %s

// With more iterations than threads a block runs whole chunks, four iterations of f32 for each thread, of which all
// load before the first stores; then what is left of the last chunk.
qd.kernel @chunks(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @chunks$0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {{.*}}, %[[Y:[a-z0-9]+]]: !llvm.ptr<1> {{.*}}, %[[N:[a-z0-9]+]]: i64)
// CHECK-SAME: block_threads = 128 : i32, grid = "iterations", iterations_per_thread = 4 : i32
qd.task @chunks.0 of @chunks extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK-DAG: %[[C128:.*]] = llvm.mlir.constant(128 : i64) : i64
  // CHECK-DAG: %[[C256:.*]] = llvm.mlir.constant(256 : i64) : i64
  // CHECK-DAG: %[[C384:.*]] = llvm.mlir.constant(384 : i64) : i64
  // CHECK-DAG: %[[CHUNK:.*]] = llvm.mlir.constant(512 : i64) : i64
  // CHECK-DAG: %[[TOTAL:.*]] = llvm.select %{{.*}}, %[[N]], %{{.*}} : i1, i64
  // CHECK: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
  // CHECK: %[[GROUP:.*]] = llvm.add %{{.*}}, %{{.*}} overflow<nsw> : i64
  // CHECK: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"
  // CHECK: %[[GROUPS:.*]] = llvm.mul %{{.*}}, %[[C128]] overflow<nsw> : i64
  // CHECK: %[[FIRST:.*]] = llvm.mul %{{.*}}, %[[CHUNK]] overflow<nsw> : i64
  // CHECK: %[[STEP:.*]] = llvm.mul %{{.*}}, %[[CHUNK]] overflow<nsw> : i64
  // CHECK: %[[MANY:.*]] = llvm.icmp "ugt" %[[TOTAL]], %[[GROUPS]] : i64
  // CHECK: llvm.cond_br %[[MANY]], ^[[NEXT:.*]](%[[FIRST]] : i64), ^[[NARROW:.*]](%[[GROUP]], %[[GROUPS]] : i64, i64)
  // CHECK: ^[[NEXT]](%[[START:.*]]: i64):
  // CHECK: %[[I0:.*]] = llvm.add %[[START]], %{{.*}} overflow<nuw>
  // CHECK: %[[END:.*]] = llvm.add %[[START]], %[[CHUNK]] overflow<nuw>
  // CHECK: %[[WHOLE:.*]] = llvm.icmp "ule" %[[END]], %[[TOTAL]]
  // CHECK: llvm.cond_br %[[WHOLE]], ^[[BODY:.*]], ^[[NARROW]](%[[I0]], %[[C128]] : i64, i64)
  // CHECK: ^[[BODY]]:
  // CHECK: %[[I1:.*]] = llvm.add %[[I0]], %[[C128]] overflow<nsw>
  // CHECK: %[[I2:.*]] = llvm.add %[[I0]], %[[C256]] overflow<nsw>
  // CHECK: %[[I3:.*]] = llvm.add %[[I0]], %[[C384]] overflow<nsw>
  // CHECK: llvm.getelementptr inbounds %[[X]][%[[I0]]]
  // CHECK: llvm.getelementptr inbounds %[[X]][%[[I1]]]
  // CHECK: llvm.getelementptr inbounds %[[X]][%[[I2]]]
  // CHECK: llvm.getelementptr inbounds %[[X]][%[[I3]]]
  // CHECK-NOT: llvm.store
  // CHECK-COUNT-8: llvm.load
  // CHECK-NOT: llvm.load
  // CHECK-COUNT-4: llvm.store
  // CHECK: %[[AGAIN:.*]] = llvm.add %[[START]], %[[STEP]] overflow<nuw>
  // CHECK: llvm.br ^[[NEXT]](%[[AGAIN]] : i64)
  // CHECK: ^[[NARROW]](%[[LEFT:.*]]: i64, %[[STRIDE:.*]]: i64):
  // CHECK: %[[ANY:.*]] = llvm.icmp "ult" %[[LEFT]], %[[TOTAL]]
  // CHECK: llvm.cond_br %[[ANY]], ^[[ONE:.*]](%[[LEFT]] : i64), ^{{.*}}
  // CHECK: ^[[ONE]](%[[I:.*]]: i64):
  // CHECK-COUNT-2: llvm.load
  // CHECK: llvm.store
  // CHECK: llvm.add %[[I]], %[[STRIDE]] overflow<nuw>
  qd.for (%i) in (%n) block_dim(128) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %y[%i] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %y[%i] : memref<?xf32>
  }
}

// -----

// The widest element decides: two of f64.
qd.kernel @widest(%x: memref<?xf16>, %y: memref<?xf64>, %n: index) {
  qd.return
}
// CHECK-LABEL: @widest$0(
// CHECK-SAME: iterations_per_thread = 2 : i32
qd.task @widest.0 of @widest extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf16> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  qd.for (%i) in (%n) {
    %a = memref.load %x[%i] : memref<?xf16>
    %b = arith.extf %a : f16 to f64
    memref.store %b, %y[%i] : memref<?xf64>
  }
}

// -----

// Coordinates of a chunk are divided out in 32 bits, which is right for fewer than 2^32 iterations.
qd.kernel @coordinates(%x: memref<?xf64>, %n: index, %m: index) {
  qd.return
}
// CHECK-LABEL: @coordinates$0(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64, %[[M:[a-z0-9]+]]: i64)
qd.task @coordinates.0 of @coordinates extent(#qd.size<"mul(scalar(1), scalar(2))">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %m: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK-DAG: %[[LIMIT:.*]] = llvm.mlir.constant(4294967296 : i64) : i64
  // CHECK-DAG: %[[COLUMNS:.*]] = llvm.select %{{.*}}, %[[M]], %{{.*}} : i1, i64
  // CHECK-DAG: %[[TOTAL:.*]] = llvm.mul %{{.*}}, %[[COLUMNS]] overflow<nsw>
  // CHECK: %[[MANY:.*]] = llvm.icmp "ugt" %[[TOTAL]], %{{.*}} : i64
  // CHECK: %[[SHORT:.*]] = llvm.icmp "ult" %[[TOTAL]], %[[LIMIT]] : i64
  // CHECK: %[[BOTH:.*]] = llvm.and %[[MANY]], %[[SHORT]] : i1
  // CHECK: llvm.cond_br %[[BOTH]],
  // CHECK: %[[SHORT_COLUMNS:.*]] = llvm.trunc %[[COLUMNS]] : i64 to i32
  // CHECK: %[[FLAT:.*]] = llvm.trunc %{{.*}} : i64 to i32
  // CHECK: %[[J:.*]] = llvm.urem %[[FLAT]], %[[SHORT_COLUMNS]] : i32
  // CHECK: %[[I:.*]] = llvm.udiv %[[FLAT]], %[[SHORT_COLUMNS]] : i32
  // CHECK-DAG: llvm.zext %[[I]] : i32 to i64
  // CHECK-DAG: llvm.zext %[[J]] : i32 to i64
  // CHECK: llvm.store
  // CHECK: llvm.store
  // CHECK: llvm.urem %{{.*}}, %{{.*}} : i64
  // CHECK: llvm.store
  qd.for (%i, %j) in (%n, %m) {
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %at_i64 = arith.index_cast %at : index to i64
    %v = arith.sitofp %at_i64 : i64 to f64
    memref.store %v, %x[%at] : memref<?xf64>
  }
}

// -----

// Sixteen loads together at most, here of five that each iteration has.
qd.kernel @loads(%x: memref<?xi8>, %n: index) {
  qd.return
}
// CHECK-LABEL: @loads$0(
// CHECK-SAME: iterations_per_thread = 2 : i32
qd.task @loads.0 of @loads extent(#qd.size<"scalar(1)">)
    (%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) {
    %i1 = arith.addi %i, %c1 : index
    %i2 = arith.addi %i1, %c1 : index
    %i3 = arith.addi %i2, %c1 : index
    %i4 = arith.addi %i3, %c1 : index
    %a = memref.load %x[%i] : memref<?xi8>
    %b = memref.load %x[%i1] : memref<?xi8>
    %c = memref.load %x[%i2] : memref<?xi8>
    %d = memref.load %x[%i3] : memref<?xi8>
    %e = memref.load %x[%i4] : memref<?xi8>
    %ab = arith.addi %a, %b : i8
    %cd = arith.addi %c, %d : i8
    %abcd = arith.addi %ab, %cd : i8
    %all = arith.addi %abcd, %e : i8
    memref.store %all, %x[%i] : memref<?xi8>
  }
}

// -----

// Accesses to memory of the thread's own stay together in each copy: an accumulator, of which one iteration reads what
// the one before it wrote. Resident grids have as many loads under way as they can.
qd.kernel @accumulator(%x: memref<?xf32>, %s: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: @accumulator$0(
// CHECK-SAME: grid = "resident", iterations_per_thread = 16 : i32
qd.task @accumulator.0 of @accumulator extent(#qd.size<"scalar(2)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: memref<?xf32> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<scalar(2)>}) {
  // CHECK: %[[ACCUMULATOR:.*]] = llvm.alloca {{.*}} x !llvm.array<1 x f32>
  // CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[OLD:.*]] = llvm.load %[[ACCUMULATOR]]
  // CHECK: %[[NEW:.*]] = llvm.fadd %[[OLD]], %{{.*}} : f32
  // CHECK: llvm.store %[[NEW]], %[[ACCUMULATOR]]
  // CHECK: %[[OLDER:.*]] = llvm.load %[[ACCUMULATOR]]
  // CHECK: %[[NEWER:.*]] = llvm.fadd %[[OLDER]], %{{.*}} : f32
  // CHECK: llvm.store %[[NEWER]], %[[ACCUMULATOR]]
  qd.for (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%i] : memref<?xf32>
    memref.atomic_rmw addf %v, %s[%c0] : (f32, memref<?xf32>) -> f32
  }
}

// -----

// Iterations that branch, look at what may change, ask for random numbers or touch no array run one by one.
qd.kernel @single(%x: memref<?xf32>, %n: index) {
  qd.return
}
// CHECK-LABEL: @single$branch(
// CHECK-SAME: iterations_per_thread = 1 : i32
qd.task @single.branch of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    %large = arith.cmpi ugt, %i, %c9 : index
    scf.if %large {
      memref.store %one, %x[%i] : memref<?xf32>
    }
  }
}
// CHECK-LABEL: @single$volatile(
// CHECK-SAME: iterations_per_thread = 1 : i32
qd.task @single.volatile of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  qd.for (%i) in (%n) {
    %v = qd.volatile_load %x[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
}
// CHECK-LABEL: @single$atomic(
// CHECK-SAME: iterations_per_thread = 1 : i32
qd.task @single.atomic of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  %one = arith.constant 1.0 : f32
  qd.for (%i) in (%n) {
    memref.atomic_rmw addf %one, %x[%i] : (f32, memref<?xf32>) -> f32
  }
}
// CHECK-LABEL: @single$assert(
// CHECK-SAME: iterations_per_thread = 1 : i32
qd.task @single.assert of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xi1> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %record: memref<?xi8> {qd.slot = #qd.slot<error_record>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi1>
    qd.assert %v, "no" {site = 0 : i32}
    memref.store %v, %x[%i] : memref<?xi1>
  }
}
// CHECK-LABEL: @single$call(
// CHECK-SAME: iterations_per_thread = 1 : i32
func.func private @sinf(f32) -> f32
qd.task @single.call of @single extent(#qd.size<"scalar(1)">)
    (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = func.call @sinf(%v) : (f32) -> f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
}

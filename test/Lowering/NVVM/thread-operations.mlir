// RUN: qdc-opt %s --convert-grid-to-nvvm --split-input-file | FileCheck %s

// A thread's place: registers of 32 bits without a sign.
#shape = #qd.launch<block_threads = 64, subgroup_width = 32>
func.func private @place.body(%x: memref<?xi64>, %block: i64, %blocks: i64, %thread: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  qd.flat_store %block, %x[%c0] : i64, memref<?xi64>
  qd.flat_store %blocks, %x[%c1] : i64, memref<?xi64>
  qd.flat_store %thread, %x[%c2] : i64, memref<?xi64>
  return
}
// CHECK-NOT: @place.body
// CHECK-LABEL: llvm.func ptx_kernelcc @place(
// CHECK-SAME: passthrough = {{\[\[}}"nvvm.maxntid", "64"]]
// CHECK: %[[BLOCK32:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
// CHECK: %[[BLOCK:.*]] = llvm.zext %[[BLOCK32]] : i32 to i64
// CHECK: llvm.store %[[BLOCK]],
// CHECK: %[[BLOCKS32:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
// CHECK: %[[BLOCKS:.*]] = llvm.zext %[[BLOCKS32]] : i32 to i64
// CHECK: llvm.store %[[BLOCKS]],
// CHECK: %[[THREAD32:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
// CHECK: %[[THREAD:.*]] = llvm.zext %[[THREAD32]] : i32 to i64
// CHECK: llvm.store %[[THREAD]],
func.func @place(%x: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>], launch = #shape>} {
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x
  %thread = gpu.thread_id x upper_bound 64
  %0 = arith.index_cast %block : index to i64
  %1 = arith.index_cast %blocks : index to i64
  %2 = arith.index_cast %thread : index to i64
  call @place.body(%x, %0, %1, %2) : (memref<?xi64>, i64, i64, i64) -> ()
  return
}

// -----

// What threads of a warp and of a block tell each other.
#shape = #qd.launch<block_threads = 64, subgroup_width = 32>
func.func private @exchange.body(%x: memref<?xi32>, %key: i64, %word: i32) {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %other, %valid = gpu.shuffle down %word, %c16, %c32 : i32
  qd.flat_store %other, %x[%c0] : i32, memref<?xi32>
  %negative = arith.cmpi slt, %other, %word : i32
  %any = qd.block_any %negative
  gpu.barrier
  scf.if %any {
    qd.flat_store %c32, %x[%c0] : i32, memref<?xi32>
  }
  %uniform = qd.uniform_in_subgroup %key
  scf.if %uniform {
    qd.flat_store %c16, %x[%c0] : i32, memref<?xi32>
  }
  %largest = gpu.subgroup_reduce maxui %word : (i32) -> i32
  qd.flat_store %largest, %x[%c0] : i32, memref<?xi32>
  return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @exchange(
// CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.noalias}, %[[KEY:[a-z0-9]+]]: i64, %[[SLOT:[a-z0-9]+]]: i64)
// CHECK: %[[WORD:.*]] = llvm.trunc %[[SLOT]] : i64 to i32
// CHECK: %[[DISTANCE:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(31 : i32)
// CHECK: %[[OTHER:.*]] = llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32"(%[[ALL]], %[[WORD]], %[[DISTANCE]], %[[LAST]]) : (i32, i32, i32, i32) -> i32
// CHECK: llvm.store %[[OTHER]]
// CHECK: %[[NEGATIVE:.*]] = llvm.icmp "slt" %[[OTHER]], %[[WORD]]
// CHECK: %[[BARRIER:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[ANY:.*]] = llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"(%[[BARRIER]], %[[NEGATIVE]]) : (i32, i1) -> i1
// CHECK: %[[BARRIER2:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%[[BARRIER2]]) : (i32) -> ()
// CHECK: llvm.cond_br %[[ANY]],
// CHECK: %[[ACTIVE:.*]] = llvm.call_intrinsic "llvm.nvvm.activemask"() : () -> i32
// CHECK: %[[MATCH:.*]] = llvm.call_intrinsic "llvm.nvvm.match.all.sync.i64p"(%[[ACTIVE]], %[[KEY]]) : (i32, i64) -> !llvm.struct<(i32, i1)>
// CHECK: %[[SAME:.*]] = llvm.extractvalue %[[MATCH]][1]
// CHECK: %[[EVERY:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK: %[[WHOLE:.*]] = llvm.icmp "eq" %[[ACTIVE]], %[[EVERY]]
// CHECK: %[[UNIFORM:.*]] = llvm.and %[[WHOLE]], %[[SAME]]
// CHECK: llvm.cond_br %[[UNIFORM]],
// CHECK: %[[HERE:.*]] = llvm.call_intrinsic "llvm.nvvm.activemask"() : () -> i32
// CHECK: %[[LARGEST:.*]] = llvm.call_intrinsic "llvm.nvvm.redux.sync.umax"(%[[WORD]], %[[HERE]]) : (i32, i32) -> i32
// CHECK: llvm.store %[[LARGEST]]
func.func @exchange(%x: memref<?xi32>, %key: i64, %word: i32)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <scalar(1)>, <scalar(2)>], launch = #shape>} {
  call @exchange.body(%x, %key, %word) : (memref<?xi32>, i64, i32) -> ()
  return
}

// -----

// Memory that the threads of a block share has no initial value; elements lie in it as in other arrays.
#shape = #qd.launch<block_threads = 64, subgroup_width = 32>
memref.global "private" @words : memref<2xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 8 : i64}
memref.global "private" @flags : memref<8xi1, #gpu.address_space<workgroup>> = uninitialized {alignment = 8 : i64}
func.func private @shared.body(%x: memref<?xf32>, %flag: i1, %thread: i64) {
  %words = memref.get_global @words : memref<2xf32, #gpu.address_space<workgroup>>
  %byte = arith.extui %flag : i1 to i8
  %flags = memref.get_global @flags : memref<8xi1, #gpu.address_space<workgroup>>
  %value = qd.flat_load %x[%thread] : memref<?xf32> -> f32
  qd.flat_store %value, %words[%thread] : f32, memref<2xf32, #gpu.address_space<workgroup>>
  qd.flat_store %byte, %flags[%thread] : i8, memref<8xi1, #gpu.address_space<workgroup>>
  %found = qd.flat_load %words[%thread] : memref<2xf32, #gpu.address_space<workgroup>> -> f32
  qd.flat_store %found, %x[%thread] : f32, memref<?xf32>
  return
}
// CHECK-DAG: llvm.mlir.global internal @words() {addr_space = 3 : i32, alignment = 8 : i64{{.*}}} : !llvm.array<2 x f32>
// CHECK-DAG: llvm.mlir.global internal @flags() {addr_space = 3 : i32, alignment = 8 : i64{{.*}}} : !llvm.array<8 x i8>
// CHECK-NOT: memref.global
// CHECK-LABEL: llvm.func ptx_kernelcc @shared(
// CHECK: %[[WORDS:.*]] = llvm.mlir.addressof @words : !llvm.ptr<3>
// CHECK: %[[FLAGS:.*]] = llvm.mlir.addressof @flags : !llvm.ptr<3>
// CHECK: %[[WORD:.*]] = llvm.getelementptr inbounds %[[WORDS]][%[[AT:.*]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
// CHECK: llvm.store %{{.*}}, %[[WORD]] : f32, !llvm.ptr<3>
// CHECK: %[[FLAG:.*]] = llvm.getelementptr inbounds %[[FLAGS]][%[[AT]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
// CHECK: llvm.store %{{.*}}, %[[FLAG]] : i8, !llvm.ptr<3>
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
func.func @shared(%x: memref<?xf32>, %flag: i1)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <scalar(1)>], launch = #shape>} {
  %thread = gpu.thread_id x upper_bound 64
  %0 = arith.index_cast %thread : index to i64
  call @shared.body(%x, %flag, %0) : (memref<?xf32>, i1, i64) -> ()
  return
}

// -----

// Values of any type in an array of another.
#shape = #qd.launch<block_threads = 64, subgroup_width = 32>
func.func private @flat.body(%record: memref<?xi8>, %workspace: memref<?xi64>, %word: i64) {
  %code = qd.flat_load volatile %record[%word] : memref<?xi8> -> i32
  %sum = qd.flat_load %workspace[%word] : memref<?xi64> -> f32
  %c1 = arith.constant 1 : i64
  qd.flat_store %sum, %workspace[%c1] : f32, memref<?xi64>
  qd.flat_store %code, %workspace[%word] : i32, memref<?xi64>
  return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @flat(
// CHECK-SAME: %[[RECORD:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[WORKSPACE:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[WORD:[a-z0-9]+]]: i64)
// CHECK: %[[CODE_AT:.*]] = llvm.getelementptr inbounds %[[RECORD]][%[[WORD]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: %[[CODE:.*]] = llvm.load volatile %[[CODE_AT]] : !llvm.ptr<1> -> i32
// CHECK: %[[SUM_AT:.*]] = llvm.getelementptr inbounds %[[WORKSPACE]][%[[WORD]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
// CHECK: %[[SUM:.*]] = llvm.load %[[SUM_AT]] : !llvm.ptr<1> -> f32
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: %[[TO:.*]] = llvm.getelementptr inbounds %[[WORKSPACE]][%[[ONE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
// CHECK: llvm.store %[[SUM]], %[[TO]] : f32, !llvm.ptr<1>
// CHECK: %[[CODE_TO:.*]] = llvm.getelementptr inbounds %[[WORKSPACE]][%[[WORD]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
// CHECK: llvm.store %[[CODE]], %[[CODE_TO]] : i32, !llvm.ptr<1>
func.func @flat(%record: memref<?xi8>, %workspace: memref<?xi64>, %word: i64)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <workspace(0)>, <scalar(1)>], launch = #shape>} {
  call @flat.body(%record, %workspace, %word) : (memref<?xi8>, memref<?xi64>, i64) -> ()
  return
}

// -----

// An iteration that fails does what is to be done then, and gives 0.
#shape = #qd.launch<block_threads = 64, subgroup_width = 32>
func.func private @ends.body(%x: memref<?xf32>, %record: memref<?xi8>, %ok: i1, %mass: f32, %flat: i64) {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %site = arith.constant 7 : i32
  %value = qd.iteration %flat -> f32 {
    qd.leave_unless %ok {
      qd.flat_store %site, %record[%c4] : i32, memref<?xi8>
      qd.leave
    }
    qd.iteration_end %mass : f32
  }
  qd.flat_store %value, %x[%c0] : f32, memref<?xf32>
  return
}
// CHECK-LABEL: llvm.func ptx_kernelcc @ends(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[RECORD:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[OK_SLOT:[a-z0-9]+]]: i64, %[[MASS_SLOT:[a-z0-9]+]]: i64, %[[FLAT:[a-z0-9]+]]: i64)
// CHECK-DAG: %[[MASS_BITS:.*]] = llvm.trunc %[[MASS_SLOT]] : i64 to i32
// CHECK-DAG: %[[MASS:.*]] = llvm.bitcast %[[MASS_BITS]] : i32 to f32
// CHECK-DAG: %[[OK_BYTE:.*]] = llvm.trunc %[[OK_SLOT]] : i64 to i8
// CHECK-DAG: %[[OK:.*]] = llvm.icmp "ne" %[[OK_BYTE]], %{{.*}} : i8
// CHECK: llvm.cond_br %[[OK]], ^[[AFTER:.*]], ^[[FAILED:.*]]
// CHECK: ^[[FAILED]]:
// CHECK: %[[SITE_AT:.*]] = llvm.getelementptr inbounds %[[RECORD]]
// CHECK: llvm.store %{{.*}}, %[[SITE_AT]] : i32
// CHECK: llvm.br ^[[ABANDON:.*]]
// CHECK: ^[[AFTER]]:
// CHECK: llvm.br ^[[END:[a-z0-9]+]](%[[MASS]] : f32)
// CHECK: ^[[ABANDON]]:
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32)
// CHECK: llvm.br ^[[END]](%[[ZERO]] : f32)
// CHECK: ^[[END]](%[[VALUE:.*]]: f32):
// CHECK: llvm.store %[[VALUE]],
func.func @ends(%x: memref<?xf32>, %record: memref<?xi8>, %ok: i1, %mass: f32, %flat: i64)
    attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <error_record>, <scalar(1)>, <scalar(2)>, <scalar(3)>], launch = #shape>} {
  call @ends.body(%x, %record, %ok, %mass, %flat) : (memref<?xf32>, memref<?xi8>, i1, f32, i64) -> ()
  return
}

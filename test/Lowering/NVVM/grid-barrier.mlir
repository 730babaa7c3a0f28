// RUN: qdc-opt %s --convert-grid-to-nvvm --canonicalize | FileCheck %s

// The threads of a block wait for each other, their first one for the other blocks. An entry point with a barrier promises
// nothing of its arrays, though one body alone runs in it; the body promises as usual, and none of its loads is invariant.

// CHECK-LABEL: llvm.func internal @step.body(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias}, %[[Y:[a-z0-9]+]]: !llvm.ptr<1> {llvm.noalias})
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
func.func private @step.body(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : i64
  %v = qd.flat_load %x[%c0] : memref<?xf32> -> f32
  qd.flat_store %v, %y[%c0] : f32, memref<?xf32>
  return
}

// CHECK-LABEL: llvm.func ptx_kernelcc @steps(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1>, %[[Y:[a-z0-9]+]]: !llvm.ptr<1>, %[[WORDS:[a-z0-9]+]]: !llvm.ptr<1>)
// CHECK: llvm.call @step.body(%[[X]], %[[Y]])
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// CHECK: llvm.cond_br %{{.*}}, ^[[FIRST:.*]], ^[[OTHERS:.*]]
// CHECK: ^[[FIRST]]:
// CHECK: %[[BARRIERS:.*]] = llvm.getelementptr inbounds %[[WORDS]][1]
// CHECK: %[[SEEN:.*]] = llvm.load %[[BARRIERS]] atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK: llvm.fence syncscope("device") acq_rel
// CHECK: %[[BEFORE:.*]] = llvm.atomicrmw add %[[WORDS]], %{{.*}} syncscope("device") monotonic
// CHECK: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"
// CHECK: %[[LAST:.*]] = llvm.icmp "eq" %[[BEFORE]],
// CHECK: llvm.cond_br %[[LAST]], ^[[OPEN:.*]], ^[[WAIT:.*]]
// CHECK: ^[[OPEN]]:
// CHECK: llvm.atomicrmw xchg %[[WORDS]]
// CHECK: llvm.fence syncscope("device") acq_rel
// CHECK: llvm.atomicrmw add %{{.*}} syncscope("device") monotonic
// CHECK: ^[[WAIT]]:
// CHECK-NEXT: llvm.br ^[[SPIN:.*]]
// CHECK: ^[[SPIN]]:
// CHECK: %[[NOW:.*]] = llvm.load %{{.*}} atomic syncscope("device") monotonic
// CHECK: %[[SAME:.*]] = llvm.icmp "eq" %[[NOW]], %[[SEEN]]
// CHECK: llvm.cond_br %[[SAME]], ^[[SPIN]], ^{{.*}}
// CHECK: llvm.fence syncscope("device") acq_rel
// CHECK: ^[[OTHERS]]:
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK: llvm.return
func.func @steps(%x: memref<?xf32>, %y: memref<?xf32>, %words: memref<?xi32>)
    attributes {qd.entry_point = #qd.entry_point<task = <"steps.0" of "steps">, slots = [<array(0)>, <array(1)>, <workspace(0)>],
                                                   launch = <block_threads = 64, subgroup_width = 32, grid = resident>>} {
  call @step.body(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  qd.grid_barrier %words : memref<?xi32>
  return
}

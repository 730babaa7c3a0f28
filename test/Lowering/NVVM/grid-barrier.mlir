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

// Words 3 and 4 are the barriers'. Their highest bit and their number are known from the start of the entry point.
// Neither body nor values: each block adds to the arrivals, and waits until all have turned the bit over.
// CHECK-LABEL: llvm.func ptx_kernelcc @steps(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1>, %[[Y:[a-z0-9]+]]: !llvm.ptr<1>, %[[WORDS:[a-z0-9]+]]: !llvm.ptr<1>)
// CHECK-DAG: %[[C0:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG: %[[C1:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-DAG: %[[C4:.*]] = llvm.mlir.constant(4 : i64)
// CHECK-DAG: %[[BIT:.*]] = llvm.mlir.constant(-9223372036854775808 : i64)
// CHECK-DAG: %[[BITS_AWAY:.*]] = llvm.mlir.constant(-4 : i64)
// CHECK: %[[STATE:.*]] = llvm.alloca
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[WORDS]][3]
// CHECK: %[[ARRIVED:.*]] = llvm.load %[[AT]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
// CHECK: %[[OLD:.*]] = llvm.and %[[ARRIVED]], %[[BIT]]
// CHECK: llvm.store %[[OLD]], %[[STATE]]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[WORDS]][4]
// CHECK: %[[RELEASED:.*]] = llvm.load %[[AT]] atomic syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
// CHECK: %[[NUMBER:.*]] = llvm.and %[[RELEASED]], %[[BITS_AWAY]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[NUMBER]], %[[C4]]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[STATE]][1]
// CHECK: llvm.store %[[NEXT]], %[[AT]]
// CHECK: llvm.call @step.body(%[[X]], %[[Y]])
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK: %[[TID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// CHECK: %[[THREAD:.*]] = llvm.zext %[[TID]]
// CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[THREAD]], %[[C0]]
// CHECK: llvm.cond_br %[[IS_FIRST]], ^[[ARRIVE:.*]], ^{{.*}}
// CHECK: ^[[ARRIVE]]:
// CHECK-NEXT: %[[CTAID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
// CHECK: %[[BLOCK:.*]] = llvm.zext %[[CTAID]]
// CHECK: %[[NCTAID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"
// CHECK: %[[BLOCKS:.*]] = llvm.zext %[[NCTAID]]
// CHECK: %[[OTHERS:.*]] = llvm.sub %[[BLOCKS]], %[[C1]]
// CHECK: %[[REST:.*]] = llvm.sub %[[BIT]], %[[OTHERS]]
// CHECK: %[[IS_BLOCK_0:.*]] = llvm.icmp "eq" %[[BLOCK]], %[[C0]]
// CHECK: %[[AMOUNT:.*]] = llvm.select %[[IS_BLOCK_0]], %[[REST]], %[[C1]]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[WORDS]][3]
// CHECK: llvm.inline_asm has_side_effects "red.release.gpu.global.add.u64 [$0], $1;", "l,l,~{memory}" %[[AT]], %[[AMOUNT]]
// CHECK: %[[OLD:.*]] = llvm.load %[[STATE]]
// CHECK: llvm.br ^[[SPIN:.*]]
// CHECK: ^[[SPIN]]:
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[WORDS]][3]
// CHECK: %[[NOW:.*]] = llvm.load %[[AT]] atomic syncscope("device") acquire
// CHECK: %[[DIFFERENCE:.*]] = llvm.xor %[[NOW]], %[[OLD]]
// CHECK: %[[HAS_TURNED:.*]] = llvm.icmp "slt" %[[DIFFERENCE]], %[[C0]]
// CHECK: %[[WAITS:.*]] = llvm.xor %[[HAS_TURNED]],
// CHECK: llvm.cond_br %[[WAITS]], ^{{.*}}, ^[[MET:.*]]
// CHECK: ^[[MET]]:
// CHECK: %[[OLD:.*]] = llvm.load %[[STATE]]
// CHECK: %[[TURNED:.*]] = llvm.xor %[[OLD]], %[[BIT]]
// CHECK: llvm.store %[[TURNED]], %[[STATE]]
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK-NEXT: llvm.return
func.func @steps(%x: memref<?xf32>, %y: memref<?xf32>, %words: memref<?xi64>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "steps" as grid>, slots = [<array(0)>, <array(1)>, <workspace(0)>],
                                                   launch = <block_threads = 64, subgroup_width = 32, grid = cooperative>>} {
  call @step.body(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  qd.grid_barrier at %words[3] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}

// Two barriers share what each thread knows.
// CHECK-LABEL: llvm.func ptx_kernelcc @twice(
// CHECK-COUNT-1: llvm.alloca
// CHECK-NOT: llvm.alloca
// CHECK: llvm.return
func.func @twice(%words: memref<?xi64>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "twice" as grid>, slots = [<workspace(0)>],
                                                   launch = <block_threads = 64, subgroup_width = 32, grid = cooperative>>} {
  qd.grid_barrier at %words[0] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  qd.grid_barrier at %words[0] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}

// The first subgroup of the block that turns the bit runs the body, after what the other blocks did, and releases the others with its
// values as the two low bits. All threads learn the bits from the first thread of their block.
// CHECK-LABEL: llvm.func ptx_kernelcc @two_values(
// CHECK-SAME: %[[WORDS:[a-z0-9]+]]: !llvm.ptr<1>, %[[X:[a-z0-9]+]]: !llvm.ptr<1>)
// CHECK-DAG: %[[C0:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG: %[[C1:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-DAG: %[[C2:.*]] = llvm.mlir.constant(2 : i64)
// CHECK-DAG: %[[C4:.*]] = llvm.mlir.constant(4 : i64)
// CHECK-DAG: %[[BITS_AWAY:.*]] = llvm.mlir.constant(-4 : i64)
// CHECK-DAG: %[[FALSE:.*]] = llvm.mlir.constant(false)
// CHECK: %[[STATE:.*]] = llvm.alloca
// CHECK: %[[TID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// CHECK: %[[THREAD:.*]] = llvm.zext %[[TID]]
// CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[THREAD]], %[[C0]]
// CHECK: %[[IN_SUBGROUP:.*]] = llvm.icmp "slt" %[[THREAD]], %
// CHECK: llvm.cond_br %[[IN_SUBGROUP]], ^[[SUBGROUP:.*]], ^[[OTHERS:.*]]
// CHECK: ^[[SUBGROUP]]:
// CHECK-NEXT: llvm.cond_br %[[IS_FIRST]], ^[[ARRIVE:.*]], ^{{.*}}
// CHECK: ^[[ARRIVE]]:
// CHECK: %[[BEFORE:.*]] = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %[[WORDS]], %[[AMOUNT:.*]] :
// CHECK-NEXT: %[[AFTER:.*]] = llvm.add %[[BEFORE]], %[[AMOUNT]] : i64
// CHECK-NEXT: %[[DIFFERENCE:.*]] = llvm.xor %[[BEFORE]], %[[AFTER]]
// CHECK-NEXT: %[[IS_LAST:.*]] = llvm.icmp "slt" %[[DIFFERENCE]], %[[C0]]
// CHECK-NEXT: llvm.br ^[[VOTE:.*]](%[[IS_LAST]] : i1)
// CHECK: llvm.br ^[[VOTE]](%[[FALSE]] : i1)
// CHECK: ^[[VOTE]](%[[OWN:.*]]: i1):
// CHECK: %[[ANY:.*]] = llvm.call_intrinsic "llvm.nvvm.vote.any.sync"(%{{.*}}, %[[OWN]])
// CHECK-NEXT: llvm.cond_br %[[ANY]], ^[[LAST_BLOCK:.*]], ^[[WAIT:.*]]
// CHECK: ^[[LAST_BLOCK]]:
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.bar.warp.sync"
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %[[X]][%[[THREAD]]]
// CHECK-NEXT: %[[V:.*]] = llvm.load %[[AT]] : !llvm.ptr<1> -> i8
// CHECK-NEXT: %[[SET:.*]] = llvm.icmp "ne" %[[V]],
// CHECK-NEXT: %[[NEGATIVE:.*]] = llvm.icmp "slt" %[[V]],
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %[[STATE]][1]
// CHECK-NEXT: %[[NUMBER:.*]] = llvm.load %[[AT]]
// CHECK-NEXT: %[[LOW:.*]] = llvm.zext %[[SET]] : i1 to i64
// CHECK-NEXT: %[[ONE:.*]] = llvm.add %[[NUMBER]], %[[LOW]]
// CHECK-NEXT: %[[HIGH:.*]] = llvm.zext %[[NEGATIVE]] : i1 to i64
// CHECK-NEXT: %[[SHIFTED:.*]] = llvm.mul %[[HIGH]], %[[C2]]
// CHECK-NEXT: %[[RELEASE:.*]] = llvm.add %[[ONE]], %[[SHIFTED]]
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.bar.warp.sync"
// CHECK-NEXT: llvm.cond_br %[[IS_FIRST]], ^[[OPEN:.*]], ^{{.*}}
// CHECK: ^[[OPEN]]:
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %[[WORDS]][1]
// CHECK-NEXT: llvm.store %[[RELEASE]], %[[AT]] atomic syncscope("device") release
// CHECK: llvm.br ^[[MEET:.*]](%[[RELEASE]] : i64)
// CHECK: ^[[WAIT]]:
// CHECK-NEXT: llvm.cond_br %[[IS_FIRST]], ^[[WAITING:.*]], ^{{.*}}
// CHECK: ^[[WAITING]]:
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %[[STATE]][1]
// CHECK-NEXT: %[[NUMBER:.*]] = llvm.load %[[AT]]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[WORDS]][1]
// CHECK-NEXT: %[[NOW:.*]] = llvm.load %[[AT]] atomic syncscope("device") acquire
// CHECK-NEXT: %[[NOW_NUMBER:.*]] = llvm.and %[[NOW]], %[[BITS_AWAY]]
// CHECK-NEXT: %[[IS_OPEN:.*]] = llvm.icmp "eq" %[[NOW_NUMBER]], %[[NUMBER]]
// CHECK-NEXT: %[[WAITS:.*]] = llvm.xor %[[IS_OPEN]],
// CHECK-NEXT: llvm.cond_br %[[WAITS]], ^{{.*}}, ^[[OPENED:.*]]
// CHECK: ^[[OPENED]]:
// CHECK-NEXT: llvm.br ^[[WAITED:.*]](%[[NOW]] : i64)
// CHECK: ^[[WAITED]](%[[RELEASED:.*]]: i64):
// CHECK: llvm.br ^[[MEET]](%[[RELEASED]] : i64)
// CHECK: ^[[MEET]](%[[KNOWN:.*]]: i64):
// CHECK: %[[FIRST_BIT:.*]] = llvm.and %[[KNOWN]], %[[C1]]
// CHECK-NEXT: %[[FIRST_VALUE:.*]] = llvm.icmp "ne" %[[FIRST_BIT]], %[[C0]]
// CHECK-NEXT: %[[SECOND_BIT:.*]] = llvm.and %[[KNOWN]], %[[C2]]
// CHECK-NEXT: %[[SECOND_VALUE:.*]] = llvm.icmp "ne" %[[SECOND_BIT]], %[[C0]]
// CHECK-NEXT: llvm.br ^[[ALL:.*]](%[[FIRST_VALUE]], %[[SECOND_VALUE]] : i1, i1)
// CHECK: ^[[OTHERS]]:
// CHECK-NEXT: llvm.br ^[[ALL]](%[[FALSE]], %[[FALSE]] : i1, i1)
// CHECK: ^[[ALL]](%[[MORE:.*]]: i1, %[[FINE:.*]]: i1):
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[STATE]][1]
// CHECK: %[[NUMBER:.*]] = llvm.load %[[AT]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[NUMBER]], %[[C4]]
// CHECK: llvm.store %[[NEXT]],
// CHECK: %[[OWN_MORE:.*]] = llvm.and %[[MORE]], %[[IS_FIRST]]
// CHECK: %[[BLOCK_MORE:.*]] = llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"(%{{.*}}, %[[OWN_MORE]])
// CHECK: %[[OWN_FINE:.*]] = llvm.and %[[FINE]], %[[IS_FIRST]]
// CHECK: %[[BLOCK_FINE:.*]] = llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"(%{{.*}}, %[[OWN_FINE]])
// CHECK-NOT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync
// CHECK: llvm.cond_br %[[BLOCK_MORE]],
// CHECK: llvm.cond_br %[[BLOCK_FINE]],
// CHECK: llvm.return
func.func @two_values(%words: memref<?xi64>, %x: memref<?xi8>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "two" as grid>, slots = [<workspace(0)>, <array(0)>],
                                                   launch = <block_threads = 64, subgroup_width = 32, grid = cooperative>>} {
  %zero = arith.constant 0 : i8
  %at = arith.constant 100 : i64
  %more, %fine = qd.grid_barrier at %words[0] : memref<?xi64> -> i1, i1 {
  ^bb0(%thread: i64):
    %v = qd.flat_load %x[%thread] : memref<?xi8> -> i8
    %set = arith.cmpi ne, %v, %zero : i8
    %negative = arith.cmpi slt, %v, %zero : i8
    qd.grid_barrier_end %set, %negative : i1, i1
  }
  scf.if %more {
    qd.flat_store %zero, %x[%at] : i8, memref<?xi8>
  }
  scf.if %fine {
    qd.flat_store %zero, %x[%at] : i8, memref<?xi8>
  }
  return
}

// Of one block: its first subgroup runs the body between two barriers of the block, and there are no words.
// CHECK-LABEL: llvm.func ptx_kernelcc @block(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1>)
// CHECK-NOT: {{fence|atomic|inline_asm}}
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK: %[[TID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// CHECK-NEXT: %[[THREAD:.*]] = llvm.zext %[[TID]]
// CHECK-NEXT: %[[IN_SUBGROUP:.*]] = llvm.icmp "slt" %[[THREAD]], %
// CHECK-NEXT: llvm.cond_br %[[IN_SUBGROUP]], ^[[SUBGROUP:.*]], ^[[TOGETHER:.*]]
// CHECK: ^[[SUBGROUP]]:
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds %[[X]][%[[THREAD]]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[AT]]
// CHECK-NEXT: llvm.br ^[[TOGETHER]]
// CHECK: ^[[TOGETHER]]:
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK-NEXT: llvm.return
func.func @block(%x: memref<?xi8>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "block" as block>, slots = [<array(0)>],
                                                   launch = <block_threads = 64, subgroup_width = 32, grid = single>>} {
  %zero = arith.constant 0 : i8
  qd.grid_barrier {
  ^bb0(%thread: i64):
    qd.flat_store %zero, %x[%thread] : i8, memref<?xi8>
    qd.grid_barrier_end
  }
  return
}

// A value of the first thread; the barrier that tells it is the second one.
// CHECK-LABEL: llvm.func ptx_kernelcc @block_value(
// CHECK-NOT: {{fence|atomic|inline_asm}}
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK: %[[IS_FIRST:.*]] = llvm.icmp "eq" %[[THREAD:.*]], %
// CHECK-NOT: {{fence|atomic|inline_asm}}
// CHECK: %[[SET:.*]] = llvm.icmp "ne" %
// CHECK-NOT: {{fence|atomic|inline_asm}}
// CHECK: llvm.br ^[[ALL:.*]](%[[SET]] : i1)
// CHECK: ^[[ALL]](%[[VALUE:.*]]: i1):
// CHECK: %[[OWN:.*]] = llvm.and %[[VALUE]], %[[IS_FIRST]]
// CHECK-NEXT: %[[MORE:.*]] = llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"(%{{.*}}, %[[OWN]])
// CHECK-NEXT: llvm.cond_br %[[MORE]],
// CHECK-NOT: llvm.call_intrinsic "llvm.nvvm.barrier
// CHECK: llvm.return
func.func @block_value(%x: memref<?xi8>)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "block" as block>, slots = [<array(0)>],
                                                   launch = <block_threads = 64, subgroup_width = 32, grid = single>>} {
  %zero = arith.constant 0 : i8
  %at = arith.constant 100 : i64
  %more = qd.grid_barrier -> i1 {
  ^bb0(%thread: i64):
    %v = qd.flat_load %x[%thread] : memref<?xi8> -> i8
    %set = arith.cmpi ne, %v, %zero : i8
    qd.grid_barrier_end %set : i1
  }
  scf.if %more {
    qd.flat_store %zero, %x[%at] : i8, memref<?xi8>
  }
  return
}

// At the end of an entry point nobody waits. The first thread of each block adds 1 to word 4, unless there is one block; the
// last block sets it back to 0, and its first subgroup runs the body. What sets the condition is the driver's function.
// CHECK-LABEL: llvm.func ptx_kernelcc @ends(
// CHECK-SAME: %[[STATE:[a-z0-9]+]]: !llvm.ptr<1>, %[[HANDLE:[a-z0-9]+]]: i64)
// CHECK-NOT: llvm.alloca
// CHECK: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"
// CHECK: %[[NCTAID:.*]] = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"
// CHECK: %[[BLOCKS:.*]] = llvm.zext %[[NCTAID]]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[STATE]][4]
// CHECK: %[[BEFORE:.*]] = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %[[AT]], %
// CHECK: %[[ARRIVED:.*]] = llvm.add %[[BEFORE]], %
// CHECK: %[[IS_ALL:.*]] = llvm.icmp "eq" %[[ARRIVED]], %[[BLOCKS]]
// CHECK: llvm.cond_br %[[IS_ALL]],
// CHECK: llvm.store %{{.*}}, %{{.*}} atomic syncscope("device") monotonic
// CHECK: %[[IS_LAST:.*]] = llvm.call_intrinsic "llvm.nvvm.vote.any.sync"
// CHECK: llvm.cond_br %[[IS_LAST]],
// CHECK: llvm.call_intrinsic "llvm.nvvm.bar.warp.sync"
// CHECK: %[[VALUE:.*]] = llvm.zext %{{.*}} : i1 to i32
// CHECK-NEXT: llvm.call @cudaGraphSetConditional(%[[HANDLE]], %[[VALUE]]) : (i64, i32) -> ()
// CHECK-NOT: llvm.call_intrinsic "llvm.nvvm.barrier
// CHECK: llvm.return
func.func @ends(%state: memref<?xi64>, %handle: i64)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "ends" as graph, last = 1>,
                                                 slots = [<loop_state(0)>, <condition_handle(0)>],
                                                 launch = <block_threads = 64, subgroup_width = 32>>} {
  %c0 = arith.constant 0 : i64
  qd.grid_barrier ends at %state[4] : memref<?xi64> {
  ^bb0(%thread: i64):
    %old = qd.flat_load %state[%c0] : memref<?xi64> -> i64
    %again = arith.cmpi ne, %old, %thread : i64
    qd.set_condition %handle to %again
    qd.grid_barrier_end
  }
  return
}

// One block counts nothing.
// CHECK-LABEL: llvm.func ptx_kernelcc @ends_alone(
// CHECK-NOT: {{atom|vote|barrier}}
// CHECK: llvm.call @cudaGraphSetConditional(
// CHECK-NOT: {{atom|vote|barrier}}
// CHECK: llvm.return
func.func @ends_alone(%handle: i64)
    attributes {qd.entry_point = #qd.entry_point<loop = <0 of "ends" as graph, last = 1>, slots = [<condition_handle(0)>],
                                                 launch = <block_threads = 32, subgroup_width = 32, grid = single>>} {
  %c0 = arith.constant 0 : i64
  qd.grid_barrier ends {
  ^bb0(%thread: i64):
    %again = arith.cmpi eq, %thread, %c0 : i64
    qd.set_condition %handle to %again
    qd.grid_barrier_end
  }
  return
}

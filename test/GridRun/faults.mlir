// What qdc-run-grid finds wrong with a grid, beside what is right: orders of threads, blocks and subgroups that any device
// may have.
// RUN: %exits 1 qdc-run-grid %s --launch=read_race --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=READ-RACE
// RUN: qdc-run-grid %s --launch=barrier --device-subgroup=8 "--order=forward,backward,random(1)" x=i32[4] | FileCheck %s --check-prefix=BARRIER
// RUN: %exits 1 qdc-run-grid %s --launch=shuffle_race --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=SHUFFLE-RACE
// RUN: %exits 1 qdc-run-grid %s --launch=write_race --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=WRITE-RACE
// RUN: qdc-run-grid %s --launch=same_value --device-subgroup=8 --blocks=2 "--order=forward,backward,random(1)" x=i32[4] | FileCheck %s --check-prefix=SAME-VALUE
// RUN: %exits 1 qdc-run-grid %s --launch=atomic_race --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=ATOMIC-RACE
// RUN: qdc-run-grid %s --launch=atomics --device-subgroup=8 --blocks=2 "--order=forward,backward,random(1)" x=i32[4] | FileCheck %s --check-prefix=ATOMICS
// RUN: %exits 1 qdc-run-grid %s --launch=invariant --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=INVARIANT
// RUN: %exits 1 qdc-run-grid %s --launch=uninitialised --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=UNINITIALISED
// RUN: %exits 1 qdc-run-grid %s --launch=outside --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=OUTSIDE
// RUN: %exits 1 qdc-run-grid %s --launch=wrapped --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=WRAPPED
// RUN: %exits 1 qdc-run-grid %s --launch=misaligned --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=MISALIGNED
// RUN: %exits 1 qdc-run-grid %s --launch=barrier_divergence --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=BARRIER-DIVERGENCE
// RUN: %exits 1 qdc-run-grid %s --launch=two_barriers --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=TWO-BARRIERS
// RUN: %exits 1 qdc-run-grid %s --launch=two_trips --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=TWO-TRIPS
// RUN: %exits 1 qdc-run-grid %s --launch=shuffle_divergence --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=SHUFFLE-DIVERGENCE
// RUN: %exits 1 qdc-run-grid %s --launch=shuffle_width --device-subgroup=16 x=i32[64] | FileCheck %s --check-prefix=SHUFFLE-WIDTH
// RUN: %exits 1 qdc-run-grid %s --launch=grid_divergence --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=GRID-DIVERGENCE
// RUN: qdc-run-grid %s --launch=grid_barrier --device-subgroup=32 --blocks=2 "--order=forward,backward,random(1)" x=i32[4] | FileCheck %s --check-prefix=GRID-BARRIER
// RUN: qdc-run-grid %s --launch=last_block --device-subgroup=32 --blocks=2 "--order=forward,backward,random(1)" x=i32[4] | FileCheck %s --check-prefix=LAST-BLOCK
// RUN: %exits 1 qdc-run-grid %s --launch=divides --device-subgroup=8 --blocks=2 x=i32[64] | FileCheck %s --check-prefix=DIVIDES
// RUN: %exits 1 qdc-run-grid %s --launch=forever --device-subgroup=8 --longest-run=1000 x=i32[64] | FileCheck %s --check-prefix=FOREVER
// RUN: %exits 1 qdc-run-grid %s --launch=order --device-subgroup=8 --order=forward,backward x=i32[64] | FileCheck %s --check-prefix=ORDER
// RUN: %exits 1 qdc-run-grid %s --launch=together --device-subgroup=8 "--order=forward,random(3)" x=i32[64] | FileCheck %s --check-prefix=TOGETHER
// RUN: %exits 1 qdc-run-grid %s --launch=mixed_race --device-subgroup=8 x=i32[4] | FileCheck %s --check-prefix=MIXED-RACE
// RUN: qdc-run-grid %s --launch=alone --device-subgroup=1 "--order=forward,random(3)" x=i32[4] | FileCheck %s --check-prefix=ALONE

memref.global "private" @shared : memref<16xi32, #gpu.address_space<workgroup>> = uninitialized

// The first thread writes what the next one reads, and no barrier lies between.
func.func @read_race(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"read_race" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  %s = memref.get_global @shared : memref<16xi32, #gpu.address_space<workgroup>>
  scf.if %isFirst {
    qd.flat_store %value, %s[%zero] : i32, memref<16xi32, #gpu.address_space<workgroup>>
  }
  // READ-RACE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_load' op reads 4 bytes at byte 0 of '@shared' in thread 1 of block 0, and no barrier lies between that and the access of thread 0 of block 0
  %read = qd.flat_load %s[%zero] : memref<16xi32, #gpu.address_space<workgroup>> -> i32
  // READ-RACE: :[[#@LINE-4]]:{{[0-9]+}}: note: the other access is here
  // READ-RACE: qdc-run-grid: error: the run by --blocks=2 --order=forward is wrong
  return
}

// With a barrier they all read it, whoever comes first.
// BARRIER: status: ok
// BARRIER-NEXT: x = [15, 15, 15, 15]
func.func @barrier(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"barrier" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %s = memref.get_global @shared : memref<16xi32, #gpu.address_space<workgroup>>
  %four = arith.constant 4 : i64
  %last = arith.constant 15 : i64
  %isLast = arith.cmpi eq, %thread, %last : i64
  scf.if %isLast {
    qd.flat_store %value, %s[%zero] : i32, memref<16xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %isBelow = arith.cmpi slt, %thread, %four : i64
  scf.if %isBelow {
    %read = qd.flat_load %s[%zero] : memref<16xi32, #gpu.address_space<workgroup>> -> i32
    qd.flat_store %read, %x[%thread] : i32, memref<?xi32>
  }
  return
}

// A shuffle orders no memory, and so a subgroup needs a barrier too.
func.func @shuffle_race(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"shuffle_race" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  %s = memref.get_global @shared : memref<16xi32, #gpu.address_space<workgroup>>
  %by = arith.constant 1 : i32
  %width = arith.constant 8 : i32
  scf.if %isFirst {
    qd.flat_store %value, %s[%zero] : i32, memref<16xi32, #gpu.address_space<workgroup>>
  }
  %shuffled, %valid = gpu.shuffle down %value, %by, %width : i32
  // SHUFFLE-RACE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_load' op reads 4 bytes at byte 0 of '@shared' in thread 1 of block 0, and no barrier
  %read = qd.flat_load %s[%zero] : memref<16xi32, #gpu.address_space<workgroup>> -> i32
  return
}

// Threads of two blocks write an element: the barrier of a block does not help.
func.func @write_race(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"write_race" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %number = gpu.block_id x
  %block = arith.index_cast %number : index to i64
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  gpu.barrier
  scf.if %isFirst {
    %own = arith.trunci %block : i64 to i32
    // WRITE-RACE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_store' op writes 4 bytes at byte 0 of 'x' in thread 0 of block 1, and no barrier lies between that and the access of thread 0 of block 0
    qd.flat_store %own, %x[%zero] : i32, memref<?xi32>
  }
  return
}

// Both may store the same, and go on with that.
// SAME-VALUE: status: ok
// SAME-VALUE-NEXT: x = [7, 7, 7, 7]
func.func @same_value(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"same_value" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  %seven = arith.constant 7 : i32
  %four = arith.constant 4 : i64
  scf.if %isFirst {
    qd.flat_store %seven, %x[%zero] : i32, memref<?xi32>
  }
  gpu.barrier
  %isBelow = arith.cmpi slt, %thread, %four : i64
  scf.if %isBelow {
    %read = qd.flat_load %x[%zero] : memref<?xi32> -> i32
    %isOther = arith.cmpi ne, %thread, %zero : i64
    scf.if %isOther {
      qd.flat_store %read, %x[%thread] : i32, memref<?xi32>
    }
  }
  return
}

// An atomic and a plain load of one element race.
func.func @atomic_race(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"atomic_race" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  // ATOMIC-RACE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_atomic_rmw' op writes 4 bytes at byte 0 of 'x' in thread 1 of block 0, and no barrier
  %old = qd.flat_atomic_rmw addi device %value, %x[%zero] : i32, memref<?xi32>
  %read = qd.flat_load %x[%zero] : memref<?xi32> -> i32
  return
}

// Atomics alone, and atomic loads, do not.
// ATOMICS: status: ok
// ATOMICS-NEXT: x = [240, 0, 0, 0]
func.func @atomics(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"atomics" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %old = qd.flat_atomic_rmw addi device %value, %x[%zero] : i32, memref<?xi32>
  %read = qd.flat_load atomic device %x[%zero] : memref<?xi32> -> i32
  return
}

// An invariant load is of what nothing writes in the launch.
func.func @invariant(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"invariant" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %mine = qd.flat_load %x[%thread] : memref<?xi32> -> i32
  qd.flat_store %mine, %x[%thread] : i32, memref<?xi32>
  // INVARIANT: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_load' op reads 4 bytes at byte 0 of 'x' in thread 0 of block 0 as what nothing writes while the launch runs, but it was written by thread 0 of block 0
  %read = qd.flat_load invariant %x[%thread] : memref<?xi32> -> i32
  return
}

// Workgroup memory holds nothing at first.
func.func @uninitialised(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"uninitialised" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  %s = memref.get_global @shared : memref<16xi32, #gpu.address_space<workgroup>>
  scf.if %isFirst {
    qd.flat_store %value, %s[%zero] : i32, memref<16xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  // UNINITIALISED: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_load' op reads 4 bytes at byte 4 of '@shared' in thread 1 of block 0, which nothing has written
  %read = qd.flat_load %s[%thread] : memref<16xi32, #gpu.address_space<workgroup>> -> i32
  return
}

// An index is one of the array.
func.func @outside(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"outside" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %far = arith.constant 64 : i64
  // OUTSIDE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_store' op accesses 4 bytes at byte 256 of 'x', outside of the array, in thread 0 of block 0
  qd.flat_store %value, %x[%far] : i32, memref<?xi32>
  return
}

// No index is one of the array that is so large that the byte's number wraps.
func.func @wrapped(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"wrapped" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %far = arith.constant 4611686018427387904 : i64
  // WRAPPED: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_load' op accesses 4 bytes at byte -1 of 'x', outside of the array, in thread 0 of block 0
  %read = qd.flat_load %x[%far] : memref<?xi32> -> i32
  return
}

// An access is aligned as it says.
func.func @misaligned(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"misaligned" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  // MISALIGNED: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_load' op accesses 4 bytes at byte 4 of 'x', which is not a multiple of 8 bytes, in thread 1 of block 0
  %read = qd.flat_load %x[%thread] {qd.alignment = 8 : i64} : memref<?xi32> -> i32
  return
}

// All threads of a block come to its barrier.
func.func @barrier_divergence(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"barrier_divergence" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  scf.if %isFirst {
    // BARRIER-DIVERGENCE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu.barrier' op is reached by thread 0 of block 0 and not by 15 of the 16 threads of its block, the first of them thread 1 of block 0
    gpu.barrier
  }
  // BARRIER-DIVERGENCE: :[[#@LINE+1]]:{{[0-9]+}}: note: that thread has ended here
  return
}

// Two barriers are not one.
func.func @two_barriers(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"two_barriers" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  scf.if %isFirst {
    // TWO-BARRIERS: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu.barrier' op is reached by thread 0 of block 0 and not by 15 of the 16 threads of its block, the first of them thread 1 of block 0
    gpu.barrier
  } else {
    // TWO-BARRIERS: :[[#@LINE+1]]:{{[0-9]+}}: note: that thread waits here
    gpu.barrier
  }
  return
}

// Nor is one in two trips of a loop: the first thread leaves out the first.
func.func @two_trips(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"two_trips" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %two = arith.constant 2 : i64
  %done = scf.while (%i = %zero) : (i64) -> i64 {
    %isLater = arith.cmpi sgt, %i, %zero : i64
    %isOther = arith.cmpi ne, %thread, %zero : i64
    %waits = arith.ori %isLater, %isOther : i1
    scf.if %waits {
      // TWO-TRIPS: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.block_any' op is reached by thread 0 of block 0 and not by 15 of the 16 threads of its block, the first of them thread 1 of block 0
      %any = qd.block_any %waits
      // TWO-TRIPS: :[[#@LINE-1]]:{{[0-9]+}}: note: that thread waits here in another trip of a loop
    }
    %next = arith.addi %i, %one : i64
    %goesOn = arith.cmpi slt, %next, %two : i64
    scf.condition(%goesOn) %next : i64
  } do {
  ^bb0(%i: i64):
    scf.yield %i : i64
  }
  return
}

// All threads of a subgroup take part in a shuffle.
func.func @shuffle_divergence(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"shuffle_divergence" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %by = arith.constant 1 : i32
  %width = arith.constant 8 : i32
  %three = arith.constant 3 : i64
  %isBelow = arith.cmpi slt, %thread, %three : i64
  scf.if %isBelow {
    // SHUFFLE-DIVERGENCE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu.shuffle' op is reached by thread 0 of block 0 and not by 5 of the 8 threads of its subgroup, the first of them thread 3 of block 0
    %shuffled, %valid = gpu.shuffle down %value, %by, %width : i32
  }
  return
}

// A shuffle is for the device's subgroups.
func.func @shuffle_width(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"shuffle_width" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %by = arith.constant 1 : i32
  %width = arith.constant 8 : i32
  // SHUFFLE-WIDTH: :[[#@LINE+1]]:{{[0-9]+}}: error: 'gpu.shuffle' op is for subgroups of 8 threads on a device whose subgroups have 16
  %shuffled, %valid = gpu.shuffle down %value, %by, %width : i32
  return
}

// All threads of the grid come to its barrier.
func.func @grid_divergence(%x: memref<?xi32>, %w: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    task = <"grid_divergence" of "k">, slots = [<array(0)>, <workspace(0)>], launch = <block_threads = 16, subgroup_width = 0, grid = cooperative>>} {
  %zero = arith.constant 0 : i64
  %number = gpu.block_id x
  %block = arith.index_cast %number : index to i64
  %isHere = arith.cmpi eq, %block, %zero : i64
  scf.if %isHere {
    // GRID-DIVERGENCE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.grid_barrier' op is reached by thread 0 of block 0 and not by 16 of the 32 threads of the grid, the first of them thread 0 of block 1
    qd.grid_barrier at %w[1] : memref<?xi64> {
    ^bb0(%lane: i64):
      qd.grid_barrier_end
    }
  }
  return
}

// A barrier of the grid orders what blocks did, and one subgroup runs what is in it.
// GRID-BARRIER: status: ok
// GRID-BARRIER-NEXT: x = [1, 496, 0, 0]
func.func @grid_barrier(%x: memref<?xi32>, %w: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    task = <"grid_barrier" of "k">, slots = [<array(0)>, <workspace(0)>], launch = <block_threads = 32, subgroup_width = 32, grid = cooperative>>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %number = gpu.block_id x
  %block = arith.index_cast %number : index to i64
  %value = arith.trunci %thread : i64 to i32
  %isHere = arith.cmpi eq, %block, %zero : i64
  scf.if %isHere {
    %old = qd.flat_atomic_rmw addi device %value, %x[%zero] : i32, memref<?xi32>
  }
  qd.grid_barrier at %w[1] : memref<?xi64> {
  ^bb0(%lane: i64):
    %isFirst = arith.cmpi eq, %lane, %zero : i64
    scf.if %isFirst {
      %sum = qd.flat_load %x[%zero] : memref<?xi32> -> i32
      qd.flat_store %sum, %x[%one] : i32, memref<?xi32>
      %unit = arith.constant 1 : i32
      qd.flat_store %unit, %x[%zero] : i32, memref<?xi32>
    }
    qd.grid_barrier_end
  }
  return
}

// The last block that comes to the barrier at the end runs what is in it, with what all have done.
// LAST-BLOCK: status: ok
// LAST-BLOCK-NEXT: x = [992, 992, 0, 0]
func.func @last_block(%x: memref<?xi32>, %w: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    task = <"last_block" of "k">, slots = [<array(0)>, <workspace(0)>], launch = <block_threads = 32, subgroup_width = 32>>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %old = qd.flat_atomic_rmw addi device %value, %x[%zero] : i32, memref<?xi32>
  qd.grid_barrier ends at %w[1] : memref<?xi64> {
  ^bb0(%lane: i64):
    %isFirst = arith.cmpi eq, %lane, %zero : i64
    scf.if %isFirst {
      %sum = qd.flat_load %x[%zero] : memref<?xi32> -> i32
      qd.flat_store %sum, %x[%one] : i32, memref<?xi32>
    }
    qd.grid_barrier_end
  }
  return
}

// A division has a result.
func.func @divides(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"divides" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %one = arith.constant 1 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  // DIVIDES: :[[#@LINE+1]]:{{[0-9]+}}: error: 'arith.divui' op divides by zero in thread 0 of block 0
  %quotient = arith.divui %one, %thread : i64
  return
}

// A thread ends.
func.func @forever(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"forever" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %done = scf.while (%i = %zero) : (i64) -> i64 {
    %goesOn = arith.cmpi eq, %i, %zero : i64
    scf.condition(%goesOn) %i : i64
  } do {
  ^bb0(%i: i64):
    scf.yield %i : i64
  }
  // FOREVER: faults.mlir:{{.*}}: error: {{.*}} op is under way in thread 0 of block 0 after 1000 instructions; accepted: that a thread ends before
  return
}

// What is left does not depend on who comes last.
func.func @order(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"order" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %old = qd.flat_atomic_rmw assign device %value, %x[%zero] : i32, memref<?xi32>
  // ORDER: qdc-run-grid: error: what is left depends on blocks or order: by --blocks=1 --order=backward 'x' differs from element 0 on
  return
}

// Whether a subgroup is there together is not known before.
func.func @together(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"together" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %all = qd.uniform_in_subgroup %zero
  %there = arith.extui %all : i1 to i32
  %old = qd.flat_atomic_rmw addi device %there, %x[%zero] : i32, memref<?xi32>
  // TOGETHER: qdc-run-grid: error: what is left depends on blocks or order: by --blocks=1 --order=random(3) 'x' differs from element 0 on
  return
}

// A subgroup of one thread always is, and each thread is the largest.
// ALONE: status: ok
// ALONE-NEXT: x = [136, 0, 0, 0]
func.func @alone(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"alone" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %value = arith.trunci %thread : i64 to i32
  %all = qd.uniform_in_subgroup %zero
  %there = arith.extui %all : i1 to i32
  %largest = gpu.subgroup_reduce maxui %value : (i32) -> i32
  %both = arith.addi %there, %largest : i32
  %old = qd.flat_atomic_rmw addi device %both, %x[%zero] : i32, memref<?xi32>
  return
}

// A plain load races with a later atomic, however many atomic loads lie between them.
func.func @mixed_race(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<
    task = <"mixed_race" of "k">, slots = [<array(0)>], launch = <block_threads = 16, subgroup_width = 0>>} {
  %zero = arith.constant 0 : i64
  %last = arith.constant 15 : i64
  %one = arith.constant 1 : i32
  %id = gpu.thread_id x
  %thread = arith.index_cast %id : index to i64
  %isFirst = arith.cmpi eq, %thread, %zero : i64
  %isLast = arith.cmpi eq, %thread, %last : i64
  scf.if %isFirst {
    %read = qd.flat_load %x[%zero] : memref<?xi32> -> i32
  } else {
    %seen = qd.flat_load atomic device %x[%zero] : memref<?xi32> -> i32
  }
  scf.if %isLast {
    // MIXED-RACE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_atomic_rmw' op writes 4 bytes at byte 0 of 'x' in thread 15 of block 0, and no barrier lies between that and the access of thread 0 of block 0
    %old = qd.flat_atomic_rmw addi device %one, %x[%zero] : i32, memref<?xi32>
  }
  return
}

// An atomic access lies inside of its array as any other does; only one that was widened to a word may reach beside it.
// RUN: %exits 1 qdc-run-grid %s --device-subgroup=8 c=i8[5] | FileCheck %s --check-prefix=ATOMIC-OUTSIDE
// RUN: qdc-run-grid %s --device-subgroup=8 --narrowest-atomic=32 c=i8[6] | FileCheck %s
// CHECK: status: ok
// CHECK-NEXT: c = [0, 0, 0, 0, 0, 1]

// An atomic on one byte has no part of the word around it beside the array.
func.func @atomic_outside(%c: memref<?xi8>) attributes {qd.entry_point = #qd.entry_point<
    task = <"atomic_outside" of "k">, slots = [<array(0)>], launch = <block_threads = 1, subgroup_width = 0>>} {
  %five = arith.constant 5 : i64
  %one = arith.constant 1 : i8
  // ATOMIC-OUTSIDE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'qd.flat_atomic_rmw' op accesses 1 bytes at byte 5 of 'c', outside of the array, in thread 0 of block 0
  %old = qd.flat_atomic_rmw addi device %one, %c[%five] : i8, memref<?xi8>
  return
}

// RUN: qdc-opt %s --qd-mark-constant-globals | FileCheck %s

// Nobody writes: read alone, in a kernel and by a helper; polled; not used at all; zeros.
// CHECK: memref.global "private" constant @table : memref<3xi32> = dense<[1, 2, 3]>
memref.global "private" @table : memref<3xi32> = dense<[1, 2, 3]>
// CHECK: memref.global "private" constant @polled
memref.global "private" @polled : memref<i32> = dense<1>
// CHECK: memref.global "private" constant @unused
memref.global "private" @unused : memref<f32> = dense<1.0>
// CHECK: memref.global "private" constant @zeros : memref<4xi8> = uninitialized
memref.global "private" @zeros : memref<4xi8> = uninitialized
// CHECK: memref.global "private" constant @said
memref.global "private" constant @said : memref<i32> = dense<1>

// Some kernel writes: by a store, an atomic, a swap; a helper that it calls; a helper's helper.
// CHECK: memref.global "private" @stored
memref.global "private" @stored : memref<i32> = dense<1>
// CHECK: memref.global "private" @counted
memref.global "private" @counted : memref<i32> = dense<1>
// CHECK: memref.global "private" @swapped
memref.global "private" @swapped : memref<i32> = dense<1>
// CHECK: memref.global "private" @passed
memref.global "private" @passed : memref<i32> = dense<1>
// CHECK: memref.global "private" @passed_on
memref.global "private" @passed_on : memref<i32> = dense<1>
// CHECK: memref.global "private" @in_helper
memref.global "private" @in_helper : memref<i32> = dense<1>

// Others can name these.
// CHECK: memref.global "public" @shared
memref.global "public" @shared : memref<i32> = dense<1>
// CHECK: memref.global @by_default
memref.global @by_default : memref<i32> = dense<1>
// CHECK: memref.global "public" @bound : memref<i32>
memref.global "public" @bound : memref<i32>

func.func private @read(%x: memref<3xi32>, %i: index) -> i32 {
  %v = memref.load %x[%i] : memref<3xi32>
  return %v : i32
}
func.func private @write(%x: memref<i32>, %v: i32) {
  memref.store %v, %x[] : memref<i32>
  %g = memref.get_global @in_helper : memref<i32>
  memref.store %v, %g[] : memref<i32>
  return
}
func.func private @write_on(%x: memref<i32>, %v: i32) {
  func.call @write(%x, %v) : (memref<i32>, i32) -> ()
  return
}
qd.kernel @first(%i: index) -> i32 {
  %table = memref.get_global @table : memref<3xi32>
  %v = func.call @read(%table, %i) : (memref<3xi32>, index) -> i32
  %polled = memref.get_global @polled : memref<i32>
  %p = qd.volatile_load %polled[] : memref<i32>
  %stored = memref.get_global @stored : memref<i32>
  %s = memref.load %stored[] : memref<i32>
  %counted = memref.get_global @counted : memref<i32>
  %c = memref.atomic_rmw addi %v, %counted[] : (i32, memref<i32>) -> i32
  %swapped = memref.get_global @swapped : memref<i32>
  %w = qd.atomic_cas %swapped[], %v, %v : memref<i32>
  %passed = memref.get_global @passed : memref<i32>
  func.call @write(%passed, %v) : (memref<i32>, i32) -> ()
  qd.return %p : i32
}
qd.kernel @second(%v: i32) {
  %stored = memref.get_global @stored : memref<i32>
  memref.store %v, %stored[] : memref<i32>
  %passed_on = memref.get_global @passed_on : memref<i32>
  func.call @write_on(%passed_on, %v) : (memref<i32>, i32) -> ()
}

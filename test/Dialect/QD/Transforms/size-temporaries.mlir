// RUN: qdc-opt --pass-pipeline='builtin.module(qd.kernel(qd-size-temporaries))' --split-input-file --verify-diagnostics %s | FileCheck %s

// Sizes of arguments and shapes, in every form that bounds of loops may have; a dim of another temporary is its size.
// CHECK-LABEL: qd.kernel @sizes(
// CHECK: memref.alloc() {qd.extents = []} : memref<i32>
// CHECK: memref.alloc() {qd.extents = [#qd.size<"4">]} : memref<4xf32>
// CHECK: memref.alloc(%{{.*}}) {qd.extents = [#qd.size<"dim(0, 0)">, #qd.size<"3">]} : memref<?x3xf64>
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) {qd.extents = [#qd.size<"add(scalar(1), 1)">, #qd.size<"dim(0, 0)">]} : memref<?x?xi8>
// CHECK-NOT: memref.dealloc
qd.kernel @sizes(%x: memref<?xf32>, %m: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %flag = memref.alloc() : memref<i32>
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?x3xf64>
  %s = arith.index_cast %m : i32 to index
  %p = arith.addi %s, %one : index
  %again = memref.dim %a, %c0 : memref<?x3xf64>
  %b = memref.alloc(%p, %again) : memref<?x?xi8>
  memref.dealloc %b : memref<?x?xi8>
  %static = memref.alloc() : memref<4xf32>
}

// -----

// They stand after their sizes, and ahead of all else.
// CHECK-LABEL: qd.kernel @order(
// CHECK-NEXT: memref.alloc(%n)
// CHECK-NEXT: qd.for
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: memref.alloc(%[[C4]])
// CHECK-NEXT: qd.for
qd.kernel @order(%n: index) {
  qd.for (%i) in (%n) {}
  %a = memref.alloc(%n) : memref<?xf32>
  %c4 = arith.constant 4 : index
  qd.for (%i) in (%n) {}
  %b = memref.alloc(%c4) : memref<?xf32>
}

// -----

// Other values of the kernel's own block are sizes that the launch computes: what tasks give, and what the loader does
// not follow. The array comes after them.
// CHECK-LABEL: qd.kernel @computed(
// CHECK: memref.alloc(%{{.*}}) {qd.extents = [unit]} : memref<?xi8>
// CHECK: %[[P:.*]] = arith.addi
// CHECK-NEXT: memref.alloc(%[[P]], %n) {qd.extents = [#qd.size<"2">, unit, #qd.size<"scalar(1)">]} : memref<2x?x?xf32>
// CHECK-NEXT: qd.for
// CHECK: }
// CHECK-NEXT: %[[S:.*]] = arith.index_cast
// CHECK-NEXT: memref.alloc(%[[S]]) {qd.extents = [unit]} : memref<?xf64>
qd.kernel @computed(%counts: memref<?xi64>, %n: index, %k: i16) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %w = arith.index_cast %k : i16 to index
  %last = memref.load %counts[%c0] : memref<?xi64>
  %m = arith.index_cast %last : i64 to index
  %p = arith.addi %m, %one : index
  %sum = qd.for (%i) in (%n) reduce(addi) -> i64 {
    %v = arith.index_cast %i : index to i64
    qd.yield %v : i64
  }
  %s = arith.index_cast %sum : i64 to index
  %t = memref.alloc(%p, %n) : memref<2x?x?xf32>
  %u = memref.alloc(%w) : memref<?xi8>
  %v = memref.alloc(%s) : memref<?xf64>
}

// -----

// What else is computed ahead of it comes first, so that one task computes all: the host makes such an array after one.
// CHECK-LABEL: qd.kernel @together(
// CHECK: qd.for
// CHECK: }
// CHECK-NEXT: %[[A:.*]] = arith.addi
// CHECK-NEXT: %[[B:.*]] = arith.muli
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: memref.alloc(%[[A]]) {qd.extents = [unit]} : memref<?xi8>
// CHECK-NEXT: memref.alloc(%[[B]]) {qd.extents = [unit]} : memref<?xi16>
// CHECK-NEXT: memref.store
qd.kernel @together(%n: index, %y: memref<i64>) {
  %sum, %most = qd.for (%i) in (%n) reduce(addi, maxu) -> index, index {
    qd.yield %i, %i : index, index
  }
  %a = arith.addi %sum, %n : index
  %b = arith.muli %most, %n : index
  %b64 = arith.index_cast %b : index to i64
  memref.store %b64, %y[] : memref<i64>
  %t = memref.alloc(%a) : memref<?xi8>
  %u = memref.alloc(%b) : memref<?xi16>
}

// -----

// Also of an array inside of control. What was found before the kernel was rewritten stays.
// CHECK-LABEL: qd.kernel @around(
// CHECK: memref.alloc(%{{.*}}) {qd.extents = [#qd.size<"scalar(0)">]} : memref<?xi8>
// CHECK: scf.for
// CHECK-NEXT: memref.alloc(%{{.*}}) {qd.extents = [unit]} : memref<?xf32>
qd.kernel @around(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = arith.divsi %n, %m : index
  %known = memref.alloc(%q) {qd.extents = [#qd.size<"scalar(0)">]} : memref<?xi8>
  scf.for %i = %c0 to %n step %c1 {
    qd.for (%j) in (%n) {}
    %t = memref.alloc(%q) : memref<?xf32>
  }
}

// -----

// All are reported.
// expected-note @+1 {{this argument is no scalar of type index, i32 or i64}}
qd.kernel @in_control(%n: index, %x: memref<?xi64>, %k: i16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{this changes from iteration to iteration}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @+1 {{'memref.load' gives this on the device, from memory that may change until then}}
    %m = memref.load %x[%i] : memref<?xi64>
    %cast = arith.index_cast %m : i64 to index
    %more = arith.addi %cast, %c1 : index
    // expected-error @+1 {{'memref.alloc' op has an extent on axis 0 that is computed inside of control, but a temporary is there for the whole launch, of one size; take an extent from arguments, shapes or what the kernel computes outside of loops and branches}}
    %t = memref.alloc(%i) : memref<?xf32>
    // expected-error @+1 {{'memref.alloc' op has an extent on axis 1 that is computed inside of control}}
    %u = memref.alloc(%more) : memref<3x?xf32>
    // expected-note @+1 {{'qd.for' gives this on the device}}
    %sum = qd.for (%j) in (%n) reduce(addi) -> i64 {
      %v = arith.index_cast %j : index to i64
      qd.yield %v : i64
    }
    %s = arith.index_cast %sum : i64 to index
    // expected-error @+1 {{'memref.alloc' op has an extent on axis 0 that is computed inside of control}}
    %a = memref.alloc(%s) : memref<?xf32>
    %w = arith.index_cast %k : i16 to index
    // expected-error @+1 {{'memref.alloc' op has an extent on axis 0 that is computed inside of control}}
    %b = memref.alloc(%w) : memref<?xf32>
    // expected-note @+1 {{it is computed in a way that the loader does not follow; it takes constants, arguments of type index, i32 and i64, memref.dim, + - *, signed minimum and maximum, division by a positive constant, and 24 of these at most}}
    %q = arith.divsi %n, %n : index
    // expected-error @+1 {{'memref.alloc' op has an extent on axis 0 that is computed inside of control}}
    %c = memref.alloc(%q) : memref<?xf32>
  }
}

// -----

// Nothing is as good a size as others; below that is none, whatever makes the constant.
// CHECK-LABEL: qd.kernel @nothing(
// CHECK: memref.alloc(%{{.*}}) {qd.extents = [#qd.size<"0">]} : memref<?xf32>
// CHECK: memref.alloc(%{{.*}}) {qd.extents = [#qd.size<"3">, #qd.size<"0">]} : memref<3x?xf32>
qd.kernel @nothing(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc(%c0) : memref<?xf32>
  %none = arith.subi %c3, %c3 : index
  %b = memref.alloc(%none) : memref<3x?xf32>
}

// -----

qd.kernel @negative(%n: index) {
  %c3 = arith.constant 3 : index
  %less = arith.constant -3 : index
  // expected-error @+1 {{'memref.alloc' op has the extent -3 on axis 1; it takes 0 or more}}
  %a = memref.alloc(%n, %less) : memref<?x?xf32>
  %least = arith.muli %less, %c3 : index
  // expected-error @+1 {{'memref.alloc' op has the extent -9 on axis 0; it takes 0 or more}}
  %b = memref.alloc(%least) : memref<?xf32>
}

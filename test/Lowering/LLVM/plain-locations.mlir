// RUN: qdc-opt %s --qd-plain-locations --mlir-print-debuginfo --mlir-print-local-scope --split-input-file | FileCheck %s

// One place stays; of a range its start, of a name what it is given to, of a fused location the first part with one.

llvm.func @g()
// CHECK-LABEL: llvm.func @one()
llvm.func @one() {
  // CHECK: call @g() {{.*}} loc("a.c":1:2)
  llvm.call @g() : () -> () loc("a.c":1:2)
  // CHECK: call @g() {{.*}} loc("a.c":1:2)
  llvm.call @g() : () -> () loc("a.c":1:2 to 3:4)
  // CHECK: call @g() {{.*}} loc("a.c":1:2)
  llvm.call @g() : () -> () loc("name"("a.c":1:2))
  // CHECK: call @g() {{.*}} loc("a.c":1:2)
  llvm.call @g() : () -> () loc(fused<"metadata">["name", unknown, fused["other", "a.c":1:2], "b.c":3:4])
  // CHECK: call @g() {{.*}} loc("a.c":1:2)
  llvm.call @g() : () -> () loc(callsite("name" at "a.c":1:2))
  // CHECK: call @g() {{.*}} loc("a.c":1:2)
  llvm.call @g() : () -> () loc(callsite("a.c":1:2 at "name"))
  // CHECK: llvm.return loc("a.c":0:0)
  llvm.return loc("a.c":0:0)
// CHECK: } loc("k.qir":7:1)
} loc("k.qir":7:1)

// Callees are single places, however call sites are nested.

// CHECK-LABEL: llvm.func @calls()
llvm.func @calls() {
  // CHECK: call @g() {{.*}} loc(callsite("a.c":1:2 at "b.c":3:4))
  llvm.call @g() : () -> () loc(callsite("a.c":1:2 at "b.c":3:4))
  // CHECK: call @g() {{.*}} loc(callsite("a.c":1:2 at callsite("b.c":3:4 at "c.c":5:6)))
  llvm.call @g() : () -> () loc(callsite(callsite("a.c":1:2 at "b.c":3:4) at "c.c":5:6))
  // CHECK: call @g() {{.*}} loc(callsite("a.c":1:2 at callsite("b.c":3:4 at "c.c":5:6)))
  llvm.call @g() : () -> () loc(callsite("a.c":1:2 at callsite(fused["name", "b.c":3:4] at "n"("c.c":5:6))))
  // CHECK: llvm.return loc("a.c":1:2)
  llvm.return loc(callsite(unknown at callsite("a.c":1:2 at unknown)))
} loc("k.qir":7:1)

// Without a place: line 0 of the function's file, which is where it was called in the end.

// CHECK-LABEL: llvm.func @unknown()
llvm.func @unknown() {
  // CHECK: call @g() {{.*}} loc("k.qir":0:0)
  llvm.call @g() : () -> () loc(unknown)
  // CHECK: call @g() {{.*}} loc("k.qir":0:0)
  llvm.call @g() : () -> () loc(callsite("a" at fused["b", unknown]))
  // CHECK: llvm.return loc("k.qir":0:0)
  llvm.return loc("name")
} loc(callsite("h.qir":1:1 at "k.qir":7:1))

// What is no function has a file alone.

// CHECK: llvm.mlir.global internal @scratch() {{.*}} loc("k.qir":0:0)
llvm.mlir.global internal @scratch() {addr_space = 3 : i32} : i32 loc(callsite("h.qir":1:1 at "k.qir":7:1))

// -----

// A function without a place is at line 0 of the module's file.

module {
  // CHECK-LABEL: llvm.func @nowhere()
  llvm.func @nowhere() {
    // CHECK: llvm.return loc("m.qir":0:0)
    llvm.return loc(unknown)
  // CHECK: } loc("m.qir":0:0)
  } loc(callsite("a" at "b"))
} loc("m.qir":3:4)

// -----

module {
  // CHECK-LABEL: llvm.func @nowhere()
  llvm.func @nowhere() {
    // CHECK: llvm.return loc("<unknown>":0:0)
    llvm.return loc("name")
  // CHECK: } loc("<unknown>":0:0)
  } loc("name")
} loc(unknown)

// -----

// Locations that refer to each other and mean 2^60 places cost no more than few; callers beyond 64 places are left out.

#l0 = loc("a.c":1:2)
#l1 = loc(callsite(#l0 at #l0))
#l2 = loc(callsite(#l1 at #l1))
#l3 = loc(callsite(#l2 at #l2))
#l4 = loc(callsite(#l3 at #l3))
#l5 = loc(callsite(#l4 at #l4))
#l6 = loc(callsite(#l5 at #l5))
#l7 = loc(callsite(#l6 at #l6))
#n0 = loc("name")
#n1 = loc(fused[callsite(#n0 at #n0), callsite(#n0 at #n0)])
#n2 = loc(fused[callsite(#n1 at #n1), callsite(#n1 at #n1)])
#n3 = loc(fused[callsite(#n2 at #n2), callsite(#n2 at #n2)])
#n4 = loc(fused[callsite(#n3 at #n3), callsite(#n3 at #n3)])
#n5 = loc(fused[callsite(#n4 at #n4), callsite(#n4 at #n4)])
#n6 = loc(fused[callsite(#n5 at #n5), callsite(#n5 at #n5)])
#n7 = loc(fused[callsite(#n6 at #n6), callsite(#n6 at #n6)])
#n8 = loc(fused[callsite(#n7 at #n7), callsite(#n7 at #n7)])
#n9 = loc(fused[callsite(#n8 at #n8), callsite(#n8 at #n8)])
#n10 = loc(fused[callsite(#n9 at #n9), callsite(#n9 at #n9)])
#n11 = loc(fused[callsite(#n10 at #n10), callsite(#n10 at #n10)])
#n12 = loc(fused[callsite(#n11 at #n11), callsite(#n11 at #n11)])
#n13 = loc(fused[callsite(#n12 at #n12), callsite(#n12 at #n12)])
#n14 = loc(fused[callsite(#n13 at #n13), callsite(#n13 at #n13)])
#n15 = loc(fused[callsite(#n14 at #n14), callsite(#n14 at #n14)])
// CHECK-LABEL: llvm.func @many()
llvm.func @many() {
  // CHECK-COUNT-63: callsite(
  // CHECK-NOT: callsite(
  // CHECK: llvm.unreachable loc("k.qir":0:0)
  %0 = llvm.mlir.constant(1 : i32) : i32 loc(#l7)
  llvm.unreachable loc(#n15)
} loc("k.qir":7:1)

// -----

// PTX has no way to write a double quote in a string.
// RUN: qdc-opt %s --qd-plain-locations=spells-quotes=false --mlir-print-debuginfo --mlir-print-local-scope --split-input-file | FileCheck %s --check-prefix=PTX

// CHECK-LABEL: llvm.func @quotes()
// PTX-LABEL: llvm.func @quotes()
llvm.func @quotes() {
  // CHECK: llvm.return loc(callsite("\22a\22.c":1:2 at "b.c":3:4))
  // PTX: llvm.return loc(callsite("'a'.c":1:2 at "b.c":3:4))
  llvm.return loc(callsite("\22a\22.c":1:2 at "b.c":3:4))
} loc("k.qir":7:1)

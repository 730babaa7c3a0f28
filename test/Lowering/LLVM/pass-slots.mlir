// RUN: qdc-opt %s --qd-pass-slots="most=16" --split-input-file | FileCheck %s

// A function with parts that has seventeen slots gets their address, and its part is called through what loads them.
// CHECK-LABEL: llvm.func @many(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64)
// CHECK-NEXT: llvm.call @many.chunk(%[[SLOTS]], %[[BEGIN]]) : (!llvm.ptr, i64) -> ()
// CHECK-NEXT: llvm.return

// CHECK-LABEL: llvm.func internal @many.chunk(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64)
// CHECK: llvm.call @many.chunk.part0.slots(%[[SLOTS]], %[[BEGIN]])
// What is no call of a part loads for itself.
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr %[[SLOTS]][3] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT: %[[FOUR:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[BEGIN]], %[[FOUR]]
// CHECK-NEXT: llvm.return

// CHECK-LABEL: llvm.func internal @many.chunk.part0.slots(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64) attributes {no_inline, no_unwind}
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr %[[SLOTS]][0]
// CHECK-NEXT: %[[FIRST:.*]] = llvm.load %[[ADDRESS]]
// CHECK-COUNT-15: llvm.load
// CHECK: %[[LAST:.*]] = llvm.load
// CHECK-NOT: llvm.load
// CHECK: llvm.call @many.chunk.part0(%[[FIRST]], %{{.*}}, %[[BEGIN]])
// CHECK-NEXT: llvm.return

// The part itself is as it was.
// CHECK-LABEL: llvm.func internal @many.chunk.part0(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.noalias}
llvm.func @many(%slots: !llvm.ptr, %begin: i64) {
  %a0 = llvm.getelementptr %slots[0] : (!llvm.ptr) -> !llvm.ptr, i64
  %v0 = llvm.load %a0 : !llvm.ptr -> !llvm.ptr
  %a1 = llvm.getelementptr %slots[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %v1 = llvm.load %a1 : !llvm.ptr -> !llvm.ptr
  %a2 = llvm.getelementptr %slots[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %v2 = llvm.load %a2 : !llvm.ptr -> !llvm.ptr
  %a3 = llvm.getelementptr %slots[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %v3 = llvm.load %a3 : !llvm.ptr -> !llvm.ptr
  %a4 = llvm.getelementptr %slots[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %v4 = llvm.load %a4 : !llvm.ptr -> !llvm.ptr
  %a5 = llvm.getelementptr %slots[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %v5 = llvm.load %a5 : !llvm.ptr -> !llvm.ptr
  %a6 = llvm.getelementptr %slots[6] : (!llvm.ptr) -> !llvm.ptr, i64
  %v6 = llvm.load %a6 : !llvm.ptr -> !llvm.ptr
  %a7 = llvm.getelementptr %slots[7] : (!llvm.ptr) -> !llvm.ptr, i64
  %v7 = llvm.load %a7 : !llvm.ptr -> !llvm.ptr
  %a8 = llvm.getelementptr %slots[8] : (!llvm.ptr) -> !llvm.ptr, i64
  %v8 = llvm.load %a8 : !llvm.ptr -> !llvm.ptr
  %a9 = llvm.getelementptr %slots[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %v9 = llvm.load %a9 : !llvm.ptr -> !llvm.ptr
  %a10 = llvm.getelementptr %slots[10] : (!llvm.ptr) -> !llvm.ptr, i64
  %v10 = llvm.load %a10 : !llvm.ptr -> !llvm.ptr
  %a11 = llvm.getelementptr %slots[11] : (!llvm.ptr) -> !llvm.ptr, i64
  %v11 = llvm.load %a11 : !llvm.ptr -> !llvm.ptr
  %a12 = llvm.getelementptr %slots[12] : (!llvm.ptr) -> !llvm.ptr, i64
  %v12 = llvm.load %a12 : !llvm.ptr -> !llvm.ptr
  %a13 = llvm.getelementptr %slots[13] : (!llvm.ptr) -> !llvm.ptr, i64
  %v13 = llvm.load %a13 : !llvm.ptr -> !llvm.ptr
  %a14 = llvm.getelementptr %slots[14] : (!llvm.ptr) -> !llvm.ptr, i64
  %v14 = llvm.load %a14 : !llvm.ptr -> !llvm.ptr
  %a15 = llvm.getelementptr %slots[15] : (!llvm.ptr) -> !llvm.ptr, i64
  %v15 = llvm.load %a15 : !llvm.ptr -> !llvm.ptr
  %a16 = llvm.getelementptr %slots[16] : (!llvm.ptr) -> !llvm.ptr, i64
  %v16 = llvm.load %a16 : !llvm.ptr -> !llvm.ptr
  llvm.call @many.chunk(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16, %begin) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func internal @many.chunk(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}, %v16: !llvm.ptr {llvm.noalias}, %begin: i64) attributes {no_inline} {
  llvm.call @many.chunk.part0(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16, %begin) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.store %begin, %v3 : i64, !llvm.ptr
  llvm.return
}
llvm.func internal @many.chunk.part0(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}, %v16: !llvm.ptr {llvm.noalias}, %begin: i64) attributes {no_inline} {
  llvm.store %begin, %v0 : i64, !llvm.ptr
  llvm.return
}

// -----

// Sixteen are passed one by one.
// CHECK-LABEL: llvm.func internal @few.chunk(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}
// CHECK: llvm.call @few.chunk.part0(
llvm.func @few(%slots: !llvm.ptr, %begin: i64) {
  %a0 = llvm.getelementptr %slots[0] : (!llvm.ptr) -> !llvm.ptr, i64
  %v0 = llvm.load %a0 : !llvm.ptr -> !llvm.ptr
  %a1 = llvm.getelementptr %slots[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %v1 = llvm.load %a1 : !llvm.ptr -> !llvm.ptr
  %a2 = llvm.getelementptr %slots[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %v2 = llvm.load %a2 : !llvm.ptr -> !llvm.ptr
  %a3 = llvm.getelementptr %slots[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %v3 = llvm.load %a3 : !llvm.ptr -> !llvm.ptr
  %a4 = llvm.getelementptr %slots[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %v4 = llvm.load %a4 : !llvm.ptr -> !llvm.ptr
  %a5 = llvm.getelementptr %slots[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %v5 = llvm.load %a5 : !llvm.ptr -> !llvm.ptr
  %a6 = llvm.getelementptr %slots[6] : (!llvm.ptr) -> !llvm.ptr, i64
  %v6 = llvm.load %a6 : !llvm.ptr -> !llvm.ptr
  %a7 = llvm.getelementptr %slots[7] : (!llvm.ptr) -> !llvm.ptr, i64
  %v7 = llvm.load %a7 : !llvm.ptr -> !llvm.ptr
  %a8 = llvm.getelementptr %slots[8] : (!llvm.ptr) -> !llvm.ptr, i64
  %v8 = llvm.load %a8 : !llvm.ptr -> !llvm.ptr
  %a9 = llvm.getelementptr %slots[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %v9 = llvm.load %a9 : !llvm.ptr -> !llvm.ptr
  %a10 = llvm.getelementptr %slots[10] : (!llvm.ptr) -> !llvm.ptr, i64
  %v10 = llvm.load %a10 : !llvm.ptr -> !llvm.ptr
  %a11 = llvm.getelementptr %slots[11] : (!llvm.ptr) -> !llvm.ptr, i64
  %v11 = llvm.load %a11 : !llvm.ptr -> !llvm.ptr
  %a12 = llvm.getelementptr %slots[12] : (!llvm.ptr) -> !llvm.ptr, i64
  %v12 = llvm.load %a12 : !llvm.ptr -> !llvm.ptr
  %a13 = llvm.getelementptr %slots[13] : (!llvm.ptr) -> !llvm.ptr, i64
  %v13 = llvm.load %a13 : !llvm.ptr -> !llvm.ptr
  %a14 = llvm.getelementptr %slots[14] : (!llvm.ptr) -> !llvm.ptr, i64
  %v14 = llvm.load %a14 : !llvm.ptr -> !llvm.ptr
  %a15 = llvm.getelementptr %slots[15] : (!llvm.ptr) -> !llvm.ptr, i64
  %v15 = llvm.load %a15 : !llvm.ptr -> !llvm.ptr
  llvm.call @few.chunk(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func internal @few.chunk(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}) attributes {no_inline} {
  llvm.call @few.chunk.part0(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func internal @few.chunk.part0(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}) attributes {no_inline} {
  llvm.return
}

// -----

// A function without parts keeps its parameters.
// CHECK-LABEL: llvm.func internal @whole.chunk(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}
llvm.func @whole(%slots: !llvm.ptr, %begin: i64) {
  %a0 = llvm.getelementptr %slots[0] : (!llvm.ptr) -> !llvm.ptr, i64
  %v0 = llvm.load %a0 : !llvm.ptr -> !llvm.ptr
  %a1 = llvm.getelementptr %slots[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %v1 = llvm.load %a1 : !llvm.ptr -> !llvm.ptr
  %a2 = llvm.getelementptr %slots[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %v2 = llvm.load %a2 : !llvm.ptr -> !llvm.ptr
  %a3 = llvm.getelementptr %slots[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %v3 = llvm.load %a3 : !llvm.ptr -> !llvm.ptr
  %a4 = llvm.getelementptr %slots[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %v4 = llvm.load %a4 : !llvm.ptr -> !llvm.ptr
  %a5 = llvm.getelementptr %slots[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %v5 = llvm.load %a5 : !llvm.ptr -> !llvm.ptr
  %a6 = llvm.getelementptr %slots[6] : (!llvm.ptr) -> !llvm.ptr, i64
  %v6 = llvm.load %a6 : !llvm.ptr -> !llvm.ptr
  %a7 = llvm.getelementptr %slots[7] : (!llvm.ptr) -> !llvm.ptr, i64
  %v7 = llvm.load %a7 : !llvm.ptr -> !llvm.ptr
  %a8 = llvm.getelementptr %slots[8] : (!llvm.ptr) -> !llvm.ptr, i64
  %v8 = llvm.load %a8 : !llvm.ptr -> !llvm.ptr
  %a9 = llvm.getelementptr %slots[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %v9 = llvm.load %a9 : !llvm.ptr -> !llvm.ptr
  %a10 = llvm.getelementptr %slots[10] : (!llvm.ptr) -> !llvm.ptr, i64
  %v10 = llvm.load %a10 : !llvm.ptr -> !llvm.ptr
  %a11 = llvm.getelementptr %slots[11] : (!llvm.ptr) -> !llvm.ptr, i64
  %v11 = llvm.load %a11 : !llvm.ptr -> !llvm.ptr
  %a12 = llvm.getelementptr %slots[12] : (!llvm.ptr) -> !llvm.ptr, i64
  %v12 = llvm.load %a12 : !llvm.ptr -> !llvm.ptr
  %a13 = llvm.getelementptr %slots[13] : (!llvm.ptr) -> !llvm.ptr, i64
  %v13 = llvm.load %a13 : !llvm.ptr -> !llvm.ptr
  %a14 = llvm.getelementptr %slots[14] : (!llvm.ptr) -> !llvm.ptr, i64
  %v14 = llvm.load %a14 : !llvm.ptr -> !llvm.ptr
  %a15 = llvm.getelementptr %slots[15] : (!llvm.ptr) -> !llvm.ptr, i64
  %v15 = llvm.load %a15 : !llvm.ptr -> !llvm.ptr
  %a16 = llvm.getelementptr %slots[16] : (!llvm.ptr) -> !llvm.ptr, i64
  %v16 = llvm.load %a16 : !llvm.ptr -> !llvm.ptr
  llvm.call @whole.chunk(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func internal @whole.chunk(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}, %v16: !llvm.ptr {llvm.noalias}) attributes {no_inline} {
  llvm.store %v1, %v0 : !llvm.ptr, !llvm.ptr
  llvm.return
}

// -----

// A part with parts of its own gets the address too, and returns what it returned.
// CHECK-LABEL: llvm.func internal @deep.chunk(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr) attributes
// CHECK: %[[LEFT:.*]] = llvm.call @deep.chunk.part1.slots(%[[SLOTS]]) : (!llvm.ptr) -> i1
// CHECK: llvm.cond_br %[[LEFT]]
// CHECK-LABEL: llvm.func internal @deep.chunk.part1.slots(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr) -> i1
// CHECK-NEXT: %[[LEFT:.*]] = llvm.call @deep.chunk.part1(%[[SLOTS]]) : (!llvm.ptr) -> i1
// CHECK-NEXT: llvm.return %[[LEFT]]
// CHECK-LABEL: llvm.func internal @deep.chunk.part1(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr) -> i1
// CHECK: llvm.call @deep.chunk.part0.slots(%[[SLOTS]])
// CHECK-LABEL: llvm.func internal @deep.chunk.part0.slots(
// CHECK-SAME: %[[SLOTS:.*]]: !llvm.ptr) attributes
// CHECK-COUNT-17: llvm.load
// CHECK: llvm.call @deep.chunk.part0(
llvm.func @deep(%slots: !llvm.ptr) {
  %a0 = llvm.getelementptr %slots[0] : (!llvm.ptr) -> !llvm.ptr, i64
  %v0 = llvm.load %a0 : !llvm.ptr -> !llvm.ptr
  %a1 = llvm.getelementptr %slots[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %v1 = llvm.load %a1 : !llvm.ptr -> !llvm.ptr
  %a2 = llvm.getelementptr %slots[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %v2 = llvm.load %a2 : !llvm.ptr -> !llvm.ptr
  %a3 = llvm.getelementptr %slots[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %v3 = llvm.load %a3 : !llvm.ptr -> !llvm.ptr
  %a4 = llvm.getelementptr %slots[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %v4 = llvm.load %a4 : !llvm.ptr -> !llvm.ptr
  %a5 = llvm.getelementptr %slots[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %v5 = llvm.load %a5 : !llvm.ptr -> !llvm.ptr
  %a6 = llvm.getelementptr %slots[6] : (!llvm.ptr) -> !llvm.ptr, i64
  %v6 = llvm.load %a6 : !llvm.ptr -> !llvm.ptr
  %a7 = llvm.getelementptr %slots[7] : (!llvm.ptr) -> !llvm.ptr, i64
  %v7 = llvm.load %a7 : !llvm.ptr -> !llvm.ptr
  %a8 = llvm.getelementptr %slots[8] : (!llvm.ptr) -> !llvm.ptr, i64
  %v8 = llvm.load %a8 : !llvm.ptr -> !llvm.ptr
  %a9 = llvm.getelementptr %slots[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %v9 = llvm.load %a9 : !llvm.ptr -> !llvm.ptr
  %a10 = llvm.getelementptr %slots[10] : (!llvm.ptr) -> !llvm.ptr, i64
  %v10 = llvm.load %a10 : !llvm.ptr -> !llvm.ptr
  %a11 = llvm.getelementptr %slots[11] : (!llvm.ptr) -> !llvm.ptr, i64
  %v11 = llvm.load %a11 : !llvm.ptr -> !llvm.ptr
  %a12 = llvm.getelementptr %slots[12] : (!llvm.ptr) -> !llvm.ptr, i64
  %v12 = llvm.load %a12 : !llvm.ptr -> !llvm.ptr
  %a13 = llvm.getelementptr %slots[13] : (!llvm.ptr) -> !llvm.ptr, i64
  %v13 = llvm.load %a13 : !llvm.ptr -> !llvm.ptr
  %a14 = llvm.getelementptr %slots[14] : (!llvm.ptr) -> !llvm.ptr, i64
  %v14 = llvm.load %a14 : !llvm.ptr -> !llvm.ptr
  %a15 = llvm.getelementptr %slots[15] : (!llvm.ptr) -> !llvm.ptr, i64
  %v15 = llvm.load %a15 : !llvm.ptr -> !llvm.ptr
  %a16 = llvm.getelementptr %slots[16] : (!llvm.ptr) -> !llvm.ptr, i64
  %v16 = llvm.load %a16 : !llvm.ptr -> !llvm.ptr
  llvm.call @deep.chunk(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func internal @deep.chunk(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}, %v16: !llvm.ptr {llvm.noalias}) attributes {no_inline} {
  %left = llvm.call @deep.chunk.part1(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i1
  llvm.cond_br %left, ^end, ^rest
^rest:
  llvm.store %v1, %v0 : !llvm.ptr, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func internal @deep.chunk.part1(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}, %v16: !llvm.ptr {llvm.noalias}) -> i1 attributes {no_inline} {
  llvm.call @deep.chunk.part0(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %true = llvm.mlir.constant(true) : i1
  llvm.return %true : i1
}
llvm.func internal @deep.chunk.part0(%v0: !llvm.ptr {llvm.noalias}, %v1: !llvm.ptr {llvm.noalias}, %v2: !llvm.ptr {llvm.noalias}, %v3:
      !llvm.ptr {llvm.noalias}, %v4: !llvm.ptr {llvm.noalias}, %v5: !llvm.ptr {llvm.noalias}, %v6:
      !llvm.ptr {llvm.noalias}, %v7: !llvm.ptr {llvm.noalias}, %v8: !llvm.ptr {llvm.noalias}, %v9:
      !llvm.ptr {llvm.noalias}, %v10: !llvm.ptr {llvm.noalias}, %v11: !llvm.ptr {llvm.noalias}, %v12:
      !llvm.ptr {llvm.noalias}, %v13: !llvm.ptr {llvm.noalias}, %v14: !llvm.ptr {llvm.noalias}, %v15:
      !llvm.ptr {llvm.noalias}, %v16: !llvm.ptr {llvm.noalias}) attributes {no_inline} {
  llvm.return
}

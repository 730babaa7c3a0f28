// RUN: qdc-opt %s --qd-split-large-tasks="largest=4 part=4" --split-input-file | FileCheck %s

// Parts of fewer than four operations are not worth their calls.
// RUN: qdc-opt %s --qd-split-large-tasks="largest=4 part=3" --split-input-file | FileCheck %s --check-prefix=WHOLE
// WHOLE: llvm.func
// WHOLE-NOT: .part0

// Where the stack has an address space of its own, the frame lies in it.
// RUN: qdc-opt %s --qd-split-large-tasks="largest=4 part=4 stack-address-space=5" --split-input-file | FileCheck %s --check-prefix=STACK
// STACK-LABEL: llvm.func internal @chain(
// STACK: %[[FRAME:.*]] = llvm.alloca %{{.*}} x !llvm.array<3 x i64> {alignment = 8 : i64} : (i64) -> !llvm.ptr<5>
// STACK: llvm.call @chain.part0({{.*}}, %[[FRAME]]) : (!llvm.ptr, i64, !llvm.ptr<5>) -> ()
// STACK-LABEL: llvm.func internal @chain.part0(
// STACK-SAME: %[[FRAME:[a-z0-9]*]]: !llvm.ptr<5> {llvm.noalias})
// STACK: llvm.getelementptr inbounds %[[FRAME]][0] : (!llvm.ptr<5>) -> !llvm.ptr<5>, i64

// Values between parts go through slots of the frame; what comes from outside are arguments, noalias if they were.
// CHECK-LABEL: llvm.func internal @chain(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr {llvm.noalias}, %[[Y:.*]]: !llvm.ptr, %[[I:.*]]: i64) {
// CHECK: %[[FRAME:.*]] = llvm.alloca %{{.*}} x !llvm.array<3 x i64> {alignment = 8 : i64}
// CHECK-NEXT: llvm.call @chain.part0(%[[X]], %[[I]], %[[FRAME]])
// CHECK-NEXT: llvm.call @chain.part1(%[[X]], %[[I]], %[[FRAME]], %[[Y]])
// CHECK-NEXT: llvm.return

// CHECK-LABEL: llvm.func internal @chain.part0(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %[[FRAME:.*]]: !llvm.ptr {llvm.noalias})
// CHECK-SAME: attributes {no_inline, no_unwind}
// CHECK: %[[LOADED:.*]] = llvm.load
// CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[FRAME]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %[[LOADED]], %[[SLOT]] {alignment = 8 : i64}
// CHECK: llvm.return

// The address is computed anew, so that it is based on the part's own parameter.
// CHECK-LABEL: llvm.func internal @chain.part1(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr {llvm.noalias}, %[[I:.*]]: i64, %[[FRAME:.*]]: !llvm.ptr {llvm.noalias}, %[[Y:[a-z0-9]*]]: !llvm.ptr)
// CHECK: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[X]][%[[I]]]
// CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[FRAME]][1]
// CHECK: %[[VALUE:.*]] = llvm.load %[[SLOT]] {alignment = 8 : i64} : !llvm.ptr -> f32
// CHECK: %[[RESULT:.*]] = llvm.fsub %{{.*}}, %[[VALUE]]
// CHECK: llvm.store %[[RESULT]], %[[ADDRESS]]
llvm.func internal @chain(%x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr, %i: i64) {
  %0 = llvm.getelementptr inbounds %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %1 = llvm.load %0 : !llvm.ptr -> f32
  %2 = llvm.fmul %1, %1 : f32
  %3 = llvm.fadd %2, %1 : f32
  %4 = llvm.fsub %3, %2 : f32
  llvm.store %4, %0 : f32, !llvm.ptr
  %5 = llvm.getelementptr inbounds %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %1, %5 : f32, !llvm.ptr
  llvm.return
}

// -----

// A function within the bound stays as it is.
// CHECK-LABEL: llvm.func internal @small
// CHECK-NOT: llvm.call
// CHECK: llvm.return
llvm.func internal @small(%a: i64) {
  %0 = llvm.add %a, %a : i64
  %1 = llvm.add %0, %a : i64
  %2 = llvm.mlir.constant(1 : i64) : i64
  %3 = llvm.mlir.constant(2 : i64) : i64
  %4 = llvm.add %1, %a : i64
  llvm.return
}

// -----

// So does one with a pointer of unknown origin.
// CHECK-LABEL: llvm.func internal @unknown
// CHECK-NOT: llvm.call
// CHECK: llvm.return
llvm.func internal @unknown(%slots: !llvm.ptr {llvm.noalias}) {
  %0 = llvm.load %slots : !llvm.ptr -> !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> f32
  %2 = llvm.fadd %1, %1 : f32
  %3 = llvm.fadd %2, %1 : f32
  %4 = llvm.fadd %3, %1 : f32
  %5 = llvm.fadd %4, %1 : f32
  llvm.store %5, %0 : f32, !llvm.ptr
  llvm.return
}

// -----

// A branch that leaves for elsewhere becomes the part's result.
// CHECK-LABEL: llvm.func internal @leave
// CHECK: %[[LEFT:.*]] = llvm.call @leave.part0(%{{.*}}) : (i64, !llvm.ptr, !llvm.ptr) -> i1
// CHECK-NEXT: llvm.cond_br %[[LEFT]], ^[[END:.*]], ^[[REST:.*]]
// CHECK: ^[[REST]]:
// CHECK: llvm.call @leave.part1
// CHECK: ^[[END]]:
// CHECK-NEXT: llvm.return

// CHECK-LABEL: llvm.func internal @leave.part0
// CHECK: llvm.cond_br %{{.*}}, ^[[STAY:.*]], ^[[EARLY:.*]]
// CHECK: ^[[STAY]]:
// CHECK: %[[FALSE:.*]] = llvm.mlir.constant(false)
// CHECK: llvm.return %[[FALSE]] : i1
// CHECK: ^[[EARLY]]:
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true)
// CHECK: llvm.return %[[TRUE]] : i1
llvm.func internal @leave(%a: i64, %x: !llvm.ptr) {
  %0 = llvm.add %a, %a : i64
  %1 = llvm.icmp "slt" %0, %a : i64
  llvm.cond_br %1, ^rest, ^end
^rest:
  llvm.store %0, %x : i64, !llvm.ptr
  llvm.store %0, %x : i64, !llvm.ptr
  llvm.store %0, %x : i64, !llvm.ptr
  llvm.store %0, %x : i64, !llvm.ptr
  llvm.store %0, %x : i64, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// A loop is cut inside; a value from before the loop keeps its slot until the loop has ended, though its last use stands
// in front of the definition of the next value.
// CHECK-LABEL: llvm.func internal @loop(
// CHECK: llvm.alloca %{{.*}} x !llvm.array<2 x i64>
// CHECK: llvm.call @loop.part0
// CHECK: ^[[BODY:.*]](%{{.*}}: i64):
// CHECK: llvm.call @loop.part3
// CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](

// CHECK-LABEL: llvm.func internal @loop.part0
// CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %{{.*}}[0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: llvm.store %{{.*}}, %[[SLOT]]
// CHECK-LABEL: llvm.func internal @loop.part1
// CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %{{.*}}[0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: llvm.load %[[SLOT]]
// CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: llvm.store %{{.*}}, %[[SLOT]]
// CHECK-LABEL: llvm.func internal @loop.part2
// CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: llvm.load %[[SLOT]]
// CHECK-LABEL: llvm.func internal @loop.part3
// CHECK: llvm.call @loop.part1
// CHECK: llvm.call @loop.part2
llvm.func internal @loop(%a: i64, %x: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %ten = llvm.mlir.constant(10 : i64) : i64
  %0 = llvm.add %a, %a : i64
  %1 = llvm.mul %0, %a : i64
  %2 = llvm.mul %1, %0 : i64
  %3 = llvm.xor %2, %1 : i64
  llvm.br ^body(%zero : i64)
^body(%i: i64):
  %4 = llvm.add %3, %i : i64
  %5 = llvm.mul %4, %i : i64
  %6 = llvm.mul %5, %4 : i64
  %7 = llvm.xor %6, %5 : i64
  %8 = llvm.add %7, %i : i64
  %9 = llvm.mul %8, %i : i64
  %10 = llvm.mul %9, %8 : i64
  llvm.store %10, %x : i64, !llvm.ptr
  %next = llvm.add %i, %a : i64
  %more = llvm.icmp "slt" %next, %ten : i64
  llvm.cond_br %more, ^body(%next : i64), ^end
^end:
  llvm.return
}

// -----

// Without a loop the slots of values that are done with are used again, and a part holds a whole branch. A local array
// stays in the function.
// CHECK-LABEL: llvm.func internal @branch(
// CHECK: llvm.alloca %{{.*}} x !llvm.array<1 x i64>
// CHECK: %[[LOCAL:.*]] = llvm.alloca %{{.*}} x !llvm.array<4 x f32>
// CHECK: llvm.call @branch.part0
// CHECK: llvm.call @branch.part1(
// CHECK-SAME: %[[LOCAL]]
// CHECK: llvm.call @branch.part2

// CHECK-LABEL: llvm.func internal @branch.part1
// CHECK: llvm.cond_br
// CHECK: llvm.br
llvm.func internal @branch(%c: i1, %a: f32) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %local = llvm.alloca %one x !llvm.array<4 x f32> : (i64) -> !llvm.ptr
  %0 = llvm.fadd %a, %a : f32
  %1 = llvm.fmul %0, %0 : f32
  %2 = llvm.fmul %1, %1 : f32
  %3 = llvm.fmul %2, %2 : f32
  llvm.cond_br %c, ^then, ^join(%3 : f32)
^then:
  %4 = llvm.fadd %3, %3 : f32
  llvm.br ^join(%4 : f32)
^join(%5: f32):
  llvm.store %5, %local : f32, !llvm.ptr
  %6 = llvm.fadd %5, %5 : f32
  %7 = llvm.fmul %6, %6 : f32
  %8 = llvm.fmul %7, %7 : f32
  llvm.store %8, %local : f32, !llvm.ptr
  llvm.return
}

// -----

// Parts that are too many become parts of a part.
// CHECK-LABEL: llvm.func internal @many(
// CHECK: llvm.call @many.part6(
// CHECK-NEXT: llvm.call @many.part4(
// CHECK-NEXT: llvm.call @many.part5(
// CHECK-NEXT: llvm.return
// CHECK-LABEL: llvm.func internal @many.part6(
// CHECK-NEXT: llvm.call @many.part0(
// CHECK-NEXT: llvm.call @many.part1(
// CHECK-NEXT: llvm.call @many.part2(
// CHECK-NEXT: llvm.call @many.part3(
// CHECK-NEXT: llvm.return
llvm.func internal @many(%x: !llvm.ptr, %a: i64) {
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.store %a, %x : i64, !llvm.ptr
  llvm.return
}

// -----

// Where threads wait for each other, they do so in the parts as well.
// CHECK-LABEL: llvm.func internal @together.part0(
// CHECK-SAME: attributes {convergent, no_inline, no_unwind}
llvm.func internal @together(%x: !llvm.ptr, %y: !llvm.ptr) attributes {convergent} {
  %0 = llvm.load %x : !llvm.ptr -> f32
  %1 = llvm.fmul %0, %0 : f32
  %2 = llvm.fadd %1, %0 : f32
  %3 = llvm.fsub %2, %1 : f32
  %4 = llvm.fmul %3, %2 : f32
  llvm.store %4, %y : f32, !llvm.ptr
  llvm.return
}

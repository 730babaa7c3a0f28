// RUN: qdc-opt %s | qdc-opt | FileCheck %s
// RUN: qdc-opt %s --canonicalize | FileCheck %s --check-prefix=CANONICAL

// CHECK-LABEL: qd.kernel @all(
// CHECK: %[[S:.*]] = qd.adstack.create %{{.*}} : !qd.adstack<f32>
// CHECK: qd.adstack.push %{{.*}}, %[[S]] : !qd.adstack<f32>
// CHECK: qd.adstack.top %[[S]] : !qd.adstack<f32>
// CHECK: qd.adstack.add_adjoint %{{.*}}, %[[S]] : !qd.adstack<f32>
// CHECK: qd.adstack.adjoint %[[S]] : !qd.adstack<f32>
// CHECK: qd.adstack.pop %[[S]] : !qd.adstack<f32>
// CHECK: qd.adstack.overflow %{{.*}} {site = 3 : i32}
qd.kernel @all(%n: index, %x: f32, %y: memref<f32>) {
  %s = qd.adstack.create %n : !qd.adstack<f32>
  qd.adstack.push %x, %s : !qd.adstack<f32>
  %top = qd.adstack.top %s : !qd.adstack<f32>
  qd.adstack.add_adjoint %top, %s : !qd.adstack<f32>
  %adjoint = qd.adstack.adjoint %s : !qd.adstack<f32>
  %value = qd.adstack.pop %s : !qd.adstack<f32>
  %sum = arith.addf %adjoint, %value : f32
  memref.store %sum, %y[] : memref<f32>
  qd.adstack.overflow %n {site = 3 : i32}
}

// Two stacks stay two, and one that nobody uses goes; what only looks at a stack does too.
// CANONICAL-LABEL: qd.kernel @kept(
// CANONICAL-COUNT-2: qd.adstack.create
// CANONICAL-NOT: qd.adstack.create
// CANONICAL: qd.adstack.push
// CANONICAL-NEXT: qd.adstack.push
// CANONICAL-NEXT: qd.adstack.pop
// CANONICAL-NEXT: }
qd.kernel @kept(%n: index, %x: f64) {
  %a = qd.adstack.create %n : !qd.adstack<f64>
  %b = qd.adstack.create %n : !qd.adstack<f64>
  %c = qd.adstack.create %n : !qd.adstack<i1>
  qd.adstack.push %x, %a : !qd.adstack<f64>
  qd.adstack.push %x, %b : !qd.adstack<f64>
  %top = qd.adstack.top %a : !qd.adstack<f64>
  %adjoint = qd.adstack.adjoint %a : !qd.adstack<f64>
  %popped = qd.adstack.pop %a : !qd.adstack<f64>
}

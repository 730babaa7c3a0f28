// RUN: qdc-opt %s --split-input-file --qd-kernel-cse --qd-distribute-loops | FileCheck %s --enable-var-scope
// RUN: qdc-opt %s --split-input-file --qd-kernel-cse --qd-distribute-loops="remark-moved" --verify-diagnostics -o /dev/null

// As in conjugate gradients: x goes where p is loaded anyway, past a reduction's store.
// CHECK-LABEL: qd.kernel @solver
// CHECK:         %[[SUM:.+]] = qd.for (%[[I:.+]]) in (%{{.+}}) name("update") reduce(addf) -> f32 {
// CHECK-NOT:       %x[
// CHECK:           memref.load %r[%[[I]]]
// CHECK:           memref.store %{{.+}}, %r[%[[I]]]
// CHECK:           qd.yield
// CHECK:         memref.store %[[SUM]], %residual[]
// CHECK:         qd.for (%[[J:.+]]) in (%{{.+}}) name("direction") {
// CHECK:           %[[P:.+]] = memref.load %p[%[[J]]]
// CHECK:           %[[X:.+]] = memref.load %x[%[[J]]]
// CHECK:           %[[D:.+]] = arith.mulf %a, %[[P]]
// CHECK:           %[[N:.+]] = arith.addf %[[X]], %[[D]]
// CHECK:           memref.store %[[N]], %x[%[[J]]]
// CHECK:           memref.load %r[%[[J]]]
// CHECK:           memref.store %{{.+}}, %p[%[[J]]]
qd.kernel @solver(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %q: memref<?xf32>, %residual: memref<f32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %sum = qd.for (%i) in (%n) name("update") reduce(addf) -> f32 {
    // expected-note @+1 {{the first of them}}
    %p0 = memref.load %p[%i] : memref<?xf32>
    %x0 = memref.load %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    %q0 = memref.load %q[%i] : memref<?xf32>
    %dx = arith.mulf %a, %p0 : f32
    %x1 = arith.addf %x0, %dx : f32
    %dr = arith.mulf %a, %q0 : f32
    %r1 = arith.subf %r0, %dr : f32
    memref.store %x1, %x[%i] : memref<?xf32>
    memref.store %r1, %r[%i] : memref<?xf32>
    %square = arith.mulf %r1, %r1 : f32
    qd.yield %square : f32
  }
  memref.store %sum, %residual[] : memref<f32>
  // expected-remark @+1 {{runs statements of an earlier loop}}
  qd.for (%i) in (%n) name("direction") {
    %r0 = memref.load %r[%i] : memref<?xf32>
    %p0 = memref.load %p[%i] : memref<?xf32>
    %scaled = arith.mulf %sum, %p0 : f32
    %p1 = arith.addf %r0, %scaled : f32
    memref.store %p1, %p[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// Index arithmetic that both need is there twice, and so are loads of one number. A loop that nothing is left of is
// gone; the other one has its name and its block_dim, and lists it.
// CHECK-LABEL: qd.kernel @whole
// CHECK-NOT:     name("first")
// CHECK:         qd.for (%[[I:.+]]) in (%{{.+}}) name("between")
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK:         qd.for (%[[J:.+]]) in (%{{.+}}) block_dim(128) name("first") attributes {qd.source_loops = [
// CHECK:           %[[K:.+]] = arith.addi %[[J]], %
// CHECK:           %[[V:.+]] = memref.load %x[%[[K]]]
// CHECK:           %[[BY:.+]] = memref.load %shift[]
// CHECK:           %[[W:.+]] = arith.addf %[[V]], %[[BY]]
// CHECK:           memref.store %[[W]], %y[%[[J]]]
// CHECK:           memref.load %x[%
qd.kernel @whole(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %shift: memref<f32>, %sum: memref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  qd.for (%i) in (%n) block_dim(128) name("first") {
    %k = arith.addi %i, %c1 : index
    // expected-note @+1 {{the first of them}}
    %v = memref.load %x[%k] : memref<?xf32>
    %by = memref.load %shift[] : memref<f32>
    %w = arith.addf %v, %by : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  %s = qd.for (%i) in (%n) name("between") reduce(addf) -> f32 {
    %v = memref.load %z[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  memref.store %s, %sum[] : memref<f32>
  // expected-remark @+1 {{runs statements of an earlier loop}}
  qd.for (%i) in (%n) name("last") {
    %k = arith.addi %i, %c1 : index
    %v = memref.load %x[%k] : memref<?xf32>
    memref.store %v, %z[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// What stays: no element in common; what stands between writes an array that it reads, or reads one that it writes, or
// may end the launch; other iterations would meet; another range; values of one another; atomics; an assert beside it.
// CHECK-LABEL: qd.kernel @other_elements
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK:         qd.for
// CHECK-NOT:       %x
// CHECK:           memref.load %p[%{{.+}}]
// CHECK-NOT:       %x
qd.kernel @other_elements(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %k = arith.addi %i, %c1 : index
    %p0 = memref.load %p[%k] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// CHECK-LABEL: qd.kernel @written_between
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %p[%c0]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @written_between(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %p[%c0] : memref<?xf32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// CHECK-LABEL: qd.kernel @read_between
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.load %x[%c0]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @read_between(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  %first = memref.load %x[%c0] : memref<?xf32>
  memref.store %first, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    %w = arith.addf %p0, %s : f32
    memref.store %w, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// CHECK-LABEL: qd.kernel @assert_between
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         qd.assert
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @assert_between(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %n: index, %fine: i1) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  qd.assert %fine, "is fine"
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    %w = arith.addf %p0, %s : f32
    memref.store %w, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// The later loop reads what another iteration would write.
// CHECK-LABEL: qd.kernel @meet
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @meet(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %k = arith.addi %i, %c1 : index
    %x0 = memref.load %x[%k] : memref<?xf32>
    %p0 = memref.load %p[%i] : memref<?xf32>
    %w = arith.addf %p0, %x0 : f32
    memref.store %w, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// CHECK-LABEL: qd.kernel @other_range
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @other_range(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index, %m: index) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%m) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// The sum needs what is stored to x.
// CHECK-LABEL: qd.kernel @one_group
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @one_group(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    %v = arith.mulf %p0, %p0 : f32
    memref.store %v, %x[%i] : memref<?xf32>
    qd.yield %v : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// CHECK-LABEL: qd.kernel @atomic
// CHECK:         memref.atomic_rmw
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.atomic_rmw
qd.kernel @atomic(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    %old = memref.atomic_rmw addf %p0, %x[%c0] : (f32, memref<?xf32>) -> f32
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// CHECK-LABEL: qd.kernel @beside_assert
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @beside_assert(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    %fine = arith.cmpf oge, %r0, %zero : f32
    qd.assert %fine, "is negative"
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// Arrays that may overlap are one.
// CHECK-LABEL: qd.kernel @overlap
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
qd.kernel @overlap(%x: memref<?xf32> {qd.may_alias}, %r: memref<?xf32> {qd.may_alias}, %p: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    memref.store %p0, %r[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// Two groups leave, one past the other one's target.
// CHECK-LABEL: qd.kernel @two_groups
// CHECK:         qd.for {{.*}} reduce(addf)
// CHECK-NOT:       memref.store
// CHECK:           qd.yield
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK:         qd.for {{.*}} name("of_p")
// CHECK:           memref.store %{{.+}}, %x[%
// CHECK:           memref.store %{{.+}}, %p[%
// CHECK:         qd.for {{.*}} name("of_q")
// CHECK:           memref.store %{{.+}}, %y[%
// CHECK:           memref.store %{{.+}}, %q[%
qd.kernel @two_groups(%x: memref<?xf32>, %y: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %q: memref<?xf32>,
                      %sum: memref<f32>, %n: index) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    // expected-note @+1 {{the first of them}}
    %p0 = memref.load %p[%i] : memref<?xf32>
    // expected-note @+1 {{the first of them}}
    %q0 = memref.load %q[%i] : memref<?xf32>
    memref.store %p0, %x[%i] : memref<?xf32>
    memref.store %q0, %y[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  // expected-remark @+1 {{runs statements of an earlier loop}}
  qd.for (%i) in (%n) name("of_p") {
    %p0 = memref.load %p[%i] : memref<?xf32>
    %p1 = arith.addf %p0, %s : f32
    memref.store %p1, %p[%i] : memref<?xf32>
  }
  // expected-remark @+1 {{runs statements of an earlier loop}}
  qd.for (%i) in (%n) name("of_q") {
    %q0 = memref.load %q[%i] : memref<?xf32>
    %q1 = arith.addf %q0, %s : f32
    memref.store %q1, %q[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// A number that all iterations load keeps no groups together; branches go with what is in them.
// CHECK-LABEL: qd.kernel @number_in_memory
// CHECK:         qd.for {{.*}} reduce(addf)
// CHECK-NOT:       %x
// CHECK:           qd.yield
// CHECK:         qd.for
// CHECK:           memref.load %alpha[]
// CHECK:           scf.if
// CHECK:             memref.store %{{.+}}, %x[%
// CHECK:           memref.store %{{.+}}, %p[%
qd.kernel @number_in_memory(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %alpha: memref<f32>, %sum: memref<f32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %a = memref.load %alpha[] : memref<f32>
    // expected-note @+1 {{the first of them}}
    %p0 = memref.load %p[%i] : memref<?xf32>
    %up = arith.cmpf ogt, %p0, %zero : f32
    scf.if %up {
      %dx = arith.mulf %a, %p0 : f32
      memref.store %dx, %x[%i] : memref<?xf32>
    }
    %b = memref.load %alpha[] : memref<f32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    %r1 = arith.mulf %r0, %b : f32
    memref.store %r1, %r[%i] : memref<?xf32>
    qd.yield %r1 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  // expected-remark @+1 {{runs statements of an earlier loop}}
  qd.for (%i) in (%n) {
    %p0 = memref.load %p[%i] : memref<?xf32>
    %p1 = arith.addf %p0, %s : f32
    memref.store %p1, %p[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// Nor is it a reason to move.
// CHECK-LABEL: qd.kernel @same_number
// CHECK:         memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.store %{{.+}}, %x[%
// CHECK:         memref.store %{{.+}}, %p[%
qd.kernel @same_number(%x: memref<?xf32>, %r: memref<?xf32>, %p: memref<?xf32>, %alpha: memref<f32>, %sum: memref<f32>, %n: index) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %a = memref.load %alpha[] : memref<f32>
    memref.store %a, %x[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %a = memref.load %alpha[] : memref<f32>
    memref.store %a, %p[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// A loop on a flag reads it, and may end the launch; so may a counted one.
// CHECK-LABEL: qd.kernel @flag
// CHECK:         memref.store %{{.+}}, %f[]
// CHECK:         qd.do_while
// CHECK-NOT:     memref.store %{{.+}}, %f[]
// CHECK:         qd.kernel @counted
// CHECK:         memref.store %{{.+}}, %y[%
// CHECK:         scf.for
// CHECK-NOT:     memref.store %{{.+}}, %y[%
// CHECK:         qd.kernel @while
// CHECK:         memref.store %{{.+}}, %y[%
// CHECK:         scf.while
// CHECK-NOT:     memref.store %{{.+}}, %y[%
qd.kernel @flag(%x: memref<1xi32>, %f: memref<i32>, %z: memref<?xf32>, %m: index) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  qd.for (%i) in (%c1) {
    %v = memref.load %x[%i] : memref<1xi32>
    memref.store %v, %f[] : memref<i32>
  }
  qd.do_while %f max(%m : index) : memref<i32> {
    qd.for (%i) in (%m) {
      %v = memref.load %z[%i] : memref<?xf32>
      memref.store %v, %z[%i] : memref<?xf32>
    }
  }
  qd.for (%i) in (%c1) {
    %v = memref.load %x[%i] : memref<1xi32>
    %w = arith.addi %v, %one : i32
    memref.store %w, %x[%i] : memref<1xi32>
  }
  qd.return
}
qd.kernel @counted(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  scf.for %k = %c0 to %n step %step {
    qd.for (%i) in (%n) {
      %v = memref.load %z[%i] : memref<?xf32>
      memref.store %v, %z[%i] : memref<?xf32>
    }
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  qd.return
}
qd.kernel @while(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<i32>, %n: index) {
  %zero = arith.constant 0 : i32
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  scf.while : () -> () {
    %left = memref.load %z[] : memref<i32>
    %more = arith.cmpi ne, %left, %zero : i32
    scf.condition(%more)
  } do {
    memref.store %zero, %z[] : memref<i32>
    scf.yield
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  qd.return
}

// -----

// What may end the launch between, waits for others, or prints beside. A task's size may be too large.
// CHECK-LABEL: qd.kernel @large_task
// CHECK:         memref.store %{{.+}}, %y[%
// CHECK:         memref.store %{{.+}}, %z[%
// CHECK-NOT:     memref.store %{{.+}}, %y[%
// CHECK:         qd.kernel @computed_size
// CHECK:         memref.store %{{.+}}, %y[%
// CHECK:         memref.alloc
// CHECK-NOT:     memref.store %{{.+}}, %y[%
// CHECK:         qd.kernel @polls
// CHECK:         memref.store %{{.+}}, %y[%
// CHECK:         qd.volatile_load
// CHECK-NOT:     memref.store %{{.+}}, %y[%
// CHECK:         qd.kernel @prints
// CHECK:         qd.print
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     qd.print
// CHECK:         qd.kernel @local
// CHECK:         memref.alloca
// CHECK:         memref.store %{{.+}}, %sum[]
// CHECK-NOT:     memref.alloca
qd.kernel @large_task(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?x?xf32>, %sizes: memref<i64>, %n: index) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  %size = memref.load %sizes[] : memref<i64>
  %m = arith.index_cast %size : i64 to index
  %zero = arith.constant 0.0 : f32
  qd.for (%i, %j) in (%m, %m) {
    memref.store %zero, %z[%i, %j] : memref<?x?xf32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  qd.return
}
qd.kernel @computed_size(%x: memref<?xf32>, %y: memref<?xf32>, %sizes: memref<i64>, %n: index) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  %size = memref.load %sizes[] : memref<i64>
  %m = arith.index_cast %size : i64 to index
  %t = memref.alloc(%m) : memref<?xf32>
  qd.for (%i) in (%m) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %t[%i] : memref<?xf32>
  }
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %u = memref.load %t[%i] : memref<?xf32>
    %w = arith.addf %v, %u : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  qd.return
}
qd.kernel @polls(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<i32>, %out: memref<i32>, %n: index) {
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  %now = qd.volatile_load %z[] : memref<i32>
  memref.store %now, %out[] : memref<i32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  qd.return
}
qd.kernel @prints(%x: memref<?xf32>, %y: memref<?xf32>, %r: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    qd.print "v {}", %v : f32
    memref.store %v, %y[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %r[%i] : memref<?xf32>
  }
  qd.return
}
qd.kernel @local(%x: memref<?xf32>, %y: memref<?xf32>, %r: memref<?xf32>, %sum: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %own = memref.alloca() : memref<2xf32>
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %own[%c0] : memref<2xf32>
    %w = memref.load %own[%c0] : memref<2xf32>
    memref.store %w, %y[%i] : memref<?xf32>
    %r0 = memref.load %r[%i] : memref<?xf32>
    qd.yield %r0 : f32
  }
  memref.store %s, %sum[] : memref<f32>
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %r[%i] : memref<?xf32>
  }
  qd.return
}

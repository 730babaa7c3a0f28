// Tasks by themselves, as the tests of the lowering have them: the grid is run, whatever the width.
// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=32 | qdc-run-grid - --blocks=1,4 "--order=forward,backward,random(1)" x=i32[3000]:iota n=3000 y=i32[1] | FileCheck %s
// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid=subgroup-width=64 | qdc-run-grid - --blocks=2 "--order=random(1)" x=i32[3000]:iota n=3000 y=i32[1] | FileCheck %s
// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid | qdc-run-grid - --device-subgroup=8 --blocks=1,4 "--order=random(1)" x=i32[3000]:iota n=3000 y=i32[1] | FileCheck %s
// The sum of 0 to 2999.
// CHECK: status: ok
// CHECK: y = [4498500]

// The second task needs what the first one left.
// RUN: qdc-opt %s --qd-name-symbols --convert-tasks-to-grid | qdc-run-grid - --device-subgroup=8 --launch=sum$1 x=i32[3000]:iota n=3000 y=i32[1] | FileCheck %s --check-prefix=ALONE
// ALONE: status: ok
// ALONE: y = [0]
qd.kernel @sum(%x: memref<?xi32>, %n: index, %y: memref<?xi32>) {
  qd.return
}
qd.task @sum.0 of @sum extent(#qd.size<"1">) partials [64]
    (%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %sum = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    qd.yield %v : i32
  }
}
qd.task @sum.1 of @sum extent(#qd.size<"1">)
    (%n: index {qd.slot = #qd.slot<scalar(1)>}, %y: memref<?xi32> {qd.slot = #qd.slot<array(2)>},
     %w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : index
  %sum = qd.combine_partials addi of %n iterations at 64 : i32
  memref.store %sum, %y[%c0] : memref<?xi32>
}

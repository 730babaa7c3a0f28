// RUN: qdc-opt %s --qd-verify-kernels --split-input-file --verify-diagnostics

// Attributes of qd stand on its own operations, and on kernels' arguments and results; elsewhere nothing reads them.

// expected-error @below {{'func.func' op has 'qd.foo', but attributes of 'qd' stand on its own operations, and on arguments and results of a 'qd.kernel'}}
func.func private @helper() attributes {qd.foo} {
  return
}

// -----

// expected-error @below {{'func.func' op argument 1 has 'qd.may_alias', but it stands on arguments of a 'qd.kernel'}}
// expected-error @below {{'func.func' op result 0 has 'qd.unsinged', but attributes of 'qd' stand on its own operations, and on arguments and results of a 'qd.kernel'; did you mean 'qd.unsigned'?}}
func.func private @helper(%a: i32, %x: memref<?xf32> {qd.may_alias}) -> (i32 {qd.unsinged}) {
  return %a : i32
}

// -----

// expected-error @below {{'func.func' op argument 0 has 'qd.dims', but it stands on arguments of a 'qd.kernel'}}
func.func private @shape(%x: memref<?xf32> {qd.dims = ["n"]}) {
  return
}

// -----

// Nor does a kernel's author say what the compiler says about functions.
// expected-error @below {{'func.func' op has 'qd.entry_point', but attributes of 'qd' stand on its own operations}}
func.func private @helper() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = []>} {
  return
}
// expected-error @below {{'func.func' op has 'qd.private_form', but attributes of 'qd' stand on its own operations}}
func.func private @other() attributes {qd.private_form = #qd.private_form<of = @f, atomics = 1, copies = [<slot = 0, merge = @f, neutral = 0x0>]>} {
  // expected-error @below {{'arith.constant' op has 'qd.source_task', but attributes of 'qd' stand on its own operations}}
  %0 = arith.constant {qd.source_task = #qd.source_task<"f.0" of "f">} 0 : i32
  return
}

// -----

// expected-error @below {{'memref.global' op has 'qd.unsigned', but it stands on arguments of a 'qd.kernel'}}
memref.global @g : memref<i32> = dense<0> {qd.unsigned}

// -----

qd.kernel @f(%a: i32, %c: i1) {
  // expected-error @below {{'arith.addi' op has 'qd.unsigend', but attributes of 'qd' stand on its own operations, and on arguments and results of a 'qd.kernel'; did you mean 'qd.unsigned'?}}
  %0 = arith.addi %a, %a {qd.unsigend} : i32
  scf.if %c {
  // expected-error @below {{'scf.if' op has 'qd.name', but attributes of 'qd' stand}}
    scf.if %c {
    } {qd.name = "inner"}
  }
}

// -----

// expected-error @below {{'builtin.module' op has 'qd.x', but attributes of 'qd' stand}}
module attributes {qd.x} {
}

// -----

// Those of others mean nothing.
module attributes {other.x} {
  func.func private @helper(%a: i32 {other.x}) attributes {other.x, llvm.x} {
    %0 = arith.addi %a, %a {other.x, plain} : i32
    return
  }
}

// -----

// How a loop is to be run: text, and one that the loader knows.
qd.kernel @f(%x: memref<?xf32>, %go: memref<i32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' op has 'qd.strategy' with the value "gird", but it takes one of "auto", "host", "graph", "replay", "block", "grid"}}
  scf.for %s = %c0 to %n step %c1 {
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
  } {qd.strategy = "gird"}
  // expected-error @below {{'qd.do_while' op has 'qd.strategy' with the value 2 : i64, but it takes one of "auto", "host", "graph", "replay", "block", "grid"}}
  %0 = qd.do_while %go : memref<i32> attributes {qd.strategy = 2} {
  }
  // expected-error @below {{'scf.while' op has 'qd.strategy' with the value unit, but it takes one of "auto",}}
  scf.while : () -> () {
    %more = arith.constant false
    scf.condition(%more)
  } do {
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
    scf.yield
  } attributes {qd.strategy}
}

// -----

// On what is no loop of the graph by its kind.
// expected-error @below {{'func.func' op argument 0 has 'qd.strategy', but it stands on 'qd.do_while', 'scf.for' and 'scf.while' that hold parallel loops}}
func.func private @helper(%x: memref<?xf32> {qd.strategy = "grid"}) {
  return
}
qd.kernel @f(%x: memref<?xf32>, %c: i1, %n: index, %k: f32) {
  // expected-error @below {{'scf.if' op has 'qd.strategy', but it stands on 'qd.do_while', 'scf.for' and 'scf.while' that hold parallel loops}}
  scf.if %c {
    qd.for (%i) in (%n) {
      memref.store %k, %x[%i] : memref<?xf32>
    }
  } {qd.strategy = "grid"}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.parallel' op has 'qd.strategy', but it stands on 'qd.do_while', 'scf.for' and 'scf.while' that hold parallel loops}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %k, %x[%i] : memref<?xf32>
    scf.reduce
  } {qd.strategy = "grid"}
  // expected-error @below {{'scf.for' op has 'qd.stratgey', but attributes of 'qd' stand on its own operations, and on arguments and results of a 'qd.kernel'; did you mean 'qd.strategy'?}}
  scf.for %s = %c0 to %n step %c1 {
  } {qd.stratgey = "grid"}
}

// -----

// On loops that are part of a task.
qd.kernel @f(%x: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' op has 'qd.strategy', but it holds no parallel loop, so it is part of a task, which runs it to its end; leave it out}}
  scf.for %s = %c0 to %n step %c1 {
    memref.store %k, %x[%s] : memref<?xf32>
  } {qd.strategy = "grid"}
  // expected-note @below {{the parallel loop}}
  qd.for (%i) in (%n) {
    // expected-error @below {{'scf.for' op has 'qd.strategy', but it stands in a parallel loop, so it is part of a task, which runs it to its end; leave it out}}
    scf.for %s = %c0 to %n step %c1 {
      scf.parallel (%j) = (%c0) to (%n) step (%c1) {
        memref.store %k, %x[%j] : memref<?xf32>
        scf.reduce
      }
    } {qd.strategy = "grid"}
    // expected-error @below {{'scf.while' op has 'qd.strategy', but it stands in a parallel loop}}
    scf.while : () -> () {
      %more = arith.constant false
      scf.condition(%more)
    } do {
      scf.yield
    } attributes {qd.strategy = "auto"}
    // expected-note @below {{through this call of 'inner'}}
    func.call @inner(%x, %n, %k) : (memref<?xf32>, index, f32) -> ()
  }
  func.call @inner(%x, %n, %k) : (memref<?xf32>, index, f32) -> ()
}
func.func private @inner(%x: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' op has 'qd.strategy', but it stands in a parallel loop}}
  scf.for %s = %c0 to %n step %c1 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %k, %x[%j] : memref<?xf32>
      scf.reduce
    }
  } {qd.strategy = "grid"}
  return
}

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

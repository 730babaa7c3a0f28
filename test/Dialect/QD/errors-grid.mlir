// RUN: qdc-opt %s --split-input-file --verify-diagnostics

func.func @f(%flat: i64, %x: f32) {
  %y = qd.iteration %flat -> i32 {
    // expected-error @+1 {{'qd.iteration_end' op ends with ('f32') a 'qd.iteration' that gives ('i32')}}
    qd.iteration_end %x : f32
  }
  return
}

// -----

func.func @f(%flat: i64, %x: f32) {
  qd.iteration %flat {
    // expected-error @+1 {{'qd.iteration_end' op ends with ('f32') a 'qd.iteration' that gives ()}}
    qd.iteration_end %x : f32
  }
  return
}

// -----

// Each block that ends the iteration must.
func.func @f(%flat: i64, %c: i1, %x: f32) {
  %y = qd.iteration %flat -> f32 {
    cf.cond_br %c, ^value, ^nothing
  ^value:
    qd.iteration_end %x : f32
  ^nothing:
    // expected-error @+1 {{'qd.iteration_end' op ends with () a 'qd.iteration' that gives ('f32')}}
    qd.iteration_end
  }
  return
}

// -----

// What ends early gives 0, which these types have.
func.func @f(%flat: i64, %x: memref<?xf32>) {
  // expected-error @+1 {{'qd.iteration' op result #0 must be variadic of signless integer or index or floating-point, but got 'memref<?xf32>'}}
  %y = qd.iteration %flat -> memref<?xf32> {
    qd.iteration_end %x : memref<?xf32>
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.iteration_end' op expects parent op 'qd.iteration'}}
  qd.iteration_end
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.leave' op expects parent op 'qd.leave_unless'}}
  qd.leave
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'qd.leave_unless' op stands in no 'qd.iteration', which it could end}}
  qd.leave_unless %c {
    qd.leave
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.grid_barrier' op has a body that does not take one i64, the thread's number in its subgroup}}
  qd.grid_barrier {
    qd.grid_barrier_end
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.grid_barrier' op has a body that does not take one i64, the thread's number in its subgroup}}
  qd.grid_barrier {
  ^bb0(%thread: i32):
    qd.grid_barrier_end
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.grid_barrier' op has a body that does not end with 'qd.grid_barrier_end' of its values}}
  %more = qd.grid_barrier -> i1 {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}

// -----

func.func @f(%more: i1) {
  // expected-error @+1 {{'qd.grid_barrier' op has a body that does not end with 'qd.grid_barrier_end' of its values}}
  qd.grid_barrier {
  ^bb0(%thread: i64):
    qd.grid_barrier_end %more : i1
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.grid_barrier' op has a body that does not end with 'qd.grid_barrier_end' of its values}}
  qd.grid_barrier {
  ^bb0(%thread: i64):
    cf.br ^bb0(%thread : i64)
  }
  return
}

// -----

func.func @f(%more: i1) {
  // expected-error @+1 {{'qd.grid_barrier' op gives 3 values; accepted: 2 or fewer}}
  %two:3 = qd.grid_barrier -> i1, i1, i1 {
  ^bb0(%thread: i64):
    qd.grid_barrier_end %more, %more, %more : i1, i1, i1
  }
  return
}

// -----

func.func @f(%words: memref<?xi64>) {
  // expected-error @+1 {{'qd.grid_barrier' op has its words at -1; accepted: 0 or more}}
  qd.grid_barrier at %words[-1] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.grid_barrier_end' op expects parent op 'qd.grid_barrier'}}
  qd.grid_barrier_end
}

// -----

func.func @f(%state: memref<?xi64>, %more: i1) {
  // expected-error @+1 {{'qd.grid_barrier' op ends its entry point, where no block waits for values, but gives some}}
  %value = qd.grid_barrier ends at %state[4] : memref<?xi64> -> i1 {
  ^bb0(%thread: i64):
    qd.grid_barrier_end %more : i1
  }
  return
}

// -----

func.func @f(%a: i1, %x: f32) -> i32 {
  %zero = arith.constant 0 : i32
  qd.return_unless %a {
    // expected-error @+1 {{'qd.return_early' op ends with ('f32') a function that gives ('i32')}}
    qd.return_early %x : f32
  }
  return %zero : i32
}

// -----

func.func @f(%flat: i64, %a: i1) {
  qd.iteration %flat {
    // expected-error @+1 {{'qd.return_unless' op stands in a 'qd.iteration', which it would end too; accepted there: 'qd.leave_unless'}}
    qd.return_unless %a {
      qd.return_early
    }
    qd.iteration_end
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'qd.return_early' op expects parent op 'qd.return_unless'}}
  qd.return_early
}

// -----

%a = arith.constant true
// expected-error @+1 {{'qd.return_unless' op stands in no function, which it could end}}
qd.return_unless %a {
  qd.return_early
}

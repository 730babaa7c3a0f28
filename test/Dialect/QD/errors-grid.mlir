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

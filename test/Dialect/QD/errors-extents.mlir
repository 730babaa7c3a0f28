// RUN: qdc-opt %s --split-input-file --verify-diagnostics

// What 'qd.dims' says of arguments.

// expected-error @+1 {{argument 'n' of type 'index' has 'qd.dims', which is for arrays}}
qd.kernel @f(%n: index {qd.dims = ["n"]}) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' is a list of 2 texts, one for each axis, for example ["n", "2 * n + 1", "?"], not '["n"]'}}
qd.kernel @f(%x: memref<?x?xf32> {qd.dims = ["n"]}) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' is a list of 1 texts, one for each axis, for example ["n", "2 * n + 1", "?"], not '[4]'}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = [4]}) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' is a list of 1 texts, one for each axis, for example ["n", "2 * n + 1", "?"], not '"n"'}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = "n"}) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' says "" of axis 0, which lacks a name or an integer at column 1; an extent is "?", or a sum or difference of integers, names and integer * name}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = [""]}) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' says "n + " of axis 1, which lacks a name or an integer at column 5; an extent is}}
qd.kernel @f(%x: memref<?x?xf32> {qd.dims = ["n", "n + "]}) {}

// -----

// expected-error @+1 {{says "n 1" of axis 0, which lacks '+' or '-' at column 3}}
qd.kernel @f(%n: index, %x: memref<?xf32> {qd.dims = ["n 1"]}) {}

// -----

// expected-error @+1 {{says "n * 2" of axis 0, which lacks '+' or '-' at column 3}}
qd.kernel @f(%n: index, %x: memref<?xf32> {qd.dims = ["n * 2"]}) {}

// -----

// expected-error @+1 {{says "2 * 3" of axis 0, which lacks a name at column 5}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["2 * 3"]}) {}

// -----

// expected-error @+1 {{says "2 *" of axis 0, which lacks a name at column 4}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["2 *"]}) {}

// -----

// expected-error @+1 {{says "2n" of axis 0, which lacks an integer of 64 bits, and '*' between it and a name at column 1}}
qd.kernel @f(%n: index, %x: memref<?xf32> {qd.dims = ["2n"]}) {}

// -----

// expected-error @+1 {{says "9223372036854775808" of axis 0, which lacks an integer of 64 bits, and '*' between it and a name at column 1}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["9223372036854775808"]}) {}

// -----

// expected-error @+1 {{says "-1 + n" of axis 0, which lacks a name or an integer at column 1}}
qd.kernel @f(%n: index, %x: memref<?xf32> {qd.dims = ["-1 + n"]}) {}

// -----

// expected-error @+1 {{says "? + 1" of axis 0, which lacks a name or an integer at column 1}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["? + 1"]}) {}

// -----

// expected-error @+1 {{says "1 + 2 + 3 + 4 + 5 + 6" of axis 0, which lacks the end, after 5 terms at column 19}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["1 + 2 + 3 + 4 + 5 + 6"]}) {}

// -----

// An axis that is more than the name defines nothing.
// expected-error @+1 {{'qd.dims' of argument 'r' says "m + 1" of axis 0, but nothing says what 'm' is: a scalar argument 'm' of type index, i32 or i64, or an axis that is "m" alone}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["n"]}, %r: memref<?xf32> {qd.dims = ["m + 1"]}) {}

// -----

// expected-error @+1 {{says "1 * n" of axis 0, but nothing says what 'n' is}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["1 * n"]}) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' says "n" of axis 0, but the scalar 'n' has type 'f32'; extents are made of scalars of type index, i32 and i64}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["n"]}, %n: f32) {}

// -----

// expected-error @+1 {{says "2 * n" of axis 0, but the scalar 'n' has type 'i16'}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["2 * n"]}, %n: i16) {}

// -----

// expected-error @+1 {{'qd.dims' of argument 'x' says "4" of axis 1, which is 4, but its type has 5 there}}
qd.kernel @f(%x: memref<?x5xf32> {qd.dims = ["?", "4"]}) {}

// -----

// The type of another array decides.
// expected-error @+1 {{'qd.dims' of argument 'y' says "2 * n + 1" of axis 0, which is 9, but its type has 8 there}}
qd.kernel @f(%y: memref<8xf32> {qd.dims = ["2 * n + 1"]}, %x: memref<4xf32> {qd.dims = ["n"]}) {}

// -----

// Two types that the launch could not please.
// expected-error @+1 {{'qd.dims' of argument 'z' says "n" of axis 0, which is 4, but its type has 5 there}}
qd.kernel @f(%x: memref<?xf32> {qd.dims = ["n"]}, %y: memref<4xf32> {qd.dims = ["n"]}, %z: memref<5xf32> {qd.dims = ["n"]}) {}

// -----

// What the launch decides is checked there.
qd.kernel @right(%x: memref<4xf32> {qd.dims = ["n"]}, %y: memref<5xf32> {qd.dims = ["n + m"]}, %n: i64,
                 %m: memref<?xf32> {qd.dims = ["m"]}, %e: memref<?xf32> {qd.dims = ["ü.1_$"]},
                 %z: memref<9xf32> {qd.dims = ["9223372036854775807 + 1"]}) {}

// RUN: qdc-opt %s --convert-grid-to-nvvm --verify-diagnostics

// Workgroup memory is all that a kernel has beside its slots.
// expected-error @+1 {{'memref.global' op cannot stand in a function of a grid}}
memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>

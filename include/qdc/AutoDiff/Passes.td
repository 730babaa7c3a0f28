//===- Passes.td - Passes that differentiate ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_AUTODIFF_PASSES_TD
#define QDC_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

def Differentiate : Pass<"qd-differentiate", "::mlir::ModuleOp"> {
  let summary = "make the derivatives that kernels ask for";
  let description = [{
    For each `qd.kernel @f` with `qd.differentiate` adds, after it, `@f.jvp`
    (mode "forward"), or `@f.grad` (mode "reverse") and, where nothing is kept
    between the sweeps, `@f.reverse`, and takes the attribute away. Derivatives
    are ordinary kernels; `@f` stays as it is.

    Needs inlined helpers and qd.for as the one parallel loop; works on kernels
    before `qd-offload`. What is not differentiated exactly is an error at the
    operation that is in the way.

    With `adstack-capacity`, loops of tasks keep what they carry on `qd.adstack`s of
    that capacity, whatever their trips: for tests.
  }];
  let options = [Option<"adstackCapacity", "adstack-capacity", "uint32_t", "0",
                        "keep what loops carry on adstacks of this capacity; 0: in arrays of fixed size">];
}

def WidenFloats : Pass<"qd-widen-floats", "::mlir::ModuleOp"> {
  let summary = "compute in f64 whatever is computed in floats";
  let description = [{
    Makes every f16, bf16 and f32 of a module an f64: arguments, arrays, globals,
    results, constants and arithmetic. Casts between floats go away. Where bits of a
    narrower float are taken or given, the value is cast to that type just there.

    `qdc check-grad` differentiates the result, to compare gradients in the types of
    the source with derivatives that are nearly free of rounding. Needs inlined
    helpers and works on kernels before `qd-offload`.
  }];
}

#endif // QDC_AUTODIFF_PASSES_TD

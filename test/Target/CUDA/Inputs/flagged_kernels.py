"""Writes kernels of one operation each, with and without flags that allow approximations."""

KERNELS = (
    ("rsqrt", "f32", "math.rsqrt %a : f32"),
    ("erf", "f32", "math.erf %a : f32"),
    ("erf_f64", "f64", "math.erf %a : f64"),
    ("exp", "f32", "math.exp %a : f32"),
    ("exp_contract", "f32", "math.exp %a fastmath<contract> : f32"),
    ("erf_afn", "f32", "math.erf %a fastmath<afn> : f32"),
    ("exp_afn", "f32", "math.exp %a fastmath<afn> : f32"),
    ("exp2_fast", "f32", "math.exp2 %a fastmath<fast> : f32"),
    ("division", "f32", "arith.divf %a, %k : f32"),
    ("division_afn", "f32", "arith.divf %a, %k fastmath<afn> : f32"),
)

for name, kind, operation in KERNELS:
    print(f"""qd.kernel @{name}(%x: memref<?x{kind}>, %k: {kind}, %n: index) {{
  qd.for (%i) in (%n) {{
    %a = memref.load %x[%i] : memref<?x{kind}>
    %r = {operation}
    memref.store %r, %x[%i] : memref<?x{kind}>
  }}
  qd.return
}}""")
print("""qd.kernel @division_arcp(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  qd.for (%i) in (%n) {
    %a = memref.load %x[%i] : memref<?xf32>
    %k = memref.load %y[%i] : memref<?xf32>
    %one = arith.constant 1.0 : f32
    %p = arith.divf %a, %k fastmath<arcp> : f32
    %b = arith.addf %a, %one : f32
    %q = arith.divf %b, %k fastmath<arcp> : f32
    %c = arith.addf %b, %one : f32
    %r = arith.divf %c, %k fastmath<arcp> : f32
    %pq = arith.mulf %p, %q : f32
    %pqr = arith.mulf %pq, %r : f32
    memref.store %pqr, %x[%i] : memref<?xf32>
  }
  qd.return
}""")

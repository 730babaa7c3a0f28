"""mpm88 as Quadrants runs it, on the device that was chosen before.

The settings are those that were fastest: fields rather than ndarrays, the default block size, fast math (the default).
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import protocol
import quadrants as qd


class Mpm88(protocol.Case):
    """A call is `substeps` launches of one kernel with four parallel loops."""

    def __init__(self, fluid):
        n, dt, substeps = fluid.nodes, fluid.dt, fluid.substeps
        dx = 1 / n
        mass = volume = (dx * 0.5) ** 2
        stiffness, gravity = 400.0, 9.8
        self.sums = fluid.values
        self.x = x = qd.Vector.field(2, qd.f32, fluid.particles)
        self.v = v = qd.Vector.field(2, qd.f32, fluid.particles)
        self.j = j = qd.field(qd.f32, fluid.particles)
        c = qd.Matrix.field(2, 2, qd.f32, fluid.particles)
        grid_v = qd.Vector.field(2, qd.f32, (n, n))
        grid_m = qd.field(qd.f32, (n, n))
        for field, value in ((x, fluid.x), (v, fluid.v), (c, fluid.c), (j, fluid.j)):
            field.from_numpy(value)

        @qd.kernel
        def substep():
            for a, b in grid_m:
                grid_v[a, b] = [0, 0]
                grid_m[a, b] = 0
            for p in x:
                base = (x[p] * n - 0.5).cast(int)
                fx = x[p] * n - base
                w = [0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1) ** 2, 0.5 * (fx - 0.5) ** 2]
                stress = -4 * dt * stiffness * volume * (j[p] - 1) * n * n
                affine = qd.Matrix([[stress, 0], [0, stress]]) + mass * c[p]
                for a, b in qd.static(qd.ndrange(3, 3)):
                    offset = qd.Vector([a, b])
                    weight = w[a][0] * w[b][1]
                    grid_v[base + offset] += weight * (mass * v[p] + affine @ ((offset - fx) * dx))
                    grid_m[base + offset] += weight * mass
            for a, b in grid_m:
                if grid_m[a, b] > 0:
                    u = grid_v[a, b] / grid_m[a, b]
                    u[1] -= dt * gravity
                    if (a < 3 and u[0] < 0) or (a > n - 3 and u[0] > 0):
                        u[0] = 0
                    if (b < 3 and u[1] < 0) or (b > n - 3 and u[1] > 0):
                        u[1] = 0
                    grid_v[a, b] = u
            for p in x:
                base = (x[p] * n - 0.5).cast(int)
                fx = x[p] * n - base
                w = [0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1) ** 2, 0.5 * (fx - 0.5) ** 2]
                new_v = qd.Vector.zero(qd.f32, 2)
                new_c = qd.Matrix.zero(qd.f32, 2, 2)
                for a, b in qd.static(qd.ndrange(3, 3)):
                    offset = qd.Vector([a, b])
                    weighted = w[a][0] * w[b][1] * grid_v[base + offset]
                    new_v += weighted
                    new_c += 4 * n * n * weighted.outer_product((offset - fx) * dx)
                v[p] = new_v
                x[p] += dt * new_v
                c[p] = new_c
                j[p] *= 1 + dt * new_c.trace()

        def call():
            for _ in range(substeps):
                substep()

        self.call = call

    finish = staticmethod(qd.sync)

    def values(self):
        return self.sums(self.x.to_numpy(), self.v.to_numpy(), self.j.to_numpy())

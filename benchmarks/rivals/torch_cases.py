"""Cases of `./dev bench cuda` on PyTorch's arrays, for the rivals that have no arrays of their own as well: what they start
from and what they result in. A subclass says how one call works.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import inputs_cuda as inputs
import protocol
import torch


class Case(protocol.Case):
    finish = staticmethod(torch.cuda.synchronize)


class Elementwise(Case):
    def __init__(self):
        self.x = torch.zeros(inputs.GRAPH_ELEMENTS).cuda()

    def values(self):
        return [self.x.double().sum().item()]


class Saxpy(Case):
    def __init__(self):
        self.x = torch.from_numpy(inputs.large_values()).cuda()
        self.y = torch.full_like(self.x, 0.5)

    def values(self):
        return [self.y.double().sum().item(), self.y[-1].item()]


class Sum(Case):
    """A call leaves the sum in `total`, an array of one element or none."""

    def __init__(self):
        self.x, self.total = torch.from_numpy(inputs.large_values()).cuda(), torch.zeros(1).cuda()

    def values(self):
        return [self.total.item()]

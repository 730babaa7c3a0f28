"""Measures one case: all its programs in turn, round by round, and medians at the end.

A machine whose speed drifts changes neighbours alike, so the ratio of two figures is steadier than either of them.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import statistics

from . import MeasureError


def measure(case, session, progress):
    """Figures by program name: the median, or a MeasureError that says why there is none.

    progress(text) is told what is going on. Without a figure of qdc's nothing else is measured.
    """
    names = ["qdc"] + [rival.name for rival in case.rivals]
    figures, samplers = {}, {}

    def attempt(name, work):
        """work(), or None after noting why it failed."""
        try:
            return work()
        except MeasureError as failure:
            figures[name] = failure
            samplers.pop(name, None)
            return None

    for name in names:
        progress(f"{case.title}: {name}")
        sampler = attempt(name, lambda name=name: case.method.sampler(session, name, case.name))
        if sampler:
            samplers[name] = sampler
        elif name == "qdc":
            return figures | {rival.name: MeasureError("qdc has no figure") for rival in case.rivals}
    samples = {name: [] for name in samplers}
    for turn in range(case.rounds + case.warm_up):
        progress(f"{case.title}: round {turn + 1} of {case.rounds + case.warm_up}")
        for name in list(samplers):
            figure = attempt(name, samplers[name])
            if figure is not None:
                samples[name].append(figure)
    return figures | {name: statistics.median(samples[name][case.warm_up:]) for name in samplers}

"""The harness of ./dev bench: cases with goals, programs that run them, rows of figures. See docs/benchmarks.md.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


class MeasureError(Exception):
    """A figure cannot be had; the message is the reason, as a row shows it."""


class Unavailable(MeasureError):
    """The machine lacks what the figure needs, such as a GPU: nobody failed."""


NO_DEVICE = 77  # the exit code of programs for which the machine has no device


def ended(code, errors):
    """What is to be raised when a program ended that should not have."""
    if code == NO_DEVICE:
        return Unavailable((errors.strip() or "no device").split("\n")[-1])
    return MeasureError(obituary(code, errors))


def obituary(code, errors):
    """How a program ended: its exit code, and the last line of `errors`, its standard error, that is not blank."""
    last = (errors.strip() or "nothing on standard error").split("\n")[-1]
    return f"ended with code {code}: {last}"

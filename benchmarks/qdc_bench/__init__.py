"""The harness of ./dev bench: cases with goals, programs that run them, rows of figures. See docs/benchmarks.md.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


class MeasureError(Exception):
    """A figure cannot be had; the message is the reason, as a row shows it."""

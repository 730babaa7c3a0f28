"""Rows of figures, as a table for people and as JSON (schema/bench.schema.json).

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import pathlib
import platform
import time

from . import MeasureError, Unavailable

SCALE = {"s": 1, "ms": 1e3, "us": 1e6, "kB": 1e-3, "libraries": 1}  # units in a second, in a byte, in one
BUSY_PERCENT = 10  # above it others use so much of the machine that figures mislead


def rows_of(case, figures, session):
    """One row for qdc's own goal and one for each rival, from the figures of measure()."""
    scaled = {name: float(f"{figure * SCALE[case.unit]:.5g}") for name, figure in figures.items()
              if not isinstance(figure, MeasureError)}
    ours = scaled.get("qdc")
    failure = ""
    if ours is None:
        failure = f"{'skipped' if isinstance(figures['qdc'], Unavailable) else 'failed'}: {figures['qdc']}"

    def bandwidth(figure):
        if case.moved is None or not figure:
            return None
        return float(f"{case.moved * SCALE[case.unit] / figure * 1e-9:.5g}")

    def row(rival_name, theirs, goal, figure, note):
        return {"case": case.title, "unit": case.unit, "qdc": ours, "rival": theirs, "rival_name": rival_name,
                "ratio": figure if rival_name else None, "goal": goal,
                "ok": None if goal is None or figure is None else figure <= goal, "bandwidth": bandwidth(ours),
                "rival_bandwidth": bandwidth(theirs), "note": failure or note}

    rows = []
    if case.goal is not None or not case.rivals:
        rows.append(row("", None, case.goal, ours, session.remarks.get(case.name, "")))
    for rival in case.rivals:
        theirs = scaled.get(rival.name)
        ratio = float(f"{ours / theirs:.4g}") if ours is not None and theirs else None
        note = f"skipped: {figures[rival.name]}"
        if theirs is not None:
            note = session.remarks.get((case.name, rival.name), "")
            own = session.remarks.get((case.name, "qdc"))
            note = f"{note}, qdc's {own.split()[-1]}" if note and own else note
        rows.append(row(session.title(rival.name), theirs, rival.limit, ratio, note))
    return rows


def line_of(row, width):
    """A row of the table; `width` is that of the longest title."""
    def figure(value):
        return "" if value is None else f"{value:.4g} {row['unit']}"

    ratio = "" if row["ratio"] is None else f"{row['ratio']:.3g}"
    goal = "" if row["goal"] is None else f"<= {row['goal']:g}"
    verdict = {True: "ok", False: "MISSED", None: ""}[row["ok"]]
    pair = (row["bandwidth"], row["rival_bandwidth"])
    rates = "" if None in pair else f"{pair[0]:.4g} and {pair[1]:.4g} GB/s"
    words = "; ".join(word for word in (row["rival_name"], rates, row["note"]) if word)
    return (f"{row['case']:{width}} {figure(row['qdc']):>12} {figure(row['rival']):>12} {ratio:>7} {goal:>7} "
            f"{verdict:6} {words}").rstrip()


def heading(width):
    return f"{'case':{width}} {'qdc':>12} {'rival':>12} {'ratio':>7} {'goal':>7}"


def failed(row):
    """Whether qdc failed. A figure that this machine cannot have is no failure."""
    return row["note"].startswith("failed: ")


def summary(rows):
    """How many goals there are, and what became of them."""
    goals = [row for row in rows if row["goal"] is not None]
    met, missed = (sum(row["ok"] is verdict for row in goals) for verdict in (True, False))
    return f"{met} of {len(goals)} goals met, {missed} missed, {len(goals) - met - missed} not measured"


def machine():
    """One line: processor, processors that this process may use, load average."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n")
        name = next(line.split(": ", 1)[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration, IndexError):
        name = platform.machine()
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    return f"{name}, {len(os.sched_getaffinity(0))} processors, load average {load}"


def busy_percent(seconds=1.0):
    """How much of all processors is in use while this process sleeps for `seconds`; None where it is not told."""
    def times():
        with open("/proc/stat", encoding="ascii") as stat:
            numbers = [int(word) for word in stat.readline().split()[1:9]]
        return sum(numbers), numbers[3] + numbers[4]  # all, and idle with waiting for disks

    try:
        total, idle = times()
        time.sleep(seconds)
        total_after, idle_after = times()
    except (OSError, ValueError, IndexError):
        return None
    if total_after == total:
        return None
    return 100 * (1 - (idle_after - idle) / (total_after - total))


def load_warning():
    """A line of warning where others use the machine, else None."""
    busy = busy_percent()
    if busy is None or busy <= BUSY_PERCENT:
        return None
    return f"warning: others use {busy:.0f} % of the processors, so figures are noise and ratios are rough"

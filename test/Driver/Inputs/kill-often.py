"""kill-often.py FOLDER SOURCE: ends compiles of SOURCE in FOLDER after more and more time, with SIGTERM, SIGINT and
SIGKILL, until one is done. After each the folder holds what it held, and the package only if the compile ended well.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import signal
import subprocess
import sys
import time

folder, source = sys.argv[1:]
before = set(os.listdir(folder))
output = os.path.join(folder, "killed.fatbin")
delay, done = 0.0, 0
while done < 3:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen(["qdc", "compile", source, "-o", output])
        time.sleep(delay)
        process.send_signal(number)
        code = process.wait()
        made = set(os.listdir(folder)) - before
        if code == 0:
            assert made == {"killed.fatbin"}, made
            done += 1
            os.remove(output)
        else:
            assert code == -number, code
            # The name may have been given just before the signal came; then all of it is there.
            assert made <= {"killed.fatbin"}, made
            if made:
                subprocess.run(["qdc", "inspect", output], check=True, stdout=subprocess.DEVNULL)
                os.remove(output)
    delay += 0.004

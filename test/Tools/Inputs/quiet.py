"""quiet.py COMMAND... --repeat: appends a number of launches that takes more than two seconds, found by trying fewer;
fails if one of the runs writes anything to standard error, which is a pipe. The command prints its report as JSON.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import subprocess
import sys

repeat, seconds = 100, 0
while seconds < 2.2:
    result = subprocess.run(sys.argv[1:] + [str(repeat)], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert result.stderr == "", result.stderr
    seconds = json.loads(result.stdout)["seconds"]["total"]
    repeat = int(repeat * 2.5 / seconds) + 1
print("quiet")

# fake_program.py BEHAVIOUR: serves any case as harness_test.py wants it, without doing any work.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

behaviour = sys.argv[1]
if behaviour == "absent":
    sys.exit("cannot import the framework")
if behaviour == "deviceless":
    print("no such device", file=sys.stderr)
    sys.exit(77)
# Seconds that the runs take, in turn. The first one is that of the check, the second one warms up.
SECONDS = {"slow": ["9", "9", "3", "1", "2"], "fast": ["9", "9", "1", "0.5", "1"],
           "growing": ["9", "8", "5", "8", "2"], "shrinking": ["9", "8", "2", "8", "5"]}
turns = iter(SECONDS.get(behaviour, ["1"] * 5))
print("ok pretends to be", behaviour, flush=True)
for line in sys.stdin:
    match line.split()[0]:
        case "start":
            reply = "error has no such case" if behaviour == "narrow" else "ok"
        case "values":
            reply = {"wrong": "ok 1 2.5", "short": "ok 1", "nan": "ok 1 nan",
                     "doubtful": "error wrong result: 2.5"}.get(behaviour, "ok 1 2")
        case "run":
            seconds = next(turns)
            if behaviour == "mortal" and seconds == "1":
                behaviour = "dying"
            elif behaviour == "dying":
                print("out of luck", file=sys.stderr)
                sys.exit(3)
            reply = f"ok about {seconds}" if behaviour == "talkative" else f"ok {seconds}"
            if behaviour == "stuck":
                continue
    print(reply, flush=True)

"""Two hundred processes use one cache at once, and every fifth is killed at some moment. The others must give right
packages and say nothing; afterwards every entry is whole, and what killed ones left is all that lies beside them.
Arguments: qdc, a source, "folder" or "server": where the cache is, the latter being nginx, with a secret."""
import contextlib
import pathlib
import random
import subprocess
import sys

from cache_servers import environment, nginx

PROCESSES, KINDS, AT_ONCE = 200, 4, 40
qdc, source, kind_of_place = sys.argv[1:]
store = pathlib.Path("crowd-server/www" if kind_of_place == "server" else "crowd-store")
environment["QDC_CACHE_SECRET"] = "sesame" if kind_of_place == "server" else ""
quiet = ["-j", "1", "--target=cpu:x86-64-v2", "-Wno-unused", "-Wno-race"]
chance = random.Random(42)


def command(kind, output, *more):
    return [qdc, "compile", source, "-o", output, f"-O{kind}", *quiet, *more]


expected = []
for kind in range(KINDS):
    subprocess.run(command(kind, "crowd.fatbin"), check=True)
    expected.append(pathlib.Path("crowd.fatbin").read_bytes())


def compile_in_crowd(place):
    for first in range(0, PROCESSES, AT_ONCE):
        crowd = []
        for number in range(first, first + AT_ONCE):
            kind = chance.randrange(KINDS)
            output = f"crowd-{number}.fatbin"
            process = subprocess.Popen(command(kind, output, f"--cache={place}"), env=environment,
                                       stderr=subprocess.PIPE, text=True)
            crowd.append((number, kind, output, process))
        for number, kind, output, process in crowd:
            if number % 5 == 0:
                try:
                    process.wait(chance.random() * 0.5)
                except subprocess.TimeoutExpired:
                    process.kill()
        for number, kind, output, process in crowd:
            errors = process.communicate()[1]
            if process.returncode == 0:
                assert pathlib.Path(output).read_bytes() == expected[kind], output
                assert errors == "", errors
            else:
                assert number % 5 == 0 and process.returncode == -9, (number, process.returncode, errors)


with nginx("crowd-server") if kind_of_place == "server" else contextlib.nullcontext(store) as place:
    compile_in_crowd(place)

entries = [path for path in store.glob("*/*") if not path.name.startswith(".")]
assert len(entries) == 2 * KINDS, entries  # a package and an image of each
left = [path.name for path in store.glob("*/.*")]
assert all(name.endswith(".tmp") for name in left), left
subprocess.run([qdc, "cache", "verify", f"--cache={store}"], check=True, env=environment,
               stdout=subprocess.DEVNULL)

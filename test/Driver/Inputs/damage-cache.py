"""Damages the entries of a cache in many ways. Each time a compile must warn once, give the package all the same and
mend the entry. Arguments: qdc, the source, the package as it must be."""
import os
import pathlib
import shutil
import subprocess
import sys

qdc, source, expected = sys.argv[1:]
package = pathlib.Path(expected).read_bytes()
store = pathlib.Path("damaged-store")
quiet = ["-Wno-unused", "-Wno-race"]


def compile_(*options):
    result = subprocess.run([qdc, "compile", source, "-o", "damaged.fatbin", f"--cache={store}", *quiet, *options],
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert pathlib.Path("damaged.fatbin").read_bytes() == package
    return result.stderr


shutil.rmtree(store, ignore_errors=True)
log = compile_("-v")
name = log.split("cache: no ", 1)[1].split(" for the package\n", 1)[0]
entry = pathlib.Path(name)
whole = entry.read_bytes()
assert compile_() == ""


def flipped(at):
    return whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:]


damages = {
    "it is empty": b"",
    "it is no entry of a cache of this version": b"something else\n",
    "it ends early": whole[:200],
    "its content has another digest": flipped(len(whole) - 1),
    "more follows its end": whole + b"\0",
    "it is the entry of another key": flipped(20),
}
for reason, content in damages.items():
    entry.write_bytes(content)
    message = compile_()
    assert message == f"qdc: warning: the cache entry '{entry}' is damaged: {reason}; compiled without it\n", message
    assert entry.read_bytes() == whole, reason
    assert compile_() == ""


def replace_by(reason, make):
    """What has the entry's name is no file of an entry: it is neither waited for nor read, and replaced itself."""
    entry.unlink()
    make()
    message = compile_()
    assert message == f"qdc: warning: the cache entry '{entry}' is damaged: {reason}; compiled without it\n", message
    assert not entry.is_symlink() and entry.read_bytes() == whole, reason


replace_by("it is no regular file", lambda: os.mkfifo(entry))
pathlib.Path("linked").write_bytes(b"of somebody else")
replace_by("it is no regular file", lambda: entry.symlink_to(pathlib.Path("linked").resolve()))
assert pathlib.Path("linked").read_bytes() == b"of somebody else"
replace_by("it has more than 268435456 bytes", lambda: entry.touch() or os.truncate(entry, 1 << 40))
for at in (at for at in range(0, len(whole), 97) if not 144 <= at < 208):  # the signature, which needs a secret
    entry.write_bytes(flipped(at))
    assert compile_().count("warning: ") == 1
    if at > 1500:
        break

"""Pretends to be `qdc run --json` on a GPU with a cache of code, for code-cache.test. FAULT names what goes wrong.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import os
import pathlib
import sys

options = dict(word[2:].split("=", 1) for word in sys.argv if word.startswith("--") and "=" in word)
fault, cache = os.environ["FAULT"], options.get("cache", os.environ.get("QDRT_CACHE"))
total = 2 if options["target"] == "cuda:sm_90" else 3
assert os.environ["CUDA_CACHE_DISABLE"] == "1"
folder = pathlib.Path(cache) / "ab" if cache else None
is_cached = bool(folder) and folder.exists() and fault != "forgets"
if folder and not is_cached:
    for made in (folder.parent, folder):
        made.mkdir(parents=True, exist_ok=True, mode=0o755 if fault == "open" else 0o700)
    for number in range(total):
        (folder / str(number)).touch()
if fault == "warns":
    print("qdc: warning: the cache entry 'x' is damaged: it is empty", file=sys.stderr)
code = {"compiled_code": 0 if is_cached else total, "cached_code": total if is_cached else 0,
        "kept_code": total if folder and not is_cached else 0}
print(json.dumps({"results": [], "arrays": {"y": 2 if is_cached and fault == "numbers" else 1}, "counters": code}))

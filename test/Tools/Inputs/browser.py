"""browser.py FILE...: opens each page in Chromium without a window or a network and prints the document as it is then,
scripts run and styles applied.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import pathlib
import subprocess
import sys
import tempfile

for page in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as profile:
        result = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
             f"--user-data-dir={profile}", "--dump-dom", pathlib.Path(page).resolve().as_uri()],
            env={**os.environ, "HOME": profile}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
    if result.returncode != 0 or not result.stdout:
        sys.exit(f"chromium exits with {result.returncode}:\n{result.stderr}")
    print(result.stdout)

"""terminal.py PATTERN COMMAND...: runs the command on a terminal of 100 columns until what it has written matches the
pattern, ends it and prints the match; fails if the command ends without.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios

pattern, command = re.compile(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 100, 0, 0))
    os.execvp(command[0], command)
text = ""
while not pattern.search(text):
    try:
        piece = os.read(terminal, 4096)
    except OSError:  # how Linux says that the other end is closed
        piece = b""
    if not piece:
        sys.exit(f"the command ended without '{sys.argv[1]}':\n{text}")
    text += piece.decode(errors="replace")
os.kill(child, signal.SIGTERM)
os.waitpid(child, 0)
print(pattern.search(text).group().encode("unicode_escape").decode())

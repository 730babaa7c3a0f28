"""complete.py SHELL SCRIPT LINE: has an interactive shell complete the line, with all that it offers inserted, and prints
the words it then has: a line for each. SCRIPT is qdc's completion for that shell.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import pty
import shlex
import subprocess
import sys
import tempfile

shell, script, line = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
BASH = f"""
source {shlex.quote(script)}
report() {{ printf '%s\\n' "$READLINE_LINE" > "$RESULT"; exit; }}
bind 'set completion-query-items 0'
bind '"\\t": insert-completions'
bind -x '"\\C-x": report'
"""
ZSH = f"""
fpath=({shlex.quote(os.path.dirname(script))} $fpath)
autoload -Uz compinit && compinit -u -D
everything() {{ _main_complete; compstate[insert]=all }}
zle -C everything complete-word everything
bindkey '^I' everything
report() {{ print -r -- $BUFFER > $RESULT; exit }}
zle -N report
bindkey '^X' report
"""
with tempfile.TemporaryDirectory() as home:
    result = os.path.join(home, "result")
    environment = {**os.environ, "HOME": home, "ZDOTDIR": home, "TERM": "xterm", "RESULT": result}
    if shell == "fish":
        command = ["fish", "--no-config", "-c", f"source {shlex.quote(script)}; complete -C {line!r}"]
        completed = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True)
        words = completed.stdout.splitlines()
    else:
        start = os.path.join(home, ".zshrc" if shell == "zsh" else ".bashrc")
        with open(start, "w") as file:
            file.write(ZSH if shell == "zsh" else BASH)
        child, terminal = pty.fork()
        if child == 0:
            os.execvpe(shell, ["zsh", "-d", "-i"] if shell == "zsh" else ["bash", "--noprofile", "--rcfile", start, "-i"], environment)
        os.write(terminal, line.encode() + b"\t\x18")
        try:
            while os.read(terminal, 4096):
                pass
        except OSError:  # how Linux says that the other end is closed
            pass
        os.waitpid(child, 0)
        with open(result) as file:
            words = file.read().split()
print("\n".join(words))

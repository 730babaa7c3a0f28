"""Of kernels with one inner loop: how many copies of its body PTX has, and how many registers their addresses stand in;
with --loads, of each of its forms in turn, how many loads its sums take.

usage: check_inner_loops.py [--loads] KERNEL... < FILE.ptx
"""
import re
import sys

text = sys.stdin.read()
shows_loads = "--loads" in sys.argv
for kernel in (argument for argument in sys.argv[1:] if argument != "--loads"):
    body = re.search(rf"\.entry {kernel}\$0\(.*?^}}", text, re.S | re.M).group()
    # Blocks that branch to their own beginning.
    loops = re.findall(r"^(\$L__BB\d+_\d+):(?:(?!^\$L__BB).)*?bra(?:\.uni)?\s+\1;", body, re.S | re.M)
    blocks = [re.search(rf"^{re.escape(label)}:(.*?)bra(?:\.uni)?\s+{re.escape(label)};", body, re.S | re.M).group(1)
              for label in loops]
    if shows_loads:
        for block in blocks:
            print(f"{kernel}$0: {block.count('fma.rn.f32')} sums of {block.count('ld.global')} loads")
        continue
    largest = max(blocks, key=len)
    if not all('.pragma "nounroll"' in block for block in blocks):
        print(f"{kernel}$0: a loop that the assembler may copy")
    addresses = set(re.findall(r"ld\.global\.b32\s+%r\d+, \[(%rd\d+)", largest))
    print(f"{kernel}$0: {largest.count('fma.rn.f32')} copies, {len(addresses)} addresses")

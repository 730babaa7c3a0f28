"""Passes standard input on and fails if anything in it is not for show: bytes that are not UTF-8, control characters but
for line ends and tabs, characters that set the direction of text or are not seen, no characters at all; or if a line
begins with FORGED, which only a line end in a name can do.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys
import unicodedata

data = sys.stdin.buffer.read()
sys.stdout.buffer.write(data)
sys.stdout.flush()
text = data.decode()  # strict
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "B"}
SEEN_BY_THEIR_EFFECT = "\u200c\u200d"  # joiners
for line in text.split("\n"):
    assert not line.startswith("FORGED"), line
for character in set(text) - set("\n\t" + SEEN_BY_THEIR_EFFECT):
    assert unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp"), ascii(character)
    assert unicodedata.bidirectional(character) not in DIRECTIONS, ascii(character)

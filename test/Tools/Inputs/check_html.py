"""Reads a page of qdc inspect --html from standard input or a file: tags are balanced, ids are unique, links lead
somewhere in the page, nothing is loaded and nothing is a script. Prints the page's text, one line for each piece.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import html.parser
import sys

EMPTY = {"meta"}
SELF_CLOSED = {"rect", "path"}
LOADS = {"src", "srcset", "data", "action", "poster", "background"}


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.texts = [], set(), [], []

    def handle_starttag(self, tag, attributes):
        assert tag not in ("script", "iframe", "img", "link", "object", "base"), tag
        names = [name for name, _ in attributes]
        assert not any(name.startswith("on") or name in LOADS for name in names), (tag, names)
        values = dict(attributes)
        if "id" in values:
            assert values["id"] not in self.ids, values["id"]
            self.ids.add(values["id"])
        if "href" in values:
            assert values["href"].startswith("#"), values["href"]
            self.links.append(values["href"][1:])
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if "style" in self.open:
            assert "url(" not in data and "@import" not in data
        else:
            self.texts += [line for line in data.split("\n") if line.strip()]


checker = Checker()
checker.feed((open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin).read())
checker.close()
assert not checker.open, checker.open
for link in checker.links:
    assert link in checker.ids, link
print("\n".join(checker.texts))

"""Reads what the headers of include/qdrt say which function may return which qdrt_status.

usage: status_lists.py HEADER...          says what is wrong with the lists, a line each, and exits with 1 if anything is
       status_lists.py --watch HEADER...  prints the header for C++ by which the loader's tests hold what they see
                                          against the lists (test/runtime/StatusWatch.h)

The last part of a function's comment is "Returns: ITEM; ITEM." An item is "as FUNCTION", "the driver's", or names of
statuses with the reason; the only item may be "no others". The head of the first file says which statuses are the driver's,
and which every function may return.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys
from pathlib import Path

# A comment that begins its line, or a function.
PART = re.compile(r'^ *(/\*.*?\*/)|^QDRT_API ([^;]*?)\b(qdrt_\w+)\(', re.DOTALL | re.MULTILINE)
STATUS = r'QDRT_[A-Z_]+'
NAMES = re.compile(rf'{STATUS}(?:(?:, | and | or ){STATUS})*(?= |$)')


def plain(comment):
    """The text of a comment in one line."""
    return ' '.join(re.sub(r'^ ?\* ?', '', line).strip() for line in comment[2:-2].splitlines()).strip()


class Lists:
    """The statuses of each function, by names; `findings` are the mistakes in their description."""

    def __init__(self, text):
        self.findings = []
        body = re.search(r'QDRT_ENUM\(qdrt_status\) \{(.*?)\}', text, re.DOTALL).group(1)
        self.statuses = {name: int(number) for name, number in re.findall(rf'^ *({STATUS}) = (\d+)', body, re.MULTILINE)}
        head = [plain(f'/*{rule}*/') for rule in text[:text.index('*/')].split('\n *  - ')]
        self.common = {name for rule in head if '"Returns:"' in rule for name in self.named(rule)}
        self.driver = {name for rule in head if rule.startswith('"the driver\'s"') for name in self.named(rule)}
        self.comments, self.known = self.read_comments(text), {}
        for function in self.comments:
            self.returned_by(function)
        self.check()

    def named(self, text):
        """The statuses that a text names."""
        return set(re.findall(STATUS, text)) & set(self.statuses)

    @staticmethod
    def read_comments(text):
        """For each function that returns a status the comment of its own, or else the one above."""
        comments, comment = {}, ''
        for part in PART.finditer(text):
            if part.group(1):
                comment = plain(part.group(1))
            elif part.group(2).strip() == 'qdrt_status':
                comments[part.group(3)] = comment
        return comments

    def returned_by(self, function):
        """All that a function may return."""
        if function not in self.known:
            self.known[function] = set(self.common)  # also for a list that is said to be its own
            _, found, items = self.comments[function].rpartition('Returns: ')
            if not found or not items.endswith('.'):
                self.findings.append(f"{function} has no list, 'Returns: STATUS for a reason; STATUS.'")
            elif items != 'no others.':
                self.known[function] |= set().union(*(self.read_item(function, item) for item in items[:-1].split('; ')))
        return self.known[function]

    def read_item(self, function, item):
        if item == "the driver's":
            return self.driver
        if item.startswith('as ') and item[3:] in self.comments:
            return self.returned_by(item[3:])
        names = NAMES.match(item)
        if not names:
            self.findings.append(f"{function} returns '{item}', which is no status")
            return set()
        given = set(re.findall(STATUS, names.group()))
        for name in sorted(given - set(self.statuses)):
            self.findings.append(f"{function} returns '{name}', which is no status")
        return given & set(self.statuses)

    def check(self):
        for function, comment in self.comments.items():
            for name in sorted(self.named(comment) - self.known[function]):
                self.findings.append(f"the comment of {function} has '{name}', which its list lacks")
        if not self.common:
            self.findings.append('the head of the file does not say what every function may return')
        if not self.driver:
            self.findings.append("the head of the file does not say what the driver's are")
        returned = set().union({'QDRT_OK'}, *self.known.values())
        for name in self.statuses:
            if name not in returned:
                self.findings.append(f"no function returns '{name}'")


def watching_header(lists):
    lines = ['// Made by test/docs/status_lists.py of the headers in include/qdrt.', '#include "StatusWatch.h"']
    for function, returned in lists.known.items():
        mask = sum(1 << lists.statuses[name] for name in {'QDRT_OK', *returned})
        lines.append(f'#define {function}(...) watchStatus("{function}", {mask:#x}, ({function})(__VA_ARGS__))')
    return '\n'.join(lines)


def main(*arguments):
    watch = '--watch' in arguments
    lists = Lists('\n'.join(Path(path).read_text(encoding='utf-8') for path in arguments if path != '--watch'))
    if lists.findings:
        print('\n'.join(lists.findings), file=sys.stderr)
        return 1
    print(watching_header(lists) if watch else
          f'{len(lists.known)} functions list the statuses that they return')
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))

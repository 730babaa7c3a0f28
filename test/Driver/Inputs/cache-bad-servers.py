"""Compiles with caches on servers that are not as they should be. Arguments: qdc, two sources."""
import contextlib
import hashlib
import hmac
import pathlib
import shutil
import socket
import struct
import sys
import time

from cache_servers import Compiler, answer_to, answering

qdc, source, second = sys.argv[1:]
compiler = Compiler(qdc, source)
HEAD, SIGNATURE = 208, 64
shutil.rmtree("store", ignore_errors=True)
compiler.expect("", "--cache=store")
good = {f"/{path.relative_to('store')}": path.read_bytes() for path in pathlib.Path("store").glob("*/*")}
assert len(good) == 2


def expect_once(reason, answer, asked=1):
    """A server whose first answer is wrong: one warning, and it is not asked again."""
    with answering(answer) as (url, requests):
        compiler.expect(f"qdc: warning: cannot read '{url}{{...}}{reason}; compiled without it\n", f"--cache={url}")
        assert len(requests) == asked, requests


def gets(answer):
    return lambda method, path, body: answer if method == "GET" else answer_to(201)


def endless(start, piece, pause=0.0):
    yield start
    while True:
        time.sleep(pause)
        yield piece


# Servers that are not there, or say nothing.
with socket.create_server(("127.0.0.1", 0)) as closed:
    port = closed.getsockname()[1]
compiler.expect(f"qdc: warning: cannot read 'http://127.0.0.1:{port}/{{...}}Couldn't connect to server; compiled "
                "without it\n", f"--cache=http://127.0.0.1:{port}")
compiler.expect("qdc: warning: cannot read 'http://host.invalid/{...}': Could not resolve host: host.invalid; compiled "
                "without it\n", "--cache=http://host.invalid")
with socket.create_server(("127.0.0.1", 0), backlog=0) as full, contextlib.ExitStack() as waiting:
    for _ in range(4):  # what is not accepted fills the queue, and the next one gets no answer
        client = waiting.enter_context(socket.socket())
        client.setblocking(False)
        client.connect_ex(full.getsockname())
    compiler.expect("qdc: warning: cannot read 'http://127.0.0.1:{...}; compiled without it\n",
                    f"--cache=http://127.0.0.1:{full.getsockname()[1]}")
SLOW = "Operation too slow. Less than 1000 bytes/sec transferred the last 5 seconds"
expect_once(f"': {SLOW}", lambda *request: None)
expect_once(f"': {SLOW}", lambda *request: endless(b"HTTP/1.1 200 X\r\nContent-Length: 5000\r\n\r\n", b"x", 0.2))

# Answers that are none.
expect_once("': Empty reply from server", gets(b""))
expect_once("': Received HTTP/0.9 when not allowed", gets(b"\0\xffgarbage\n" * 20))
expect_once("", gets(b"HTTP/1.1 two hundred\r\n\r\n"))
expect_once("", gets(b"HTTP/1.1 200 X\r\nContent-Length: many\r\n\r\n"))
expect_once("': transfer closed with 100 bytes remaining to read", gets(answer_to(200, b"", 100)))
expect_once("", gets(b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"))
expect_once("': the answer has a header of more than 65536 bytes",
            lambda *request: endless(b"HTTP/1.1 200 X\r\n", b"Name: value\r\n" * 1000))
expect_once("': the answer has a header of more than 65536 bytes",
            lambda *request: endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000))
LARGE = "': the answer is larger than 268435456 bytes"
expect_once(LARGE, gets(b"HTTP/1.1 200 X\r\nContent-Length: 1000000000000\r\n\r\n"))
expect_once(LARGE, lambda *request: endless(b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n",
                                            b"100000\r\n" + bytes(1 << 20) + b"\r\n"))
for status, meaning in [(204, ""), (301, ", moved; redirects are not followed"),
                        (302, ", found elsewhere; redirects are not followed"),
                        (303, ", see elsewhere; redirects are not followed"),
                        (307, ", found elsewhere; redirects are not followed"),
                        (308, ", moved; redirects are not followed"),
                        (401, ", unauthorized: it expects QDC_CACHE_TOKEN, or a user and a password in the URL"),
                        (403, ", forbidden"), (500, ", internal server error"), (502, ", bad gateway"),
                        (503, ", service unavailable"), (599, "")]:
    expect_once(f"': the server answers {status}{meaning}", gets(answer_to(status)))

# A redirect leads nowhere.
with answering(lambda *request: answer_to(200)) as (elsewhere, asked):
    moved = f"HTTP/1.1 302 X\r\nLocation: {elsewhere}/a\r\nContent-Length: 0\r\n\r\n".encode()
    expect_once("': the server answers 302, found elsewhere; redirects are not followed", gets(moved))
    assert asked == []


# Whole answers with wrong entries: the server is asked for what comes next, and gets what is right.
def expect_mended(finding, wrong, **variables):
    taken = {}

    def answer(method, path, body):
        if method == "PUT":
            taken[path] = body
        return answer_to(201 if method == "PUT" else 200, b"" if method == "PUT" else wrong(path))
    with answering(answer) as (url, requests):
        compiler.expect(f"qdc: warning: the cache entry '{url}/{{...}}' {finding}; compiled without it\n",
                        f"--cache={url}", **variables)
    assert taken.keys() == good.keys()
    return taken


def damaged(finding, wrong):
    assert expect_mended(f"is damaged: {finding}", wrong) == good


def rewritten(path, content, key=None):
    """An entry with everything right but the signature."""
    key = key or path.replace("/", "")
    return (b"QDCACHE2" + key.encode() + hashlib.sha256(content).hexdigest().encode() +
            struct.pack("<Q", len(content)) + b"-" * SIGNATURE + content)


first, other = good
for path, content in good.items():
    assert rewritten(path, content[HEAD:]) == content
damaged("it is empty", lambda path: b"")
damaged("it is no entry of a cache of this version", lambda path: b"<!DOCTYPE html><title>Please sign in</title>")
damaged("it is the entry of another key", lambda path: good[other if path == first else first])
damaged("it ends early", lambda path: good[path][:-1])
damaged("it ends early", lambda path: good[path][:HEAD - 1])
damaged("more follows its end", lambda path: good[path] + b"\0")
damaged("its content has another digest", lambda path: good[path][:-1] + bytes([good[path][-1] ^ 1]))
damaged("it holds something else", lambda path: rewritten(path, b"something else"))
damaged("it holds something else", lambda path: rewritten(path, good[path][HEAD:-8]))


# Who can forge key and digest is found out where entries are signed.
def signed(entry, secret="sesame"):
    """An independent signature, of the 144 bytes before it."""
    head = entry[:HEAD - SIGNATURE]
    return head + hmac.new(secret.encode(), head, hashlib.sha256).hexdigest().encode() + entry[HEAD:]


all_signed = {path: signed(entry) for path, entry in good.items()}
mine = {"QDC_CACHE_SECRET": "sesame"}
unsigned = "is refused: it is not signed by the secret"
unknown = "is refused: its signature is not by the secret"
compiler.expect(f"qdc: warning: the cache entry 'store{{...}}' {unsigned}; compiled without it\n", "--cache=store", **mine)
assert {f"/{path.relative_to('store')}": path.read_bytes() for path in pathlib.Path("store").glob("*/*")} == all_signed
compiler.expect("", "--cache=store", **mine)
compiler.expect("", "--cache=store")
compiler.expect("", "--cache=store", QDC_CACHE_SECRET="")
code, messages = compiler.run("cache", "verify", "--cache=store", QDC_CACHE_SECRET="another")
assert code == 1 and messages.count(f"' {unknown}\n") == 2, messages
assert compiler.run("cache", "verify", "--cache=store", **mine)[0] == 0
assert expect_mended(unsigned, lambda path: good[path], **mine) == all_signed
assert expect_mended(unknown, lambda path: signed(good[path], "another"), **mine) == all_signed
forged = rewritten(first, good[other][HEAD:])
expect_mended(unknown, lambda path: forged[:HEAD - SIGNATURE] + all_signed[path][HEAD - SIGNATURE:HEAD] + forged[HEAD:]
              if path == first else signed(good[path], "another"), **mine)
with answering(lambda method, path, body: answer_to(200, all_signed[path])) as (url, requests):
    compiler.expect("", f"--cache={url}", **mine)
    compiler.expect("", f"--cache={url}")  # without a secret, entries that are signed are read like others


# Servers that break off while they are written to.
def cut(method, path, body):
    return b"" if method == "PUT" else answer_to(404)


with answering(cut) as (url, requests):
    compiler.expect(f"qdc: warning: cannot write '{url}/{{...}}': Empty reply from server; not kept\n", f"--cache={url}")
    assert [method for method, *_ in requests] == ["GET", "GET", "PUT"]

with answering(lambda method, path, body: answer_to(409 if method == "PUT" else 410)) as (url, requests):
    compiler.expect(f"qdc: warning: cannot write '{url}/{{...}}': the server answers 409, conflict: it does not make the "
                    "folders of entries; not kept\n", f"--cache={url}")
    assert [method for method, *_ in requests] == ["GET", "GET", "PUT"]

# fill: an error, after which nothing is compiled for nothing.
with answering(lambda method, path, body: answer_to(201 if method == "PUT" else 404)) as (url, requests):
    code, messages = compiler.run("cache", "fill", source, second, f"--cache={url}", *compiler.options)
    lines = messages.splitlines()
    assert code == 1 and len(lines) == 2, messages
    assert all(line.startswith(f"qdc: error: cannot write '{url}/") and
               line.endswith("': the server takes it and does not have it then") for line in lines), messages
code, messages = compiler.run("cache", "fill", source, second, second, f"--cache=http://127.0.0.1:{port}",
                              *compiler.options)
lines = messages.splitlines()
assert code == 1 and len(lines) == 2 and lines[0].startswith(f"qdc: error: cannot read 'http://127.0.0.1:{port}/"), messages
assert lines[1] == f"qdc: error: the cache takes no more entries: left out '{second}' and what follows it", messages
code, messages = compiler.run("cache", "fill", source, second, f"--cache=http://127.0.0.1:{port}", "--cache=beside",
                              *compiler.options)
assert code == 1 and messages.count("\n") == 1 and len(list(pathlib.Path("beside").glob("*/*"))) == 4, messages

with answering(lambda method, path, body: b"" if method == "HEAD" else answer_to(404)) as (url, requests):
    code, messages = compiler.run("cache", "fill", source, f"--cache={url}", *compiler.options)
    assert code == 1 and messages.startswith(f"qdc: error: cannot look for '{url}/") and messages.count("\n") == 1


def answer_fill(head, put=201):
    return lambda method, path, body: {"HEAD": head, "GET": answer_to(404), "PUT": answer_to(put)}[method]


for status, meaning in [(204, ""), (302, ", found elsewhere; redirects are not followed"), (403, ", forbidden"),
                        (500, ", internal server error")]:
    with answering(answer_fill(answer_to(status))) as (url, requests):
        code, messages = compiler.run("cache", "fill", source, f"--cache={url}", *compiler.options)
        assert code == 1 and messages.startswith(f"qdc: error: cannot look for '{url}/"), messages
        assert messages.endswith(f"': the server answers {status}{meaning}\n") and messages.count("\n") == 1, messages
# A server that does not say how large an entry is gets it, and is believed then.
with answering(answer_fill(b"HTTP/1.1 200 X\r\n\r\n")) as (url, requests):
    assert compiler.run("cache", "fill", source, f"--cache={url}", *compiler.options) == (0, "")
    assert [method for method, *_ in requests] == ["GET", "GET"] + ["HEAD", "PUT", "HEAD"] * 2

# What fill failed at is what it says, whatever else was wrong with the place.
with answering(lambda method, path, body: answer_to(403) if method == "PUT" else answer_to(200, b"damaged")) as (url, _):
    code, messages = compiler.run("cache", "fill", source, f"--cache={url}", *compiler.options)
    assert code == 1 and messages.startswith(f"qdc: error: cannot write '{url}/") and messages.count("\n") == 1, messages
    assert messages.endswith("': the server answers 403, forbidden\n"), messages
    compiler.expect(f"qdc: warning: the cache entry '{url}/{{...}}' is damaged: it is no entry of a cache of this version; "
                    "compiled without it\n", f"--cache={url}")

"""Compiles with a cache on nginx. Arguments: qdc, two sources."""
import contextlib
import pathlib
import re
import shutil
import sys
import urllib.error
import urllib.request

from cache_servers import TAKES_PUT, Compiler, nginx

qdc, source, second = sys.argv[1:]
compiler = Compiler(qdc, source)
KEY = r"[0-9a-f]{2}/[0-9a-f]{62}"
www, log, store = pathlib.Path("server/www"), pathlib.Path("server/access.log"), pathlib.Path("store")


def entries(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("*/*")}


def asked(url):
    """What the server was asked for since the last call, with the answers: "GET 404"."""
    # nginx writes its line after the answer, and before it takes the next request.
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url.replace("/cache", "/marker"))
    lines = [line for line in log.read_text().splitlines() if "/marker" not in line]
    log.write_text("")
    found = [re.search(rf'"([A-Z]+) /cache/{KEY} HTTP/1\.1" ([0-9]+) ', line).groups() for line in lines]
    return [f"{method} {status}" for method, status in found]


def clear(*folders):
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def check_server_alone(url):
    compiler.expect("", f"--cache={url}")
    assert asked(url) == ["GET 404", "GET 404", "PUT 201", "PUT 201"], "no package, no image; then both"
    whole = entries(www / "cache")
    assert len(whole) == 2
    compiler.expect("", f"--cache={url}/")  # a '/' at the end makes no other URL
    compiler.expect("", QDC_CACHE_REMOTE=url)
    assert asked(url) == ["GET 200", "GET 200"]
    messages = compiler.compile(f"--cache={url}", "-v")[1]
    assert re.search(rf"^qdc: cache: found {url}/{KEY} for the package$", messages, re.M), messages
    assert "phase" not in messages
    messages = compiler.compile(f"--cache={url}", "--target=cpu:x86-64-v3", "-v")[1]
    assert re.search(rf"^qdc: cache: no {url}/{KEY} for cpu:x86-64-v3$", messages, re.M), messages
    assert re.search(rf"^qdc: cache: found {url}/{KEY} for cpu:x86-64-v2$", messages, re.M), messages
    asked(url)
    # Warnings are repeated.
    compiler.options.remove("-Wno-unused")
    first, again = compiler.compile(f"--cache={url}"), compiler.compile(f"--cache={url}")
    compiler.options.append("-Wno-unused")
    assert first == again and "[-Wunused]" in first[1]
    asked(url)
    # What lies there is as in a folder, and damage is mended.
    compiler.expect("", "--cache=server/www/cache")
    for name, content in whole.items():
        (www / "cache" / name).write_bytes(content[:-1])
    compiler.expect("qdc: warning: the cache entry 'http://{...}' is damaged: it ends early; compiled without it\n",
                    f"--cache={url}")
    assert whole.items() <= entries(www / "cache").items()
    asked(url)


def check_folder_before(url):
    clear(store, www / "cache")
    both = [f"--cache={store}", f"--cache={url}"]
    compiler.expect("", *both)
    assert asked(url) == ["GET 404", "GET 404", "PUT 201", "PUT 201"]
    assert len(entries(store)) == 2 and entries(store) == entries(www / "cache")
    compiler.expect("", *both)
    assert asked(url) == [], "the folder has it"
    # A hit on the server is put into the folder, package or image, and variables stand for options.
    clear(store)
    compiler.expect("", f"--cache={store}", QDC_CACHE_REMOTE=url)
    assert asked(url) == ["GET 200"]
    assert len(entries(store)) == 1 and entries(store).items() <= entries(www / "cache").items()
    compiler.compile("--target=cpu:x86-64-v3", QDC_CACHE=str(store), QDC_CACHE_REMOTE=url)
    assert asked(url) == ["GET 404", "GET 200", "GET 404", "PUT 201", "PUT 201"]
    # An option replaces the variable of its kind alone.
    clear(store)
    compiler.expect("", f"--cache={url}", QDC_CACHE=str(store), QDC_CACHE_REMOTE="http://127.0.0.1:1")
    assert len(entries(store)) == 1
    asked(url)
    # An entry of the folder that is damaged is taken from the server, and mended.
    (name, content), = entries(store).items()
    (store / name).write_bytes(b"")
    compiler.expect("qdc: warning: the cache entry 'store/{...}' is damaged: it is empty; the package was found all the "
                    "same\n", *both)
    assert entries(store) == {name: content}
    pathlib.Path("file").write_text("text")
    compiler.expect("qdc: warning: cannot read 'file/{...}': Not a directory; the package was found all the same\n",
                    "--cache=file", f"--cache={url}")
    asked(url)


def check_fill(url):
    clear(store, www / "cache")
    target = ["--target=cpu:x86-64-v2", "-j", "1", "-Wno-unused", "-Wno-race"]
    assert compiler.run("cache", "fill", source, second, f"--cache={url}", *target) == (0, "")
    # Each is looked for, compiled, written and looked for again.
    assert asked(url) == 2 * (["GET 404"] * 2 + ["HEAD 404", "PUT 201", "HEAD 200"] * 2)
    assert compiler.run("cache", "fill", source, second, f"--cache={url}", *target) == (0, "")
    assert asked(url) == ["GET 200"] * 2
    assert len(entries(www / "cache")) == 4
    compiler.expect("", f"--cache={url}")
    # What the folder has, the server gets, and the other way round.
    whole = entries(www / "cache")
    assert compiler.run("cache", "fill", source, second, f"--cache={store}", f"--cache={url}", *target) == (0, "")
    assert entries(store) == whole
    clear(www / "cache")
    asked(url)
    assert compiler.run("cache", "fill", source, second, f"--cache={store}", f"--cache={url}", *target) == (0, "")
    assert asked(url) == ["HEAD 404", "PUT 201", "HEAD 200"] * 4
    assert entries(www / "cache") == whole
    # One that has another size there is written anew.
    name = next(iter(whole))
    (www / "cache" / name).write_bytes(b"short")
    assert compiler.run("cache", "fill", source, second, f"--cache={store}", f"--cache={url}", *target) == (0, "")
    assert entries(www / "cache") == whole
    # Damage that leaves the size, and entries without a signature where there is a secret: what was read and found wrong
    # is written anew, though HEAD would say that it is there.
    for path in (www / "cache").glob("*/*"):
        content = path.read_bytes()
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    for secret in ["", "sesame"]:
        code, messages = compiler.run("cache", "fill", source, second, f"--cache={url}", *target, QDC_CACHE_SECRET=secret)
        assert code == 0 and messages.count("warning: the cache entry ") == messages.count("\n") == 2, messages
        assert entries(www / "cache").keys() == whole.keys()
        assert compiler.run("cache", "verify", "--cache=server/www/cache", QDC_CACHE_SECRET=secret)[0] == 0
        assert secret or entries(www / "cache") == whole
    asked(url)


def check_refusing(location, reason):
    """A server that does not take entries is one warning of each compile; what it has is read. For fill it is an error."""
    clear("closed")
    with nginx("closed", location) as address:
        refusal = f"cannot write '{address}/cache/{{...}}': the server answers {reason}"
        compiler.expect(f"qdc: warning: {refusal}; not kept\n", f"--cache={address}/cache")
        code, messages = compiler.run("cache", "fill", source, second, f"--cache={address}/cache", *compiler.options)
        before, _, after = refusal.partition("{...}")
        lines = messages.splitlines()
        assert code == 1 and lines[0].startswith(f"qdc: error: {before}") and lines[0].endswith(after), messages
        if "413" in reason:  # another one may be smaller
            assert len(lines) == 2 and lines[1].endswith(after), messages
        else:
            assert lines[1:] == [f"qdc: error: the cache takes no more entries: left out '{second}'"], messages
        # With a folder all are compiled all the same, and there is one error.
        code, messages = compiler.run("cache", "fill", source, second, f"--cache={address}/cache", "--cache=beside",
                                      *compiler.options)
        assert code == 1 and messages.count("\n") == (2 if "413" in reason else 1), messages
        assert len(entries(pathlib.Path("beside"))) == 4
        clear("beside")
        shutil.copytree("server/www", "closed/www", dirs_exist_ok=True)
        compiler.expect("", f"--cache={address}/cache")


with nginx("server") as address:
    check_server_alone(address + "/cache")
    check_folder_before(address + "/cache")
    check_fill(address + "/cache")
check_refusing("limit_except GET { deny all; }", "403, forbidden")
check_refusing("if ($request_method = PUT) { return 405; }", "405, method not allowed")
check_refusing("if ($request_method = PUT) { return 507; }", "507, insufficient storage")
check_refusing("client_max_body_size 300; " + TAKES_PUT, "413, content too large")
check_refusing("dav_methods PUT;", "500, internal server error")  # it does not make the folders of entries

"""Compiles with a cache on an nginx that wants credentials, over http and https. Arguments: qdc, a source. own.pem is the
certificate of 127.0.0.1, by no authority, and key.pem its key."""
import pathlib
import shutil
import sys

from cache_servers import TAKES_PUT, Compiler, answer_to, answering, nginx

compiler = Compiler(*sys.argv[1:])
folder = pathlib.Path.cwd()
TOKEN = 'if ($http_authorization != "Bearer sesame") { return 401; } ' + TAKES_PUT
PASSWORD = 'if ($http_authorization != "Basic dXNlcjpzZXNhbWU=") { return 401; } ' + TAKES_PUT  # user:sesame
UNAUTHORIZED = "the server answers 401, unauthorized: it expects QDC_CACHE_TOKEN, or a user and a password in the URL"
HTTPS = {"listen": " ssl", "scheme": "https",
         "server": f'ssl_certificate "{folder}/own.pem"; ssl_certificate_key "{folder}/key.pem";'}


def taken():
    """Whether the server got the entries; it has none afterwards."""
    count = len(list(pathlib.Path("server/www").glob("*/*")))
    shutil.rmtree("server")
    assert count in (0, 2)
    return count == 2


def taken_by(requests):
    """What a proxy was asked for: whole URLs."""
    return [path for _, path, _ in requests]


def expect_silent(secret, *options, **variables):
    assert secret not in compiler.compile(*options, "-v", **variables)[1]


with nginx("server", TOKEN) as url:
    refusal = f"qdc: warning: cannot read '{url}/{{...}}': {UNAUTHORIZED}; compiled without it\n"
    compiler.expect(refusal, f"--cache={url}")
    compiler.expect(refusal, f"--cache={url}", QDC_CACHE_TOKEN="wrong")
    compiler.expect(refusal, "--cache=" + url.replace("//", "//user:sesame@"))
    expect_silent("sesame", "--cache=" + url.replace("//", "//user:sesame@"))
    compiler.expect("", f"--cache={url}", QDC_CACHE_TOKEN="sesame")
    expect_silent("sesame", f"--cache={url}", QDC_CACHE_TOKEN="sesame")
assert taken()

with nginx("server", PASSWORD) as url:
    compiler.expect(f"qdc: warning: cannot read '{url}/{{...}}': {UNAUTHORIZED}; compiled without it\n", f"--cache={url}")
    compiler.expect("", "--cache=" + url.replace("//", "//user:ses%61me@"))
    expect_silent("ses", "--cache=" + url.replace("//", "//user:sesame@"))
assert taken()

with nginx("server", TOKEN, **HTTPS) as url:
    compiler.expect(f"qdc: warning: cannot read '{url}/{{...}}': SSL certificate problem: self-signed certificate; "
                    "compiled without it\n", f"--cache={url}", QDC_CACHE_TOKEN="sesame")
    other = {"CURL_CA_BUNDLE": "absent.pem", "SSL_CERT_FILE": "own.pem"}
    compiler.expect(f"qdc: warning: cannot read '{url}/{{...}}; compiled without it\n", f"--cache={url}",
                    QDC_CACHE_TOKEN="sesame", **other)
    # The certificate is another host's.
    named = url.replace("127.0.0.1", "localhost")
    compiler.expect(f"qdc: warning: cannot read '{named}/{{...}}; compiled without it\n", f"--cache={named}",
                    QDC_CACHE_TOKEN="sesame", CURL_CA_BUNDLE="own.pem")
    assert not list(pathlib.Path("server/www").glob("*/*"))
    compiler.expect("", f"--cache={url}", QDC_CACHE_TOKEN="sesame", CURL_CA_BUNDLE="own.pem")
    compiler.expect("", f"--cache={url}", QDC_CACHE_TOKEN="sesame", SSL_CERT_FILE="own.pem")
    # http where https is spoken.
    plain = url.replace("https", "http")
    compiler.expect(f"qdc: warning: cannot read '{plain}/{{...}}': the server answers 400; compiled without it\n",
                    f"--cache={plain}")
assert taken()

# A proxy of the environment never sees what goes to this machine, whatever its name; what goes elsewhere it does.
with nginx("server", TOKEN) as url, answering(lambda *request: answer_to(404)) as (proxy, seen):
    through = {"http_proxy": proxy, "https_proxy": proxy, "all_proxy": proxy}
    compiler.expect("", "--cache=" + url.replace("127.0.0.1", "localhost"), QDC_CACHE_TOKEN="sesame", **through)
    assert taken_by(seen) == []
    compiler.expect("", f"--cache={url}", QDC_CACHE_TOKEN="sesame", **through)
    assert taken_by(seen) == []
    compiler.compile("--cache=http://cache.invalid", **through)
    assert "http://cache.invalid/" in taken_by(seen)[0]
assert taken()

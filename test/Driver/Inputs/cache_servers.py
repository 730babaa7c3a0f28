"""Servers on the loopback for tests of caches, which end with the test whatever happens to it.

  with nginx(folder) as url: ...                      nginx that takes PUT, or does what else its location says
  with answering(answer) as (url, requests): ...      answer(method, path, body) gives the raw bytes of the answer

Programs are started without variables that would lead them to other caches or proxies: `environment`."""
import contextlib
import ctypes
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import threading
import time

environment = {name: value for name, value in os.environ.items()
               if not name.startswith("QDC_CACHE") and not name.lower().endswith("_proxy")
               and name not in ("CURL_CA_BUNDLE", "SSL_CERT_FILE")}
libc = ctypes.CDLL(None)

CONFIGURATION = """
daemon off;
master_process off;
pid "{folder}/pid";
error_log "{folder}/error.log";
events {{ worker_connections 256; }}
http {{
  access_log "{folder}/access.log";
  client_body_temp_path "{folder}/body";
  proxy_temp_path "{folder}/unused";
  fastcgi_temp_path "{folder}/unused";
  uwsgi_temp_path "{folder}/unused";
  scgi_temp_path "{folder}/unused";
  client_max_body_size 64m;
  server {{
    listen 127.0.0.1:{port}{listen};
    root "{folder}/www";
    location / {{ {location} }}
    {server}
  }}
}}
"""
TAKES_PUT = "dav_methods PUT; create_full_put_path on;"


def end_with_parent():
    PR_SET_PDEATHSIG = 1
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def start_nginx(folder, port, listen, location, server):
    (folder / "conf").write_text(CONFIGURATION.format(folder=folder, port=port, listen=listen, location=location,
                                                      server=server))
    program = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "conf", "-e", folder / "error.log"],
                               stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=end_with_parent)
    while program.poll() is None:
        if is_listening(port) and (folder / "pid").exists():
            return program
        time.sleep(0.02)
    return None


@contextlib.contextmanager
def nginx(folder, location=TAKES_PUT, server="", listen="", scheme="http"):
    folder = pathlib.Path(folder).resolve()
    (folder / "www").mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] += ":/usr/sbin"
    program = None
    for _ in range(10):  # another process may take the port first
        port = free_port()
        program = start_nginx(folder, port, listen, location, server)
        if program:
            break
    assert program, (folder / "error.log").read_text()
    try:
        yield f"{scheme}://127.0.0.1:{port}"
    finally:
        program.kill()
        program.wait()


def read_request(connection):
    """Method, path, headers and body; None where the other end has nothing more to ask."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
    head, body = data.split(b"\r\n\r\n", 1)
    lines = head.decode().split("\r\n")
    method, path, _ = lines[0].split(" ")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    return method, path, headers, body


def answer_to(status, body=b"", announced=None):
    size = len(body) if announced is None else announced
    return f"HTTP/1.1 {status} X\r\nContent-Length: {size}\r\n\r\n".encode() + body


@contextlib.contextmanager
def answering(answer, context=None):
    """`answer` gives bytes, or an iterator of pieces; None: it keeps the connection and says nothing. The connection is
    closed after it."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    requests, stopped = [], threading.Event()

    def serve(connection):
        with contextlib.suppress(OSError, ssl.SSLError), connection:
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            request = read_request(connection)
            if not request:
                return
            method, path, headers, body = request
            requests.append((method, path, headers))
            pieces = answer(method, path, body)
            if pieces is None:
                stopped.wait()
                return
            for piece in [pieces] if isinstance(pieces, bytes) else pieces:
                connection.sendall(piece)
                if stopped.is_set():
                    return
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass

    def accept():
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"{'https' if context else 'http'}://127.0.0.1:{listener.getsockname()[1]}", requests
    finally:
        stopped.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


class Compiler:
    """Compiles one source, and holds what comes of it against a compile without a cache."""

    def __init__(self, qdc, source):
        self.qdc, self.source = qdc, source
        self.options = ["-j", "1", "--target=cpu:x86-64-v2", "-Wno-unused", "-Wno-race"]
        self.package = self.compile()[0]

    def run(self, *words, **variables):
        """Exit code and messages."""
        result = subprocess.run([self.qdc, *words], env={**environment, **variables}, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def compile(self, *options, **variables):
        """The package and the messages; the compile succeeded."""
        output = pathlib.Path("compiled.fatbin")
        output.unlink(missing_ok=True)
        code, messages = self.run("compile", self.source, "-o", output, *self.options, *options, **variables)
        assert code == 0, messages
        return output.read_bytes(), messages

    def expect(self, message, *options, **variables):
        """A compile that gives the right package; `message` begins what it says, where {...} stands for anything: one
        warning, or "" for none."""
        package, messages = self.compile(*options, **variables)
        assert package == self.package, "another package"
        before, _, after = message.partition("{...}")
        assert messages.startswith(before) and messages.endswith(after) and (messages == "") == (message == ""), messages
        assert messages.count("\n") == (message != ""), messages

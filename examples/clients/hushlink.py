#!/usr/bin/env python3
"""A client of Hushlink in Python 3.9 or newer and its standard library. README.md says how to use it."""

import argparse
import base64
import http.client
import io
import json
import os
import re
import secrets
import sys
import tempfile
import time
import urllib.request

SERVER = (os.environ.get("HUSHLINK_SERVER") or "http://localhost:3000").rstrip("/")
LINK = re.compile(r"(?:(https?://.+)/(secret|private)/)?([0-9a-z]{31})")
TIMEOUT_SECONDS = 30
LONGEST_WAIT_SECONDS = 60
LOST_SECONDS = 1


def main():
    # With None in its place print and argparse would take standard output.
    sys.stderr = sys.stderr or io.StringIO()
    arguments = read_arguments()
    try:
        output = arguments.run(arguments).encode()
        deliver(output, is_only_copy=arguments.run is open_secret)
    except Failure as failure:
        say(f"hushlink: {failure}")
        return failure.exit_code
    return 0


def share(arguments):
    try:
        content = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise Failure(2, "standard input is not UTF-8") from None
    made = call(SERVER, "secret/conceal", {"secret": content, **terms(arguments)})
    say(f"private: {made['metadata']['metadata_url']}")
    return f"{made['metadata']['share_url']}\n"


def generate(arguments):
    made = call(SERVER, "secret/generate", terms(arguments))
    say(f"private: {made['metadata']['metadata_url']}")
    return f"{made['metadata']['share_url']}\n{made['secret_value']}\n"


def open_secret(arguments):
    site, side, key = arguments.link
    if side == "private":
        raise Failure(2, "a private link opens nothing; it tells what became of the secret")
    if sys.stdout is None:
        raise Failure(2, "standard output is closed; nothing was opened")
    opening = {"continue": True, "passphrase": passphrase()}
    return call(site, f"secret/{key}", opening, claimant=secrets.token_urlsafe(16))["secret_value"]


def status(arguments):
    site, side, key = arguments.link
    return call(site, f"secret/{key}/status" if side == "secret" else f"private/{key}")["state"] + "\n"


def burn(arguments):
    site, side, key = arguments.link
    return call(site, f"{side}/{key}/burn", {"continue": True, "passphrase": passphrase()})["state"] + "\n"


def say(line):
    """On standard error, if anybody reads it."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        # What is left of the line would be tried again at the end, and make that 120.
        sys.stderr = io.StringIO()


def deliver(output, is_only_copy):
    try:
        with open(1, "wb", closefd=False) as file:
            file.write(output)
    except OSError:
        kept = f"; {keep(output)}" if is_only_copy else ""
        raise Failure(9, f"the output could not be written{kept}") from None


def keep(content):
    """In a file that nobody else can read. Says how that went."""
    try:
        descriptor, path = tempfile.mkstemp(prefix="hushlink-")
        with open(descriptor, "wb") as file:
            file.write(content)
    except OSError:
        return "the content is lost"
    return f"the content is in {path}"


def call(site, path, body=None, claimant=None, has_waited=False):
    """The record of the answer. A server that says when to come again is asked once more."""
    code, retry_after, answer = ask_as(claimant, site, path, body)
    if answer["success"]:
        return answer["record"]
    may_come_again = code in (429, 503) and answer["error_type"] != "StoreUncertain" and retry_after.isdecimal()
    if may_come_again and not has_waited and int(retry_after) <= LONGEST_WAIT_SECONDS:
        time.sleep(int(retry_after))
        return call(site, path, body, claimant, has_waited=True)
    left = f" (tries left: {answer['tries_left']})" if "tries_left" in answer else ""
    raise Failure(exit_code(code, answer["error_type"]), answer["message"] + left)


def ask_as(claimant, site, path, body):
    """A claimant may ask again for an answer that was lost on the way."""
    headers = {"Idempotency-Key": claimant} if claimant else {}
    try:
        return ask(site, path, body, headers)
    except Failure as failure:
        if not claimant or failure.exit_code != 6:
            raise
    time.sleep(LOST_SECONDS)
    return ask(site, path, body, headers)


def ask(site, path, body, more):
    """Status, Retry-After and JSON of the answer, whatever the status."""
    data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", **more, **authorization(site)}
    try:
        request = urllib.request.Request(f"{site}/api/v2/{path}", data, headers)
        with urllib.request.build_opener(AsItCame).open(request, timeout=TIMEOUT_SECONDS) as response:
            code, retry_after, answer = response.status, response.headers.get("Retry-After", ""), json.load(response)
    except (OSError, http.client.HTTPException) as error:
        hint = "if this was to change something, ask for the status first"
        raise Failure(6, f"no answer from {site} ({error}); {hint}") from None
    except ValueError:
        code, answer = None, None
    if not isinstance(answer, dict) or "success" not in answer:
        raise Failure(8, f"{site} does not answer like a Hushlink")
    return code, retry_after, answer


class AsItCame(urllib.request.HTTPErrorProcessor):
    """Refusals are read like any answer, and no redirect is followed: it would take the token along."""

    def http_response(self, request, response):
        return response

    https_response = http_response


def authorization(site):
    user, token = os.environ.get("HUSHLINK_USER"), setting("HUSHLINK_TOKEN")
    if not user or site != SERVER:
        return {}
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{token}".encode()).decode()}


def exit_code(code, error_type):
    if error_type == "WrongPassphrase":
        return 4
    return {404: 3, 409: 3, 429: 5}.get(code, 8 if code >= 500 else 7)


def terms(arguments):
    return {"ttl": arguments.ttl, "passphrase": passphrase()}


def passphrase():
    return setting("HUSHLINK_PASSPHRASE")


def setting(name):
    """The variable, or what the file holds that is named instead, without newlines at its end."""
    path = os.environ.get(f"{name}_FILE")
    if not path:
        return variable(name)
    try:
        with open(path, encoding="utf-8", newline="") as file:
            value = file.read().rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(2, f"{path}: {error}") from None
    if not value:
        raise Failure(2, f"there is nothing in {path}")
    return value


def variable(name):
    value = os.environ.get(name, "")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Failure(2, f"{name} is not UTF-8") from None
    return value


def link(text):
    found = LINK.fullmatch(sys.stdin.readline().strip() if text == "-" else text)
    if not found:
        raise argparse.ArgumentTypeError("neither a link nor a key")
    return found[1] or SERVER, found[2] or "secret", found[3]


def read_arguments():
    parser = argparse.ArgumentParser(prog="hushlink.py", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run in {"share": share, "generate": generate}.items():
        command = commands.add_parser(name)
        command.add_argument("--ttl", metavar="SECONDS", default="")
        command.set_defaults(run=run)
    for name, run in {"open": open_secret, "status": status, "burn": burn}.items():
        command = commands.add_parser(name)
        command.add_argument("link", type=link, metavar="LINK")
        command.set_defaults(run=run)
    return parser.parse_args()


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.exit_code = code


if __name__ == "__main__":
    sys.exit(main())

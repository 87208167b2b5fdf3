"""The shell, its files and its worker, as they go out."""

import gzip
import re

import msgspec
import pytest

from carreau.desk.assets import assets, lean
from carreau.desk.words import PARTS, REST, packed, part_of, words
from tests.desk.desks import Bench

SCRIPT = """// What it is.
/**
 * A long one.
 * @param {string} path
 */
export function show(path) {
  /** @type {any} */
  const found = /** @type {any} */ (window)[path]; // not this one
  /* nor */ return found ?? "http://desk/* no comment */";
}
"""


def test_a_script_goes_out_without_comments_and_with_its_lines() -> None:
    assert lean(SCRIPT.encode()).decode().splitlines() == [
        *[""] * 5,
        "export function show(path) {",
        "",
        "const found = (window)[path]; // not this one",
        '/* nor */ return found ?? "http://desk/* no comment */";',
        "}",
    ]


def test_the_digest_is_that_of_everything_that_a_page_shows() -> None:
    found = assets()
    assert re.fullmatch("[0-9a-f]{12}", found.digest)
    assert found.digest == assets().digest
    assert "sw.js" not in found.named
    script = found.named["app.js"]
    assert script.packed is not None
    assert gzip.decompress(script.packed) == script.plain


@pytest.mark.parametrize("path", ["/", "/new", "/settings", "/join", "/play/K7QM2XR4", "/j/K7QM2XR4"])
def test_the_shell_is_the_same_everywhere(quick: Bench, path: str) -> None:
    http = quick.phone().http
    reply = http.get(path)
    assert reply.status_code == 200
    assert reply.text == http.get("/").text
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert "require-trusted-types-for 'script'" in reply.headers["content-security-policy"]
    again = http.get(path, headers={"If-None-Match": reply.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_file_under_its_digest_never_changes(quick: Bench) -> None:
    http = quick.phone().http
    address = re.search(r'src="(/s/\w+/app\.js)"', http.get("/").text)
    assert address is not None
    reply = http.get(address[1])
    assert reply.status_code == 200
    assert reply.headers["content-encoding"] == "gzip"
    assert "immutable" in reply.headers["cache-control"]
    assert http.get(re.sub(r"/s/\w+/", "/s/000000000000/", address[1])).status_code == 404
    assert http.get(address[1].replace("app.js", "pages.py")).status_code == 404


def test_the_worker_is_asked_for_each_time_and_knows_all_files(quick: Bench) -> None:
    reply = quick.phone().http.get("/sw.js")
    assert reply.headers["cache-control"] == "no-store"
    assert f'const DIGEST = "{assets().digest}";' in reply.text
    assert '"petanque_ends.js"' in reply.text
    assert "const GONE = false;" in reply.text


def test_every_text_of_a_page_is_in_one_part() -> None:
    parts = [set(msgspec.json.decode(packed("fi", part)[0])["texts"]) for part in (REST, *PARTS)]
    assert sum(len(part) for part in parts) == len(words("fi")["texts"])
    assert part_of("desk.ends.none") == "core"
    assert part_of("sided\x04desk.held.line") == "screens"
    assert part_of("desk.nobody.thought.of.it") == REST

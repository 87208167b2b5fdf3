"""What stands on the pages of a PDF, read back out of its bytes: enough for the ones that we print."""

import re
import zlib
from collections.abc import Iterator

OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\s*(.*?)\s*endobj", re.DOTALL)
INSIDE = rb"(?:\\.|[^\\()])*"  # of a text in brackets, which may hold brackets in their turn
NESTED = rb"\((?:" + INSIDE + rb"(?:\(" + INSIDE + rb"\))?)*\)"
RUN = re.compile(rb"/(f\d+) [\d.]+ Tf|\bBT\b|\bET\b|" + NESTED + rb"|<[0-9A-Fa-f]+>", re.DOTALL)
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

Objects = dict[int, bytes]


def objects(pdf: bytes) -> Objects:
    """The objects of a PDF by number."""
    return {int(number): body for number, body in OBJECT.findall(pdf)}


def stream(body: bytes) -> bytes:
    """What an object streams, unpacked."""
    length = re.search(rb"/Length (\d+)", body)
    start = body.index(b"stream\n") + len(b"stream\n")
    assert length is not None
    return zlib.decompress(body[start : start + int(length[1])])


def pages(pdf: bytes) -> list[list[str]]:
    """The texts of each page, one for each piece that was set at once."""
    known = objects(pdf)
    sheets = [body for body in known.values() if re.search(rb"/Type/Page(?!s)", body)]
    return [list(_texts(known, body)) for body in sheets]


def _texts(known: Objects, page: bytes) -> Iterator[str]:
    resources = known[int(_named(rb"/Resources (\d+) 0 R", page))]
    listed = re.search(rb"/Font<<(.*?)>>", resources)
    fonts = dict(re.findall(rb"/(f\d+) (\d+) 0 R", listed[1])) if listed else {}
    letters = {name: _letters(known, known[int(number)]) for name, number in fonts.items()}
    font, text, inside = b"", "", False
    for run in RUN.finditer(stream(known[int(_named(rb"/Contents (\d+) 0 R", page))])):
        if run[1]:
            font = run[1]
        elif run[0] in (b"BT", b"ET"):
            if inside:
                yield text
            text, inside = "", run[0] == b"BT"
        elif inside:
            text += "".join(letters[font].get(code, "?") for code in _codes(run[0]))


def _named(pattern: bytes, body: bytes) -> bytes:
    found = re.search(pattern, body)
    assert found is not None, (pattern, body[:200])
    return found[1]


def _letters(known: Objects, font: bytes) -> dict[int, str]:
    """The characters behind the numbers that a font's text is written in."""
    table = stream(known[int(_named(rb"/ToUnicode (\d+) 0 R", font))])
    found: dict[int, str] = {}
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, text in re.findall(rb"<(\w+)>\s*<(\w+)>", part):
            found[int(code, 16)] = _utf16(text)
    for part in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, text in re.findall(rb"<(\w+)>\s*<(\w+)>\s*<(\w+)>", part):
            for code in range(int(first, 16), int(last, 16) + 1):
                found[code] = chr(ord(_utf16(text)) + code - int(first, 16))
    return found


def _utf16(text: bytes) -> str:
    return bytes.fromhex(text.decode()).decode("utf-16-be")


def _codes(run: bytes) -> list[int]:
    raw = bytes.fromhex(run[1:-1].decode()) if run[:1] == b"<" else ESCAPE.sub(_plain, run[1:-1])
    return [int.from_bytes(raw[n : n + 2], "big") for n in range(0, len(raw), 2)]


def _plain(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    return bytes([int(code, 8) & 0xFF]) if code[:1].isdigit() else PLAIN.get(code, code)

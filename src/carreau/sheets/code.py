"""The square code of an address, as a drawing."""

from io import BytesIO

import segno


def squares(address: str) -> str:
    """The code as SVG, black on white with its quiet margin of four modules."""
    drawn = BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=4, xmldecl=False, svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()

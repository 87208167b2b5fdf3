"""Balls and pins on cloth, boules and jack on ground: a stroke or a throw goes in, positions and contacts come out."""

"""What the book rules, in whole sentences: message keys and slots become English or French.

The sentences stand in `po/<language>/<topic>.po`; `python -m carreau.say` compiles them into `mo/<language>.mo`.
A `msgid` is a message key; its slots stand in braces. `msgctxt` gives another sentence for one value of a slot named
as in `VARIANTS` (or for a slot without a value: `msgctxt "no side"`); `msgid_plural` (the key again) one for each
number of a slot named as in `COUNTS`. A question's key is `ask.<ask>`, that of an answer `choice.<ask>.<choice>`
(or, for all questions alike, `choice.<choice>`), that of a word in a slot `word.<value>` (with the slot's name as
`msgctxt` if it differs from slot to slot), that of a clause `clause.<row>` (English stands in the edition itself).
"""

from carreau.say.sentences import (
    SOURCE,
    choice,
    clause_says,
    languages,
    names_of,
    question,
    refusal_of,
    reminder,
    says,
    sentence,
)
from carreau.say.texts import COUNTS, VARIANTS, Unsaid

__all__ = (
    "COUNTS",
    "SOURCE",
    "VARIANTS",
    "Unsaid",
    "choice",
    "clause_says",
    "languages",
    "names_of",
    "question",
    "refusal_of",
    "reminder",
    "says",
    "sentence",
)

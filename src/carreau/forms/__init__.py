"""Everything that a person can enter, as data: the leaves of "something happened", and a full form of each kind of fact.

A leaf is one thing that can happen, with the fields it sets and the few questions that are left; the full form asks for
every field of a kind. Both are the same for a page, which only fills in what they leave open; `preview` and `play` rule.
"""

from carreau.forms.around import around
from carreau.forms.fields import Field, form_of, forms_of
from carreau.forms.incident import incident
from carreau.forms.leaves import Ask, Group, Leaf, Tap, answers_in, fact_of, leaves_of, sheet_of
from carreau.forms.likely import likely
from carreau.forms.page import content, full

__all__ = (
    "Ask",
    "Field",
    "Group",
    "Leaf",
    "Tap",
    "answers_in",
    "around",
    "content",
    "fact_of",
    "form_of",
    "forms_of",
    "full",
    "incident",
    "leaves_of",
    "likely",
    "sheet_of",
)

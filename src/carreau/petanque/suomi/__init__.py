"""The Finnish summary where it means something else than the other texts: its own decisions, in the order of judging."""

from carreau.petanque.suomi import closing, hand, head, lines, next_end, snadi, stance, start, words

RULES = (
    *start.RULES, *hand.RULES, *snadi.RULES, *stance.RULES, *lines.RULES, *head.RULES, *closing.RULES, *words.RULES,
    *next_end.RULES,
)  # fmt: skip

"""How each effect changes the state. No rule stands here: the rulings decide, this only does."""

from carreau.petanque.applying import boules, clocks, end, ground, head, jack, people

CHANGES = jack.CHANGES | boules.CHANGES | head.CHANGES | end.CHANGES | ground.CHANGES | people.CHANGES | clocks.CHANGES

"""Sentences that can be shown in any language: a template, its values, and one place that joins them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    """Hold a sentence as an English template with named values; a value may be a Message itself.

    >>> str(Message("Box {box}: {what}.", {"box": 3, "what": Message("folded")}))
    'Box 3: folded.'
    """

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.translated(str)

    def translated(self, gettext: Callable[[str], str]) -> str:
        """Return the sentence in the language of `gettext`, values that are Messages included."""
        values = {
            name: value.translated(gettext) if isinstance(value, Message) else value
            for name, value in self.params.items()
        }
        template = gettext(self.template)
        return template.format(**values) if values else template


def message(template: str, **params: object) -> Message:
    """Make a Message; the name is what the extraction of translatable text looks for.

    >>> str(message("{count} cards", count=2))
    '2 cards'
    """
    return Message(template, params)

"""The base of every refusal: a status, a stable code, and a sentence a person can act on."""

from __future__ import annotations

from http import HTTPStatus
from typing import ClassVar

from casino_table.text import Message


class CasinoTableError(Exception):
    """Refuse something; each kind of refusal is a subclass with its own status and code.

    The shell turns it into a page, a JSON error, or one line on standard error.
    """

    status: ClassVar[HTTPStatus] = HTTPStatus.BAD_REQUEST
    code: ClassVar[str] = "refused"

    def __init__(self, sentence: Message) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)

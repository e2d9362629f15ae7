"""What any template may do with values: say a sentence in the page's language, write money and instants."""

from __future__ import annotations

from flask import Flask
from flask_babel import gettext

from casino_table.database.instants import instant_of
from casino_table.money import amount_text, short_amount_text
from casino_table.text import Message


def _translate(template: str) -> str:
    return str(gettext(template))


def say(sentence: Message | str) -> str:
    """Return a sentence in the language of the page."""
    return sentence.translated(_translate) if isinstance(sentence, Message) else sentence


def money(minor: int, decimals: int = 2, signed: bool = False) -> str:  # noqa: FBT001, FBT002 - filters take no keywords in use
    """Return an amount as the page writes it."""
    return amount_text(minor, decimals, signed=signed)


def instant(at_us: int) -> str:
    """Return an instant as date and time to the second, in UTC.

    >>> instant(1_700_000_000_123_456)
    '2023-11-14 22:13:20'
    """
    return instant_of(at_us).strftime("%Y-%m-%d %H:%M:%S")


def clock_time(at_us: int) -> str:
    """Return the time of day of an instant, in UTC."""
    return instant_of(at_us).strftime("%H:%M:%S")


def rfc3339(at_us: int, precision: str = "auto") -> str:
    """Return an instant as RFC 3339 writes it, to the microsecond unless seconds are asked for, which HTML needs.

    >>> rfc3339(1_700_000_000_123_456), rfc3339(1_700_000_000_123_456, "seconds"), rfc3339(1_700_000_000_000_000)
    ('2023-11-14T22:13:20.123456Z', '2023-11-14T22:13:20Z', '2023-11-14T22:13:20Z')
    """
    return instant_of(at_us).isoformat(timespec=precision).replace("+00:00", "Z")


def register_filters(app: Flask) -> None:
    """Give templates these filters."""
    app.add_template_filter(say)
    app.add_template_filter(money)
    app.add_template_filter(short_amount_text, "short_money")
    app.add_template_filter(instant)
    app.add_template_filter(clock_time)
    app.add_template_filter(rfc3339)

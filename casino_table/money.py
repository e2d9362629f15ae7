"""The one formatter of money: whole minor units in, a readable amount out."""

from __future__ import annotations


def amount_text(minor: int, decimals: int = 2, *, signed: bool = False) -> str:
    """Return an amount of minor units with grouped thousands and its decimals.

    >>> amount_text(128400), amount_text(-500), amount_text(7500, signed=True), amount_text(1234567, 0)
    ('1,284.00', '−5.00', '+75.00', '1,234,567')
    """
    whole, part = divmod(abs(minor), 10**decimals)
    text = f"{whole:,}" + (f".{part:0{decimals}d}" if decimals else "")
    sign = "−" if minor < 0 else "+" if signed and minor > 0 else ""
    return sign + text


def short_amount_text(minor: int, decimals: int = 2) -> str:
    """Return an amount without decimals where they are all zero, as a table sign prints it.

    >>> short_amount_text(1000000), short_amount_text(250)
    ('10,000', '2.50')
    """
    text = amount_text(minor, decimals)
    return text.removesuffix("." + "0" * decimals) if decimals else text

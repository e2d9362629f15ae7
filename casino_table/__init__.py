"""A house-banked Texas poker table: rules, exact odds, ledger, and the web table itself."""

__version__ = "0.1.0"

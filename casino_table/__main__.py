"""Where `casino-table` and `python -m casino_table` begin: nothing is imported before Ctrl-C is listened for."""

import sys

EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C before it can say so itself ends as silently as later."""
    try:
        from casino_table.cli import main as run  # noqa: PLC0415 - the import is what may be interrupted

        run()
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)


if __name__ == "__main__":
    main()

"""Run the command line with `python -m casino_table`."""

from casino_table.cli import main

if __name__ == "__main__":
    main()

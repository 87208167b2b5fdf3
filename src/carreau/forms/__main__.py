"""Write down on which screen each row of the ledger is entered: `python -m carreau.forms`."""

from pathlib import Path

from carreau.forms.screens import write

if __name__ == "__main__":
    print(write(Path(__file__).parents[3]))

"""Write what lies beside the desk, found by playing all cases: `python -m carreau.desk`."""

from pathlib import Path

from carreau.desk.rows import write

if __name__ == "__main__":
    print(write(Path(__file__).parents[3]))

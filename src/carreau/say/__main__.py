"""Compile the translations: `python -m carreau.say`."""

from carreau.say.compiling import compile_all

if __name__ == "__main__":
    for target, number in compile_all():
        print(f"{target.name}: {number} texts")

from __future__ import annotations

import hashlib
import hmac
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from backgammon_tui import dice
from backgammon_tui.dice import Dice, FairDice

CHECKOUT: Final = Path(__file__).parents[2]
SEEDS: Final = {"A": bytes(range(32)), "B": b"\xff" * 32}
DESCRIPTION: Final = dice.__doc__ or ""


class Published(NamedTuple):
    """A row of the table of values: what a roll and those that follow it show."""

    seed: bytes
    first: int
    numbers: tuple[Dice, ...]

    def rolls(self) -> range:
        """The numbers of the rolls in the game."""
        return range(self.first, self.first + len(self.numbers))


def published() -> list[Published]:
    """The table in the description of the rule."""
    table = DESCRIPTION.partition("    seed  roll")[2].split("\n\n")[0].splitlines()[1:]
    rows = []
    for line in table:
        seed, first, numbers = re.split(" {2,}", line.strip())
        rolled = tuple((int(pair[0]), int(pair[2])) for pair in numbers.split())
        rows.append(Published(SEEDS[seed], int(first), rolled))
    return rows


ROWS: Final = published()


def test_table_covers_common_porting_errors() -> None:
    assert len(ROWS) == 6
    assert {row.seed for row in ROWS} == set(SEEDS.values())
    skipped = {first for row in ROWS for first in row.rolls() if skips(row, first)}
    assert {5, 32, 285} <= skipped


def skips(row: Published, number: int) -> bool:
    """Return True if one of the first two bytes of a roll is not used."""
    return any(byte >= 252 for byte in first_block(row, number)[:2])


def first_block(row: Published, number: int) -> bytes:
    text = f"backgammon-tui dice 1\n{number}\n0"
    return hmac.new(row.seed, text.encode("utf-8"), hashlib.sha256).digest()


@pytest.mark.parametrize("row", ROWS)
def test_rolls_match_published_values(row: Published) -> None:
    fair = FairDice(row.seed)
    assert tuple(map(fair.roll, row.rolls())) == row.numbers


@pytest.mark.parametrize("name", SEEDS)
def test_commitments_match_published_values(name: str) -> None:
    commitment = FairDice(SEEDS[name]).commitment
    assert f"    {name}  {commitment}\n" in DESCRIPTION
    assert hashlib.sha256(SEEDS[name]).hexdigest() == commitment


def test_exhausted_block_continues_with_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = {"0": b"\xff" * 20 + b"\x04" + b"\xfc" * 11, "1": b"\xfd" * 32, "2": b"\xfe\xfb\x00"}
    asked = []

    def digest(key: bytes, text: bytes, name: str) -> bytes:
        assert (key, name) == (SEEDS["A"], "sha256")
        *rest, block = text.decode().split("\n")
        assert rest == ["backgammon-tui dice 1", "7"]
        asked.append(block)
        return blocks[block]

    monkeypatch.setattr(hmac, "digest", digest)
    assert FairDice(SEEDS["A"]).roll(7) == (5, 6)
    assert asked == ["0", "1", "2"]


# ---- in other languages, and in other Pythons


def said_by(
    command: Sequence[str], text: str = "", environment: Mapping[str, str] | None = None
) -> str:
    """Return the output of a program that is given a text."""
    done = subprocess.run(
        command,
        input=text.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), **(environment or {})},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def needs(*command: str) -> None:
    """Skip the test where a program, of which this asks next to nothing, is not installed."""
    program = shutil.which(command[0])
    if program is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip(f"{command[0]} does not run here")


def many_rolls() -> tuple[str, list[str]]:
    """Rolls to ask another program for, in lines, and what it ought to answer."""
    asked, answers = [], []
    for row in ROWS:
        fair = FairDice(row.seed)
        for number in (*row.rolls(), *range(11, 111)):
            asked += [row.seed.hex(), str(number)]
            first, second = fair.roll(number)
            answers.append(f"{first}-{second}")
    return "\n".join(asked) + "\n", answers


PERL: Final = """
use strict;
use Digest::SHA qw(hmac_sha256);
chomp(my @lines = <STDIN>);
while (my ($seed, $roll) = splice @lines, 0, 2) {
    my @numbers;
    for (my $block = 0; @numbers < 2; $block++) {
        my $text = join "\\n", "backgammon-tui dice 1", $roll, $block;
        my @bytes = unpack "C*", hmac_sha256($text, pack("H*", $seed));
        push @numbers, map { $_ % 6 + 1 } grep { $_ < 252 } @bytes;
    }
    print "$numbers[0]-$numbers[1]\\n";
}
"""

NODE: Final = """
const {createHmac} = require("crypto");
const lines = require("fs").readFileSync(0, "utf8").trimEnd().split("\\n");
for (let i = 0; i < lines.length; i += 2) {
    const [seed, number] = lines.slice(i, i + 2);
    const numbers = [];
    for (let block = 0; numbers.length < 2; block++) {
        const text = ["backgammon-tui dice 1", number, block].join("\\n");
        const bytes = createHmac("sha256", Buffer.from(seed, "hex")).update(text).digest();
        numbers.push(...[...bytes].filter(b => b < 252).map(b => b % 6 + 1));
    }
    console.log(`${numbers[0]}-${numbers[1]}`);
}
"""


@pytest.mark.parametrize(
    "command", [["perl", "-e", PERL], ["node", "-e", NODE]], ids=["perl", "js"]
)
def test_other_languages_give_the_same_rolls(command: list[str]) -> None:
    asked, answers = many_rolls()
    assert said_by(command, asked).split() == answers


def test_published_command_prints_published_bytes() -> None:
    needs("sh", "-c", "openssl version")
    command = DESCRIPTION[DESCRIPTION.index("printf") :]
    written = re.search("seed A, ((?:[0-9a-f]{2} )+)…", DESCRIPTION)
    assert written
    digest = said_by(["sh", "-c", command])
    message = bytes.fromhex(digest.rpartition("= ")[2])
    assert message.startswith(bytes.fromhex(written[1]))
    assert message == first_block(ROWS[0], 1)


ASK_PYTHON: Final = """
import sys
from backgammon_tui.dice import FairDice
lines = sys.stdin.buffer.read().decode("utf-8").split("\\n")
for i in range(0, len(lines) - 1, 2):
    seed, roll = lines[i : i + 2]
    print("%d-%d" % FairDice(bytes.fromhex(seed)).roll(int(roll)))
"""


@pytest.mark.parametrize(
    "python",
    [
        pytest.param(sys.executable, id="this"),
        *(f"python3.{minor}" for minor in (11, 12, 13, 14)),
    ],
)
def test_rolls_do_not_depend_on_python_or_locale(python: str) -> None:
    needs(python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))")
    asked, answers = many_rolls()
    for locale, hashing in (("C", "0"), ("C.UTF-8", "12345")):
        environment = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONHASHSEED": hashing}
        assert said_by([python, "-c", ASK_PYTHON], asked, environment).split() == answers

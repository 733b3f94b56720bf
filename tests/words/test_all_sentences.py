"""All sentences about play, kept in `sentences.txt`; after a change, proofread the diff.

`BLESS=1 pytest tests/words/test_all_sentences.py` writes the file again. It contains the scenes of
`scenes.txt`, then those scenes of random games that add a new form of sentence. A checksum for each
kind of text covers the rest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from backgammon_tui.analysis.difference import facts_after
from backgammon_tui.engine import (
    RULESETS,
    ChooseDoubles,
    Event,
    Game,
    OpeningRoll,
    Phase,
    Place,
    Rules,
    StartingPosition,
)
from backgammon_tui.explain.facts import WhyAnswer, why_now, why_stuck
from backgammon_tui.modes.notice import Notice, first_trap, news_of
from backgammon_tui.words import beginner
from backgammon_tui.words.advice import describe_facts
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.plays import describe_bearing_off, describe_outlook, describe_plays
from backgammon_tui.words.rule_settings import change_rule, describe_changes
from backgammon_tui.words.terse import describe_all, describe_due
from backgammon_tui.words.turns import (
    describe_awaited,
    describe_news,
    describe_stages,
    describe_standing,
    describe_turn,
)
from tests.dialogs import compare
from tests.engine.examples import played, roll
from tests.engine.strategies import walk

ANNA = Naming("Anna", "Boris")
FOLDER = Path(__file__).parent

Sentences = dict[str, str]


def sentences(game: Game, happened: tuple[Event, ...]) -> Sentences:
    """Return all sentences about a game and its latest events."""
    spoken = {
        "status": describe_standing(game, ANNA),
        "awaited": describe_awaited(game, ANNA),
        "panel": describe_due(game, ANNA) if game.phase is Phase.MOVE else "",
        "stages": describe_stages(game) if game.turn else "",
        "turn": describe_turn(game.latest_turn, ANNA) if game.latest_turn else "",
        "notice": write_notice(news_of(happened, ANNA)),
        "trap": write_notice(first_trap(happened, (), game, ANNA)),
        "news": " ".join(describe_news(happened, ANNA)),
        "help": beginner.advise(game, ANNA),
        "helped": beginner.explain_events(happened, game, ANNA),
        "why": write_answer(why_now(game, [p for p in game.legal_plays() if p.moves])),
    }
    if game.phase in (Phase.MOVE, Phase.COMPLETE):
        for place in range(Place.BAR, 0, -1):
            if game.actor and game.position.count(game.actor, place):
                answer = write_answer(why_stuck(game, place))
                if answer not in spoken.values():
                    spoken[f"why {place}"] = answer
    return {voice: text for voice, text in spoken.items() if text}


def ahead(game: Game) -> Sentences:
    spoken: Sentences = {}
    plays = game.legal_plays() if game.side else ()
    for play in plays:
        outlook = game.outlook(play.position)
        assert game.side
        texts = {
            "play": describe_facts(facts_after(game, play), game.side),
            "after": outlook and describe_outlook(outlook, game.side, ANNA, is_known=False),
            "off": describe_bearing_off(play.moves),
        }
        for voice, text in texts.items():
            if text:
                spoken.setdefault(f"{voice} {re.sub('[0-9]', '', text)}", text)
    if game.stage and plays:
        spoken["plays"] = describe_plays(game)
    voices: defaultdict[str, list[str]] = defaultdict(list)
    for key, text in spoken.items():
        voices[key.split()[0]].append(text)
    return {f"{voice} {n}": text for voice in voices for n, text in enumerate(voices[voice], 1)}


def write_notice(notice: Notice | None) -> str:
    if notice is None:
        return ""
    about = f"; stops {ANNA.name(notice.about)}" if notice.about else ""
    return f"{notice.text}{write_subject(notice.why, notice.points)}{about}"


def write_answer(answer: WhyAnswer | None) -> str:
    if answer is None:
        return ""
    return f"{describe_all(answer.facts, ANNA)}{write_subject(answer.why, answer.points)}"


def write_subject(subject: object, points: tuple[int, ...]) -> str:
    named = getattr(subject, "value", "")
    lit = " ".join(map(str, points))
    return f" [{named}]" * bool(named) + f" [lit {lit}]" * bool(points)


# ---- scenes


def written_scenes() -> Iterator[tuple[str, Game, tuple[Event, ...]]]:
    """Return the scenes of the file; each step after a position is one scene."""
    seen: set[str] = set()
    for text in (FOLDER / "scenes.txt").read_text().splitlines():
        if not text or text.startswith("#"):
            continue
        rules_text, line, *steps = (part.strip() for part in text.split("|"))
        name, *changes = rules_text.split()
        rules = RULESETS[name]
        for change in changes:
            rules = change_rule(rules, change)
        game = StartingPosition.parse(line).game(rules) if line != "start" else Game.start(rules)
        happened = game.events
        for count, step in enumerate(["", *steps]):
            if step:
                game, happened = take(game, step)
            head = " | ".join([rules_text, line, *steps[:count]])
            if head not in seen:
                yield head, game, happened
            seen.add(head)


def take(game: Game, step: str) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after a roll, a choice or moves, and its events."""
    if match := re.fullmatch(r"(\d)-(\d)", step):
        first, second = int(match[1]), int(match[2])
        is_opening = game.phase is Phase.OPENING
        game = game.apply(OpeningRoll(first, second)) if is_opening else roll(game, first, second)
        return game, game.events
    if step.isdigit():
        game = game.apply(ChooseDoubles(int(step)))
        return game, game.events
    happened: list[Event] = []
    for move in step.split():
        game = played(game, move)
        happened += game.events
    return game, tuple(happened)


def random_rules() -> Iterator[tuple[Rules, int]]:
    """Return each ruleset, once unchanged and once with house rules."""
    for seed, rules in enumerate(RULESETS.values()):
        yield rules, seed
        yield replace(rules, opponent_completes=True, higher_number=False), seed + 50
        if rules.doubles.have_complement:
            switched = replace(
                rules,
                one_two=not rules.one_two,
                first_double_face_only=not rules.first_double_face_only,
                entry_limits_complement=rules.starts_in_hand and not rules.entry_limits_complement,
                free_entry=rules.starts_in_hand and not rules.free_entry,
            )
            yield switched, seed + 100


def walked_scenes() -> Iterator[tuple[str, Game, tuple[Event, ...]]]:
    for rules, seed in random_rules():
        head = " ".join(filter(None, (rules.name, describe_changes(rules))))
        for _, _, game in walk(rules, seed, MAX_STEPS):
            left = " ".join(map(str, game.due))
            where = f"{game.position}; {game.phase.value} {left}".rstrip()
            yield f"{head} | {where}", game, game.events


MAX_STEPS = 100


# ---- the kept text


def test_sentences_match_the_golden_file() -> None:
    compare(FOLDER / "sentences.txt", "\n".join(whole_text()))


def whole_text() -> Iterator[str]:
    seen: set[str] = set()
    for head, game, happened in written_scenes():
        spoken = sentences(game, happened) | ahead(game)
        yield from write_scene(head, spoken)
        seen.update(*(forms(voice, text) for voice, text in spoken.items()))
    whole: defaultdict[str, list[str]] = defaultdict(list)
    for head, game, happened in walked_scenes():
        spoken = sentences(game, happened)
        new = {
            voice: text for voice, text in spoken.items() if not seen.issuperset(forms(voice, text))
        }
        if new:
            yield from write_scene(head, new)
            seen.update(*(forms(voice, text) for voice, text in new.items()))
        for voice, text in spoken.items():
            whole[voice.split()[0]].append(f"{head} {text}\n")
    yield "Checksums of all that was said in the random games"
    for voice, texts in sorted(whole.items()):
        yield f"  {voice:8} {sha256(''.join(texts).encode()).hexdigest()[:12]}"
    yield ""


def write_scene(head: str, spoken: Sentences) -> Iterator[str]:
    yield head
    yield from (f"  {voice:8} {text}" for voice, text in spoken.items())
    yield ""


def forms(voice: str, text: str) -> set[str]:
    """Return the parts of a text without names and numbers, to recognize a new sentence."""
    text = re.sub(r"Anna|Boris", "Anna", text)
    text = re.sub(r" \[lit [0-9 ]+\]| \(\d+ pips?.*\)", "", text)
    text = re.sub(r"(\d-\d |\ds )?\b(bar|hand|\d+)(/(off|\d+)[*^]?)+(\(\d\))?", "move", text)
    text = re.sub(r"(move[,;]? ?)+", "moves ", text)
    text = re.sub(r"\b(two|three|four)\b", "some", text)
    text = re.sub(r"\d+", "1", text)
    text = re.sub(r"(\bpoints? )?(1, )*1 (and|or) 1\b", "1", text)
    parts = re.split(r"(?<=[.;]) |, then | \(|\)", re.sub(r"( 1)+\b", " 1", text))
    return {f"{voice.split()[0]} {part}" for part in parts}

"""Rulesets and house rules in words, as settings and as sentences."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Any, Final, NamedTuple

from backgammon_tui.engine import (
    RULESETS,
    Direction,
    Doubles,
    Landing,
    Opening,
    Rules,
    Scale,
    Start,
)
from backgammon_tui.words.naming import capitalized, count, join

HouseRuleValue = bool | Opening | Scale


class HouseRule(NamedTuple):
    field: str
    title: str
    sentence: str
    """The effect of the rule if it is on, or a description of its values; see `effect`."""
    values: tuple[HouseRuleValue, ...] = (False, True)
    extra_roll: str = ""
    """The words about extra rolls, in the place of `{}` in the sentence."""

    def value(self, rules: Rules) -> HouseRuleValue:
        value: HouseRuleValue = getattr(rules, self.field)
        return value

    def effect(self, rules: Rules) -> str:
        return self.sentence.format(self.extra_roll if rules.has_extra_rolls else "")

    def change(self, rules: Rules, value: HouseRuleValue) -> Rules:
        changes: dict[str, Any] = {self.field: value}
        return dataclasses.replace(rules, **changes)

    def makes_sense(self, rules: Rules) -> bool:
        """Return True if every value of the rule makes sense in this ruleset."""
        try:
            for value in self.values:
                self.change(rules, value)
        except ValueError:
            return False
        return True


HOUSE_RULES: Final = (
    HouseRule(
        "free_entry", "free entry", "Checkers on the board may move while others are in hand."
    ),
    HouseRule(
        "entry_limits_complement",
        "entry limits the complement",
        "Doubles have a complement{} only if all your checkers have entered after the first four"
        " moves.",
        extra_roll=" and an extra roll",
    ),
    HouseRule(
        "first_double_face_only",
        "first doubles limited",
        "Each side's first doubles of a game have no complement (7 minus the number){}.",
        extra_roll=" and no extra roll",
    ),
    HouseRule(
        "one_two",
        "2-1 earns doubles",
        "A 2-1 is followed by four 5s or four 6s, as you choose{}.",
        extra_roll=", and an extra roll",
    ),
    HouseRule(
        "opponent_completes",
        "opponent completes",
        "Your opponent plays the numbers that you cannot, with their own checkers. You go on as"
        " soon as you can.",
    ),
    HouseRule(
        "higher_number",
        "higher number required",
        "You must play the higher number if you can play either, but not both.",
    ),
    HouseRule(
        "opening",
        "opening",
        "This is what the starting player does with the opening roll.",
        tuple(Opening),
    ),
    HouseRule(
        "cube",
        "doubling cube",
        "Before you roll, you may offer to double the points. Your opponent takes, or loses the"
        " points so far.",
    ),
    HouseRule("winner_starts", "winner starts", "The winner of a game starts the next game."),
    HouseRule(
        "scale",
        "points for a win",
        "2 if the loser has borne off no checker; 3 if one is also in hand, on the bar or on 19 to"
        " 24.",
        tuple(Scale),
    ),
)


def changed_rules(rules: Rules) -> tuple[HouseRule, ...]:
    usual = RULESETS[rules.name]
    return tuple(rule for rule in HOUSE_RULES if rule.value(rules) != rule.value(usual))


def moves_as_usual(rules: Rules) -> bool:
    """Return True if no house rule changes the moves and their value; the cube does not."""
    usual = RULESETS.get(rules.name)
    return usual is not None and dataclasses.replace(rules, cube=usual.cube) == usual


def saved_base(ruleset: str) -> Rules:
    """Return the rules of a saved match that mentions no house rule: those of version 1.0."""
    return dataclasses.replace(RULESETS[ruleset], cube=False)


def saved_rules(rules: Rules) -> tuple[HouseRule, ...]:
    """Return the house rules that a saved match must mention."""
    base = saved_base(rules.name)
    return tuple(rule for rule in HOUSE_RULES if rule.value(rules) != rule.value(base))


def write_value(value: HouseRuleValue) -> str:
    if isinstance(value, Scale):
        return ",".join(str(points) for points in value.points)
    if isinstance(value, Enum):
        return str(value.value)
    return "on" if value else "off"


def describe_value(value: HouseRuleValue) -> str:
    match value:
        case Opening.CHOOSE:
            return "keep or reroll"
        case Opening.AGAIN:
            return "always reroll"
        case Opening.KEEP:
            return "always keep"
        case Scale():
            return join([str(points) for points in value.points], "or")
        case _:
            return "on" if value else "off"


def describe_setting(rules: Rules, rule: HouseRule) -> str:
    value, usual = rule.value(rules), rule.value(RULESETS[rules.name])
    current = f"{rule.title}: {describe_value(value)}"
    return current if value == usual else f"{current} (usually {describe_value(usual)})"


def describe_house_rule(rules: Rules, rule: HouseRule) -> str:
    return f"{describe_setting(rules, rule)}. {describe_effect(rules, rule)}"


def describe_effect(rules: Rules, rule: HouseRule) -> str:
    """Describe the effect of a house rule; a rule that is off is described as `If on, …`."""
    text, value = rule.effect(rules), rule.value(rules)
    if not isinstance(value, bool):
        others = (describe_value(other) for other in rule.values if other != value)
        return f"{text} Other choices: {'; '.join(others)}."
    return text if value else f"If on, {text[0].lower()}{text[1:]}"


def read_value(rule: HouseRule, text: str) -> HouseRuleValue:
    text = text.strip()
    for value in rule.values:
        if write_value(value) == text.lower():
            return value
    possible = join([write_value(value) for value in rule.values], "or")
    received = f"not {text[:40]!a}" if text else "but has no value"
    raise ValueError(f"{rule.field} can be {possible}, {received}")


def change_rule(rules: Rules, setting: str) -> Rules:
    rule = find_rule(setting)
    return rule.change(rules, read_value(rule, setting.partition("=")[2]))


def find_rule(setting: str) -> HouseRule:
    name = setting.partition("=")[0].strip()
    wanted = name.lower().replace("-", "_")
    rule = next((rule for rule in HOUSE_RULES if rule.field == wanted), None)
    if rule is None:
        known = ", ".join(rule.field for rule in HOUSE_RULES)
        raise ValueError(f"there is no house rule {name[:40]!a}, only {known}")
    return rule


def describe_changes(rules: Rules) -> str:
    return "; ".join(
        f"{rule.title}: {describe_value(rule.value(rules))}" for rule in changed_rules(rules)
    )


def short_title(ruleset: str) -> str:
    return RULESETS[ruleset].short_title if ruleset in RULESETS else ruleset


# ---- first page of a rulebook


def describe_rules(rules: Rules) -> str:
    changes = describe_changes(rules)
    return "\n".join([*rules_in_brief(rules), *[f"House rules: {changes}."] * bool(changes)])


def rules_in_brief(rules: Rules) -> list[str]:
    """Return the rules needed for a first game, with explanations of their terms."""
    on = {rule.field: rule.effect(rules) for rule in HOUSE_RULES if rule.value(rules) is True}
    ordered = [
        _describe_direction(rules.direction),
        _describe_start(rules),
        on.get("free_entry"),
        describe_closed(rules),
        _describe_landing(rules),
        _describe_doubles(rules),
        on.get("entry_limits_complement"),
        on.get("first_double_face_only"),
        on.get("one_two"),
        "You must play both numbers if any order allows it.",
        on.get("higher_number"),
        on.get("opponent_completes"),
        _BEARING_OFF,
        f"One die each. {OPENINGS[rules.opening]}",
        on.get("cube"),
        on.get("winner_starts"),
        describe_scale(rules),
    ]
    return [text for text in ordered if text]


def _describe_direction(direction: Direction) -> str:
    match direction:
        case Direction.PARALLEL:
            way = "Both sides go the same way, from point 24 to point 1"
        case Direction.CONTRARY:
            way = (
                "The sides run in opposite directions, each from point 24 to point 1 in their own"
                " numbers"
            )
    return f"{way}, then off. The first side with all its checkers off wins."


def _describe_start(rules: Rules) -> str:
    match rules.start:
        case Start.HAND:
            text = "All checkers start in hand: a 1 enters on point 24, a 6 on point 19."
            return text if rules.free_entry else f"{text} Enter them all before any other moves."
        case Start.ACE_POINT:
            return "All checkers start on point 24."
        case Start.STANDARD:
            where = "Two on 24, five on 13, three on 8 and five on 6 at the start."
            return where if rules.cube else f"{where} There is no doubling cube."


def _describe_doubles(rules: Rules) -> str:
    match rules.doubles:
        case Doubles.FACE:
            return "Doubles are played four times."
        case Doubles.COMPLEMENT:
            which = "a later 5-5" if rules.first_double_face_only else "5-5"
            unless = " unless you play the last of them yourself" * rules.opponent_completes
            parts = ["four 5s", "four 2s", *(["an extra roll"] if rules.has_extra_rolls else [])]
            return (
                "Doubles are played four times, then their complement (7 minus the number) four"
                f" times: {which} is {join(parts)}. If you cannot play all four, nothing more"
                f" follows{unless}."
            )


def _describe_landing(rules: Rules) -> str:
    enters = "like one in hand" if rules.starts_in_hand else "on points 24 to 19"
    blot = "A checker alone on a point is a blot. If you land on a blot, you hit it"
    hit = (
        "goes to the bar and starts again. A checker on the bar"
        f" enters {enters}, before any other checker of its side moves."
    )
    if not rules.landing.may_trap:
        return f"{blot}: it {hit}"
    return (
        f"{blot} (*) or trap it (^). A hit checker {hit} A trapped checker cannot move until your"
        " last checker there leaves."
    )


def describe_scale(rules: Rules) -> str:
    if rules.scale.max_points == 1:
        return "Every win is 1 point."
    text = "A win is 1 point; a gammon (the loser has borne off nothing) is 2"
    if rules.scale.max_points == 2:
        return f"{text}."
    hand = "in hand, " if rules.starts_in_hand else ""
    return (
        f"{text}; a backgammon (the loser also has a checker {hand}on the bar or on their points 24"
        " to 19) is 3."
    )


def name_landing_effects(landing: Landing) -> str:
    return join([effect.name.lower() for effect in landing.effects], "or")


def describe_closed(rules: Rules) -> str:
    least = count(rules.landing.closed_by)
    sentence = f"{capitalized(least)} checkers of one side on a point close it to the other."
    return f"{sentence} So does one that traps a checker." if rules.landing.may_trap else sentence


_BEARING_OFF: Final = (
    "Once all your checkers are on points 6 to 1, bear them off: each number takes a checker off"
    " its own point or, if you have none there or higher, off your highest point."
)


OPENINGS: Final = {
    Opening.CHOOSE: "The higher number starts and may keep or reroll.",
    Opening.AGAIN: "The higher number starts and rolls both dice.",
    Opening.KEEP: "The higher number starts and plays both numbers.",
}
"""The consequence of the opening roll; follows `One die each.`"""

"""The rules in words, made from the paytable and the table in force and never written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino_table.cards import parse_cards
from casino_table.game.hand_minimum import ANY_HAND
from casino_table.game.limits import MaxPayoutScope
from casino_table.game.odds_ratio import Rounding
from casino_table.game.paytable import AnteWithoutQualification, BonusAfterFold, Paytable
from casino_table.game.round import REVEAL_SECONDS, Round
from casino_table.game.settings import TableSettings
from casino_table.hands.ranking import evaluate
from casino_table.money import short_amount_text
from casino_table.tables.sign import bet_text, offers_bonus, sign_of
from casino_table.tables.view import CardView, SignView
from casino_table.tables.words import minimum_label
from casino_table.text import Message, message

#: Every kind of hand, strongest first, in five cards that are nothing better.
_EXAMPLES: Final = (
    "AsKsQsJsTs", "9h8h7h6h5h", "QsQhQdQc4h", "TsThTd3c3s", "KdJd8d6d2d",
    "9c8d7h6s5c", "7s7h7dKc2h", "JhJc4s4d9h", "AcAd9s6h3c", "AhQs8d5c3s",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RulesSection:
    """Hold one part of the rules: its heading and its sentences."""

    key: str
    title: Message
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class HandExample:
    """Show one kind of hand by five cards that make it."""

    label: Message
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class RulesView:
    """Show the rules of a table: its sign and what follows from it in words."""

    table: str
    source: str
    sign: SignView
    sections: tuple[RulesSection, ...]
    hands: tuple[HandExample, ...]


def rules_view(state: Round) -> RulesView:
    """Return the rules that hold for the round under way."""
    paytable, settings = state.paytable, state.settings
    sections = [
        RulesSection("aim", message("What it is about"), _aim(paytable)),
        RulesSection("bets", message("Placing bets"), _bets(paytable, settings)),
        RulesSection("decisions", message("Deciding"), _decisions(paytable, settings)),
        RulesSection("showdown", message("Showdown and payment"), _showdown(paytable)),
        RulesSection("limits", message("Limits and rounding"), _limits(paytable, settings)),
        RulesSection("clock", message("Times"), _times(settings)),
        RulesSection("shuffle", message("The shuffle"), _shuffle()),
    ]
    if offers_bonus(paytable, settings):
        sections.insert(4, RulesSection("bonus", message("The bonus"), _bonus(paytable)))
    return RulesView(state.table, paytable.source, sign_of(state), tuple(sections), _HANDS)


def short_course(state: Round) -> tuple[Message, ...]:
    """Return how a round goes in three steps, for who has never played it."""
    paytable, settings = state.paytable, state.settings
    stake = message("Put an ante on a box, or on several.")
    count = settings.open_boxes_per_player
    if 0 < count < settings.boxes_per_player:
        stake = message(
            "{stake} Your first {count} are open; on further ones, blind, the bet goes with the ante.",
            stake=stake,
            count=count,
        )
    look = message("Three cards come up, the flop. Look at your two cards: bet, or fold and lose the ante.")
    if count == 0:
        look = message("Three cards come up, the flop. All boxes are blind: the bet lies there already.")
    show = message("Turn, river, dealer. The better five of seven win.")
    if paytable.rules.dealer_qualifies != ANY_HAND:
        show = message("{show} {unless}", show=show, unless=_short_unqualified(paytable))
    return stake, look, show


def _short_unqualified(paytable: Paytable) -> Message:
    rules = paytable.rules
    minimum = minimum_label(rules.dealer_qualifies)
    if rules.ante_without_qualification is AnteWithoutQualification.PUSH:
        return message("If the dealer has less than {minimum}, ante and bet go back.", minimum=minimum)
    if rules.player_minimum == ANY_HAND:
        return message("If the dealer has less than {minimum}, your ante wins whatever you hold.", minimum=minimum)
    return message(
        "If the dealer has less than {minimum}, your ante wins with {own} or better.",
        minimum=minimum,
        own=minimum_label(rules.player_minimum),
    )


def _hand_example(text: str) -> HandExample:
    cards = parse_cards(text)
    return HandExample(evaluate(cards).category.label, tuple(CardView(card) for card in cards))


_HANDS: Final = tuple(_hand_example(text) for text in _EXAMPLES)


def _aim(paytable: Paytable) -> tuple[Message, ...]:
    return (
        message("You play against the house, box by box. Players never play against each other."),
        message("One deck of 52 cards, shuffled anew for every round."),
        message(
            "Each box gets two cards, the dealer gets two, and five are common to all. "
            "The best five of seven count, in any mix; even all five common cards. Suits never rank."
        ),
        message("The bet is {size}, made after the first three common cards, the flop.", size=_bet(paytable)),
    )


def _bet(paytable: Paytable) -> Message:
    return bet_text(paytable.rules.bet_multiple)


def _bets(paytable: Paytable, settings: TableSettings) -> tuple[Message, ...]:
    times = 1 + paytable.rules.bet_multiple
    count = settings.open_boxes_per_player
    sentences = [
        message("The table has {count} boxes.", count=settings.boxes),
        message("You may take {count} of them, as far as they are free.", count=settings.boxes_per_player),
        message("Put an ante on each box you want to play, all in one act; until bets close you may change the set."),
    ]
    if count == 0:
        sentences.append(message("All boxes are blind."))
    elif count < settings.boxes_per_player:
        sentences.append(
            message(
                "Your first {count} boxes, counted by their numbers, are open; all further ones are blind.", count=count
            )
        )
    else:
        sentences.append(message("All your boxes are open."))
    if count < settings.boxes_per_player:
        sentences.append(
            message(
                "A blind box takes ante and bet together, {times} antes in all. "
                "Its cards are seen at the showdown, and it cannot fold.",
                times=times,
            )
        )
    if count:
        sentences.append(
            message(
                "For an open box the bet is kept ready from your balance, so that you never have to fold for want "
                "of it; if you fold, it goes back."
            )
        )
    if settings.equal_stakes:
        sentences.append(message("All your boxes must have the same ante."))
    return tuple(sentences)


def _decisions(paytable: Paytable, settings: TableSettings) -> tuple[Message, ...]:
    sentences = [
        message("The boxes decide in the order of their numbers. You see an open box's cards when its turn comes."),
        message("Bet {size}, or fold and lose the ante.", size=_bet(paytable)),
    ]
    if offers_bonus(paytable, settings) and paytable.rules.bonus_after_fold is BonusAfterFold.LOST:
        sentences[-1] = message("Bet {size}, or fold and lose the ante and the bonus.", size=_bet(paytable))
    if settings.second_box_after_first and settings.open_boxes_per_player > 1:
        sentences.append(message("Your second open box is seen only once the first is decided."))
    sentences.append(message("Nobody sees another player's cards while decisions are open."))
    sentences.append(
        message("If every box has folded, the round ends: no turn, no river, and the dealer is not turned up.")
    )
    return tuple(sentences)


def _showdown(paytable: Paytable) -> tuple[Message, ...]:
    rules = paytable.rules
    minimum = minimum_label(rules.dealer_qualifies)
    bet_pays = message("by its own row of the table") if paytable.bet else message("1:1")
    sentences = [
        message("Then the turn and the river, the dealer's two cards, and every box still in play."),
        message(
            "The dealer qualifies, or “has a game”, with {minimum} or better; the common cards count for it.",
            minimum=minimum,
        ),
        message(
            "The dealer qualifies and your hand is better: the ante wins by the table, the bet {pays}.", pays=bet_pays
        ),
        message("The dealer qualifies, the hands are equal: ante and bet go back."),
        message("The dealer qualifies, your hand is worse: ante and bet are lost."),
    ]
    if rules.dealer_qualifies == ANY_HAND:
        sentences[1] = message("The dealer plays with any hand.")
        return tuple(sentences)
    without = {
        AnteWithoutQualification.EVEN: message(
            "The dealer does not qualify: nothing is compared, the ante wins 1:1, and the bet goes back."
        ),
        AnteWithoutQualification.BY_TABLE: message(
            "The dealer does not qualify: nothing is compared, the ante wins by the table, and the bet goes back."
        ),
        AnteWithoutQualification.PUSH: message(
            "The dealer does not qualify: nothing is compared, ante and bet go back."
        ),
    }
    sentences.append(without[rules.ante_without_qualification])
    if rules.player_minimum != ANY_HAND:
        sentences.append(
            message(
                "Against a dealer who does not qualify, the ante of a hand below {minimum} goes back "
                "instead of winning.",
                minimum=minimum_label(rules.player_minimum),
            )
        )
    return tuple(sentences)


def _bonus(paytable: Paytable) -> tuple[Message, ...]:
    after_fold = (
        message("If the box folds, its bonus stands and is settled all the same.")
        if paytable.rules.bonus_after_fold is BonusAfterFold.STANDS
        else message("If the box folds, its bonus is lost.")
    )
    return (
        message("A bonus can be put on any box that has an ante, open or blind."),
        message("A box with a bonus is turned up for all as its bonus is checked, even if it has folded."),
        message("It counts the box's two cards and the flop, exactly those five, and pays by the bonus column."),
        message("It is settled before the turn, and it does not matter whether the dealer qualifies."),
        after_fold,
    )


def _limits(paytable: Paytable, settings: TableSettings) -> tuple[Message, ...]:
    amount = short_amount_text(settings.max_payout, settings.decimals)
    if settings.max_payout_scope is MaxPayoutScope.BOX:
        payout = message(
            "Winnings on a box are at most {amount} for ante and bet together, and at most the same again "
            "for its bonus.",
            amount=amount,
        )
    else:
        payout = message(
            "Winnings of all boxes of a round together, whoever owns them, are at most {amount} for antes and bets, "
            "and at most the same again for bonuses; what is over is cut from all in proportion.",
            amount=amount,
        )
    rounding = {
        Rounding.DOWN: message("Winnings are rounded down to a multiple of {unit}."),
        Rounding.UP: message("Winnings are rounded up to a multiple of {unit}."),
        Rounding.NEAREST: message("Winnings are rounded to the nearest multiple of {unit}, halves up."),
    }[paytable.rules.rounding]
    unit = short_amount_text(settings.payout_unit, settings.decimals)
    return (
        payout,
        message("The stake that comes back is no winnings. A line that was cut says so on your receipt."),
        Message(rounding.template, {"unit": unit}),
    )


def _times(settings: TableSettings) -> tuple[Message, ...]:
    if settings.betting_seconds is None:
        return (message("There are no times at this table."),)
    return (
        message("While you are alone at the table there is no clock."),
        message(
            "With others, bets close {seconds} s after a second player has bet, or as soon as everybody is ready.",
            seconds=settings.betting_seconds,
        ),
        message(
            "Each decision then has {seconds} s. When they are over, the box folds, and the record says that it was "
            "the clock.",
            seconds=settings.decision_seconds,
        ),
        message("Whoever waits to play may start the clock of a player who plays alone."),
        message("After a lost connection, or a restart of the house, a round goes on with the same cards."),
    )


def _shuffle() -> tuple[Message, ...]:
    return (
        message("Before bets open, the house draws a secret seed and shows its seal, a SHA-256 digest."),
        message(
            "Your browser adds a seed of its own, which you can change. It sends only a seal of it with your bets, and "
            "reveals it once bets are closed; who does not within {seconds} s contributes the seal itself.",
            seconds=REVEAL_SECONDS,
        ),
        message("House seed and players' seeds together fix the order of all 52 cards, so nobody can choose it."),
        message("When the round has ended, the house's seed is shown, and your receipt derives the deck again."),
        message("With the seed, every card of a finished round can be derived, those of folded boxes too."),
    )

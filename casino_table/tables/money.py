"""What an operation of a round moves: the transfers that the journal entry of the operation carries.

A stake lies in the table's *in play* account from acceptance to settlement, the bet of an open box with it, so that
neither a decision nor settlement can fail for want of funds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casino_table.game.operations import BonusesSettled, Decided, Operation, Settled, StakesPlaced, Voided
from casino_table.game.round import Round
from casino_table.game.settlement import BoxStake, Decision, Line, Outcome, Reason
from casino_table.ledger.accounts import bank, in_play, player_account
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind, Wager


def transfers_of(operation: Operation, before: Round, after: Round) -> list[Transfer]:
    """Return the movements of money that `operation` makes between the states `before` and `after`."""
    money = _Money(after)
    if isinstance(operation, StakesPlaced):
        old = [stake for stake in before.box_stakes if stake.player == operation.player]
        new = [stake for stake in after.box_stakes if stake.player == operation.player]
        return [*money.give_back(old), *money.take(new)]
    if isinstance(operation, Decided) and operation.decision is Decision.FOLD:
        folded = [stake for stake in before.stakes if stake.box == operation.box]
        return list(money.release_bets(folded))
    if isinstance(operation, BonusesSettled):
        return list(money.settle(operation.lines))
    if isinstance(operation, Settled):
        return list(money.settle(line for line in operation.lines if line.wager is not Wager.BONUS))
    if isinstance(operation, Voided):
        return list(money.void(operation.lines, before))
    return []


class _Money:
    """Make transfers between a player of the round, what is in play at its table, and the bank."""

    def __init__(self, state: Round) -> None:
        self.currency = state.settings.currency
        self.bet_multiple = state.paytable.rules.bet_multiple
        self.in_play = in_play(state.table, self.currency)
        self.bank = bank(self.currency)
        self.owners = {stake.box: player_account(stake.player, self.currency) for stake in state.box_stakes}

    def _amounts(self, stake: BoxStake) -> Iterator[tuple[Wager, int]]:
        yield Wager.ANTE, stake.ante
        yield Wager.BET, stake.ante * self.bet_multiple
        if stake.bonus:
            yield Wager.BONUS, stake.bonus

    def take(self, stakes: Iterable[BoxStake]) -> Iterator[Transfer]:
        """Take ante, bet and bonus of each box into play; an open box's bet is reserved by it."""
        kinds = {
            Wager.ANTE: TransferKind.ANTE,
            Wager.BET: TransferKind.BET,
            Wager.BONUS: TransferKind.BONUS,
        }
        for stake in stakes:
            account = player_account(stake.player, self.currency)
            for wager, amount in self._amounts(stake):
                yield Transfer(account, self.in_play, amount, kinds[wager], stake.box, wager)

    def give_back(self, stakes: Iterable[BoxStake]) -> Iterator[Transfer]:
        """Refund everything that a box had in play."""
        for stake in stakes:
            for wager, amount in self._amounts(stake):
                yield self._refund(stake, wager, amount)

    def release_bets(self, stakes: Iterable[BoxStake]) -> Iterator[Transfer]:
        """Refund the reserved bet of boxes that fold: it was never made."""
        for stake in stakes:
            yield self._refund(stake, Wager.BET, stake.ante * self.bet_multiple)

    def _refund(self, stake: BoxStake, wager: Wager, amount: int) -> Transfer:
        account = player_account(stake.player, self.currency)
        return Transfer(self.in_play, account, amount, TransferKind.REFUND, stake.box, wager)

    def settle(self, lines: Iterable[Line]) -> Iterator[Transfer]:
        """Pay or take each line: a stake that comes back comes from what is in play, a win from the bank."""
        for line in lines:
            owner, wager = self.owners[line.box], line.wager
            if line.outcome is Outcome.LOSE:
                yield Transfer(self.in_play, self.bank, line.stake, TransferKind.LOSS, line.box, wager)
                continue
            yield Transfer(self.in_play, owner, line.stake, TransferKind.RETURN, line.box, wager)
            if line.won:
                yield Transfer(self.bank, owner, line.won, TransferKind.WIN, line.box, wager)

    def void(self, lines: Iterable[Line], before: Round) -> Iterator[Transfer]:
        """Refund each voided stake, a lost bonus from the bank that had it, and each bet that was only reserved."""
        lost = {line.box for line in before.lines if line.outcome is Outcome.LOSE and line.wager is Wager.BONUS}
        stated = set()
        for line in lines:
            stated.add((line.box, line.wager))
            if line.reason is not Reason.VOID:
                continue  # a bonus that was settled as won stays paid
            source = self.bank if line.wager is Wager.BONUS and line.box in lost else self.in_play
            yield Transfer(source, self.owners[line.box], line.stake, TransferKind.REFUND, line.box, line.wager)
        for stake in before.box_stakes:
            if (stake.box, Wager.BET) not in stated and not stake.is_folded:
                yield from self.release_bets([stake])

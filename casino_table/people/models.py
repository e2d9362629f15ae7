"""Who uses the tables: guests and, with a role, the house's own people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from casino_table.database import Base
from casino_table.database.columns import BigInt, one_of, whole


class Role(StrEnum):
    """Name what a person may do; nobody with a staff role stakes."""

    PLAYER = "player"
    OPERATOR = "operator"
    APPROVER = "approver"
    PIT_BOSS = "pit_boss"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


@dataclass(frozen=True, slots=True)
class Person:
    """Hold who somebody is, as everything above this package sees it."""

    public_id: str
    name: str
    role: Role

    @property
    def is_player(self) -> bool:
        """Say whether the person may stake."""
        return self.role is Role.PLAYER


class User(Base):
    """One person: a guest without a password, or somebody of the house with one."""

    __tablename__ = "users"
    __table_args__ = (
        one_of("role", tuple(role.value for role in Role)),
        whole("created_at_us"),
        CheckConstraint("role = 'player' OR password_hash IS NOT NULL", name="staff_has_password"),
    )

    id: Mapped[int] = mapped_column(BigInt, primary_key=True, comment="number of the person")
    public_id: Mapped[str] = mapped_column(
        String(32), unique=True, comment="stable id, the player of records, shuffles and accounts"
    )
    name: Mapped[str] = mapped_column(String(64), unique=True, comment="what others at the table read")
    role: Mapped[str] = mapped_column(String(16), comment="what the person may do")
    password_hash: Mapped[str | None] = mapped_column(String(256), comment="argon2 hash; a guest has none")
    created_at_us: Mapped[int] = mapped_column(BigInteger, comment="UTC instant, microseconds since 1970")

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.ledger.refusals import NotFoundError, SeedKeyError
from casino_table.ledger.rounds import StoredRound
from casino_table.ledger.seeds import Vault, load_seed, open_vault, store_seed

SEED = bytes(range(32))


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "seeds.key"


def test_a_seed_comes_back_as_it_was_stored(
    session: Session, key_file: Path, create_round: Callable[[], StoredRound]
) -> None:
    played = create_round()
    vault = open_vault(session, key_file)
    with transaction(session):
        store_seed(session, played.id, SEED, vault)
    assert load_seed(session, played.id, open_vault(session, key_file)) == SEED


def test_nothing_in_the_database_shows_the_seed_or_the_key(
    session: Session, key_file: Path, create_round: Callable[[], StoredRound]
) -> None:
    played = create_round()
    vault = open_vault(session, key_file)
    with transaction(session):
        store_seed(session, played.id, SEED, vault)
    stored = bytes(session.execute(text("SELECT sealed FROM round_seeds")).scalar_one())
    fingerprint = bytes(session.execute(text("SELECT seed_key_fingerprint FROM house")).scalar_one())
    key = key_file.read_text().strip()
    assert SEED not in stored
    assert SEED.hex().encode() not in stored
    assert key.encode() not in stored + fingerprint
    assert key not in repr(vault) + str(vault)


def test_the_key_file_is_its_owners_alone(session: Session, key_file: Path) -> None:
    open_vault(session, key_file)
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert [path.name for path in key_file.parent.iterdir()] == ["seeds.key"]
    assert len(Fernet(key_file.read_text().strip()).encrypt(b"")) > 0


def test_another_key_is_refused_at_start(session: Session, key_file: Path) -> None:
    open_vault(session, key_file)
    key_file.write_bytes(Fernet.generate_key())
    with pytest.raises(SeedKeyError, match="not the one this database was started with"):
        open_vault(session, key_file)


def test_a_lost_key_is_not_made_anew(session: Session, key_file: Path) -> None:
    open_vault(session, key_file)
    key_file.unlink()
    with pytest.raises(SeedKeyError, match=r"missing: .*seeds\.key is not there"):
        open_vault(session, key_file)
    assert not key_file.exists()


def test_a_key_from_the_environment_needs_no_file(session: Session, key_file: Path) -> None:
    key = Fernet.generate_key().decode()
    vault = open_vault(session, key_file, key=key)
    assert not key_file.exists()
    assert open_vault(session, key_file, key=f"{key}\n").fingerprint == vault.fingerprint
    with pytest.raises(SeedKeyError, match="not the one"):
        open_vault(session, key_file, key=Fernet.generate_key().decode())


@pytest.mark.parametrize("key", ["", "abc", "é", "A" * 44, "A" * 43, "=" * 44])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(SeedKeyError, match="32 bytes"):
        Vault(key)


def test_a_damaged_seed_is_refused_by_name(
    session: Session, key_file: Path, create_round: Callable[[], StoredRound]
) -> None:
    played = create_round()
    vault = open_vault(session, key_file)
    with transaction(session):
        store_seed(session, played.id, SEED, vault)
        session.execute(text("UPDATE round_seeds SET sealed = :bad"), {"bad": vault.seal(SEED)[:-9] + b"x" * 9})
    with pytest.raises(SeedKeyError, match="damaged"):
        load_seed(session, played.id, vault)


def test_a_round_has_one_seed(session: Session, key_file: Path, create_round: Callable[[], StoredRound]) -> None:
    played = create_round()
    vault = open_vault(session, key_file)
    with transaction(session):
        store_seed(session, played.id, SEED, vault)
    with pytest.raises(IntegrityError), transaction(session):
        store_seed(session, played.id, SEED, vault)


def test_a_round_without_a_seed_is_not_found(session: Session, key_file: Path) -> None:
    vault = open_vault(session, key_file)
    with pytest.raises(NotFoundError, match="no seed of round T1-7"):
        load_seed(session, "T1-7", vault)


def test_a_seed_has_32_bytes(session: Session, key_file: Path, create_round: Callable[[], StoredRound]) -> None:
    played = create_round()
    vault = open_vault(session, key_file)
    with transaction(session), pytest.raises(ValueError, match="32 bytes"):
        store_seed(session, played.id, SEED[:16], vault)

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, Engine, MetaData, text
from sqlalchemy.exc import IntegrityError

from casino_table.database import Base, DatabaseUnusableError, create_engine_for
from casino_table.database.base import NAMING
from casino_table.database.engines import writing
from casino_table.database.migrating import alembic_config, current, downgrade, newest, upgrade
from casino_table.ledger import models as ledger_models
from casino_table.people import models as people_models

MODELS = (ledger_models, people_models)  # what the metadata knows must have been imported

POSTGRESQL_SCHEMA = """
    SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function', '', proname, pg_get_functiondef(oid)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'column', table_name, column_name,
        data_type || coalesce(character_maximum_length::text, '') || is_nullable || coalesce(column_default, '')
        || coalesce(col_description(table_name::regclass, ordinal_position), '')
    FROM information_schema.columns WHERE table_schema = 'public'
"""


@pytest.fixture
def empty(empty_database_url: str) -> Iterator[Engine]:
    engine = create_engine_for(empty_database_url)
    yield engine
    engine.dispose()


def schema(connection: Connection) -> set[tuple[str, ...]]:
    """Read all that makes up the schema: columns, constraints with their text, indexes, triggers, functions."""
    if connection.dialect.name == "postgresql":
        rows = connection.execute(text(POSTGRESQL_SCHEMA)).all()
        return {tuple(row) for row in rows if "alembic_version" not in row[1]}
    found: set[tuple[str, ...]] = set()
    for kind, table, name, sql in connection.execute(text("SELECT type, tbl_name, name, sql FROM sqlite_master")):
        if table != "alembic_version" and sql is not None:
            parts = parts_of(sql) if kind == "table" else [sql]
            found |= {(kind, table, name, part) for part in parts}
    return found


def parts_of(create_table: str) -> list[str]:
    """Return the columns, the constraints and the options: they stand in another order when a migration made them."""
    start, end = create_table.index("(") + 1, create_table.rindex(")")
    parts, depth = [""], 0
    for letter in create_table[start:end]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return sorted(part.strip() for part in [*parts, create_table[end:]])


def test_migrations_make_what_the_models_say(engine: Engine, empty: Engine) -> None:
    with writing(empty) as connection:
        Base.metadata.create_all(connection)
    with engine.connect() as migrated, empty.connect() as modelled:
        assert schema(migrated) == schema(modelled)


def differences(engine: Engine, metadata: MetaData) -> list[object]:
    with engine.connect() as connection:
        options = {"autogenerate_plugins": ["alembic.autogenerate.*", "alembic.ext.checkconstraint_byname"]}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def test_alembic_finds_no_difference_either(engine: Engine) -> None:
    assert differences(engine, Base.metadata) == []


def test_alembic_would_find_a_check_that_no_migration_made(engine: Engine) -> None:
    changed = MetaData(naming_convention=NAMING)
    for table in Base.metadata.tables.values():
        table.to_metadata(changed)
    changed.tables["accounts"].append_constraint(CheckConstraint("owner <> ''", name="owner_there"))
    assert "ck_accounts_owner_there" in repr(differences(engine, changed))


def test_down_leaves_nothing_and_up_makes_it_again(empty: Engine) -> None:
    upgrade(empty)
    with empty.connect() as connection:
        first = schema(connection)
    downgrade(empty)
    with empty.connect() as connection:
        assert schema(connection) == set()
    assert current(empty) is None
    upgrade(empty)
    with empty.connect() as connection:
        assert schema(connection) == first
    assert current(empty) == newest()


def test_each_step_can_be_taken_by_itself(empty: Engine) -> None:
    steps = [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()][::-1]
    schemas = {}
    for step in steps:
        upgrade(empty, step)
        assert current(empty) == step
        with empty.connect() as connection:
            schemas[step] = schema(connection)
    for step in steps[-2::-1]:
        downgrade(empty, step)
        assert current(empty) == step
        with empty.connect() as connection:
            assert schema(connection) == schemas[step]


HOUSE_OF_REVISION_3 = (
    "INSERT INTO game_tables VALUES ('T1', 'PLAY', 1)",
    f"INSERT INTO paytable_versions VALUES ('p@1', 'p', 1, '{'0' * 64}', '{{}}', 's', 1)",
    "INSERT INTO table_settings_versions VALUES ('T1', 1, 'p@1', '{}', 1)",
    f"INSERT INTO rounds VALUES ('T1-7', 'T1', 7, 'p@1', 1, '{'0' * 64}', 'open', 1, NULL)",
)
# route, request, outcome, and the round that the key says afterwards
OLDER_KEYS: tuple[tuple[str, str, str, str | None], ...] = (
    ("T1/stakes", '{"boxes":[{"box":1}],"deal":true,"round":7}', "done", "T1-7"),
    ("T1/stakes", '{"boxes":[],"deal":false,"round":7}', "done", None),
    ("T1/decision", '{"box":1,"decision":"bet","round":7}', "done", "T1-7"),
    ("T1/stakes", '{"boxes":[{"box":1}],"deal":true,"round":7}', "refused", None),
    ("T1/stakes", '{"boxes":[{"box":1}],"deal":true,"round":8}', "done", None),
    ("T1/sit-down", "{}", "done", None),
)


def test_keys_of_before_they_said_their_round_say_it_afterwards(empty: Engine) -> None:
    def read() -> list[tuple[object, ...]]:
        with empty.connect() as connection:
            found = connection.execute(text("SELECT route, request, outcome, round_id FROM idempotency_keys"))
            return sorted((tuple(row) for row in found), key=repr)

    upgrade(empty, "0003")
    with writing(empty) as connection:
        for statement in HOUSE_OF_REVISION_3:
            connection.exec_driver_sql(statement)
        for number, (route, request, outcome, _) in enumerate(OLDER_KEYS):
            values = {"key": f"k{number}", "route": route, "request": request, "outcome": outcome}
            connection.execute(
                text(
                    "INSERT INTO idempotency_keys (person, route, key, request, outcome, answer, at_us)"
                    " VALUES ('p1', :route, :key, :request, :outcome, '{}', 1)"
                ),
                values,
            )
    upgrade(empty)
    assert read() == sorted(OLDER_KEYS, key=repr)
    downgrade(empty, "0003")
    assert read() == sorted(OLDER_KEYS, key=repr)


def test_a_key_names_a_round_that_is_there(engine: Engine) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"), writing(engine) as connection:
        connection.exec_driver_sql(
            "INSERT INTO idempotency_keys (person, route, key, request, outcome, answer, at_us, round_id)"
            " VALUES ('p1', 'T1/stakes', 'k', '{}', 'done', '{}', 1, 'T1-9')"
        )


def test_the_newest_file_is_the_only_head() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [newest()]


def test_a_failed_migration_leaves_the_database_as_it_was(empty: Engine) -> None:
    with writing(empty) as connection:
        connection.execute(text("CREATE TABLE journal (x INT)"))
    with pytest.raises(Exception, match="journal"):
        upgrade(empty)
    assert current(empty) is None
    with empty.connect() as connection:
        assert {row[1] for row in schema(connection)} == {"journal"}


def test_a_database_of_a_newer_program_is_refused(engine: Engine) -> None:
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for step in (upgrade, downgrade):
        with pytest.raises(DatabaseUnusableError, match="use a newer program"):
            step(engine)


def test_an_unknown_revision_is_refused_in_a_sentence(engine: Engine) -> None:
    with pytest.raises(DatabaseUnusableError, match="left as it is"):
        downgrade(engine, "nonsense")


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 100)
    for path in (tmp_path / "text.db", tmp_path / "missing" / "x.db"):
        with pytest.raises(DatabaseUnusableError, match="cannot be used"):
            upgrade(f"sqlite:///{path}")


def test_asking_where_a_database_stands_makes_none(tmp_path: Path) -> None:
    assert current(f"sqlite:///{tmp_path / 'new.db'}") is None
    assert list(tmp_path.iterdir()) == []


AT_ONCE = """
import os, sys
from casino_table.database.migrating import upgrade
children = [os.fork() or (upgrade(sys.argv[1]), os._exit(0)) for _ in range(3)]
sys.exit(any(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))
"""


def test_programs_that_start_at_once_do_not_collide(empty: Engine, empty_database_url: str) -> None:
    subprocess.run([sys.executable, "-c", AT_ONCE, empty_database_url], check=True)
    assert current(empty) == newest()
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM house")) == 1


def test_a_start_without_anything_to_do_does_not_load_alembic(sqlite_url: str) -> None:
    program = (
        "import sys; from casino_table.database.migrating import upgrade; upgrade(sys.argv[1]);"
        "sys.exit('alembic.command' in sys.modules)"
    )
    assert current(sqlite_url) == newest()
    subprocess.run([sys.executable, "-c", program, sqlite_url], check=True)

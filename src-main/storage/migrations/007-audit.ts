/** The audit trail: rows whose hashes form a chain. */
export const audit = `
CREATE TABLE audit (
  -- AUTOINCREMENT remembers the last row, so that a row missing at the end is noticed.
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The whole row as canonical JSON, with the hash of the row before; what is searched is derived from it.
  body TEXT NOT NULL CHECK (json_valid(body)),
  hash TEXT NOT NULL UNIQUE,
  ts TEXT GENERATED ALWAYS AS (body ->> '$.ts') VIRTUAL,
  action TEXT GENERATED ALWAYS AS (body ->> '$.action') VIRTUAL,
  actor TEXT GENERATED ALWAYS AS (body ->> '$.actor.key_id') VIRTUAL
) STRICT;
CREATE INDEX audit_by_ts ON audit (ts);
CREATE INDEX audit_by_action ON audit (action, seq);
CREATE INDEX audit_by_actor ON audit (actor, seq);

CREATE TRIGGER audit_is_never_updated BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'audit rows are never updated');
END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'audit rows are never deleted');
END;
`

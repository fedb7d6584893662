/** Answers kept for repeated requests. */
export const idempotency = `
CREATE TABLE idempotency (
  seq INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL,
  path TEXT NOT NULL,
  idem_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  charge_id TEXT NOT NULL,
  status INTEGER,
  headers TEXT,
  body TEXT,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (key_id, path, idem_key)
) STRICT;
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX idempotency_by_key ON idempotency (key_id, seq);

CREATE TABLE idempotency_usage (
  key_id TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER idempotency_added AFTER INSERT ON idempotency BEGIN
  INSERT INTO idempotency_usage (key_id, bytes) VALUES (NEW.key_id, NEW.bytes)
  ON CONFLICT (key_id) DO UPDATE SET bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER idempotency_changed AFTER UPDATE OF bytes ON idempotency BEGIN
  UPDATE idempotency_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE key_id = NEW.key_id;
END;
CREATE TRIGGER idempotency_removed AFTER DELETE ON idempotency BEGIN
  UPDATE idempotency_usage SET bytes = bytes - OLD.bytes WHERE key_id = OLD.key_id;
END;
`

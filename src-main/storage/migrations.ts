const LEDGER = `
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  balance INTEGER NOT NULL CHECK (balance BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'purchase', 'charge', 'refund')),
  credits INTEGER NOT NULL CHECK (CASE kind WHEN 'charge' THEN credits <= 0 ELSE credits >= 0 END),
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  request_id TEXT,
  slug TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX entry_by_account ON entry (account, seq);

-- A balance can change in no other way than by an entry.
CREATE TRIGGER entry_moves_balance AFTER INSERT ON entry BEGIN
  UPDATE account SET balance = balance + NEW.credits WHERE id = NEW.account;
END;
CREATE TRIGGER entry_is_never_updated BEFORE UPDATE ON entry BEGIN
  SELECT RAISE(ABORT, 'ledger entries are never updated');
END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry BEGIN
  SELECT RAISE(ABORT, 'ledger entries are never deleted');
END;

CREATE TABLE purchase (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits > 0),
  status TEXT NOT NULL CHECK (status IN ('paying', 'pending', 'completed', 'declined', 'failed')),
  approval TEXT NOT NULL CHECK (approval IN ('allowance', 'owner')),
  provider TEXT NOT NULL,
  reference TEXT,
  created_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;
CREATE INDEX purchase_by_account ON purchase (account, created_at);
CREATE INDEX purchase_open ON purchase (status) WHERE status IN ('paying', 'pending');
`

const ACCOUNTS = `
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('demo', 'personal', 'team')),
  name TEXT NOT NULL,
  email TEXT,
  email_key TEXT UNIQUE,
  permissions TEXT NOT NULL CHECK (json_valid(permissions)),
  rate_limit INTEGER NOT NULL CHECK (rate_limit > 0),
  window_seconds INTEGER NOT NULL CHECK (window_seconds > 0),
  scopes TEXT CHECK (json_valid(scopes)),
  credit_limit INTEGER CHECK (credit_limit >= 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last4 TEXT NOT NULL
) STRICT;
`

const MEMORY = `
CREATE TABLE memory (
  key_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  tags TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (key_id, namespace, key)
) STRICT;
CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;

-- What each key holds, kept by triggers so that a quota costs one row read and cannot drift.
CREATE TABLE memory_usage (
  key_id TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER memory_added AFTER INSERT ON memory BEGIN
  INSERT INTO memory_usage (key_id, entries, bytes) VALUES (NEW.key_id, 1, NEW.bytes)
  ON CONFLICT (key_id) DO UPDATE SET entries = entries + 1, bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER memory_changed AFTER UPDATE OF bytes ON memory BEGIN
  UPDATE memory_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE key_id = NEW.key_id;
END;
CREATE TRIGGER memory_removed AFTER DELETE ON memory BEGIN
  UPDATE memory_usage SET entries = entries - 1, bytes = bytes - OLD.bytes WHERE key_id = OLD.key_id;
END;
`

const IDEMPOTENCY = `
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

/** Every change of the database layout, in order. One that was released is never edited; a new one is added. */
export const MIGRATIONS: readonly string[] = [LEDGER, ACCOUNTS, MEMORY, IDEMPOTENCY]

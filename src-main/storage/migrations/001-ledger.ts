/** Accounts, their entries and purchases. */
export const ledger = `
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

/**
 * Epochs of an instance's history, each begun by a restore; keys suspended by one; and who made each key. A key that
 * the owner did not make ends with its maker.
 */
export const epochs = `
CREATE TABLE epoch (
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  -- Tells apart two epochs of one number: a backup that was restored twice.
  id TEXT NOT NULL UNIQUE,
  begun_at INTEGER NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('first', 'restore', 'mismatch')),
  detail TEXT,
  -- Whether a signed head was ever written beside the database in this epoch.
  has_head INTEGER NOT NULL DEFAULT 0 CHECK (has_head IN (0, 1))
) STRICT;
INSERT INTO epoch (number, id, begun_at, cause) VALUES (1, lower(hex(randomblob(16))), 0, 'first');

-- Has a row only in the file of a backup.
CREATE TABLE backup_mark (made_at INTEGER NOT NULL) STRICT;

ALTER TABLE api_key ADD COLUMN suspended_at INTEGER;
ALTER TABLE api_key ADD COLUMN made_by TEXT;
ALTER TABLE api_key ADD COLUMN ends_with TEXT;

UPDATE api_key SET made_by = coalesce(
  (SELECT actor FROM audit WHERE action = 'key.created' AND body ->> '$.target' = api_key.id),
  (SELECT payer FROM sub_account WHERE sub_account.id = api_key.id)
);
-- Makers without any limit were the owner's, or as good as.
UPDATE api_key SET ends_with = made_by WHERE made_by IN (
  SELECT maker.id FROM api_key AS maker LEFT JOIN sub_account ON sub_account.id = maker.id
  WHERE maker.expires_at IS NOT NULL OR maker.scopes IS NOT NULL OR sub_account.credit_limit IS NOT NULL
);
`

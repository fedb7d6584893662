/** Purchases that the gateway makes automatically when a balance is low. */
export const autoReload = `
CREATE TABLE auto_reload (
  account TEXT PRIMARY KEY,
  threshold INTEGER NOT NULL CHECK (threshold >= 0),
  credits INTEGER NOT NULL CHECK (credits > 0),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1))
) STRICT, WITHOUT ROWID;

ALTER TABLE purchase ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0 CHECK (automatic IN (0, 1));
-- At most one at a time for each account, whatever the program believes.
CREATE UNIQUE INDEX purchase_automatic ON purchase (account)
  WHERE automatic = 1 AND status IN ('paying', 'pending');
`

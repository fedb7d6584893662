/** Team keys: the key whose credits each one spends, and how many it has spent. */
export const teamKeys = `
CREATE TABLE sub_account (
  id TEXT PRIMARY KEY,
  payer TEXT NOT NULL CHECK (payer <> id),
  credit_limit INTEGER CHECK (credit_limit BETWEEN 0 AND 9007199254740991),
  spent INTEGER NOT NULL CHECK (spent >= 0 AND (credit_limit IS NULL OR spent <= credit_limit))
) STRICT, WITHOUT ROWID;

-- The ledger enforces the limit, so it alone keeps it.
ALTER TABLE api_key DROP COLUMN credit_limit;

-- The key that spent the credits of entry.account, and what it has spent with this entry.
ALTER TABLE entry ADD COLUMN spender TEXT;
ALTER TABLE entry ADD COLUMN spent_after INTEGER CHECK ((spent_after IS NULL) = (spender IS NULL));
CREATE INDEX entry_by_spender ON entry (spender, seq) WHERE spender IS NOT NULL;
CREATE TRIGGER entry_moves_spending AFTER INSERT ON entry WHEN NEW.spender IS NOT NULL BEGIN
  UPDATE sub_account SET spent = spent - NEW.credits WHERE id = NEW.spender;
END;
`

/** Signed receipts, each linked to the previous one by its hash. */
export const receipts = `
CREATE TABLE receipt (
  seq INTEGER PRIMARY KEY,
  charge_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  receipt TEXT NOT NULL CHECK (json_valid(receipt))
) STRICT;
CREATE INDEX receipt_by_charge ON receipt (charge_id);

CREATE TRIGGER receipt_is_never_updated BEFORE UPDATE ON receipt BEGIN
  SELECT RAISE(ABORT, 'receipts are never updated');
END;
CREATE TRIGGER receipt_is_never_deleted BEFORE DELETE ON receipt BEGIN
  SELECT RAISE(ABORT, 'receipts are never deleted');
END;
`

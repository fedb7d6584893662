/** The key of a receipt's call, so that a key can look up its own receipts. Older receipts have no owner here. */
export const receiptOwners = `
ALTER TABLE receipt ADD COLUMN account TEXT;
CREATE INDEX receipt_by_account ON receipt (account, seq) WHERE account IS NOT NULL;
`

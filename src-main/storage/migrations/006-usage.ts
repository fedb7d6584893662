/** Which engine handled the call of an entry, so that the ledger itself is the usage log. */
export const usage = `
ALTER TABLE entry ADD COLUMN engine TEXT;
`

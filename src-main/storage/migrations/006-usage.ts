/** Which engine handled the call that an entry stands for, so that the ledger itself is the log of usage. */
export const usage = `
ALTER TABLE entry ADD COLUMN engine TEXT;
`

/** Which gateway runs a request. Nobody runs that of a gateway that is not known any more, or of none (NULL). */
export const idempotencyOwners = `
ALTER TABLE idempotency ADD COLUMN gateway text;
`

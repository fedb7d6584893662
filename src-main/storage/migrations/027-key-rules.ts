/** What the owner has laid down for the calls of a key, as JSON; null for nothing. */
export const keyRules = `
ALTER TABLE api_key ADD COLUMN rules TEXT;
`

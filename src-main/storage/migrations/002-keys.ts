/** API keys, by hash. */
export const keys = `
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('demo', 'personal', 'team')),
  name TEXT NOT NULL,
  email TEXT,
  email_key TEXT UNIQUE,
  permissions TEXT NOT NULL CHECK (json_valid(permissions)),
  rate_limit INTEGER NOT NULL CHECK (rate_limit > 0),
  window_seconds INTEGER NOT NULL CHECK (window_seconds > 0),
  scopes TEXT CHECK (json_valid(scopes)),
  credit_limit INTEGER CHECK (credit_limit >= 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last4 TEXT NOT NULL
) STRICT;
`

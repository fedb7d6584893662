/** What each key asks of language models in a day, and the most that it may ask. */
export const modelUse = `
-- Null for the default of the settings.
ALTER TABLE api_key ADD COLUMN model_questions INTEGER CHECK (model_questions > 0);
ALTER TABLE api_key ADD COLUMN model_tokens INTEGER CHECK (model_tokens > 0);

CREATE TABLE model_use (
  -- Days since 1970, in UTC.
  day INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  questions INTEGER NOT NULL DEFAULT 0 CHECK (questions >= 0),
  tokens INTEGER NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  -- Questions of calls that failed and cost nothing, less what time has forgiven, at the last of them.
  unpaid INTEGER NOT NULL DEFAULT 0 CHECK (unpaid >= 0),
  unpaid_at INTEGER,
  PRIMARY KEY (day, key_id)
) STRICT, WITHOUT ROWID;
`

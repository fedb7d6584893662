/**
 * Language-model providers in their order of preference. Their keys are stored elsewhere; this
 * table only says where.
 */
export const providers = `
CREATE TABLE provider (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  base_url TEXT,
  model TEXT,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  position INTEGER NOT NULL,
  secret_place TEXT,
  secret_hint TEXT,
  CHECK (secret_hint IS NULL OR secret_place IS NOT NULL)
) STRICT, WITHOUT ROWID;
`

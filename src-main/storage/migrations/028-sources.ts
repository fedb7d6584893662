/** What brings tools from outside of this build, the tools as they were approved, and where secrets are. */
export const sources = `
CREATE TABLE source (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  -- How it is started, as JSON; no secret.
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  state TEXT NOT NULL CHECK (state IN ('reviewing', 'ready', 'broken', 'off')),
  credits INTEGER NOT NULL CHECK (credits >= 0),
  call_seconds INTEGER CHECK (call_seconds BETWEEN 1 AND 600),
  keep_running INTEGER NOT NULL CHECK (keep_running IN (0, 1)),
  -- Counts the approvals.
  revision INTEGER NOT NULL CHECK (revision >= 0),
  server_name TEXT,
  server_version TEXT,
  added_by TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  looked_at INTEGER
) STRICT;

CREATE TABLE source_tool (
  source TEXT NOT NULL REFERENCES source ON DELETE CASCADE,
  -- Its name at its server.
  original TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  -- What a start needs to know, as JSON.
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  -- The definition that was approved, as JSON in gzip.
  approved BLOB,
  approved_hash TEXT,
  -- The definition that was listed last, where it is another.
  seen BLOB,
  seen_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('on', 'off', 'new', 'changed', 'gone')),
  credits INTEGER CHECK (credits >= 0),
  read_only INTEGER NOT NULL CHECK (read_only IN (0, 1)),
  repeatable INTEGER NOT NULL CHECK (repeatable IN (0, 1)),
  PRIMARY KEY (source, original)
) STRICT, WITHOUT ROWID;

CREATE TABLE source_secret (
  source TEXT NOT NULL REFERENCES source ON DELETE CASCADE,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;
`

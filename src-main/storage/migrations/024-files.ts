import { totalTriggers } from './020-limits.ts'

/** Files that keys have uploaded, and the folders that the owner lets keys read. */
export const files = `
CREATE TABLE file (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  key_id TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  -- What it counts of the key's quota.
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX file_by_key ON file (key_id, seq);
CREATE INDEX file_by_end ON file (expires_at);

-- Apart from the row, so that a list reads no content.
CREATE TABLE file_content (
  file TEXT PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
  content BLOB NOT NULL
) STRICT;
${totalTriggers('file')}

CREATE TABLE key_folder (
  key_id TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (key_id, path)
) STRICT, WITHOUT ROWID;
`

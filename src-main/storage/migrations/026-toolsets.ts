/** The toolsets that the owner has saved. */
export const toolsets = `
CREATE TABLE toolset (
  name TEXT PRIMARY KEY,
  -- Counts how often it was saved.
  version INTEGER NOT NULL CHECK (version >= 1),
  -- What it has, as JSON.
  content TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

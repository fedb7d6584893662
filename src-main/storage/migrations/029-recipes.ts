/** The recipes that the owner has saved. */
export const recipes = `
CREATE TABLE recipe (
  slug TEXT PRIMARY KEY,
  -- Counts how often it was saved.
  version INTEGER NOT NULL CHECK (version >= 1),
  -- Its title, input, steps and output, as JSON.
  content TEXT NOT NULL CHECK (json_valid(content)),
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

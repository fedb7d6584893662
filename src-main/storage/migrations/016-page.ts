/** Documents that the page keeps for a key: favourites, recent calls, drafts. */
export const page = `
CREATE TABLE page_document (
  key_id TEXT NOT NULL,
  -- Such as 'favourites', or 'draft/' and a slug.
  name TEXT NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_document_by_age ON page_document (key_id, updated_at);
`

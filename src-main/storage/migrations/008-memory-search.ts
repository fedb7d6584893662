/**
 * Full-text search over session memory. The index keeps no copy of the text: it reads the view `memory_text`, so each
 * entry needs an unchanging number of its own. The owner is a column of the index, as one word, so that a search
 * reads only one key's entries.
 */
export const memorySearch = `
ALTER TABLE memory RENAME TO memory_before;
CREATE TABLE memory (
  id INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  tags TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  UNIQUE (key_id, namespace, key)
) STRICT;
INSERT INTO memory (key_id, namespace, key, value, tags, bytes, created_at, updated_at, expires_at)
  SELECT key_id, namespace, key, value, tags, bytes, created_at, updated_at, expires_at FROM memory_before;
DROP TABLE memory_before;
CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;

-- The first 64 Ki characters of a value are searched. JSON's own escapes are no part of any word.
CREATE VIEW memory_text (id, owner, name, tags, value) AS
  SELECT id, replace(key_id, '_', ''), key, tags,
    replace(replace(replace(replace(substr(value, 1, 65536), '\\\\', ' '), '\\n', ' '), '\\r', ' '), '\\t', ' ')
  FROM memory;
CREATE VIRTUAL TABLE memory_search USING fts5 (
  owner, name, tags, value,
  content = 'memory_text', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2', prefix = '3'
);
INSERT INTO memory_search (memory_search) VALUES ('rebuild');

CREATE TRIGGER memory_added AFTER INSERT ON memory BEGIN
  INSERT INTO memory_usage (key_id, entries, bytes) VALUES (NEW.key_id, 1, NEW.bytes)
  ON CONFLICT (key_id) DO UPDATE SET entries = entries + 1, bytes = bytes + NEW.bytes;
  INSERT INTO memory_search (rowid, owner, name, tags, value)
    SELECT id, owner, name, tags, value FROM memory_text WHERE id = NEW.id;
END;
CREATE TRIGGER memory_changes BEFORE UPDATE ON memory BEGIN
  INSERT INTO memory_search (memory_search, rowid, owner, name, tags, value)
    SELECT 'delete', id, owner, name, tags, value FROM memory_text WHERE id = OLD.id;
END;
CREATE TRIGGER memory_changed AFTER UPDATE ON memory BEGIN
  UPDATE memory_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE key_id = NEW.key_id;
  INSERT INTO memory_search (rowid, owner, name, tags, value)
    SELECT id, owner, name, tags, value FROM memory_text WHERE id = NEW.id;
END;
CREATE TRIGGER memory_removes BEFORE DELETE ON memory BEGIN
  INSERT INTO memory_search (memory_search, rowid, owner, name, tags, value)
    SELECT 'delete', id, owner, name, tags, value FROM memory_text WHERE id = OLD.id;
END;
CREATE TRIGGER memory_removed AFTER DELETE ON memory BEGIN
  UPDATE memory_usage SET entries = entries - 1, bytes = bytes - OLD.bytes WHERE key_id = OLD.key_id;
END;
`

/** Session memory and each key's usage of it. */
export const memory = `
CREATE TABLE memory (
  key_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  tags TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (key_id, namespace, key)
) STRICT;
CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;

-- What each key holds, kept by triggers so that a quota costs one row read and cannot drift.
CREATE TABLE memory_usage (
  key_id TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER memory_added AFTER INSERT ON memory BEGIN
  INSERT INTO memory_usage (key_id, entries, bytes) VALUES (NEW.key_id, 1, NEW.bytes)
  ON CONFLICT (key_id) DO UPDATE SET entries = entries + 1, bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER memory_changed AFTER UPDATE OF bytes ON memory BEGIN
  UPDATE memory_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE key_id = NEW.key_id;
END;
CREATE TRIGGER memory_removed AFTER DELETE ON memory BEGIN
  UPDATE memory_usage SET entries = entries - 1, bytes = bytes - OLD.bytes WHERE key_id = OLD.key_id;
END;
`

/** Earlier values of session memory, counters and queues, and each key's usage of them. */
export const memoryKinds = `
-- What each key holds of each kind, kept by triggers so that a quota costs one row read and cannot drift.
CREATE TABLE memory_space (
  key_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (key_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_version (
  id INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL,
  memory_id INTEGER NOT NULL,
  value TEXT NOT NULL,
  tags TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  set_at INTEGER NOT NULL
) STRICT;
CREATE INDEX memory_version_by_entry ON memory_version (memory_id, id);
CREATE INDEX memory_version_by_owner ON memory_version (key_id, id);
-- A value that had expired before it was replaced was forgotten already, and so was all that came before it.
CREATE TRIGGER memory_forgets AFTER UPDATE ON memory WHEN OLD.expires_at <= NEW.updated_at BEGIN
  DELETE FROM memory_version WHERE memory_id = OLD.id;
END;
CREATE TRIGGER memory_keeps AFTER UPDATE ON memory
  WHEN (OLD.expires_at IS NULL OR OLD.expires_at > NEW.updated_at)
    AND (OLD.value <> NEW.value OR OLD.tags <> NEW.tags) BEGIN
  INSERT INTO memory_version (key_id, memory_id, value, tags, bytes, set_at)
    VALUES (OLD.key_id, OLD.id, OLD.value, OLD.tags, OLD.bytes, OLD.updated_at);
  DELETE FROM memory_version WHERE memory_id = OLD.id AND id NOT IN
    (SELECT id FROM memory_version WHERE memory_id = OLD.id ORDER BY id DESC LIMIT 10);
END;
CREATE TRIGGER memory_removes_versions AFTER DELETE ON memory BEGIN
  DELETE FROM memory_version WHERE memory_id = OLD.id;
END;

CREATE TABLE memory_counter (
  key_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (key_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_counter_by_expiry ON memory_counter (expires_at) WHERE expires_at IS NOT NULL;

-- A message is hidden until visible_at: while it is delayed, and while a lease of it runs.
CREATE TABLE memory_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL,
  queue TEXT NOT NULL,
  value TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  pushed_at INTEGER NOT NULL,
  visible_at INTEGER NOT NULL,
  expires_at INTEGER,
  lease TEXT,
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX memory_message_in_queue ON memory_message (key_id, queue, id);
CREATE INDEX memory_message_by_expiry ON memory_message (expires_at) WHERE expires_at IS NOT NULL;
${['version', 'counter', 'message'].map(spaceTriggers).join('\n')}
`

function spaceTriggers(kind: string): string {
  return `
CREATE TRIGGER memory_${kind}_added AFTER INSERT ON memory_${kind} BEGIN
  INSERT INTO memory_space (key_id, kind, entries, bytes) VALUES (NEW.key_id, '${kind}', 1, NEW.bytes)
  ON CONFLICT (key_id, kind) DO UPDATE SET entries = entries + 1, bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER memory_${kind}_removed AFTER DELETE ON memory_${kind} BEGIN
  UPDATE memory_space SET entries = entries - 1, bytes = bytes - OLD.bytes
    WHERE key_id = OLD.key_id AND kind = '${kind}';
END;`
}

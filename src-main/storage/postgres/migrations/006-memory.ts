import { usageTriggers } from './005-calls.ts'

/** Session memory, and the sum of what all keys store. */
export const memory = `
CREATE TABLE memory (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  tags text NOT NULL,
  bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint,
  UNIQUE (key_id, namespace, key)
);
CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE memory_usage (key_id text PRIMARY KEY, entries bigint NOT NULL, bytes bigint NOT NULL);
${usageTriggers('memory', 'entries')}

CREATE TABLE memory_space (
  key_id text NOT NULL,
  kind text NOT NULL,
  entries bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (key_id, kind)
);
CREATE TABLE memory_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text NOT NULL,
  memory_id bigint NOT NULL,
  value text NOT NULL,
  tags text NOT NULL,
  bytes bigint NOT NULL,
  set_at bigint NOT NULL
);
CREATE INDEX memory_version_by_entry ON memory_version (memory_id, id);
CREATE INDEX memory_version_by_owner ON memory_version (key_id, id);
CREATE TABLE memory_counter (
  key_id text NOT NULL,
  name text NOT NULL,
  value bigint NOT NULL,
  bytes bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint,
  PRIMARY KEY (key_id, name)
);
CREATE INDEX memory_counter_by_expiry ON memory_counter (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE memory_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text NOT NULL,
  queue text NOT NULL,
  value text NOT NULL,
  bytes bigint NOT NULL,
  pushed_at bigint NOT NULL,
  visible_at bigint NOT NULL,
  expires_at bigint,
  lease text,
  attempts bigint NOT NULL DEFAULT 0
);
CREATE INDEX memory_message_in_queue ON memory_message (key_id, queue, id);
CREATE INDEX memory_message_by_expiry ON memory_message (expires_at) WHERE expires_at IS NOT NULL;

CREATE FUNCTION tg_memory_versions_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM memory_version v WHERE v.memory_id = OLD.id;
  ELSIF OLD.expires_at <= NEW.updated_at THEN
    -- A value that had expired before it was replaced was forgotten already, and so was all that came before it.
    DELETE FROM memory_version v WHERE v.memory_id = OLD.id;
  ELSIF OLD.value <> NEW.value OR OLD.tags <> NEW.tags THEN
    INSERT INTO memory_version (key_id, memory_id, value, tags, bytes, set_at)
      VALUES (OLD.key_id, OLD.id, OLD.value, OLD.tags, OLD.bytes, OLD.updated_at);
    DELETE FROM memory_version v WHERE v.memory_id = OLD.id AND v.id NOT IN
      (SELECT w.id FROM memory_version w WHERE w.memory_id = OLD.id ORDER BY w.id DESC LIMIT 10);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER memory_keeps_versions AFTER UPDATE OR DELETE ON memory
  FOR EACH ROW EXECUTE FUNCTION tg_memory_versions_1();

CREATE FUNCTION tg_memory_space_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO memory_space AS s (key_id, kind, entries, bytes) VALUES (NEW.key_id, TG_ARGV[0], 1, NEW.bytes)
    ON CONFLICT (key_id, kind) DO UPDATE SET entries = s.entries + 1, bytes = s.bytes + NEW.bytes;
  ELSE
    UPDATE memory_space s SET entries = s.entries - 1, bytes = s.bytes - OLD.bytes
      WHERE s.key_id = OLD.key_id AND s.kind = TG_ARGV[0];
  END IF;
  RETURN NULL;
END $$;
${['version', 'counter', 'message'].map(spaceTrigger).join('\n')}

-- Summed when it is read: a row that every write of every gateway changes would make all of them wait for each other.
CREATE VIEW stored_total AS SELECT (
  (SELECT coalesce(sum(bytes), 0) FROM memory_usage) + (SELECT coalesce(sum(bytes), 0) FROM memory_space)
  + (SELECT coalesce(sum(bytes), 0) FROM idempotency_usage) + (SELECT coalesce(sum(bytes), 0) FROM job_usage)
  + (SELECT coalesce(sum(bytes), 0) FROM batch) + (SELECT coalesce(sum(bytes), 0) FROM file))::bigint AS bytes;
`

function spaceTrigger(kind: string): string {
  return `CREATE TRIGGER memory_${kind}_changes_space AFTER INSERT OR DELETE ON memory_${kind}
  FOR EACH ROW EXECUTE FUNCTION tg_memory_space_1('${kind}');`
}

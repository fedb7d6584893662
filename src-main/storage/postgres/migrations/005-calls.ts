/** Remembered requests, jobs, saved runs and files, and what each key keeps of them. */
export const calls = `
CREATE TABLE idempotency (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text NOT NULL,
  path text NOT NULL,
  idem_key text NOT NULL,
  fingerprint text NOT NULL,
  charge_id text NOT NULL,
  status bigint,
  headers text,
  body text,
  bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (key_id, path, idem_key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX idempotency_by_key ON idempotency (key_id, seq);

CREATE TABLE job (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  key_id text NOT NULL,
  slug text NOT NULL,
  charge_id text NOT NULL,
  request_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  attempts bigint NOT NULL DEFAULT 0,
  progress bigint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  finished_at bigint,
  error text CHECK (error IS NULL OR error::json IS NOT NULL),
  envelope text,
  credits bigint CHECK (credits >= 0),
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'running')))
);
CREATE INDEX job_by_key ON job (key_id, seq);
CREATE INDEX job_open ON job (seq) WHERE finished_at IS NULL;
CREATE INDEX job_by_age ON job (finished_at) WHERE finished_at IS NOT NULL;
CREATE TABLE job_call (job_id text PRIMARY KEY, call text NOT NULL);

CREATE TABLE batch (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  key_id text NOT NULL,
  name text NOT NULL,
  source text NOT NULL,
  options text NOT NULL CHECK (options::json IS NOT NULL),
  bytes bigint NOT NULL,
  rows bigint NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint
);
CREATE INDEX batch_by_key ON batch (key_id, updated_at);
CREATE TABLE batch_row (
  batch bigint NOT NULL REFERENCES batch (seq) ON DELETE CASCADE,
  position bigint NOT NULL CHECK (position >= 0),
  slug text NOT NULL,
  input text NOT NULL,
  label text NOT NULL,
  cells text CHECK (cells IS NULL OR cells::json IS NOT NULL),
  state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'sent', 'done', 'failed', 'removed')),
  chunk text,
  sent_at bigint,
  request_id text,
  credits bigint NOT NULL DEFAULT 0,
  latency_ms bigint,
  result text,
  error text CHECK (error IS NULL OR error::json IS NOT NULL),
  bytes bigint NOT NULL,
  PRIMARY KEY (batch, position)
);
CREATE FUNCTION tg_batch_counts_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE batch b SET bytes = b.bytes + NEW.bytes, rows = b.rows + 1 WHERE b.seq = NEW.batch;
  ELSE
    UPDATE batch b SET
      bytes = b.bytes + NEW.bytes - OLD.bytes,
      rows = b.rows + (OLD.state = 'removed')::int - (NEW.state = 'removed')::int,
      done = b.done + (NEW.state = 'done')::int - (OLD.state = 'done')::int,
      failed = b.failed + (NEW.state = 'failed')::int - (OLD.state = 'failed')::int,
      credits = b.credits + NEW.credits - OLD.credits
    WHERE b.seq = NEW.batch;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER batch_row_counts AFTER INSERT OR UPDATE ON batch_row
  FOR EACH ROW EXECUTE FUNCTION tg_batch_counts_1();

CREATE TABLE file (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  key_id text NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX file_by_key ON file (key_id, seq);
CREATE INDEX file_by_end ON file (expires_at);
CREATE TABLE file_content (
  file text PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
  content bytea NOT NULL
);

-- What each key keeps, by triggers, so that a quota costs one row read and cannot drift.
CREATE TABLE idempotency_usage (key_id text PRIMARY KEY, entries bigint NOT NULL, bytes bigint NOT NULL);
CREATE TABLE job_usage (key_id text PRIMARY KEY, jobs bigint NOT NULL, bytes bigint NOT NULL);
${usageTriggers('idempotency', 'entries')}
${usageTriggers('job', 'jobs')}
`

/** @param count the column of the table of usage that counts rows */
export function usageTriggers(table: string, count: string): string {
  return `
CREATE FUNCTION tg_${table}_usage_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ${table}_usage AS u (key_id, ${count}, bytes) VALUES (NEW.key_id, 1, NEW.bytes)
    ON CONFLICT (key_id) DO UPDATE SET ${count} = u.${count} + 1, bytes = u.bytes + NEW.bytes;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE ${table}_usage u SET bytes = u.bytes + NEW.bytes - OLD.bytes WHERE u.key_id = NEW.key_id;
  ELSE
    UPDATE ${table}_usage u SET ${count} = u.${count} - 1, bytes = u.bytes - OLD.bytes WHERE u.key_id = OLD.key_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ${table}_changes_usage AFTER INSERT OR DELETE OR UPDATE OF bytes ON ${table}
  FOR EACH ROW EXECUTE FUNCTION tg_${table}_usage_1();`
}

/** Jobs, their calls waiting to run, and each key's usage of both. */
export const jobs = `
CREATE TABLE job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  key_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  charge_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  error TEXT CHECK (json_valid(error)),
  envelope TEXT,
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'running')))
) STRICT;
CREATE INDEX job_by_key ON job (key_id, seq);
CREATE INDEX job_open ON job (seq) WHERE finished_at IS NULL;
CREATE INDEX job_by_age ON job (finished_at) WHERE finished_at IS NOT NULL;

-- Apart from the job, so that a change of its status does not write a large input again.
CREATE TABLE job_call (
  job_id TEXT PRIMARY KEY,
  call TEXT NOT NULL
) STRICT;

CREATE TABLE job_usage (
  key_id TEXT PRIMARY KEY,
  jobs INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
  INSERT INTO job_usage (key_id, jobs, bytes) VALUES (NEW.key_id, 1, NEW.bytes)
  ON CONFLICT (key_id) DO UPDATE SET jobs = jobs + 1, bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER job_changed AFTER UPDATE OF bytes ON job BEGIN
  UPDATE job_usage SET bytes = bytes + NEW.bytes - OLD.bytes WHERE key_id = NEW.key_id;
END;
CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
  UPDATE job_usage SET jobs = jobs - 1, bytes = bytes - OLD.bytes WHERE key_id = OLD.key_id;
END;
`

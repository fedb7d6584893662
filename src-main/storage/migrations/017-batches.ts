/** Runs of the page's Batch place, with their rows and outcomes. */
export const batches = `
CREATE TABLE batch (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  key_id TEXT NOT NULL,
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  options TEXT NOT NULL CHECK (json_valid(options)),
  bytes INTEGER NOT NULL,
  rows INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX batch_by_key ON batch (key_id, updated_at);

CREATE TABLE batch_row (
  batch INTEGER NOT NULL REFERENCES batch (seq) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  slug TEXT NOT NULL,
  input TEXT NOT NULL,
  label TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'sent', 'done', 'failed', 'removed')),
  chunk TEXT,
  sent_at INTEGER,
  request_id TEXT,
  credits INTEGER NOT NULL DEFAULT 0,
  latency_ms INTEGER,
  result TEXT,
  error TEXT CHECK (json_valid(error)),
  bytes INTEGER NOT NULL,
  PRIMARY KEY (batch, position)
) STRICT;
CREATE TRIGGER batch_row_added AFTER INSERT ON batch_row BEGIN
  UPDATE batch SET bytes = bytes + NEW.bytes, rows = rows + 1 WHERE seq = NEW.batch;
END;
CREATE TRIGGER batch_row_changed AFTER UPDATE ON batch_row BEGIN
  UPDATE batch SET
    bytes = bytes + NEW.bytes - OLD.bytes,
    rows = rows + (OLD.state = 'removed') - (NEW.state = 'removed'),
    done = done + (NEW.state = 'done') - (OLD.state = 'done'),
    failed = failed + (NEW.state = 'failed') - (OLD.state = 'failed'),
    credits = credits + NEW.credits - OLD.credits
  WHERE seq = NEW.batch;
END;
`

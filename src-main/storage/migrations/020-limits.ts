/** What limits for the whole gateway count: keys from sign-up, and the bytes of everything that keys store. */
export const limits = `
-- Only keys from sign-up have an e-mail address.
CREATE INDEX api_key_by_sign_up ON api_key (created_at) WHERE email_key IS NOT NULL;

-- Kept by triggers, so that a limit for all keys costs one row read and cannot drift.
CREATE TABLE stored_total (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;
INSERT INTO stored_total (id, bytes) SELECT 1,
  (SELECT coalesce(sum(bytes), 0) FROM memory_usage) + (SELECT coalesce(sum(bytes), 0) FROM memory_space)
  + (SELECT coalesce(sum(bytes), 0) FROM idempotency_usage) + (SELECT coalesce(sum(bytes), 0) FROM job_usage)
  + (SELECT coalesce(sum(bytes), 0) FROM batch);
${['memory_usage', 'memory_space', 'idempotency_usage', 'job_usage', 'batch'].map(totalTriggers).join('\n')}
`

/** Triggers that add the bytes of a table to the total of all keys; each has a column `bytes`. */
export function totalTriggers(table: string): string {
  return `
CREATE TRIGGER ${table}_enters_total AFTER INSERT ON ${table} BEGIN
  UPDATE stored_total SET bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER ${table}_changes_total AFTER UPDATE OF bytes ON ${table} BEGIN
  UPDATE stored_total SET bytes = bytes + NEW.bytes - OLD.bytes;
END;
CREATE TRIGGER ${table}_leaves_total AFTER DELETE ON ${table} BEGIN
  UPDATE stored_total SET bytes = bytes - OLD.bytes;
END;`
}

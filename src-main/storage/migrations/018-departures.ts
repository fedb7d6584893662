/** Calls that have sent something to another machine and have not ended yet; what calls without an answer cost. */
export const departures = `
CREATE TABLE departure (
  charge_id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  spender TEXT,
  credits INTEGER NOT NULL CHECK (credits >= 0),
  slug TEXT NOT NULL,
  request_id TEXT NOT NULL,
  engine TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Why a charged call gave no answer; null for all others.
ALTER TABLE entry ADD COLUMN unanswered TEXT;

-- What a job was charged; null until that is decided.
ALTER TABLE job ADD COLUMN credits INTEGER CHECK (credits >= 0);
UPDATE job SET credits = CASE
  WHEN status <> 'completed' THEN 0
  WHEN json_valid(envelope) THEN json_extract(envelope, '$.meta.credits_used')
END WHERE finished_at IS NOT NULL;
`

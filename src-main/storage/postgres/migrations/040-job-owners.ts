/**
 * At which gateway a job waits or runs; it is nobody's once that gateway is not known any more. One that the owner is
 * asked about stays where that was begun, and one that was taken by a gateway with places free stays there.
 */
export const jobOwners = `
ALTER TABLE job
  ADD COLUMN gateway text,
  ADD COLUMN is_asked boolean NOT NULL DEFAULT false,
  ADD COLUMN is_taken boolean NOT NULL DEFAULT false;
CREATE INDEX job_waits ON job (key_id, seq) WHERE status = 'queued';
CREATE INDEX job_undecided ON job (seq) WHERE status = 'cancelled' AND credits IS NULL;
`

/** The last transaction of each writer that was committed. */
export const commitMarks = `
CREATE TABLE IF NOT EXISTS commit_mark (
  writer text PRIMARY KEY,
  number bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
`

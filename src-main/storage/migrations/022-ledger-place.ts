/** How far the ledger was verified, so that a start need not read all of it again. */
export const ledgerPlace = `
CREATE TABLE ledger_place (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  -- Of the sums that the entries come to at that place.
  digest TEXT NOT NULL
) STRICT;
`

/** The row of the user's own table that a row of a run came from, for its export. */
export const batchCells = `
ALTER TABLE batch_row ADD COLUMN cells TEXT CHECK (json_valid(cells));
`

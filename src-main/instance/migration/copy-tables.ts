import { counted } from '../../../src-shared/counted.ts'
import { KEPT_TABLES, type Cell, type KeptTable, type Row } from './kept-tables.ts'
import { DigestOfRows, type TableDigest } from './table-digest.ts'
import type { TableRows } from './table-rows.ts'

/** What of the rows of a table is another value on the other side. */
export type Change = (row: Row) => Readonly<Record<string, Cell>>

/** A table that was copied. */
export interface CopiedTable extends TableDigest {
  readonly name: string
}

export class CopyDiffers extends Error {}

/**
 * Copies all tables, and compares what then is there with what was copied.
 * @param changes by table: columns that the other side has more, or with other values
 * @throws CopyDiffers when it is not the same
 */
export async function copyTables(
  from: TableRows,
  to: TableRows,
  changes: Readonly<Record<string, Change>>,
): Promise<readonly CopiedTable[]> {
  const copied: CopiedTable[] = []
  for (const table of KEPT_TABLES) copied.push(await copyTable(table, from, to, changes[table.name]))
  return copied
}

async function copyTable(
  { name, counter, placed = [] }: KeptTable,
  from: TableRows,
  to: TableRows,
  change: Change | undefined,
): Promise<CopiedTable> {
  const there = await to.columnsOf(name)
  const here = await from.columnsOf(name)
  const shared = here.filter((column) => there.includes(column))
  const compared = shared.filter((column) => !placed.includes(column))
  const read = new DigestOfRows(compared)
  for await (const rows of from.read(name, shared, counter)) {
    for (const row of rows) read.add(row)
    const changed = change ? rows.map((row) => ({ ...row, ...change(row) })) : rows
    const columns = Object.keys(changed[0]!).filter((column) => there.includes(column))
    await to.write(name, columns, changed)
  }
  const written = new DigestOfRows(compared)
  for await (const rows of to.read(name, compared, counter)) for (const row of rows) written.add(row)
  const { rows, hash } = written.digest
  if (rows !== read.digest.rows || hash !== read.digest.hash)
    throw new CopyDiffers(
      `The copy of ${name} differs: it has ${counted(rows, 'row')}, and the original ${read.digest.rows}.`,
    )
  return { name, rows, hash }
}

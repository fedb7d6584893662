import pg from 'pg'
import { StartupError } from '../../storage/startup-error.ts'
import { postgresCodeOf } from '../../storage/postgres/connection.ts'
import type { Cell, Row } from './kept-tables.ts'
import { inBatches, type TableRows } from './table-rows.ts'

const FETCHED = 500
/** A text with U+0000, which no text of PostgreSQL may have. */
const NO_TEXT = '22021'

/** The tables of a schema, on one connection and in its transaction. */
export class PostgresRows implements TableRows {
  readonly #client: pg.Client
  readonly #where: Readonly<Record<string, string>>
  readonly #types = new Map<string, ReadonlyMap<string, string>>()

  /** @param where by table: the condition of the rows that are read */
  constructor(client: pg.Client, where: Readonly<Record<string, string>> = {}) {
    this.#client = client
    this.#where = where
  }

  async columnsOf(table: string): Promise<readonly string[]> {
    return [...(await this.#typesOf(table)).keys()]
  }

  async *read(table: string, columns: readonly string[], order?: string): AsyncGenerator<readonly Row[]> {
    const sorted = order === undefined ? '' : `ORDER BY ${order}`
    const wanted = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${this.#where[table] ?? 'true'} ${sorted}`
    await this.#client.query(`DECLARE copied NO SCROLL CURSOR FOR ${wanted}`)
    for (;;) {
      const { rows } = await this.#client.query<Row>(`FETCH ${FETCHED} FROM copied`)
      if (rows.length === 0) break
      yield* inBatches(rows)
    }
    await this.#client.query('CLOSE copied')
  }

  async write(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const types = await this.#typesOf(table)
    const arrays = columns.map((name, index) => `$${index + 1}::${types.get(name)}[]`)
    const values = columns.map((name) => rows.map((row) => textOf(row[name] ?? null)))
    // Numbers that PostgreSQL gives itself are those of the folder here.
    const insert = `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT * FROM unnest(${arrays.join(', ')})`
    try {
      await this.#client.query(insert, values)
    } catch (error) {
      if (postgresCodeOf(error) !== NO_TEXT) throw error
      throw new StartupError(
        `A row of ${table} has a text with the character U+0000, which PostgreSQL does not store. Nothing was changed ` +
          'there. Delete that value first.',
        { cause: error },
      )
    }
  }

  async #typesOf(table: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#types.get(table)
    if (known) return known
    const { rows } = await this.#client.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    )
    const types = new Map(rows.map(({ name, type }) => [name, type]))
    this.#types.set(table, types)
    return types
  }
}

// The driver writes an array of bytes as one of texts.
function textOf(cell: Cell): unknown {
  return cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : cell
}

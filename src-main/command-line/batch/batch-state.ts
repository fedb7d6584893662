import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BatchRow } from './batch-rows.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const resultLine = z.looseObject({
  index: z.int().min(0),
  slug: z.string(),
  ok: z.boolean(),
  credits: z.number(),
  /** Identifies the input; a different input at the same place is a different row. */
  input_hash: z.string(),
})
export type ResultLine = z.infer<typeof resultLine>

/**
 * The results of a batch: a file with one line for each answered row, so that an interrupted run resumes where it
 * stopped.
 */
export class BatchState {
  readonly file: string
  readonly #results = new Map<number, ResultLine>()

  constructor(file: string) {
    this.file = file
    if (!existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const read = parsed(line)
      // A line cut off by a crash answers nothing; its row is sent again and recognised by its key.
      if (read) this.#results.set(read.index, read)
    }
  }

  /** The rows that still need an answer. */
  open(rows: readonly BatchRow[], retryFailed: boolean): BatchRow[] {
    return rows.filter((row) => {
      const known = this.#results.get(row.index)
      if (known?.input_hash !== hashOf(row)) return true
      return retryFailed && !known.ok
    })
  }

  /** Saves results; they are on disk when it returns. */
  save(rows: readonly BatchRow[], results: readonly Readonly<Record<string, unknown>>[]): void {
    const lines = rows.map((row, place) =>
      resultLine.parse({ index: row.index, input_hash: hashOf(row), ...results[place] }),
    )
    appendFileSync(this.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    for (const line of lines) this.#results.set(line.index, line)
  }

  /** The last result of each row, in the order of the rows. */
  results(): ResultLine[] {
    return [...this.#results.values()].sort((a, b) => a.index - b.index)
  }

  /** The idempotency key for sending these rows: sending them again after a crash is not charged twice. */
  keyFor(rows: readonly BatchRow[]): string {
    const tries = rows.map((row) => (this.#results.get(row.index)?.ok === false ? 'again' : 'first'))
    const text = rows.map((row, place) => `${row.index} ${tries[place]} ${hashOf(row)}`).join('\n')
    return `batch-${createHash('sha256').update(this.file).update('\n').update(text).digest('hex')}`
  }
}

function hashOf({ slug, input }: BatchRow): string {
  return createHash('sha256')
    .update(slug)
    .update('\n')
    .update(JSON.stringify(input))
    .digest('hex')
    .slice(0, 16)
}

function parsed(line: string): ResultLine | null {
  try {
    return resultLine.safeParse(parseJson(line)).data ?? null
  } catch {
    // An empty or unfinished line.
    return null
  }
}

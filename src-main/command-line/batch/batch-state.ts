import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { MAX_BATCH_CALLS } from '../../../src-shared/limits.ts'
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

const sentChunk = z.object({ key: z.string(), rows: z.array(z.tuple([z.int().min(0), z.string()])) })

/** Rows that are sent together, and the Idempotency-Key under which they are. */
export interface Chunk {
  readonly rows: readonly BatchRow[]
  readonly key: string
}

/**
 * The results of a batch: a file with one line for each answered row, so that an interrupted run resumes where it
 * stopped.
 */
export class BatchState {
  readonly file: string
  readonly #results = new Map<number, ResultLine>()
  readonly #sendingFile: string
  /** Ends a line that a crash cut off, so that the next one is a line of its own. */
  #lineEnd = ''

  constructor(file: string) {
    this.file = file
    this.#sendingFile = `${file}.sending`
    if (!existsSync(file)) return
    const text = readFileSync(file, 'utf8')
    if (text !== '' && !text.endsWith('\n')) this.#lineEnd = '\n'
    for (const line of text.split('\n')) {
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

  /**
   * The rows in the chunks in which they are sent. First comes the chunk that a killed run had sent, exactly as it was:
   * in another chunk, what of it was answered would be charged again.
   * @param rows those that still need an answer
   */
  chunks(rows: readonly BatchRow[], all: readonly BatchRow[]): Chunk[] {
    const sent = this.#sent(all)
    const isOpen = sent?.rows.some((row) => rows.includes(row)) ?? false
    const first = sent && isOpen ? [sent] : []
    const rest = first.length === 0 ? rows : rows.filter((row) => !sent!.rows.includes(row))
    const chunks: Chunk[] = [...first]
    for (let from = 0; from < rest.length; from += MAX_BATCH_CALLS) {
      const part = rest.slice(from, from + MAX_BATCH_CALLS)
      chunks.push({ rows: part, key: this.#keyFor(part) })
    }
    return chunks
  }

  /** Notes a chunk before it is sent. */
  sending({ rows, key }: Chunk): void {
    const noted = { key, rows: rows.map((row): [number, string] => [row.index, hashOf(row)]) }
    writeFileSync(this.#sendingFile, JSON.stringify(noted))
  }

  // A chunk of another file, or of one that has changed since, is not sent again.
  #sent(all: readonly BatchRow[]): Chunk | null {
    if (!existsSync(this.#sendingFile)) return null
    const noted = sentChunk.safeParse(parsedJson(readFileSync(this.#sendingFile, 'utf8'))).data
    if (!noted?.rows.every(([index, hash]) => all[index] !== undefined && hashOf(all[index]) === hash))
      return null
    return { key: noted.key, rows: noted.rows.map(([index]) => all[index]!) }
  }

  /** Saves results; they are on disk when it returns. */
  save(rows: readonly BatchRow[], results: readonly Readonly<Record<string, unknown>>[]): void {
    const lines = rows.map((row, place) =>
      resultLine.parse({ index: row.index, input_hash: hashOf(row), ...results[place] }),
    )
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    appendFileSync(this.file, this.#lineEnd + text)
    this.#lineEnd = ''
    rmSync(this.#sendingFile, { force: true })
    for (const line of lines) this.#results.set(line.index, line)
  }

  /** The last result of each row, in the order of the rows. */
  results(): ResultLine[] {
    return [...this.#results.values()].sort((a, b) => a.index - b.index)
  }

  // Sending them again after a crash is not charged twice.
  #keyFor(rows: readonly BatchRow[]): string {
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
  return resultLine.safeParse(parsedJson(line)).data ?? null
}

function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Empty, or cut off by a crash.
    return null
  }
}

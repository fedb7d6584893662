import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { ClosedCall } from './call-charge.ts'
import type { DoubtNotes } from './doubt-notes.ts'

const FILE = 'calls-in-doubt.ndjson'

const note = z.union([
  z.object({
    gateway: z.string(),
    id: z.string(),
    account: z.string(),
    sub: z.string().nullable(),
    requestId: z.string(),
    slug: z.string(),
    at: z.number(),
  }),
  z.object({ closed: z.string() }),
])

/** Notes calls in doubt in a file of this gateway's own folder, a line for each, until all are closed. */
export class DoubtFile implements DoubtNotes {
  readonly #path: string
  readonly #calls = new Map<string, ClosedCall>()
  #file: number | null = null

  /** @param folder a folder that exists */
  constructor(folder: string) {
    this.#path = join(folder, FILE)
    for (const line of linesOf(this.#path)) {
      const read = note.safeParse(line)
      // A line may have been cut short, by the end of a process whose caller was not told yet.
      if (!read.success) continue
      if ('closed' in read.data) this.#calls.delete(read.data.closed)
      else this.#calls.set(read.data.id, read.data)
    }
  }

  add({ gateway, id, account, sub, requestId, slug, at }: ClosedCall): void {
    const call = { gateway, id, account, sub, requestId, slug, at }
    this.#calls.set(id, call)
    this.#write(call)
  }

  remove(id: string): void {
    if (!this.#calls.delete(id)) return
    if (this.#calls.size > 0) return this.#write({ closed: id })
    this.#file ??= openSync(this.#path, 'a', 0o600)
    ftruncateSync(this.#file)
    closeSync(this.#file)
    this.#file = null
  }

  all(): readonly ClosedCall[] {
    return [...this.#calls.values()]
  }

  #write(line: object): void {
    this.#file ??= openSync(this.#path, 'a', 0o600)
    // After an empty line, for the last one may have been cut short.
    writeFileSync(this.#file, `\n${JSON.stringify(line)}\n`)
    fsyncSync(this.#file)
  }
}

function linesOf(path: string): unknown[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [parseJson(line)]
    } catch {
      // Cut short, or the end of the file.
      return []
    }
  })
}

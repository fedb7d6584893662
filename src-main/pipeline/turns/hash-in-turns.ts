import { createHash, type Hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import type { Data } from '../../../src-shared/envelope.ts'
import { writeData, type WrittenOutput } from '../../registry/written-output.ts'
import { isLongerThan } from './json-size.ts'
import { waitForTurn } from './turns.ts'

/** So much is written and hashed in one go, in characters. */
const PIECE_CHARS = 64 * 1024

/** Longer values are written in several turns of the event loop. */
const LONG_CHARS = 256 * 1024

/** The canonical JSON of a value, and its SHA-256. */
export interface Canonical {
  readonly json: string
  readonly hash: string
}

/**
 * Writes and hashes a long value as `canonicalJson` does, but in several turns of the event loop: at once, 8 MiB take
 * the engine up to 0.2 s. @returns null for a value that is short enough for one turn
 */
export async function canonicalInTurns(value: object): Promise<Canonical | null> {
  if (!isLongerThan(value, LONG_CHARS)) return null
  const writer = new PieceWriter()
  await writer.write(value)
  return await writer.end()
}

/** Writes and hashes the `data` of an answer as `writeData` does, and a long one in turns. */
export async function writeDataInTurns(data: Data): Promise<WrittenOutput> {
  const written = await canonicalInTurns(data)
  return written ? { dataJson: written.json, outputHash: written.hash } : writeData(data)
}

class PieceWriter {
  readonly #hash: Hash = createHash('sha256')
  readonly #pieces: string[] = []
  #piece = ''

  async write(value: unknown): Promise<void> {
    if (typeof value === 'string') return await this.#writeText(value)
    if (typeof value !== 'object' || value === null || !isLongerThan(value, PIECE_CHARS))
      return await this.#add(canonicalJson(value))
    if (Array.isArray(value)) return await this.#writeItems(value)
    // An object that is neither null nor an array is read by its own string keys.
    await this.#writeMembers(value as Readonly<Record<string, unknown>>)
  }

  async end(): Promise<Canonical> {
    await this.#flush()
    return { json: this.#pieces.join(''), hash: this.#hash.digest('hex') }
  }

  async #writeItems(items: readonly unknown[]): Promise<void> {
    let before = '['
    for (const item of items) {
      await this.#add(before)
      before = ','
      await this.write(item)
    }
    await this.#add(before === '[' ? '[]' : ']')
  }

  async #writeMembers(members: Readonly<Record<string, unknown>>): Promise<void> {
    let before = '{'
    // By UTF-16 code units, which is the order of RFC 8785.
    for (const name of Object.keys(members).sort()) {
      const member = members[name]
      if (member === undefined) continue
      await this.#add(`${before}${canonicalJson(name)}:`)
      before = ','
      await this.write(member)
    }
    await this.#add(before === '{' ? '{}' : '}')
  }

  // Each character is written by itself, so that a text can be cut anywhere but within one.
  async #writeText(text: string): Promise<void> {
    if (text.length <= PIECE_CHARS) return await this.#add(canonicalJson(text))
    await this.#add('"')
    for (let from = 0; from < text.length;) {
      const cut = from + PIECE_CHARS
      const to = isSecondHalf(text.charCodeAt(cut)) ? cut + 1 : cut
      await this.#add(canonicalJson(text.slice(from, to)).slice(1, -1))
      from = to
    }
    await this.#add('"')
  }

  async #add(json: string): Promise<void> {
    this.#piece += json
    if (this.#piece.length >= PIECE_CHARS) await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#hash.update(this.#piece)
    this.#pieces.push(this.#piece)
    this.#piece = ''
    await waitForTurn()
  }
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

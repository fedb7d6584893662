import { createHash, type Hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import type { Data } from '../../../src-shared/envelope.ts'
import type { WrittenOutput } from '../../registry/written-output.ts'
import { isLongerThan } from './json-size.ts'
import { waitForTurn } from './turns.ts'

/** So much is written and hashed in one go, in characters. */
const PIECE_CHARS = 64 * 1024

/**
 * Writes and hashes the `data` of an answer as `writeData` does, but a long one in several turns of the event loop: at
 * once, 8 MiB take the engine up to 0.2 s.
 */
export async function writeDataInTurns(data: Data): Promise<WrittenOutput> {
  const writer = new PieceWriter()
  await writer.write(data)
  return await writer.end()
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
    await this.#writeMembers(Object.entries(value))
  }

  async end(): Promise<WrittenOutput> {
    await this.#flush()
    return { dataJson: this.#pieces.join(''), outputHash: this.#hash.digest('hex') }
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

  async #writeMembers(members: readonly (readonly [string, unknown])[]): Promise<void> {
    let before = '{'
    // By UTF-16 code units, which is the order of RFC 8785.
    for (const [name, member] of members.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
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

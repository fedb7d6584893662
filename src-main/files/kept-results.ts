import { randomUUID } from 'node:crypto'
import type { Sharer } from '../shares/place.ts'

/** What is kept of long results, in characters, and for how long. */
export const KEPT_RESULTS = {
  perKey: 16,
  charsPerKey: 8 * 1024 * 1024,
  chars: 32 * 1024 * 1024,
  minutes: 15,
} as const

/** The text of a result, in pages. */
export interface Page {
  readonly text: string
  /** From 1. */
  readonly page: number
  readonly pages: number
}

/** The bytes of a result, such as a picture, in Base64. */
export interface KeptBytes {
  readonly base64: string
  readonly mediaType: string
}

interface Kept {
  readonly text: string
  /** How long a page is; null for bytes, whose text is Base64. */
  readonly pageChars: number | null
  readonly mediaType: string
  readonly who: Sharer
  readonly until: number
}

/**
 * Long results that an MCP client has been sent the first page of, and bytes that it has been sent as a link. Each
 * belongs to the key that called, and is kept in memory for a quarter of an hour. Where room is short, a key loses its
 * own oldest ones first, and then those go of the key that keeps the most; the owner's are not lost to other keys.
 */
export class KeptResults {
  readonly #now: () => number
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>()

  /** @param now the clock, in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns the id of the result; null for a text that is longer than a key may keep */
  keep(who: Sharer, text: string, pageChars: number): string | null {
    return this.#keep(who, { text, pageChars, mediaType: 'text/plain' })
  }

  /** @returns the id of the bytes; null for more than a key may keep */
  keepBytes(who: Sharer, { base64, mediaType }: KeptBytes): string | null {
    return this.#keep(who, { text: base64, pageChars: null, mediaType })
  }

  #keep(who: Sharer, result: Pick<Kept, 'text' | 'pageChars' | 'mediaType'>): string | null {
    const { text } = result
    this.#forgetOld()
    if (text.length > KEPT_RESULTS.charsPerKey) return null
    for (;;) {
      const dispensable = this.#dispensable(who, text.length)
      if (dispensable === null) break
      if (dispensable === undefined) return null
      this.#kept.delete(dispensable)
    }
    const id = randomUUID()
    this.#kept.set(id, { ...result, who, until: this.#now() + KEPT_RESULTS.minutes * 60_000 })
    return id
  }

  /** One page of a result; null for one of another key, that is no longer kept, or that has no such page. */
  read(keyId: string, id: string, page: number): Page | null {
    const kept = this.#find(keyId, id)
    if (kept === null || kept.pageChars === null) return null
    const found = pageOf(kept.text, page, kept.pageChars)
    return found.text === '' ? null : found
  }

  /** Bytes that were kept; null for those of another key, for a text, and when they are no longer kept. */
  bytes(keyId: string, id: string): KeptBytes | null {
    const kept = this.#find(keyId, id)
    if (kept === null || kept.pageChars !== null) return null
    return { base64: kept.text, mediaType: kept.mediaType }
  }

  /** All of a result, as the content of a file. */
  whole(keyId: string, id: string): Buffer | null {
    const kept = this.#find(keyId, id)
    return kept && Buffer.from(kept.text, kept.pageChars === null ? 'base64' : 'utf8')
  }

  #find(keyId: string, id: string): Kept | null {
    this.#forgetOld()
    const kept = this.#kept.get(id)
    if (kept?.who.id !== keyId) return null
    return kept
  }

  #forgetOld(): void {
    const now = this.#now()
    for (const [id, { until }] of this.#kept) {
      if (until > now) return
      this.#kept.delete(id)
    }
  }

  /** What has to go for a text of this length: null when it fits, undefined when nothing may go. */
  #dispensable({ id, isOwner }: Sharer, chars: number): string | null | undefined {
    const own = this.#of(id)
    if (own.count >= KEPT_RESULTS.perKey || own.chars + chars > KEPT_RESULTS.charsPerKey)
      return this.#oldestOf(id)
    const all = [...this.#kept.values()]
    if (sumOf(all) + chars <= KEPT_RESULTS.chars) return null
    const keys = new Set(all.filter(({ who }) => isOwner || !who.isOwner).map(({ who }) => who.id))
    const [largest] = [...keys].toSorted((one, other) => this.#of(other).chars - this.#of(one).chars)
    return largest === undefined ? undefined : this.#oldestOf(largest)
  }

  #of(keyId: string): { readonly count: number; readonly chars: number } {
    const own = [...this.#kept.values()].filter(({ who }) => who.id === keyId)
    return { count: own.length, chars: sumOf(own) }
  }

  #oldestOf(keyId: string): string | undefined {
    for (const [id, { who }] of this.#kept) if (who.id === keyId) return id
    return undefined
  }
}

/** A page of a text, which never cuts a character in half; its text is empty when there is no such page. */
export function pageOf(text: string, page: number, pageChars: number): Page {
  const pages = Math.ceil(text.length / pageChars)
  return {
    text: text.slice(cutAt(text, (page - 1) * pageChars), cutAt(text, page * pageChars)),
    page,
    pages,
  }
}

function cutAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index
}

function sumOf(kept: readonly Kept[]): number {
  return kept.reduce((sum, { text }) => sum + text.length, 0)
}

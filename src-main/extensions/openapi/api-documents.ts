import { webcrypto } from 'node:crypto'
import { CallFailed, InvalidInput } from '../../tool-kit/tool-context.ts'
import type { GuardedOutbound } from '../../outbound/guarded-outbound.ts'
import { sendFollowing, successOf } from '../../tools/lib/follow-redirects.ts'
import type { SeenDefinition } from '../packed-definition.ts'
import { UnusableDocument } from './api-refusal.ts'
import type { DocumentLine } from './document-lines.ts'
import type { ApiFacts } from './read-api.ts'
import { DOCUMENT_LIMITS } from './read-document.ts'

/** A document that was read, with its operations as tools. */
export interface KeptApi {
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly hash: string
  /** Where it is; null for one that was sent. */
  readonly url: string | null
  readonly facts: ApiFacts
  readonly tools: readonly SeenDefinition[]
}

/** What documents are read with. */
export interface DocumentParts {
  readonly outbound: GuardedOutbound
  /** Reads a document in a process of its own. */
  readonly read: (bytes: Buffer) => Promise<readonly DocumentLine[]>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const MOST_KEPT = 4
const KEPT_MS = 15 * 60_000
const FETCH_MS = 60_000
const REDIRECTS = 5
/** Documents are the owner's alone. */
const WHO = { id: 'documents', isOwner: true }

/** Documents that were read a moment ago, between what their owner is shown and what the owner agrees to. */
export class ApiDocuments {
  readonly #parts: DocumentParts
  readonly #kept = new Map<string, { readonly api: KeptApi; readonly at: number }>()
  /** One document is read at a time: it may take much memory. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(parts: DocumentParts) {
    this.#parts = parts
  }

  /** A document by its hash; undefined for one that was read too long ago. */
  find(hash: string): KeptApi | undefined {
    const kept = this.#kept.get(hash)
    return kept && this.#parts.now() - kept.at < KEPT_MS ? kept.api : undefined
  }

  /** Reads a document that was sent. @throws UnusableDocument */
  async take(bytes: Buffer, url: string | null = null): Promise<KeptApi> {
    if (bytes.length > DOCUMENT_LIMITS.bytes)
      throw new UnusableDocument('The document is larger than 20 MiB. Cut it to the parts that you need.')
    const hash = Buffer.from(
      // Off this thread. The bytes are not shared with anything that changes them.
      await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>),
    ).toString('hex')
    const before = this.#reading
    const reading = before.catch(() => undefined).then(() => this.#parts.read(bytes))
    this.#reading = reading
    const api = { hash, url, ...toApi(await reading) }
    this.#keep(api)
    return api
  }

  /** Reads a document at an address that the owner has written. @throws UnusableDocument */
  async fetch(url: string): Promise<KeptApi> {
    const call = { who: WHO, leaving: async () => {}, left: () => {} }
    const written = URL.canParse(url) ? new URL(url).origin : null
    const outbound = this.#parts.outbound.forSource(call, written)
    const signal = AbortSignal.timeout(FETCH_MS)
    const request = {
      ...{ url, method: 'GET' as const, maxAnswerBytes: DOCUMENT_LIMITS.bytes },
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
    }
    try {
      const { answer } = successOf(await sendFollowing({ outbound, signal }, request, REDIRECTS))
      if (answer.truncated)
        throw new UnusableDocument('The document is larger than 20 MiB. Cut it to the parts that you need.')
      return await this.take(answer.body, url)
    } catch (error) {
      if (error instanceof CallFailed || error instanceof InvalidInput)
        throw new UnusableDocument(error.message, { cause: error })
      if (!signal.aborted) throw error
      throw new UnusableDocument('The document did not arrive within a minute.', { cause: error })
    }
  }

  #keep(api: KeptApi): void {
    this.#kept.delete(api.hash)
    this.#kept.set(api.hash, { api, at: this.#parts.now() })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}

function toApi(lines: readonly DocumentLine[]): Pick<KeptApi, 'facts' | 'tools'> {
  let facts: ApiFacts | undefined
  const tools: SeenDefinition[] = []
  for (const line of lines) {
    if (line.kind === 'unusable') throw new UnusableDocument(line.message)
    if (line.kind === 'facts') facts = line.facts
    if (line.kind !== 'tool') continue
    const { kind: _kind, packed, ...seen } = line
    tools.push({ ...seen, packed: Buffer.from(packed, 'base64') })
  }
  if (!facts) throw new Error('A document was read without its facts')
  return { facts, tools }
}

import type { GuardedOutbound } from '../../outbound/guarded-outbound.ts'
import { CallFailed, type ToolContext } from '../../tool-kit/tool-context.ts'
import { NotSent } from '../not-sent.ts'
import type { KindParts, KindRunner, SourceHealth } from '../source-kind.ts'
import type { Definition, SourceTool } from '../source.ts'
import { UnusableDocument } from './api-refusal.ts'
import type { ApiDocuments, KeptApi } from './api-documents.ts'
import { callApi } from './call-api.ts'

/** What APIs are read and called with. */
export interface ApiParts {
  readonly documents: ApiDocuments
  readonly outbound: GuardedOutbound
}

interface Counts {
  calls: number
  unknown: number
  inFlight: number
  lastError: string | null
  lastErrorAt: number | null
}

/** Runs APIs that are described by a document: no process, a request for each call. */
export class ApiRunner implements KindRunner {
  readonly #parts: KindParts<'openapi'>
  readonly #apis: ApiParts
  readonly #counts = new Map<string, Counts>()

  constructor(parts: KindParts<'openapi'>, apis: ApiParts) {
    this.#parts = parts
    this.#apis = apis
  }

  async call(
    tool: SourceTool,
    input: Readonly<Record<string, unknown>>,
    { signal }: ToolContext,
    { request: plan }: Definition,
  ): Promise<Record<string, unknown>> {
    const { source: id } = tool
    const source = this.#parts.sourceOf(id)
    if (!source || !plan) throw new Error(`${tool.slug} has no request`)
    const counts = this.#countsOf(id)
    counts.calls++
    counts.inFlight++
    try {
      const secrets = await this.#parts.secretsOf(id)
      const { settings } = source
      const call = { tool, plan, settings, input, secrets, signal, ms: this.#parts.msOf(id) }
      const { parse, check } = this.#parts
      return await callApi(call, { outbound: this.#apis.outbound, parse, check })
    } catch (error) {
      if (error instanceof CallFailed && error.outcome !== 'failed') this.#note(id, error.message)
      if (error instanceof CallFailed && error.outcome === 'unknown') counts.unknown++
      throw error
    } finally {
      counts.inFlight--
    }
  }

  /** Compares the operations of a document with what was approved; reads it again where it has an address. */
  async look(id: string): Promise<void> {
    const review = this.#parts.reviewerOf(id)
    const source = this.#parts.sourceOf(id)
    if (!source) return
    try {
      const { facts, tools } = await this.#documentOf(id)
      await review(tools, { serverName: facts.title, serverVersion: facts.version })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#note(id, why)
      throw error instanceof UnusableDocument ? new NotSent(why, { cause: error }) : error
    }
  }

  forgive(id: string): void {
    const counts = this.#countsOf(id)
    counts.lastError = counts.lastErrorAt = null
  }

  // Nothing runs between calls.
  async stop(): Promise<void> {}

  async remove(id: string): Promise<void> {
    this.#counts.delete(id)
  }

  async close(): Promise<void> {}

  health(id: string): SourceHealth {
    return { ...this.#countsOf(id), pid: null, isStarting: false, starts: 0, stderr: '' }
  }

  async memory(): Promise<number> {
    return 0
  }

  async #documentOf(id: string): Promise<KeptApi> {
    const { documents } = this.#apis
    const source = this.#parts.sourceOf(id)
    const kept = source && documents.find(source.settings.document)
    const isFirst = source?.lookedAt === null
    if (source && source.settings.url !== null && !(isFirst && kept))
      return await documents.fetch(source.settings.url)
    if (kept) return kept
    throw new UnusableDocument(
      `The document of ${id} was sent, so it cannot be read again. Send the new one: toolgate sources update ${id} FILE`,
    )
  }

  #note(id: string, why: string): void {
    const counts = this.#countsOf(id)
    counts.lastError = why
    counts.lastErrorAt = this.#parts.now()
  }

  #countsOf(id: string): Counts {
    const known = this.#counts.get(id)
    if (known) return known
    const counts = { calls: 0, unknown: 0, inFlight: 0, lastError: null, lastErrorAt: null }
    this.#counts.set(id, counts)
    return counts
  }
}

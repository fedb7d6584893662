import type { CallOutcome } from '../../src-shared/errors.ts'
import type { SessionMemory } from './memory-contract.ts'

export type * from './memory-contract.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How much of the answer is kept: 1 MiB by default, at most 8 MiB. */
  readonly maxAnswerBytes?: number
  readonly signal: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** True if the answer was longer than the limit and the rest was dropped. */
  readonly truncated: boolean
  readonly durationMs: number
}

export type DnsType = 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'MX' | 'NS' | 'PTR' | 'SOA' | 'SRV' | 'TXT'

export interface DnsRecord {
  readonly type: DnsType
  /** The record's data in zone file notation. */
  readonly value: string
  /** Seconds for which it may be cached; null if the resolver does not say. */
  readonly ttl: number | null
  /** The parts of its data by name, such as `priority` and `exchange`. */
  readonly parts: Readonly<Record<string, string | number>>
}

export interface DnsAnswer {
  /** False if the name does not exist at all. */
  readonly exists: boolean
  readonly records: readonly DnsRecord[]
}

export interface TlsInspection {
  /** For example TLSv1.3. */
  readonly protocol: string
  readonly cipher: string
  /** The certificates that the server sent, its own first, in DER. */
  readonly chain: readonly Buffer[]
  /** Why this machine does not trust the chain, in OpenSSL's words; null if it does. */
  readonly distrust: string | null
  readonly durationMs: number
}

export interface WhoisAnswer {
  readonly text: string
  /** True if the answer was longer than the limit and the rest was dropped. */
  readonly truncated: boolean
}

/**
 * The only way out to the network: resolves once, checks every address, connects to the checked
 * one.
 */
export interface Outbound {
  /** The same object for every call, so that what holds for all of them can be kept by it. */
  readonly network: object
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Asks the machine's DNS resolver. Its answers are shown, and never connected to without the
   * check.
   */
  resolveDns(query: {
    readonly name: string
    readonly type: DnsType
    readonly signal: AbortSignal
  }): Promise<DnsAnswer>
  /** Makes a TLS connection, records what the server presents, trusted or not, and closes it. */
  inspectTls(target: {
    readonly host: string
    readonly port: number
    readonly signal: AbortSignal
  }): Promise<TlsInspection>
  /** Asks a WHOIS server (RFC 3912). */
  queryWhois(target: {
    readonly server: string
    readonly port?: number
    readonly query: string
    readonly signal: AbortSignal
  }): Promise<WhoisAnswer>
}

/** A tool as a hit in a search of the catalogue. */
export interface ToolHit {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tier: string
  readonly credits: number
  /** How well it matches; only comparable with the other hits of the same search. */
  readonly score: number
  /** The JSON Schema of its input. */
  readonly inputSchema: () => Promise<Readonly<Record<string, unknown>>>
}

/** The tools that this instance serves, for searching. */
export interface ToolCatalogue {
  /** @returns the tools that match a text best, best first */
  search(query: string, scope: ToolScope & { readonly limit: number }): Promise<readonly ToolHit[]>
}

/** Which tools to search: all, those of a category, or those of a tier. */
export interface ToolScope {
  readonly category?: string | undefined
  readonly tier?: string | undefined
}

/** One turn of a conversation with a model. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export interface ModelRequest {
  /** What the model should do. Anything a caller sent belongs in the messages, fenced as data. */
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** Requires the answer to be JSON. */
  readonly json?: boolean
  /** The output field that the answer becomes; if set, its text is streamed as token events. */
  readonly field?: string
}

export interface ModelAnswer {
  readonly text: string
  readonly model: string
  /** The kind of the provider, such as `ollama`. */
  readonly provider: string
  /** Tokens read and written. */
  readonly tokens: number
  /** The provider did not report the number; it was counted here. */
  readonly tokensEstimated: boolean
}

/** The language models of the owner's providers, in their order. */
export interface LanguageModel {
  /**
   * Asks the first provider that can answer.
   * @throws NeedsKey when none is set up
   * @throws CallFailed when none of them gives a whole answer
   */
  generate(request: ModelRequest): Promise<ModelAnswer>
  /** How many tokens of text to send at once to the provider that would answer now. @throws NeedsKey */
  partTokens(): number
  /** Estimates how many tokens a text has. */
  countTokens(text: string): Promise<number>
}

/**
 * What a handler may use besides its input. Time, randomness, network and memory come only from
 * here, so that a tool's result depends on its input alone unless its definition says otherwise. A
 * tool that runs in a worker only has `signal`, `now` and `random`; one that waits for the network
 * hands long work to `compute`.
 */
export interface ToolContext {
  /** Aborted when the deadline passes or the caller disconnects. */
  readonly signal: AbortSignal
  readonly now: () => Date
  readonly random: (bytes: number) => Uint8Array
  readonly memory: SessionMemory
  readonly outbound: Outbound
  readonly catalogue: ToolCatalogue
  /**
   * Runs the definition's `compute` in a worker, so that fetched content is not parsed on the
   * gateway's own thread.
   * @throws InvalidInput as `compute` does
   * @throws CallFailed when it takes too much time or memory
   */
  readonly compute: (input: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly models: LanguageModel
  /** Reports the progress of a long call, 0 to 100. */
  readonly progress: (percent: number, status: string) => void
  /** Sends a piece of generated text while the call runs. */
  readonly token: (field: string, text: string) => void
  /** Counts processor time that a process of the tool's own has used, in milliseconds. */
  readonly spent: (cpuMs: number) => void
}

/**
 * Thrown by a handler that needs a provider or key which is not configured; the call then costs
 * nothing.
 */
export class NeedsKey extends Error {
  readonly providers: readonly string[]

  constructor(message: string, providers: readonly string[]) {
    super(message)
    this.name = 'NeedsKey'
    this.providers = providers
  }
}

/**
 * Thrown when a call fails for a reason outside the gateway, such as a receiver that does not
 * answer. Not a bug.
 */
export class CallFailed extends Error {
  readonly timedOut: boolean
  /** Seconds after which to try again, if known. */
  readonly retryAfterSeconds: number | undefined
  /** What is known of a call that somebody else was to answer. */
  readonly outcome: CallOutcome | undefined

  /** @param message a sentence for the caller */
  constructor(
    message: string,
    {
      timedOut = false,
      retryAfterSeconds,
      outcome,
      ...options
    }: ErrorOptions & {
      timedOut?: boolean
      retryAfterSeconds?: number | undefined
      outcome?: CallOutcome
    } = {},
  ) {
    super(message, options)
    this.name = 'CallFailed'
    this.timedOut = timedOut
    this.retryAfterSeconds = retryAfterSeconds
    this.outcome = outcome
  }
}

/**
 * Thrown by a handler when the input has the right type but cannot be processed: a 400 that costs
 * nothing.
 */
export class InvalidInput extends Error {
  readonly path: string

  /** @param path the field at fault, as a caller would write it */
  constructor(path: string, message: string) {
    super(message)
    this.name = 'InvalidInput'
    this.path = path
  }
}

import type { SessionMemory } from './memory-contract.ts'

export type * from './memory-contract.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** How much of the answer is kept, at most 8 MiB; 1 MiB without it. */
  readonly maxAnswerBytes?: number
  readonly signal: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** True when the answer was longer than the cap and the rest was dropped. */
  readonly truncated: boolean
  readonly durationMs: number
}

export type DnsType = 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'MX' | 'NS' | 'PTR' | 'SOA' | 'SRV' | 'TXT'

export interface DnsRecord {
  readonly type: DnsType
  /** The record's data as a zone file has it. */
  readonly value: string
  /** Seconds for which it may be kept; null where the resolver does not say. */
  readonly ttl: number | null
  /** The parts of its data by name, such as `priority` and `exchange`. */
  readonly parts: Readonly<Record<string, string | number>>
}

export interface DnsAnswer {
  /** False when there is no such name at all. */
  readonly exists: boolean
  readonly records: readonly DnsRecord[]
}

export interface TlsInspection {
  /** Such as TLSv1.3. */
  readonly protocol: string
  readonly cipher: string
  /** The certificates that the server has sent, its own first, in DER. */
  readonly chain: readonly Buffer[]
  /** Why this machine does not trust the chain, as OpenSSL says it; null when it does. */
  readonly distrust: string | null
  readonly durationMs: number
}

export interface WhoisAnswer {
  readonly text: string
  /** True when the answer was longer than the cap and the rest was dropped. */
  readonly truncated: boolean
}

/** The only way out to the network: resolves once, checks every address, dials the checked one. */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /** Asks the machine's DNS resolver. What it answers is shown, and never dialled without the check. */
  resolveDns(query: {
    readonly name: string
    readonly type: DnsType
    readonly signal: AbortSignal
  }): Promise<DnsAnswer>
  /** Makes a TLS connection, notes what the server shows, whether trusted or not, and closes it. */
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

/** A tool as a search of the catalogue shows it. */
export interface ToolHit {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tier: string
  readonly credits: number
  /** How well it fits; only good for comparing the hits of one search. */
  readonly score: number
  /** The JSON Schema of its input. */
  readonly inputSchema: () => Promise<Readonly<Record<string, unknown>>>
}

/** The tools that this instance serves, to be searched. */
export interface ToolCatalogue {
  /** @returns the tools that fit a text best, best first */
  search(query: string, scope: ToolScope & { readonly limit: number }): readonly ToolHit[]
}

/** Which tools are looked at: all, those of a category, those of a tier. */
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
  /** What the model is to do. Whatever a caller sent belongs into the messages, fenced as data. */
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** The answer is to be JSON. */
  readonly json?: boolean
  /** The output field that the answer becomes; its text is then sent as token events while it arrives. */
  readonly field?: string
}

export interface ModelAnswer {
  readonly text: string
  readonly model: string
  /** The kind of the provider, such as `ollama`. */
  readonly provider: string
  /** Tokens read and written. */
  readonly tokens: number
  /** The provider did not say how many; they were counted here. */
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
  /** How many tokens of text the provider whose turn it is should be given at once. @throws NeedsKey */
  partTokens(): number
  /** About how many tokens a text is. */
  countTokens(text: string): Promise<number>
}

/**
 * What a handler may use besides its input. Time, randomness, network and memory come from here and from nowhere
 * else, so that a tool's result depends on its input alone unless its definition says otherwise. A tool that runs
 * in a worker has `signal`, `now` and `random` only; one that waits for the network hands long work to `compute`.
 */
export interface ToolContext {
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal
  readonly now: () => Date
  readonly random: (bytes: number) => Uint8Array
  readonly memory: SessionMemory
  readonly outbound: Outbound
  readonly catalogue: ToolCatalogue
  /**
   * Runs the definition's `compute` in a worker, so that what was fetched is parsed off the gateway's own thread.
   * @throws InvalidInput as `compute` does
   * @throws CallFailed when it takes too long or too much memory
   */
  readonly compute: (input: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly models: LanguageModel
  /** Reports how far a long call has come, 0 to 100. */
  readonly progress: (percent: number, status: string) => void
  /** Sends a piece of generated text while the call runs. */
  readonly token: (field: string, text: string) => void
}

/** Thrown by a handler that needs a provider or key which is not configured; the call then costs nothing. */
export class NeedsKey extends Error {
  readonly providers: readonly string[]

  constructor(message: string, providers: readonly string[]) {
    super(message)
    this.name = 'NeedsKey'
    this.providers = providers
  }
}

/** Thrown when a call fails for a reason outside the gateway, such as a receiver that does not answer: no bug. */
export class CallFailed extends Error {
  readonly timedOut: boolean
  /** Seconds after which it may be tried again, where that is known. */
  readonly retryAfterSeconds: number | undefined

  /** @param message a sentence for the caller */
  constructor(
    message: string,
    {
      timedOut = false,
      retryAfterSeconds,
      ...options
    }: ErrorOptions & { timedOut?: boolean; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options)
    this.name = 'CallFailed'
    this.timedOut = timedOut
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Thrown by a handler when the input, though of the right type, cannot be worked with: a 400 that costs nothing. */
export class InvalidInput extends Error {
  readonly path: string

  /** @param path the field at fault, as a caller would write it */
  constructor(path: string, message: string) {
    super(message)
    this.name = 'InvalidInput'
    this.path = path
  }
}

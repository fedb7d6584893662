/** What a stored memory looks like to a tool. Times are ISO 8601 in UTC. */
export interface MemoryRecord {
  readonly namespace: string
  readonly key: string
  readonly value: unknown
  readonly tags: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at: string | null
}

/** An entry as a list shows it: without its value. */
export interface MemoryListed extends Omit<MemoryRecord, 'value'> {
  /** What it counts towards the quota of its key. */
  readonly bytes: number
}

/** An entry that a search has found. */
export interface MemoryHit extends MemoryListed {
  /** The part of its value around the words that were found, which stand between `**`. */
  readonly excerpt: string
}

export interface MemoryPage<Entry extends MemoryListed> {
  readonly entries: readonly Entry[]
  /** Whether there are more behind these. */
  readonly more: boolean
}

/** Which entries are looked at: without a namespace all, with tags those that have every one of them. */
export interface MemoryScope {
  readonly namespace?: string | undefined
  readonly tags?: readonly string[]
}

/** The calling key's own session memory; nobody else's can be reached through it. */
export interface SessionMemory {
  set(entry: {
    readonly namespace: string
    readonly key: string
    readonly value: unknown
    readonly tags?: readonly string[]
    /** Seconds until the entry expires; without it the entry stays. */
    readonly ttlSeconds?: number
  }): MemoryRecord
  get(namespace: string, key: string): MemoryRecord | null
  /** @returns whether there was such an entry */
  delete(namespace: string, key: string): boolean
  /** Entries by namespace and key, in the order of their UTF-8 bytes. */
  list(
    page: MemoryScope & {
      /** What the keys begin with. */
      readonly prefix?: string | undefined
      readonly limit: number
      /** The last entry of the page before. */
      readonly after?: { readonly namespace: string; readonly key: string } | undefined
    },
  ): MemoryPage<MemoryListed>
  /** Entries with at least one word of the text, best first. */
  search(
    page: MemoryScope & { readonly query: string; readonly limit: number; readonly offset: number },
  ): MemoryPage<MemoryHit>
}

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
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

/** The only way out to the network: resolves once, checks every address, dials the checked one. */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundAnswer>
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
 * in a worker has `signal`, `now` and `random` only.
 */
export interface ToolContext {
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal
  readonly now: () => Date
  readonly random: (bytes: number) => Uint8Array
  readonly memory: SessionMemory
  readonly outbound: Outbound
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

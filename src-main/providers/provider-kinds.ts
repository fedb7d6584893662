/** What asking a provider costs its owner: money, the time of this machine, or nothing. */
export type ProviderCost = 'paid' | 'local' | 'nothing'

/** The protocol of a provider's API. */
export type Protocol = 'openai' | 'anthropic' | 'google'

/** The fixed facts about a kind of provider. */
export interface ProviderKindFacts {
  readonly name: string
  readonly protocol: Protocol
  readonly cost: ProviderCost
  /** Null when the owner must give the address, or when there is none. */
  readonly baseUrl: string | null
  readonly needsKey: boolean
  /** Null for the first model that the provider lists. */
  readonly defaultModel: string | null
  /** Whether it can be forced to answer with JSON only; others are just asked to. */
  readonly jsonMode: boolean
  /**
   * Tokens of text that it is given in one piece. Models of local servers read 4,096 unless set up for more, and some
   * silently drop the rest.
   */
  readonly partTokens: number
  /** Where to check a key, when the list of models needs none. */
  readonly keyPath?: string
  /** Whether it answers inside this process, without address and key. */
  readonly inProcess?: true
}

const CLOUD_PART_TOKENS = 24_000
const LOCAL_PART_TOKENS = 2_500

/** Every kind of provider, in the order in which they are offered. */
const PROVIDER_KINDS = {
  openai: {
    name: 'OpenAI',
    protocol: 'openai',
    cost: 'paid',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    defaultModel: 'gpt-5.4-mini',
    jsonMode: true,
    partTokens: CLOUD_PART_TOKENS,
  },
  anthropic: {
    name: 'Anthropic',
    protocol: 'anthropic',
    cost: 'paid',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    defaultModel: 'claude-haiku-5-5',
    jsonMode: false,
    partTokens: CLOUD_PART_TOKENS,
  },
  google: {
    name: 'Google',
    protocol: 'google',
    cost: 'paid',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    defaultModel: 'gemini-flash-latest',
    jsonMode: true,
    partTokens: CLOUD_PART_TOKENS,
  },
  openrouter: {
    name: 'OpenRouter',
    protocol: 'openai',
    cost: 'paid',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    defaultModel: 'openrouter/auto',
    jsonMode: true,
    partTokens: CLOUD_PART_TOKENS,
    keyPath: '/key',
  },
  ollama: {
    name: 'Ollama',
    protocol: 'openai',
    cost: 'local',
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    defaultModel: null,
    jsonMode: true,
    partTokens: LOCAL_PART_TOKENS,
  },
  lmstudio: {
    name: 'LM Studio',
    protocol: 'openai',
    cost: 'local',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    defaultModel: null,
    jsonMode: false,
    partTokens: LOCAL_PART_TOKENS,
  },
  'openai-compatible': {
    name: 'OpenAI-compatible server',
    protocol: 'openai',
    // On localhost it may pass questions on to a service that costs money.
    cost: 'paid',
    baseUrl: null,
    needsKey: false,
    defaultModel: null,
    jsonMode: false,
    partTokens: LOCAL_PART_TOKENS,
  },
  demo: {
    name: 'Demo (no model, invented text)',
    protocol: 'openai',
    cost: 'nothing',
    baseUrl: null,
    needsKey: false,
    defaultModel: 'demo',
    jsonMode: true,
    partTokens: LOCAL_PART_TOKENS,
    inProcess: true,
  },
} as const satisfies Record<string, ProviderKindFacts>

export type ProviderKind = keyof typeof PROVIDER_KINDS

// Object.keys types the keys only as strings.
export const PROVIDER_KIND_NAMES = Object.keys(PROVIDER_KINDS) as ProviderKind[]

/** The kinds to list for a caller when no provider is set up: the real ones. */
export const REAL_PROVIDERS: readonly ProviderKind[] = PROVIDER_KIND_NAMES.filter((kind) => kind !== 'demo')

/** The facts about a kind. */
export function factsOf(kind: ProviderKind): ProviderKindFacts {
  return PROVIDER_KINDS[kind]
}

/** Whether a text names a kind of provider. */
export function isProviderKind(text: string): text is ProviderKind {
  return Object.hasOwn(PROVIDER_KINDS, text)
}

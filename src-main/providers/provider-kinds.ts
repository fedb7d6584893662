/** The language that a provider's API speaks. */
export type Protocol = 'openai' | 'anthropic' | 'google'

/** What is known of a kind of provider before anybody has set one up. */
export interface ProviderKindFacts {
  readonly name: string
  readonly protocol: Protocol
  /** Null where the owner has to give the address, or where there is none. */
  readonly baseUrl: string | null
  readonly needsKey: boolean
  /** Null for the first model that the provider lists. */
  readonly defaultModel: string | null
  /** It can be told to answer with JSON and nothing else; others are only asked to. */
  readonly jsonMode: boolean
  /**
   * Tokens of text that it is given in one piece. The models of local servers read 4,096 unless somebody has set
   * them up for more, and some drop without a word what is beyond.
   */
  readonly partTokens: number
  /** Where a key can be checked, when the list of models is open to everybody. */
  readonly keyPath?: string
  /** It answers inside this process: no address, no key. */
  readonly inProcess?: true
}

const CLOUD_PART_TOKENS = 24_000
const LOCAL_PART_TOKENS = 2_500

/** Every kind of provider, in the order in which they are offered. */
const PROVIDER_KINDS = {
  openai: {
    name: 'OpenAI',
    protocol: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    defaultModel: 'gpt-5.4-mini',
    jsonMode: true,
    partTokens: CLOUD_PART_TOKENS,
  },
  anthropic: {
    name: 'Anthropic',
    protocol: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    defaultModel: 'claude-haiku-5-5',
    jsonMode: false,
    partTokens: CLOUD_PART_TOKENS,
  },
  google: {
    name: 'Google',
    protocol: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    defaultModel: 'gemini-flash-latest',
    jsonMode: true,
    partTokens: CLOUD_PART_TOKENS,
  },
  openrouter: {
    name: 'OpenRouter',
    protocol: 'openai',
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
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    defaultModel: null,
    jsonMode: true,
    partTokens: LOCAL_PART_TOKENS,
  },
  lmstudio: {
    name: 'LM Studio',
    protocol: 'openai',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    defaultModel: null,
    jsonMode: false,
    partTokens: LOCAL_PART_TOKENS,
  },
  'openai-compatible': {
    name: 'OpenAI-compatible server',
    protocol: 'openai',
    baseUrl: null,
    needsKey: false,
    defaultModel: null,
    jsonMode: false,
    partTokens: LOCAL_PART_TOKENS,
  },
  demo: {
    name: 'Demo (no model, invented text)',
    protocol: 'openai',
    baseUrl: null,
    needsKey: false,
    defaultModel: 'demo',
    jsonMode: true,
    partTokens: LOCAL_PART_TOKENS,
    inProcess: true,
  },
} as const satisfies Record<string, ProviderKindFacts>

export type ProviderKind = keyof typeof PROVIDER_KINDS

// Object.keys knows a constant's keys only as texts.
export const PROVIDER_KIND_NAMES = Object.keys(PROVIDER_KINDS) as ProviderKind[]

/** The kinds that a caller is told about when none is set up: the real ones. */
export const REAL_PROVIDERS: readonly ProviderKind[] = PROVIDER_KIND_NAMES.filter((kind) => kind !== 'demo')

/** What is known of a kind. */
export function factsOf(kind: ProviderKind): ProviderKindFacts {
  return PROVIDER_KINDS[kind]
}

/** Whether a text names a kind of provider. */
export function isProviderKind(text: string): text is ProviderKind {
  return Object.hasOwn(PROVIDER_KINDS, text)
}
